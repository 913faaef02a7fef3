"""Runs ``coqc`` on written files and reads from its output what every theorem rests on.

Loading the libraries takes longer than most proofs, so several files are checked by one process, one after the other in
one file. Where one fails, the others are tried again without it.
"""

from __future__ import annotations

import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from replcalc.checker.coq.files import PRELUDE

#: Seconds of computing after which one file is given up.
SECONDS = 120.0
#: Files that one process checks.
TOGETHER = 12
#: Where the axioms that a theorem may rest on come from: Coq's real numbers, classical logic, and the machine's
#: integers and floats, with which the interval tactic computes.
AXIOMS = (
    "ClassicalDedekindReals.", "FunctionalExtensionality.", "Classical_Prop.", "PrimInt63.", "Uint63.", "PrimFloat.",
    "FloatAxioms.",
)  # fmt: skip
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


def run(
    paths: Sequence[Path], seconds: float = SECONDS, progress: Callable[[str], None] = lambda name: None
) -> dict[str, Run]:
    """What coqc says of every file, by name without the ending; all in one directory, beside the prelude."""
    found: dict[str, Run] = {}
    if not paths:
        return found
    folder = paths[0].parent
    problem = _compiled(folder, PRELUDE, seconds)[1]
    if problem:
        return {path.stem: Run(f"the prelude: {problem}") for path in paths}
    waiting = [path.stem for path in paths]
    while waiting:
        group, waiting = waiting[:TOGETHER], waiting[TOGETHER:]
        while group:
            judged = _together(folder, group, seconds)
            found |= judged
            group = [name for name in group if name not in judged]
            for name in judged:
                progress(name)
    return {path.stem: found[path.stem] for path in paths}


def _together(folder: Path, group: Sequence[str], seconds: float) -> dict[str, Run]:
    """The files of a group: all of them if all are right, the one that is not, or one by one if time runs out."""
    texts = [(folder / f"{name}.v").read_text(encoding="utf-8") for name in group]
    batch = folder / "Together.v"
    batch.write_text("".join(texts), encoding="utf-8")
    said, problem = _compiled(folder, batch.stem, seconds * len(group))
    for path in folder.glob("*Together.*"):
        path.unlink()
    if not problem:
        blocks = _LISTED.split(said)
        lists = [f"{blocks[i]}{blocks[i + 1]}" for i in range(1, len(blocks), 2)]
        if len(lists) != len(group):
            return {name: Run("the axioms are not listed") for name in group}
        return {name: _judged(listed) for name, listed in zip(group, lists, strict=True)}
    if len(group) == 1:
        return {group[0]: Run(problem)}
    line = re.search(r"line (\d+), characters", problem)
    if line is None:
        return {name: _together(folder, [name], seconds)[name] for name in group}
    before = 0
    for name, text in zip(group, texts, strict=True):
        before += text.count("\n")
        if int(line[1]) <= before:
            return {name: Run(problem)}
    return {group[-1]: Run(problem)}


def _compiled(folder: Path, name: str, seconds: float) -> tuple[str, str]:
    """What coqc prints, and its error if there is one; the time that counts is the processor's, not the clock's."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5))

    command = [coqc() or "coqc", "-w", "none", "-Q", ".", "", f"{name}.v"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, preexec_fn=limited)
    if done.returncode < 0:
        return "", f"given up after {seconds:g} seconds"
    return done.stdout, " ".join(done.stderr.split())[:300] if done.returncode else ""


def _judged(listed: str) -> Run:
    """Accepted only if every axiom that the theorem rests on is one of those allowed."""
    names = [line.split()[0] for line in listed.splitlines()[1:] if line and not line[0].isspace()]
    strange = [name for name in names if not name.startswith(AXIOMS)]
    return Run(f"rests on {', '.join(strange)}" if strange else "")
