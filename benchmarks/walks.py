"""How many files one walks through to follow a command: those of the package whose functions are entered.

    python benchmarks/walks.py            the table
    python benchmarks/walks.py compose    and the files of one walk

Bodies of modules, and what they call while they are loaded (a statement is built, a class is made), are not counted:
what is only imported need not be read. Each command runs in a process of its own,
without workers, so that nothing is left over from another.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: walk -> (the command line, the most files that it may enter)
WALKS = {
    "compose": ("compose --n 100,200 --rho 0.1", 60),
    "show": ("show thm:main", 25),
    "verify": ("verify expect.half", 45),
    "simulate": ("simulate rounding", 30),
    "run means": ("run means data.csv --columns a,b --range 0,1 --alpha 0.05 --rho 0.2 --beta 0.05 --seed walk", 55),
}
SCRIPT = """
import json, sys
package, entered, loading = sys.argv[1], {}, 0
def seen(frame, event, _):
    global loading
    code = frame.f_code
    if code.co_name == "<module>":
        loading += (event == "call") - (event == "return")
    elif event == "call" and not loading and code.co_filename.startswith(package):
        entered.setdefault(code.co_filename[len(package):], set()).add(code.co_qualname)
from replcalc.cli.main import main
out, sys.stdout = sys.stdout, open("/dev/null", "w")
sys.setprofile(seen)
try:
    main(sys.argv[2:])
except SystemExit as stop:
    code = stop.code
sys.setprofile(None)
json.dump([code, {file: sorted(names) for file, names in sorted(entered.items())}], out)
"""


def walk(line: str) -> dict[str, list[str]]:
    """The files that a command line enters, each with its functions that were called; a class body is none."""
    with tempfile.TemporaryDirectory() as folder:
        rows = "".join(f"{i % 7 / 7},{i % 5 / 5}\n" for i in range(20_000))
        Path(folder, "data.csv").write_text("a,b\n" + rows, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, f"{ROOT / 'replcalc'}{os.sep}", *line.split()],
            capture_output=True,
            text=True,
            cwd=folder,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "REPLCALC_PACKS": "off"},
        )
    code, entered = json.loads(done.stdout)
    if code:
        raise SystemExit(f"replcalc {line}: exit {code}\n{done.stderr}")
    return {file: sorted(names) for file, names in entered.items()}


def table(found: dict[str, dict[str, list[str]]]) -> str:
    """The rows for docs/design.md."""
    lines = ["| walk | files | at most | functions |", "|---|---:|---:|---:|"]
    for name, entered in found.items():
        line, most = WALKS[name]
        lines.append(f"| `{line}` | {len(entered)} | {most} | {sum(map(len, entered.values()))} |")
    return "\n".join(lines)


def main() -> None:
    chosen = sys.argv[1:] or list(WALKS)
    found = {name: walk(WALKS[name][0]) for name in chosen}
    print(table(found))
    if sys.argv[1:]:
        for entered in found.values():
            for file, names in entered.items():
                print(f"{file}: {', '.join(names)}")


if __name__ == "__main__":
    main()
