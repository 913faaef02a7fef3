"""The command as a whole: help, errors, pipes, laziness."""

import os
import signal
import subprocess
import sys
import time

import pytest

from replcalc.cli.main import COMMANDS


def run(*args, **kwargs):
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, **kwargs)


def test_help_does_not_import_the_heavy_libraries():
    result = run("-X", "importtime", "-m", "replcalc", "--help")
    assert result.returncode == 0
    for module in ("sympy", "mpmath", "flint", "scipy", "rich", "numpy"):
        assert f" {module}\n" not in result.stderr, module


def test_import_is_light():
    code = "import sys, replcalc; assert 'sympy' not in sys.modules; assert replcalc.compose; assert 'sympy' in sys.modules"
    assert run("-c", code).returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(replcalc, command):
    result = replcalc(command, "--help")
    assert (result.code == 0 and "Usage:" in result.out and "--format" in result.out) or command == "tables"


def test_unknown_commands_suggest(replcalc):
    result = replcalc("compsoe")
    assert result.code == 2 and "compose" in result.err and len(result.err.splitlines()) == 1
    assert replcalc("--version").code == 0


def test_closed_pipes_end_quietly():
    process = subprocess.Popen(
        [sys.executable, "-m", "replcalc", "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    stderr = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=60) in (0, 141) and not stderr


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupt_ends_quietly():
    process = subprocess.Popen(
        [sys.executable, "-m", "replcalc", "compose", "--n", "-", "--rho", "0.1"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(4)  # it waits for standard input by then
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and not out and b"Traceback" not in err
