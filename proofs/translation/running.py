"""Runs ``coqc`` on written files and reads from its output what their theorems rest on.

Coq needs seconds to list what one theorem rests on, longer than for most proofs, but not more for a tuple of many: it
lists them for all files of a group together, and one by one only if something there is not allowed.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from translation.files import FURTHER, PRELUDE

#: Seconds of computing after which one file is given up.
SECONDS = 60.0
#: Where the axioms that a theorem may rest on come from: Coq's real numbers, classical logic, and the machine's
#: integers and floats, with which the interval tactic computes.
AXIOMS = (
    "ClassicalDedekindReals.",
    "FunctionalExtensionality.",
    "Classical_Prop.",
    "PrimInt63.",
    "Uint63.",
    "PrimFloat.",
    "FloatAxioms.",
)
_LISTED = re.compile(r"^(Axioms:|Closed under the global context)$", re.MULTILINE)


@dataclass(frozen=True)
class Run:
    """What coqc said of one file; ``problem`` is empty if it was accepted."""

    problem: str = ""

    @property
    def accepted(self) -> bool:
        return not self.problem


def coqc() -> str | None:
    """The path of coqc, None if it is not installed."""
    return shutil.which("coqc")


def version() -> str:
    said = subprocess.run([coqc() or "coqc", "--version"], capture_output=True, text=True, check=False).stdout
    return said.split("version ")[-1].split()[0]


def run_coq(paths: Sequence[Path], seconds: float = SECONDS) -> dict[str, Run]:
    """What coqc says of every file, by name without the ending; all in one directory, beside the prelude."""
    found = compiled_by_coq(paths, seconds)
    return found | rests_on([path for path in paths if found[path.stem].accepted])


def compiled_by_coq(paths: Sequence[Path], seconds: float = SECONDS) -> dict[str, Run]:
    """As ``run``, but whatever the theorems rest on."""
    for name in (PRELUDE, FURTHER) if paths else ():
        problem = _compiled(paths[0].parent, name, seconds)[1]
        if problem:
            return {path.stem: Run(f"{name}: {problem}") for path in paths}
    return {path.stem: Run(_compiled(path.parent, path.stem, seconds)[1]) for path in paths}


def rests_on(paths: Sequence[Path]) -> dict[str, Run]:
    """Refuses the compiled files whose theorems, named as they are, rest on anything but the axioms allowed."""
    if not paths:
        return {}
    folder, names = paths[0].parent, [path.stem for path in paths]
    batch = folder / "Together.v"
    pairs = "".join(f"({name}.{name}, " for name in names) + "I" + ")" * len(names)
    batch.write_text(
        f"Require {' '.join(names)}.\nDefinition together := {pairs}.\nPrint Assumptions together.\n", encoding="utf-8"
    )
    said, problem = _compiled(folder, batch.stem, SECONDS)
    for path in folder.glob("*Together.*"):
        path.unlink()
    listed = _LISTED.split(said)[2:]
    if not problem and len(listed) == 1:
        axioms = [line.split()[0] for line in listed[0].splitlines() if line and not line[0].isspace()]
        strange = [name for name in axioms if not name.startswith(AXIOMS)]
        problem = f"rests on {', '.join(strange)}" if strange else ""
    else:
        problem = problem or "the axioms are not listed"
    if not problem or len(names) == 1:
        return {name: Run(problem) for name in names}
    return {name: said for path in paths for name, said in rests_on([path]).items()}


def _compiled(folder: Path, name: str, seconds: float) -> tuple[str, str]:
    """What coqc prints, and its error if there is one; the time that counts is the processor's, not the clock's."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))

    command = [coqc() or "coqc", "-w", "none", "-Q", ".", "", f"{name}.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, preexec_fn=limited)
    if done.returncode < 0:
        return "", f"given up after {seconds:g} seconds"
    said = re.sub(r'^File "[^"]*", (line \d+), characters [\d-]+: ', r"\1: ", " ".join(done.stderr.split()))
    return done.stdout, said[:300] if done.returncode else ""
