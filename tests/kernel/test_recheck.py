"""The checker: certificates survive JSON and are verified; tampered ones are not."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.boxes import covers
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.kernel.trees import derivative, node_of, parse, restrict
from replcalc.kernel.values import Intervals
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.prover.prove import prove_all, prove_exact, prove_identity, prove_on_box
from replcalc.prover.signs import prove_growth
from replcalc.symbolic.language import at_least, at_most
from replcalc.symbolic.relations import to_tree

R = sp.Rational
x, y = sp.symbols("x y", positive=True)


def document(relation: Any, box: Any, **hints: Any) -> dict[str, Any]:
    """A proved certificate as it comes back from a file."""
    outcome = prove_on_box(relation, box, **hints)
    assert outcome.verdict is Verdict.PROVED
    assert outcome.certificate is not None
    loaded: dict[str, Any] = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.PROVED
    return loaded


def verify(loaded: dict[str, Any]) -> Verdict:
    return recheck(Certificate.from_json(loaded))


HALF = at_least(1 - sp.exp(-x), x / 2)


def test_a_missing_box_is_noticed() -> None:
    loaded = document(at_most(x * y, R(26, 100)), {x: (0, 1), y: (0, 1)}, assumptions=[at_most(x + y, 1)])
    assert len(loaded["leaves"]) > 1
    for index in (0, len(loaded["leaves"]) // 2, -1):
        tampered = copy.deepcopy(loaded)
        del tampered["leaves"][index]
        assert verify(tampered) is Verdict.UNDECIDED


def test_a_smaller_box_is_noticed() -> None:
    loaded = document(HALF, {x: (0, 1)})
    tampered = copy.deepcopy(loaded)
    tampered["leaves"][0]["box"]["x"][0] = "1/1000000"
    assert verify(tampered) is Verdict.UNDECIDED


def test_a_larger_domain_is_noticed() -> None:
    loaded = document(HALF, {x: (0, 1)})
    loaded["domain"]["x"][1] = "2"
    assert verify(loaded) is Verdict.UNDECIDED
    loaded["leaves"][-1]["box"]["x"][1] = "2"  # covers it now, but the inequality fails there
    assert verify(loaded) is Verdict.UNDECIDED


@pytest.mark.parametrize("constant", ["-6322/10000", "-99/100"])
def test_a_tightened_bound_is_noticed(constant: str) -> None:
    loaded = document(HALF, {x: (0, 1)})
    text = json.dumps(loaded["goal"])
    assert '"-1/2"' in text
    loaded["goal"] = json.loads(text.replace('"-1/2"', f'"{constant}"'))
    assert verify(loaded) is Verdict.UNDECIDED


@pytest.mark.parametrize("form", ["ball", "zero", "point", "outside", "nonsense"])
def test_another_form_is_noticed(form: str) -> None:
    loaded = document(at_least(sp.log(1 - x), -x - 2 * x**2), {x: (0, "1/2")})
    loaded["leaves"][0]["proof"] = {"form": form, "assumption": 0}
    assert verify(loaded) is Verdict.UNDECIDED


def test_the_wrong_end_is_noticed() -> None:
    loaded = document(at_least(sp.log(1 - x), -x - 2 * x**2), {x: (0, "1/2")})
    assert loaded["leaves"][0]["proof"]["end"] == "lower"
    loaded["leaves"][0]["proof"]["end"] = "upper"
    assert verify(loaded) is Verdict.UNDECIDED


def test_a_dropped_assumption_is_noticed() -> None:
    loaded = document(at_most(x * y, R(26, 100)), {x: (0, 1), y: (0, 1)}, assumptions=[at_most(x + y, 1)])
    assert any(leaf["proof"]["form"] == "outside" for leaf in loaded["leaves"])
    loaded["assumptions"][0]["goal"] = to_tree(sp.Integer(1))
    assert verify(loaded) is Verdict.UNDECIDED


def test_a_closed_end_does_not_pass_for_an_open_one() -> None:
    strict = sp.Gt(1 - sp.exp(-x), x / 2, evaluate=False)
    loaded = document(strict, {x: (0, 1)}, open_ends=[(x, "lower")])
    loaded["open"] = []
    assert verify(loaded) is Verdict.UNDECIDED


def test_a_counterexample_must_lie_in_the_domain_and_fail() -> None:
    outcome = prove_on_box(at_most(x**2, R(1, 2)), {x: (0, 1)})
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.certificate is not None
    loaded = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.REFUTED
    for point in ("1/2", "3", "-1"):
        loaded["point"]["x"] = point
        assert verify(loaded) is Verdict.UNDECIDED


def test_exact_certificates() -> None:
    outcome = prove_exact(at_most(2 * sp.sqrt(5), 5))
    assert outcome.certificate is not None
    loaded = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.PROVED
    assert verify({**loaded, "sign": -1}) is Verdict.UNDECIDED
    assert verify({**loaded, "difference": ["1", "2"]}) is Verdict.UNDECIDED
    flipped = copy.deepcopy(loaded)
    flipped["relation"]["operator"] = ">="
    assert verify(flipped) is Verdict.REFUTED


def test_identity_certificates() -> None:
    outcome = prove_identity((sp.exp(x) - 1) / (1 - sp.exp(-x)), sp.exp(x))
    assert outcome.certificate is not None
    loaded = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.PROVED
    loaded["right"] = to_tree(sp.exp(x) + R(1, 10**12))
    assert verify(loaded) is Verdict.UNDECIDED


def test_one_bad_part_spoils_a_conjunction() -> None:
    good = prove_exact(at_most(1, 2))
    outcome = prove_all({"a": good, "b": good})
    assert outcome.certificate is not None
    loaded = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.PROVED
    loaded["parts"]["b"]["relation"]["left"] = ["q", "3"]
    assert verify(loaded) is Verdict.UNDECIDED
    assert verify({"kind": "all", "parts": {}}) is Verdict.UNDECIDED


def test_growth_is_tied_to_its_goal() -> None:
    t = sp.Symbol("t", nonnegative=True)
    outcome = prove_growth(at_least(sp.exp(t), 1 + t), t, order=2)
    assert outcome.certificate is not None
    loaded = json.loads(outcome.certificate.text())
    assert verify(loaded) is Verdict.PROVED
    loaded["goal"] = to_tree(sp.exp(t) - 1 - 2 * t)
    assert verify(loaded) is Verdict.UNDECIDED
    missing = json.loads(outcome.certificate.text())
    del missing["values"][1]
    assert verify(missing) is Verdict.UNDECIDED


@pytest.mark.parametrize("loaded", [{"kind": "none"}, {"kind": "box"}, {"kind": "exact", "relation": {}, "sign": 0}])
def test_nonsense_establishes_nothing(loaded: dict[str, Any]) -> None:
    assert verify(loaded) is Verdict.UNDECIDED


def test_the_checker_runs_without_sympy_and_without_the_prover() -> None:
    """In a fresh interpreter: what verifies certificates shares no algebra with what writes them."""
    program = (
        "import json, sys\n"
        "from replcalc.kernel.certificate import Certificate\n"
        "from replcalc.kernel.recheck import recheck\n"
        "print(recheck(Certificate.from_json(json.load(sys.stdin))).value)\n"
        "print(sorted(m for m in sys.modules if m in ('sympy', 'replcalc.prover.prove', 'replcalc.prover.leaves')))\n"
    )
    loaded = json.dumps(document(HALF, {x: (0, 1)}))
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
    assert not covers(
        region(
            ("0", "1"),
        ),
        [
            region(
                ("0", "1/2"),
            ),
            region(
                ("1", "1"),
            ),
        ],
    )
    assert covers(
        region(
            ("1", "1"),
        ),
        [
            region(
                ("0", "1"),
            )
        ],
    )


# -- the checker's own algebra and derivatives -------------------------------------------------------------------------
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
