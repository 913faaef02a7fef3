"""What is drawn for the terminal is what sympy draws; only its physical units are not loaded for it."""

import subprocess
import sys

import pytest
from sympy.printing.pretty.pretty import PrettyPrinter

from replcalc.statements.catalogue import statements
from replcalc.symbolic.drawing import _Drawing, drawn


class Named(PrettyPrinter):
    """Sympy's printer with our names of symbols, nothing else."""

    _print_Symbol = _Drawing._print_Symbol
    _print_Indexed = _Drawing._print_Indexed


@pytest.mark.sampled(12)
@pytest.mark.parametrize("statement", statements(), ids=lambda s: s.label)
def test_the_drawing_is_sympys(statement):
    for conclusion in statement.gives:
        whole = conclusion.formula.sympy
        assert drawn(whole) == Named({"use_unicode": True, "wrap_line": False}).doprint(whole)


def test_no_units_are_loaded():
    """Negative control: sympy's own printer loads them."""
    told = "import sys, sympy as sp; x, y = sp.symbols('x y'); {}; print('sympy.physics.units' in sys.modules)"
    for command, loaded in (
        ("from replcalc.symbolic.drawing import drawn; drawn(x / y)", "False"),
        ("sp.pretty(x / y)", "True"),
    ):
        done = subprocess.run([sys.executable, "-c", told.format(command)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded
