"""Certificates survive JSON and are verified without sympy or the prover; tampered ones are not."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.boxes import covers
from replcalc.kernel.certificate import Certificate, canonical, digest, statement_of
from replcalc.kernel.recheck import recheck
from replcalc.kernel.trees import derivative, node_of, parse, restrict
from replcalc.kernel.values import Intervals
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.prover.decide import decide_fact
from replcalc.prover.facts import fact
from replcalc.symbolic.relations import to_tree

R = sp.Rational
x, y = sp.symbols("x y", positive=True)


def proved(relation: str, domain: str, *given: str) -> dict[str, Any]:
    """A proved certificate as it comes back from a file."""
    outcome = decide_fact(fact(relation, domain, given))
    assert outcome.verdict is Verdict.PROVED and outcome.certificate is not None
    loaded: dict[str, Any] = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.PROVED
    return loaded


def verify(loaded: dict[str, Any]) -> Verdict:
    return recheck(Certificate.from_json(loaded))


def numerals(part: Any) -> Iterator[list[str]]:
    """Every numeral in a document."""
    if isinstance(part, list) and len(part) == 2 and part[0] == "q":
        yield part
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from numerals(inner)


TIGHT = (
    ("1 - exp(-x) >= 0.632*x", "x in [0, 1]"),
    ("x*y <= 1/4", "x in [0, 1], y in [0, 1/4]"),
    ("log(1 + x) <= x", "x >= 0"),
    ("x/y <= 1", "x > 0, y > 0", "x <= y"),
    ("sum(i, i, 1, k) = k*(k + 1)/2", "k integer in [1, oo)"),
)


@pytest.mark.parametrize("line", TIGHT, ids=lambda line: line[0])
def test_a_number_changed_anywhere_is_noticed_or_states_something_true(line: tuple[str, ...]) -> None:
    """A changed proof proves nothing else: what is still accepted states what it did, or what the prover proves."""
    loaded, refused = proved(*line), 0
    for place in range(len(list(numerals(loaded)))):
        tampered = copy.deepcopy(loaded)
        number = list(numerals(tampered))[place]
        number[1] = str(Fraction(number[1]) + Fraction(1, 7))
        if verify(tampered) is not Verdict.PROVED:
            refused += 1
        elif statement_of(tampered) != statement_of(loaded):
            conclusion = tampered["conclusion"]
            points = [{n: Fraction(a, 7) for n in conclusion["domain"]} for a in range(1, 7)]
            assert all(_is_true(conclusion, point) for point in points)
    assert refused > 0


def _is_true(conclusion: dict[str, Any], point: dict[str, Fraction]) -> bool:
    named = {name: str(value) for name, value in point.items()}
    proof = {"rule": "point", "number": 0, "point": named}
    return verify({"kind": "claim", "conclusion": conclusion, "proof": proof}) is not Verdict.REFUTED


def test_a_missing_box_or_assumption_is_noticed() -> None:
    loaded = proved("x*y <= 26/100", "x in [0, 1], y in [0, 1]", "x + y <= 1")
    text = json.dumps(loaded)
    assert '"boxes"' in text or '"slack"' in text
    without = copy.deepcopy(loaded)
    without["conclusion"]["given"] = []
    assert verify(without) is Verdict.UNDECIDED
    boxes = proved("1 - exp(-x) >= 0.632*x", "x in [0, 1]")
    found = boxes["proof"]["boxes"]
    for place in range(len(found)):
        tampered = copy.deepcopy(boxes)
        del tampered["proof"]["boxes"][place]
        assert verify(tampered) is Verdict.UNDECIDED


def test_the_digest_is_that_of_the_statement_and_not_of_the_proof() -> None:
    loaded = proved("1 - exp(-x) >= 0.632*x", "x in [0, 1]")
    other = {**loaded, "proof": {}}
    assert digest(statement_of(loaded)) == digest(statement_of(other))
    other = copy.deepcopy(loaded)
    other["conclusion"]["domain"]["x"][1] = "<= 2"
    assert digest(statement_of(loaded)) != digest(statement_of(other))


def test_a_statement_is_one_line_of_json() -> None:
    assert canonical({"x": "é", "a": ["1"]}) == '{"a":["1"],"x":"é"}'
    assert Certificate("claim", {"b": 1, "a": 2}).text() == Certificate("claim", {"a": 2, "b": 1}).text()
    with pytest.raises(ValueError):
        canonical({"x": float("nan")})


def test_the_kernel_runs_without_sympy_and_without_the_prover() -> None:
    """In a fresh interpreter: what verifies certificates shares no algebra with what writes them."""
    program = (
        "import json, sys\n"
        "from replcalc.kernel.certificate import Certificate\n"
        "from replcalc.kernel.recheck import recheck\n"
        "print(recheck(Certificate.from_json(json.load(sys.stdin))).value)\n"
        "print(sorted(m for m in sys.modules if m in ('sympy', 'replcalc.prover.decide', 'replcalc.prover.boxes')))\n"
    )
    loaded = json.dumps(proved(*TIGHT[0]))
    found = subprocess.run([sys.executable, "-c", program], input=loaded, capture_output=True, text=True, check=True)
    assert found.stdout.split("\n")[:2] == ["PROVED", "[]"]


# -- covering ----------------------------------------------------------------------------------------------------------
def region(*sides: tuple[str, str]) -> dict[str, tuple[Fraction, Fraction]]:
    return {name: (Fraction(a), Fraction(b)) for name, (a, b) in zip("xyz", sides, strict=False)}


def test_boxes_cover_a_square() -> None:
    square = region(("0", "1"), ("0", "1"))
    quarters = [
        region((a, b), (c, d)) for a, b in (("0", "1/2"), ("1/2", "1")) for c, d in (("0", "1/3"), ("1/3", "1"))
    ]
    assert covers(square, quarters)
    assert not any(covers(square, quarters[:j] + quarters[j + 1 :]) for j in range(4))
    pinwheel = [  # no straight cut separates these
        region(("0", "2/3"), ("0", "1/3")),
        region(("2/3", "1"), ("0", "2/3")),
        region(("1/3", "1"), ("2/3", "1")),
        region(("0", "1/3"), ("1/3", "1")),
    ]
    assert not covers(square, pinwheel)
    assert covers(square, [*pinwheel, region(("1/3", "2/3"), ("1/3", "2/3"))])


def test_touching_is_not_covering() -> None:
    assert not covers(region(("0", "1")), [region(("0", "1/2")), region(("1", "1"))])
    assert covers(region(("1", "1")), [region(("0", "1"))])


# -- the kernel's algebra and derivatives -------------------------------------------------------------------------
@pytest.mark.parametrize(
    "expression",
    [
        x**3 * sp.exp(-x) + sp.log(1 + x) / x,
        sp.sqrt(1 + x**2) * sp.tanh(x),
        (2 * sp.exp(2 * x) / (sp.exp(x) - 1) + 1) ** 2,
        sp.cosh(x) * sp.sinh(2 * x) - x ** R(5, 2),
    ],
)
def test_derivatives_agree_with_sympy(expression: sp.Expr) -> None:
    node = parse(to_tree(expression))
    own = derivative(node, "x").tree()
    assert Algebra().equal(own, to_tree(expression.diff(x)))
    assert not Algebra().equal(own, to_tree(expression.diff(x) + x))


def test_equal_trees_are_one_node_and_shared_parts_are_walked_once() -> None:
    tree = to_tree(sp.exp(-x) + x / 2)
    assert parse(tree) is parse(copy.deepcopy(tree))
    assert parse(["q", "1/2"]) is parse(["q", "0.5"])
    assert parse(["v", "x"]) is not parse(["v", "y"])
    shared = parse(["exp", ["*", ["q", "-1"], ["v", "x"]]])
    for _ in range(200):  # 2**200 paths lead to the innermost variable
        shared = node_of("max", shared, node_of("abs", shared))
    assert Intervals().continuous(shared, {"x": (Fraction(0), Fraction(1))})
    assert restrict(shared, {"x": Fraction(0)}).tree() == ["q", "1"]
    assert derivative(shared, "y").tree() == ["q", "0"]


def test_values_are_put_in_exactly() -> None:
    node = restrict(parse(to_tree(1 - sp.exp(-x) - x / 2 + sp.sqrt(x) + sp.log(1 + x))), {"x": Fraction(0)})
    assert node.tree() == ["q", "0"]


def test_trees_refuse_floats_and_unknown_functions() -> None:
    with pytest.raises(MalformedStatement):
        to_tree(sp.Float(1.5) * x)
    with pytest.raises(UnsupportedNode):
        to_tree(sp.sin(x))
