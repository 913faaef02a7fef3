"""Orders of growth as formulas."""

import pytest
import sympy as sp

from replcalc.output.table_one import format_growth
from replcalc.problems.table_one.asymptotics import reduce
from replcalc.problems.table_one.regime import Regime, Scale
from replcalc.statements.notation import real

r, b, h = map(real, ("r", "b", "h"))
SCALES = (Scale(h, "large", "|H|", r"|\mathcal{H}|"), Scale(r, "small", "r", r"\rho"), Scale(b, "small", "b", r"\beta"))


@pytest.mark.parametrize(
    ("expression", "text", "latex"),
    [
        (
            sp.log(h / r) ** 3 / r**2,
            "O(log^3(|H|/r)/r^2)",
            r"O\left(\frac{\log^{3}(|\mathcal{H}|/\rho)}{\rho^{2}}\right)",
        ),
        (sp.Integer(5), "O(1)", r"O\left(1\right)"),
        (sp.log(h) * sp.log(1 / r), "O(log|H|*log(1/r))", r"O\left(\log|\mathcal{H}| \log(1/\rho)\right)"),
    ],
)
def test_formulas(expression, text, latex):
    formula = format_growth(reduce(expression, Regime(SCALES)))
    assert (formula.text, formula.latex) == (text, latex)


def test_soft_notation_is_shown():
    formula = format_growth(reduce(h * sp.log(1 / b), Regime(SCALES, shown_logs=frozenset({b}))))
    assert formula.text == "O~(|H|*log(1/b))" and formula.latex.startswith(r"\widetilde{O}")
