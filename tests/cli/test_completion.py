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
        (("compose", "--method", "vo"), "votes", "joint"),
        (("verify", "main."), "main.epsilon-lower", "pg.drift"),
        (("compose", "--for"), "--format", "--rho"),
        (("compose", "--format", "la"), "latex", "text"),
    ],
)
def test_names_are_offered(words, wanted, unwanted):
    found = offers(*words)
    assert wanted in found and unwanted not in found


def test_the_shell_is_told():
    environment = {
        **os.environ,
        "_REPLCALC_COMPLETE": "bash_complete",
        "COMP_WORDS": "replcalc show jo",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "replcalc"], env=environment, capture_output=True, text=True
    )
    assert "plain,joint" in done.stdout.splitlines()
