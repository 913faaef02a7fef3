"""Signals inside callbacks: they wait, and nothing is printed or lost."""

import os
import signal
import subprocess
import sys

import pytest
from flint import acb

from replcalc.numbers.workers import integral


def test_an_integral_that_is_interrupted_ends_soon(capfd):
    """The handler's exception was printed by flint inside its callback, and the command went on."""
    calls = []

    def integrand(z, _):
        calls.append(z)
        if len(calls) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        return (z * 1000).sin()

    with pytest.raises(KeyboardInterrupt):
        integral(integrand, acb(0), acb(1000))
    assert len(calls) == 5 and "Traceback" not in capfd.readouterr().err


TRIAL = """
import os, signal, threading, time
from replcalc.numbers import workers
plain = workers.integral
def seen(function, *ends, **tolerances):
    def callback(x, analytic):
        if seen.sent < 1:
            seen.sent += 1
            os.kill(os.getpid(), signal.SIGTERM)
        return function(x, analytic)
    return plain(callback, *ends, **tolerances)
seen.sent = 0
workers.integral = seen
from replcalc.cli.main import main
main(["lower-bound", "--k", "10", "--tau", "0.01", "--rho", "0.1"])
"""


def test_a_termination_inside_the_integral_of_lower_bound():
    """A traceback in 9 of 20 trials."""
    done = subprocess.run([sys.executable, "-c", TRIAL], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (143, "", "")
