"""Ratios, measured in one run on one machine: ``python benchmarks/run.py``.

Exit code 0: every command succeeded, gave the right answer and met its goals; 1: some did not (each is named).

    python benchmarks/run.py                    everything, best of 3
    python benchmarks/run.py --quick            once each, without the slow ones and the peers
    python benchmarks/run.py --only 'compose'   cases whose name matches
    python benchmarks/run.py --write            and write docs/benchmarks.md
"""

from __future__ import annotations

import argparse
import datetime
import math
import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import cases
import peers
from measure import YARDSTICK, Case, Failed, Measured, checked, child, exponent, measured

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
Table = tuple[str, list[str], list[list[str]]]
#: CPU seconds for what the tools are compared with.
TRUTH_LIMIT = 60


def figure(x: float) -> str:
    return "-" if math.isnan(x) else f"{x:.3g}" if x < 100 else f"{x:.0f}"


def goals(case: Case) -> str:
    parts = [f"{case.goal:.3g} S"] if case.goal is not None else []
    return ", ".join(parts + ([f"{case.megabytes:g} MB"] if case.megabytes is not None else [])) or "-"


def row(found: Measured) -> list[str]:
    verdict = found.missed[0] if found.failure else "missed" if found.missed else "met" if found.case.goal else "-"
    return [found.case.name, figure(found.ratio), figure(found.megabytes), goals(found.case), verdict]


def run_cases(listed: Sequence[Case], repeat: int) -> Iterator[Measured]:
    for case in listed:
        found = measured(case, repeat)
        print("  ".join(row(found)), flush=True)
        yield found


def run_growth(growth: cases.Growth, repeat: int) -> tuple[list[str], list[str]]:
    """A row of the table, and what was missed."""
    found = list(run_cases(growth.cases(), repeat))
    if any(f.failure for f in found):
        return [growth.name, "-", "-", "failed"], [f"{f.case.name}: {f.failure}" for f in found if f.failure]
    power = exponent(growth.sizes, [f.ratio for f in found])
    met = power <= growth.power
    sizes = ", ".join(f"{size:,}: {figure(f.ratio)}" for size, f in zip(growth.sizes, found, strict=True))
    missed = [] if met else [f"{growth.name}: grows with power {power:.2f}, goal {growth.power}"]
    name = growth.name.removesuffix(" =")
    return [name, sizes, f"{power:.2f} (goal {growth.power})", "met" if met else "missed"], missed


def run_peer(tool: str, kind: str, k: int, truth: tuple[Fraction, Fraction]) -> tuple[list[str], list[str]]:
    """Time, memory, width and error of one tool; only our own may be wrong at the price of a failure."""
    head = [kind, f"{k:,}", tool]
    case = Case(tool, (str(Path(peers.__file__)), tool, kind, str(k)), ())
    unit = child(YARDSTICK)
    done = child((sys.executable, *case.command), peers.LIMIT)
    try:
        answer = checked(case, done).last
    except (Failed, ValueError) as error:
        why = f"not within {peers.LIMIT} s" if done.code < 0 and done.cpu >= peers.LIMIT - 1 else str(error)[:80]
        return [*head, "-", "-", "-", "-", why], [f"replcalc {kind} {k}: {why}"] if tool == "replcalc" else []
    if "skipped" in answer:
        return [*head, "-", "-", "-", "-", answer["skipped"]], []
    lower, upper = Fraction(answer["lower"]), Fraction(answer["upper"])
    farthest = max(abs(x - y) for x in (lower, upper) for y in truth)
    holds = lower <= truth[1] and truth[0] <= upper
    what = "a number without bounds" if lower == upper else "bounds hold" if holds else "bounds do not hold"
    figures = (answer["cpu"] / unit.cpu, done.megabytes, float(upper - lower), float(farthest))
    cells = list(map(figure, figures))
    return [*head, *cells, what], [] if holds or tool != "replcalc" else [f"replcalc {kind} {k}: {what}"]


