"""The command as a whole: help, errors, pipes, laziness."""

import io
import subprocess
import sys
import time

from replcalc import __version__
from replcalc.cli import common


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


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_long_work_shows_a_bar_on_a_terminal_and_removes_it(monkeypatch):
    monkeypatch.setattr(common, "_QUIET_S", 0.01)
    monkeypatch.setattr("sys.stderr", Terminal())
    with common.ProgressBar("computing") as bar:
        deadline = time.monotonic() + 10
        while bar.bar is None and time.monotonic() < deadline:
            time.sleep(0.02)
        bar("a step", 2)
        assert bar.bar is not None and bar.bar.tasks[0].description == "a step"
        with common.ProgressBar("inside") as inner:
            assert common.ProgressBar.active is inner
    assert common.ProgressBar.active is None and "computing" in sys.stderr.getvalue()
