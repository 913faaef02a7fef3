"""Facts are read by a whitelist, kept as written, and written back as people write them."""

import pytest

from replcalc.numbers.errors import InputError
from replcalc.prover.facts import domain_text, fact, formula_text
from replcalc.symbolic.parsing import parse_domain, parse_formula, parse_relations

X = ["v", "x"]


def test_a_formula_is_kept_as_it_is_written() -> None:
    assert parse_formula("x - x") == ["+", X, ["*", ["q", "-1"], X]]
    assert parse_formula("0.1*x^2/3") == ["*", ["q", "1/10"], ["^", X, ["q", "2"]], ["^", ["q", "3"], ["q", "-1"]]]
    assert parse_formula("-x^2") == ["*", ["q", "-1"], ["^", X, ["q", "2"]]]
    assert parse_formula("2^-x") == ["^", ["q", "2"], ["*", ["q", "-1"], X]]
    assert parse_formula("x^(1/2)") == parse_formula("sqrt(x)")  # a rational exponent is a numeral
    assert parse_formula("x^2^y") == ["^", X, ["^", ["q", "2"], ["v", "y"]]]
    assert parse_formula("sqrt(x)^2") == ["^", ["^", X, ["q", "1/2"]], ["q", "2"]]
    assert parse_formula("1e-3") == ["q", "1/1000"]


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "x + 1",
        "-x",
        "x - (y - z)",
        "x/(y/z)",
        "(x/y)/z",
        "x^y^z",
        "(x^y)^z",
        "(-x)^2",
        "-x^2",
        "2*(x + y)",
        "x*(-y)",
        "-(x + y)*z",
        "1/(1 + x)",
        "(1/2)^x",
        "x^(1/3)",
        "sqrt(x + 1)",
        "Min(x, Max(y, 1))",
        "sum(i^2, i, 1, n)",
        "exp(-x^2/2)/sqrt(2*pi)",
        "x - 1/2",
        "(-1/2)*x",
        "loggamma(x)*erf(-x)",
        "2^(-x)",
        "1/x^2",
        "(1/x)^2",
        "-1/x",
        "1/2*x",
        "x/2",
        "1/(2*x)",
        "x^(-2)",
        "-(-x)",
        "3 - (-2)",
    ],
)
def test_what_is_written_reads_back_as_the_same_tree(text: str) -> None:
    tree = parse_formula(text)
    again = parse_formula(formula_text(tree))
    assert _plain(again) == _plain(tree), formula_text(tree)


def _plain(tree: list) -> list:
    """Without the grouping that a text need not show: sums in sums, products in products, signs of numbers."""
    if tree[0] in ("q", "v", "pi"):
        return tree
    parts = [_plain(part) for part in tree[1:]]
    if tree[0] in ("+", "*"):
        parts = [inner for part in parts for inner in (part[1:] if part[0] == tree[0] else [part])]
        if tree[0] == "*" and parts[0] == ["q", "-1"] and parts[1][0] == "q":
            parts = [["q", f"-{parts[1][1]}".replace("--", "")], *parts[2:]]
        parts = [i for p in parts for i in _halves(p)] if tree[0] == "*" else parts
        return parts[0] if len(parts) == 1 else [tree[0], *parts]
    return [tree[0], *parts]


def _halves(part: list) -> list:
    """1/2 is read as 1 times 2^-1 where it stands in a product."""
    if part[0] == "q" and "/" in part[1]:
        top, bottom = part[1].split("/")
        return [["q", top], ["^", ["q", bottom], ["q", "-1"]]]
    return [part]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("__import__('os') <= 1", "not part of the language"),
        ("x.real <= 1", "not part of the language"),
        ("sin(x) <= 1", "no function is called sin"),
        ("x + 1", "a comparison is missing"),
        ("x <= ", "a formula is missing"),
        ("2 x <= 3", "'*' is missing before 'x'"),
        ("exp <= 1", "exp needs an argument"),
        ("log(x, 2) <= 1", "log takes 1 arguments"),
        ("sum(i, 1, 2, 3) <= 1", "the name of an index"),
        ("x <= oo", "oo stands only at an end"),
        ("(x <= 1", "is missing before"),
        ("x <= 1 1", "'*' is missing before '1'"),
        ("(" * 200 + "x" + ")" * 200 + " <= 1", "nested deeper"),
        ("x" * 5000 + " <= 1", "longer than"),
    ],
)
def test_what_is_not_in_the_language_is_refused_with_what_is(text: str, why: str) -> None:
    with pytest.raises(InputError) as refusal:
        parse_relations(text)
    assert why in str(refusal.value)
    allowed = "exp log abs erf" if "function" in why else "<= >= < > = between formulas of numbers"
    assert allowed in str(refusal.value)


def test_domains() -> None:
    assert parse_domain("x in [0, oo)") == {"x": [">= 0"]}
    assert parse_domain("x in (-1/2, 0.5], y > 0, k integer in [1, 5]") == {
        "x": ["> -1/2", "<= 1/2"],
        "y": ["> 0"],
        "k": [">= 1", "<= 5", "integer"],
    }
    assert parse_domain("0 < x <= 1, z in (-oo, oo), n integer") == {"x": ["> 0", "<= 1"], "z": [], "n": ["integer"]}
    assert domain_text(parse_domain("x in (0, oo), k integer in [1, 5]")) == "x in (0, oo), integer k in [1, 5]"


@pytest.mark.parametrize(
    "text", ["x in [1, 0]", "x in (1, 1)", "x in [0, 1), x in [0, 2]", "x in [0, y]", "x < x", "x in {1}"]
)
def test_domains_that_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_domain(text)


def test_a_chain_is_several_relations_and_a_variable_needs_a_domain() -> None:
    found = fact("0 <= x < 1", "x in [0, 1)")
    assert found.relations == ((["q", "0"], "<=", X), (X, "<", ["q", "1"]))
    with pytest.raises(InputError, match="y has none"):
        fact("x <= y", "x in [0, 1]")


def test_formulas_are_put_in_for_names_as_they_stand() -> None:
    found = fact("2*exp(-2*n*(a/4)^2) <= b", "a in (0, 1], b in (0, 1)", where={"n": "8*log(2/b)/a^2"})
    assert str(found) == "2*exp(-2*(8*log(2/b)/a^2)*(a/4)^2) <= b for a in (0, 1], b in (0, 1)"
