"""LaTeX to MathML: small formulas, and every formula that is shipped is known and well formed."""

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


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac12", "<mfrac><mn>1</mn><mn>2</mn></mfrac>"),
        ("x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"),
        (r"\mathrm{samples\_each}_{i}", "<mtext>samples_each</mtext>"),
        (r"C_{\mathrm{pg}}", "<mtext>pg</mtext>"),
        (r"1{,}000", "<mn>1</mn><mtext>,</mtext><mn>000</mn>"),
        (r"\Bigl\lceil \varepsilon\Bigr\rceil", "<mi>⌈</mi><mi>ε</mi><mi>⌉</mi>"),
    ],
)
def test_structure(latex, expected):
    assert expected in to_mathml(latex)


def test_what_is_typed_is_escaped():
    assert "<b>" not in to_mathml("a < b > c") and '"' not in parsed('x"').get("alttext").replace('"', "", 1)
    assert parsed("a < b").get("alttext") == "a < b"


@pytest.mark.parametrize("latex", [r"\unheard{x}", r"\left( x", "a & b", r"\begin{aligned}a&=b\\c&=d\end{aligned}"])
def test_what_is_not_known_is_refused(latex):
    with pytest.raises(UnsupportedFormula):
        to_mathml(latex)
    assert format_formula_html(latex) == f'<code class="tex">{latex.replace("&", "&amp;")}</code>'


def test_every_formula_of_the_catalogue():
    count = 0
    for statement in statements():
        formulas = [c.latex() for c in statement.gives] + [latex(p.entry) for p in statement.given]
        formulas += [latex(c.relation) for c in statement.assumes if c.numeric]
        formulas += [latex(h.variable) for h in statement.hidden]
        for each in formulas:
            parsed(each)
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
