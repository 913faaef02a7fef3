"""Orders of growth as formulas, and that the LaTeX of the tables and reports compiles."""

import shutil
import subprocess

import pytest
import sympy as sp

from replcalc.problems.asymptotics import Regime, Scale, reduce
from replcalc.render.growth import growth_formula
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
        (sp.log(h) ** 2, "O(log^2|H|)", r"O\left(\log^{2}|\mathcal{H}|\right)"),
        (h / (r * b), "O(|H|/(r*b))", r"O\left(\frac{|\mathcal{H}|}{\rho \beta}\right)"),
        (sp.log(1 / (r * b)), "O(log(1/(r*b)))", r"O\left(\log(1/(\rho \beta))\right)"),
        (sp.Integer(5), "O(1)", r"O\left(1\right)"),
        (r, "O(r)", r"O\left(\rho\right)"),
        (sp.log(h) * sp.log(1 / r), "O(log|H|*log(1/r))", r"O\left(\log|\mathcal{H}| \log(1/\rho)\right)"),
    ],
)
def test_formulas(expression, text, latex):
    formula = growth_formula(reduce(expression, Regime(SCALES)))
    assert (formula.text, formula.latex) == (text, latex)


def test_soft_notation_is_shown():
    formula = growth_formula(reduce(h * sp.log(1 / b), Regime(SCALES, shown_logs=frozenset({b}))))
    assert formula.text == "O~(|H|*log(1/b))" and formula.latex.startswith(r"\widetilde{O}")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
@pytest.mark.parametrize(
    "args",
    [
        ("table", "1"),
        ("table", "errata"),
        ("boost", "pac-finite", "--class-size", "9", "--rho", "0.1", "--alpha", "0.1", "--beta", "0.01", "--explain"),
        ("lower-bound", "--k", "10", "--tau", "0.1", "--rho", "0.3", "--explain"),
        ("queries", "--k", "5", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01", "--crossings", "none"),
    ],
)
def test_latex_compiles(replcalc, tmp_path, args):
    body = replcalc(*args, "--format", "latex").out
    source = tmp_path / "output.tex"
    head = r"\documentclass{article}\usepackage{amsmath,amssymb,booktabs}\begin{document}\tiny "
    source.write_text(head + body + r"\end{document}", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout[-1500:]
