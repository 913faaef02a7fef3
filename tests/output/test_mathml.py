"""LaTeX to MathML: the structure of small formulas, and every formula that is shipped."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from replcalc.output.mathml import UnsupportedFormula, format_formula_html, to_mathml
from replcalc.statements.catalogue import statements
from replcalc.symbolic.printing import latex

DOCS = Path(__file__).resolve().parents[2] / "docs"


def parsed(latex, **options):
    return ElementTree.fromstring(to_mathml(latex, **options))


def shape(element):
    """Tags and texts, nested: what a formula looks like without its attributes."""
    inner = [shape(child) for child in element]
    return (element.tag, *inner) if inner else (element.tag, element.text)


def inner(latex, **options):
    """The shape of a formula's one row, or of its only part; groups of one count as what is in them."""

    def flat(found):
        if isinstance(found[1], tuple):
            found = (found[0], *map(flat, found[1:]))
        return found[1] if found[0] == "mrow" and len(found) == 2 and isinstance(found[1], tuple) else found

    (row,) = parsed(latex, **options)
    return flat(shape(row))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac12", ("mfrac", ("mn", "1"), ("mn", "2"))),
        ("x_i^2", ("msubsup", ("mi", "x"), ("mi", "i"), ("mn", "2"))),
        ("x^10", ("mrow", ("msup", ("mi", "x"), ("mn", "1")), ("mn", "0"))),
        ("nT", ("mrow", ("mi", "n"), ("mi", "T"))),
        (r"2 \mathrm{tv}", ("mrow", ("mn", "2"), ("mspace", None), ("mi", "tv"))),
        (r"\log{\left(x \right)}", ("mrow", ("mi", "ln"), ("mrow", ("mo", "("), ("mi", "x"), ("mo", ")")))),
        (r"\log^{*}", ("msup", ("mi", "log"), ("mo", "∗"))),
        ("a-b", ("mrow", ("mi", "a"), ("mo", "−"), ("mi", "b"))),
        ("q'", ("msup", ("mi", "q"), ("mi", "′"))),
        (r"\hat{\delta}_{i}", ("msub", ("mover", ("mi", "δ"), ("mo", "^")), ("mi", "i"))),
        (r"\mathcal{G}", ("mi", "𝒢")),
        (r"\text{if so}", ("mtext", "if\N{NO-BREAK SPACE}so")),
        (r"\max_i x", ("mrow", ("munder", ("mo", "max"), ("mi", "i")), ("mi", "x"))),
        (
            r"\begin{split}a&=b\\c&=d\end{split}",
            (
                "mtable",
                ("mtr", ("mtd", ("mi", "a")), ("mtd", ("mi", None), ("mo", "="), ("mi", "b"))),
                ("mtr", ("mtd", ("mi", "c")), ("mtd", ("mi", None), ("mo", "="), ("mi", "d"))),
            ),
        ),
    ],
)
def test_structure(latex, expected):
    assert inner(latex) == expected


def test_a_displayed_sum_has_its_limits_above_and_below():
    sum_ = ("munderover", ("mo", "∑"), ("mrow", ("mi", "i"), ("mo", "="), ("mn", "1")), ("mi", "k"))
    assert inner(r"\sum_{i=1}^{k} i", display=True) == ("mrow", sum_, ("mi", "i"))
    assert inner(r"\sum_{i=1}^{k} i")[1][0] == "msubsup"


def test_what_is_typed_is_escaped():
    assert "<b>" not in to_mathml("a < b > c") and '"' not in parsed('x"').get("alttext").replace('"', "", 1)
    assert parsed("a < b").get("alttext") == "a < b"


@pytest.mark.parametrize(
    "latex",
    [
        r"\unheard{x}",
        "{x",
        r"\left( x",
        r"\frac{1}",
        "a & b",
        "x_",
        r"\begin{aligned}a&=b\\c&=d\end{aligned}",
    ],
)
def test_what_is_not_known_is_refused(latex):
    with pytest.raises(UnsupportedFormula):
        to_mathml(latex)
    assert format_formula_html(latex) == f'<code class="tex">{latex.replace("&", "&amp;")}</code>'


def refuse_leftovers(math):
    """No command, no mark of a matrix and no brace of LaTeX is left in what is drawn."""
    for element in math.iter():
        assert not re.search(r"\\|&(?!\w)", element.text or ""), ElementTree.tostring(math, encoding="unicode")
    return math


def test_leftovers_are_noticed():
    for text in (r"\unheard", "&", r"a \text"):
        with pytest.raises(AssertionError):
            refuse_leftovers(ElementTree.fromstring(f"<math><mi>{text.replace('&', '&amp;')}</mi></math>"))


def test_every_formula_of_the_catalogue():
    count = 0
    for statement in statements():
        formulas = [c.latex() for c in statement.gives] + [latex(p.entry) for p in statement.given]
        formulas += [latex(c.relation) for c in statement.assumes if c.numeric]
        formulas += [latex(h.variable) for h in statement.hidden]
        for each in formulas:
            refuse_leftovers(parsed(each))
            count += 1
    assert count > 900


def test_every_formula_of_the_pages():
    count = 0
    for path in [*DOCS.rglob("*.md"), *(DOCS.parent / "replcalc").rglob("*.md")]:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for displayed, inline in re.findall(r"\$\$(.+?)\$\$|\$([^$]+?)\$", text, flags=re.DOTALL):
            refuse_leftovers(parsed(displayed or inline, display=bool(displayed)))
            count += 1
    assert count > 2000
