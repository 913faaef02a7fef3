"""The two sides that a certificate shows are those whose difference it proves: false ones are refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.prove import prove_exact, prove_on_box
from replcalc.prover.signs import prove_by_form, prove_growth

x, y = sp.Symbol("x", positive=True), sp.Symbol("y", nonnegative=True)
PROVED = {
    "box": lambda: prove_on_box(sp.exp(x) >= 1 + x, {x: (0, 1)}),
    "signs": lambda: prove_by_form(sp.Le(2 * x * y, x**2 + y**2), form=(x - y) ** 2),
    "growth": lambda: prove_growth(sp.Ge(sp.exp(x), 1 + x), x, 0, order=2),
}
REFUTED = {
    "box": lambda: prove_on_box(sp.exp(x) >= 1 + 2 * x, {x: (0, 1)}),
    "signs": lambda: prove_by_form(sp.Le(3 * x * y, x**2 + y**2)),
}


def _document(outcome: Any) -> dict[str, Any]:
    assert outcome.certificate is not None
    return copy.deepcopy(outcome.certificate.to_json())


@pytest.mark.parametrize("kind", PROVED)
def test_the_sides_are_kept_and_believed(kind: str) -> None:
    document = _document(PROVED[kind]())
    assert document["kind"] == kind
    assert document["relation"]["operator"] in (">=", "<=")
    assert recheck(Certificate.from_json(document)) is Verdict.PROVED


@pytest.mark.parametrize(("kind", "decide"), [*PROVED.items(), *REFUTED.items()])
def test_other_sides_are_refused(kind: str, decide: Any) -> None:
    """Negative control: the proof stays, the relation shown is another one."""
    for change in (
        {"right": ["q", "0"]},
        {"operator": "<" if decide().certificate.data["relation"]["operator"] == "<=" else ">"},
        {"operator": "<=" if decide().certificate.data["relation"]["operator"] == ">=" else ">="},
        {"operator": "=="},
        {"left": ["q", "5"], "right": ["q", "5"]},
    ):
        document = _document(decide())
        document["relation"] |= change
        assert recheck(Certificate.from_json(document)) is Verdict.UNDECIDED, change


def test_a_goal_without_a_value_where_the_sides_have_one_is_refused() -> None:
    """e^(ln x) - x is 0 for positive x only: it says nothing of x <= 0, where x >= x - 1 has a value."""
    document = _document(PROVED["signs"]())
    document |= {
        "goal": ["exp", ["log", ["v", "z"]]],
        "form": ["exp", ["log", ["v", "z"]]],
        "strict": False,
        "symbols": {"z": []},
        "relation": {"left": ["v", "z"], "operator": ">=", "right": ["q", "0"]},
    }
    assert recheck(Certificate.from_json(document)) is Verdict.UNDECIDED
    assert recheck(Certificate.from_json({**document, "symbols": {"z": ["> 0"]}})) is Verdict.PROVED


def test_a_relation_between_constants_that_are_one_tree_is_refused() -> None:
    assert recheck(Certificate("exact", {"relation": _same("=="), "sign": 0})) is Verdict.UNDECIDED
    assert recheck(Certificate("exact", {"relation": _same(">"), "sign": 0})) is Verdict.REFUTED
    kept = prove_exact(sp.Ge(sp.log(4), 1, evaluate=False)).certificate
    assert kept is not None
    assert recheck(kept) is Verdict.PROVED


def _same(operator: str) -> dict[str, Any]:
    return {"left": ["log", ["q", "2"]], "operator": operator, "right": ["log", ["q", "2"]]}
