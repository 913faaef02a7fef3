"""LaTeX to MathML: the structure of small formulas, and every formula that is shipped."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import sympy as sp

from replcalc.render.mathml import UnsupportedFormula, formula, mathml
from replcalc.statements.catalogue import statements

DOCS = Path(__file__).resolve().parents[2] / "docs"


def parsed(latex, **options):
    return ElementTree.fromstring(mathml(latex, **options))


def shape(element):
    """Tags and texts, nested: what a formula looks like without its attributes."""
    inner = [shape(child) for child in element]
    return (element.tag, *inner) if inner else (element.tag, element.text)


@pytest.mark.parametrize(
    ("latex", "words", "expected"),
    [
        (r"\frac12", False, ("mfrac", ("mn", "1"), ("mn", "2"))),
        (r"\frac{1}{23}", False, ("mfrac", ("mn", "1"), ("mn", "23"))),
        ("x_i^2", False, ("msubsup", ("mi", "x"), ("mi", "i"), ("mn", "2"))),
        ("x^2_i", False, ("msubsup", ("mi", "x"), ("mi", "i"), ("mn", "2"))),
        ("x^10", False, ("mrow", ("msup", ("mi", "x"), ("mn", "1")), ("mn", "0"))),
        ("nT", False, ("mrow", ("mi", "n"), ("mi", "T"))),
        ("nT", True, ("mi", "nT")),
        ("a-b", False, ("mrow", ("mi", "a"), ("mo", "−"), ("mi", "b"))),
        ("q'", False, ("msup", ("mi", "q"), ("mo", "′"))),
        (r"\delta_{prime}", True, ("msup", ("mi", "δ"), ("mo", "′"))),
        (r"{\rho_{0}}_{i}", True, ("msub", ("mi", "ρ"), ("mrow", ("mn", "0"), ("mo", ","), ("mi", "i")))),
        (r"{\delta_{hat}}_{i}", True, ("msub", ("mover", ("mi", "δ"), ("mo", "^")), ("mi", "i"))),
        (r"\sqrt[3]{x}", False, ("mroot", ("mi", "x"), ("mn", "3"))),
        (r"\mathbb E", False, ("mi", "𝔼")),
        (r"\text{if so}", False, ("mtext", "if so")),
        (r"1{,}000", False, ("mn", "1,000")),
        (r"\sum_{i=1}^{k} i", False, ("mrow", ("munderover", ("mo", "∑"), ("mrow", ("mi", "i"), ("mo", "="), ("mn", "1")), ("mi", "k")), ("mi", "i"))),
    ],
)
def test_structure(latex, words, expected):
    (inner,) = parsed(latex, words=words)
    assert shape(inner) == expected


def test_what_is_typed_is_escaped():
    assert "<b>" not in mathml("a < b > c") and '"' not in parsed('x"').get("alttext").replace('"', "", 1)
    assert parsed("a < b").get("alttext") == "a < b"


@pytest.mark.parametrize("latex", [r"\unheard{x}", "{x", "x}", r"\left( x", r"\frac{1}", "a & b", "x_"])
def test_what_is_not_known_is_refused(latex):
    with pytest.raises(UnsupportedFormula):
        mathml(latex)
    assert formula(latex) == f'<code class="tex">{latex.replace("&", "&amp;")}</code>'


def test_every_formula_of_the_catalogue():
    count = 0
    for statement in statements():
        formulas = [c.latex() for c in statement.gives] + [sp.latex(p.term) for p in statement.given]
        formulas += [sp.latex(c.relation) for c in statement.conditions if c.numeric]
        for latex in formulas:
            parsed(latex, words=True)
            count += 1
    assert count > 900


def test_every_formula_of_the_pages():
    count = 0
    for path in [*DOCS.rglob("*.md"), *(DOCS.parent / "replcalc").rglob("*.md")]:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for displayed, inline in re.findall(r"\$\$(.+?)\$\$|\$([^$]+?)\$", text, flags=re.DOTALL):
            parsed(displayed or inline, display=bool(displayed))
            count += 1
    assert count > 2000
