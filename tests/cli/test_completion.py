"""The tab key, through click's protocol: what the shell asks, and what it is told."""

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from replcalc.cli.main import cli


def offers(*words):
    complete = ShellComplete(cli, {}, "replcalc", "_REPLCALC_COMPLETE")
    return [item.value for item in complete.get_completions(list(words[:-1]), words[-1])]


@pytest.mark.parametrize(
    ("words", "wanted", "unwanted"),
    [
        (("show", "thm:m"), "thm:main", "lm:azuma"),
        (("show", "dir"), "direct", "naive"),
        (("derive", "lm:az"), "lm:azuma", "thm:main"),
        (("compose", "--route", "se"), "separate", "direct"),
        (("compose", "--outputs", ""), "two-per-string", "one"),
        (("verify", "main."), "main.epsilon-lower", "pg.trade-off"),
        (("verify", "thm:"), "thm:main", "main.epsilon-lower"),
        (("simulate", "na"), "naive", "azuma"),
        (("boost", "pac"), "pac-finite", "best-arm"),
        (("table", ""), "errata", "thm:main"),
        (("tables", "--only", "s"), "statements", "errata"),
        (("glossary", "va"), "vacuous", "certified"),
        (("comp",), "compose", "verify"),
        (("compose", "--for"), "--format", "--rho"),
        (("compose", "--format", "la"), "latex", "text"),
    ],
)
def test_names_are_offered(words, wanted, unwanted):
    found = offers(*words)
    assert wanted in found and unwanted not in found


def test_columns_of_the_file_typed_before(tmp_path):
    (tmp_path / "data.csv").write_text("age,height,weight\n1,2,3\n")
    assert offers("run", "means", str(tmp_path / "data.csv"), "--columns", "age,he") == ["age,height"]
    assert offers("run", "means", str(tmp_path / "none.csv"), "--columns", "a") == []


def test_the_shell_is_told_without_sympy():
    environment = {
        **os.environ,
        "_REPLCALC_COMPLETE": "bash_complete",
        "COMP_WORDS": "replcalc show dir",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "replcalc"], env=environment, capture_output=True, text=True
    )
    assert "plain,direct" in done.stdout.splitlines()
    assert not any(line.endswith((" sympy", " numpy")) for line in done.stderr.splitlines())
