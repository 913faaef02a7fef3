"""The command as a whole: help, errors, pipes, laziness."""

import subprocess
import sys

from replcalc import __version__


def run(*args, **kwargs):
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, **kwargs)


def test_help_does_not_import_the_heavy_libraries():
    result = run("-X", "importtime", "-m", "replcalc", "--help")
    assert result.returncode == 0
    for module in ("sympy", "mpmath", "flint", "scipy", "rich", "numpy"):
        assert f" {module}\n" not in result.stderr, module


def test_unknown_commands_suggest(replcalc):
    result = replcalc("compsoe")
    assert result.code == 2 and "compose" in result.err and len(result.err.splitlines()) == 1
    shown = replcalc("--version")
    assert (shown.code, shown.out) == (0, f"replcalc, version {__version__}\n")


def test_nothing_asked_prints_the_help(replcalc):
    """It was one folded line on stderr, and exit code 2."""
    done = replcalc()
    assert done.code == 0 and "Commands:" in done.out and not done.err


def test_a_missing_library_is_named_and_is_no_fault_of_ours():
    """Run by a Python that it was not installed for, it asked to report a fault."""
    code = "import sys; sys.modules['flint'] = None; from replcalc.cli.main import main; main({!r})"
    done = run("-c", code.format(["compose", "--n", "100,200", "--rho", "0.1"]))
    assert done.returncode == 2 and "has no module 'flint'" in done.stderr and "fault" not in done.stderr
