"""docs/design.md tells the truth: the walks are as long as it says, and a theorem is added as it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
#: Files by which a walk may differ from the table.
SLACK = 2

sys.path.insert(0, str(ROOT / "benchmarks"))
import walks  # noqa: E402

sys.path.remove(str(ROOT / "benchmarks"))

TABLE = {line: int(files) for line, files in re.findall(r"^\| `([^`]+)` \| (\d+) \| \d+ \|", PAGE, re.MULTILINE)}


def test_the_table_has_every_walk() -> None:
    assert list(TABLE) == [line for line, _ in walks.WALKS.values()]


@pytest.mark.parametrize("name", walks.WALKS)
def test_a_walk_is_as_long_as_the_table_says(name: str) -> None:
    line, _ = walks.WALKS[name]
    entered = walks.walk(line)
    told = f"{len(entered)} files, not {TABLE[line]}: write the table of docs/design.md anew with python benchmarks/walks.py"
    assert abs(len(entered) - TABLE[line]) <= SLACK, told
    assert "cli/main.py" in entered and not any("<" in file for file in entered)


def added(folder: Path, block: str) -> subprocess.CompletedProcess[str]:
    """A copy of the package in which the lines of a block are carried out."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "replcalc", folder / "replcalc", ignore=ignored)
    shutil.copytree(ROOT / "examples" / "my_paper", folder / "examples" / "my_paper", ignore=ignored)
    block = block.replace(
        "python -m pytest", f"{sys.executable} -m pytest -p no:cacheprovider -c /dev/null --rootdir ."
    )
    return subprocess.run(
        ["sh", "-ec", block],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(folder)},
    )


def test_a_theorem_is_added_as_the_page_says(tmp_path: Path) -> None:
    (block,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    done = added(tmp_path / "good", block)
    assert done.returncode == 0 and re.search(r"2\d passed", done.stdout), done.stdout[-2000:] + done.stderr
    spoiled = block.replace(
        "printf", "sed -i 's/3 \\* rate\\*\\*2/2 * rate**2/' replcalc/sharper/majorities/statement.py\nprintf"
    )
    wrong = added(tmp_path / "bad", spoiled)
    assert wrong.returncode != 0 and "majorities breaks a bound" in wrong.stdout, wrong.stdout[-2000:]