def run_peers(sizes: Sequence[int]) -> tuple[list[list[str]], list[str]]:
    rows, missed = [], []
    for k in sizes:
        for kind in peers.KINDS:
            case = Case("truth", (str(Path(peers.__file__)), "truth", kind, str(k)), ())
            try:
                answer = checked(case, child((sys.executable, *case.command), TRUTH_LIMIT)).last
            except (Failed, ValueError) as error:
                rows.append([kind, f"{k:,}", "-", "-", "-", "-", "-", f"the truth is not known: {str(error)[:80]}"])
                missed.append(f"truth of {kind} {k}: {error}")
                continue
            for tool in peers.TOOLS:
                cells, wrong = run_peer(tool, kind, k, (Fraction(answer["lower"]), Fraction(answer["upper"])))
                print("  ".join(cells), flush=True)
                rows.append(cells)
                missed += wrong
    return rows, missed


def machine() -> str:
    """The class of the machine; no name of it."""
    packages = []
    for name in ("sympy", "mpmath", "python-flint", "numpy", "dp-accounting", "prv-accountant", "autodp"):
        try:
            packages.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            packages.append(f"no {name}")
    python = platform.python_version()
    return f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}, Python {python}; {', '.join(packages)}"


def page(tables: Sequence[Table], unit: float, repeat: int) -> str:
    lines = [
        "# Benchmarks",
        "",
        f"Written by `python benchmarks/run.py --write` on {datetime.date.today().isoformat()} ({machine()}).",
        "",
        "S is the CPU time (user and system) of one `import sympy`, run right before every measurement on the same",
        f"machine ({unit:.2f} s when this was written). Figures are the best of {repeat}; a million different n and",
        "batches of 1,000 are measured once. Exit codes and answers are checked, and the command ends with 1 where a",
        "goal is missed. MB is the peak of the process. Each accountant is given one figure at a time and",
        f"{peers.LIMIT} CPU seconds for it, its imports included; S is then the computation alone.",
        "",
    ]
    for title, header, rows in tables:
        lines += [f"## {title}", "", "| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
        lines += ["| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |" for cells in rows]
        lines.append("")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None, listed: Sequence[Case] | None = None) -> int:
    """``listed``: other cases than those of ``cases.py``."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only", default="", help="a regular expression for the names of cases, growths, 'peers'")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    options = parser.parse_args(arguments)
    if options.write and (options.quick or options.only):
        parser.error("--write writes the whole page: leave out --quick and --only")
    repeat = 1 if options.quick else max(1, options.repeat)
    missed: list[str] = []
    tables: list[Table] = []

    def asked(name: str, slow: bool = False) -> bool:
        return re.search(options.only, name) is not None and not (slow and options.quick)

    if listed is None:
        child((sys.executable, "-m", "compileall", "-q", str(PAGE.parent.parent / "replcalc")))
    with tempfile.TemporaryDirectory() as folder:
        if listed is not None:
            parts = {"Cases": listed}
        else:
            parts = {
                "Commands": cases.commands(),
                "Long lists and many digits": cases.large(Path(folder)),
                "Inside a process": cases.inside(),
            }
        for title, group in parts.items():
            found = list(run_cases([c for c in group if asked(c.name, c.slow)], repeat))
            missed += [f"{f.case.name}: {reason}" for f in found for reason in f.missed]
            tables.append((title, ["what", "S", "MB", "goal", ""], [row(f) for f in found]))
    if listed is None:
        rows = []
        for growth in cases.growths():
            if asked(growth.name, slow=True):
                cells, wrong = run_growth(growth, repeat)
                rows.append(cells)
                missed += wrong
        tables.append(("Growth", ["what", "S at each size", "power", ""], rows))
        if asked("peers", slow=True):
            rows, wrong = run_peers(peers.SIZES)
            missed += wrong
            header = ["eps", "k", "tool", "S", "MB", "width", "error at most", ""]
            tables.append(("Total variation of products, beside other accountants", header, rows))
    if options.write:
        kept = re.search(r"^## (Forty ineq|Tests betw).*", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        written = page(tables, child(YARDSTICK).cpu, repeat) + (f"\n{kept[0]}" if kept else "")
        PAGE.write_text(written, encoding="utf-8")  # inequalities.py and two_values.py write their sections themselves
    if not any(rows for _, _, rows in tables):
        print(f"nothing is called '{options.only}'")
        return 1
    print("\n".join(["", "missed:", *missed] if missed else ["", "every goal met"]))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
