"""Elementary inequalities that claims lean on: they say what they should, and hold no further."""

import sympy as sp

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.lemmas import exponential_above_line, exponential_above_tangent, tangent_above_logarithm
from replcalc.symbolic.relations import to_tree

t = sp.Symbol("t", nonnegative=True)


def sides(document):
    return document["relation"]["left"], document["relation"]["operator"], document["relation"]["right"]


def test_the_tangents_and_nothing_beyond_them():
    both = exponential_above_tangent()
    assert both.certificate is not None and recheck(both.certificate) is Verdict.PROVED
    parts = both.certificate.data["parts"]
    assert sides(parts["x >= 0"]) == (to_tree(sp.exp(t)), ">=", to_tree(1 + t))
    assert sides(parts["x <= 0"]) == (to_tree(sp.exp(-t)), ">=", to_tree(1 - t))
    assert all(part["start"] == ["q", "0"] for part in parts.values())
    below = tangent_above_logarithm(sp.Integer(1))
    assert below.verdict is Verdict.PROVED and below.certificate is not None
    assert sides(below.certificate.to_json()) == (to_tree(sp.log(1 + t)), "<=", to_tree(t))
    assert below.certificate.data["start"] == ["q", "0"]
    assert exponential_above_line(sp.Integer(1)).verdict is Verdict.PROVED
    for beyond in (exponential_above_line(sp.Rational(11, 10)), tangent_above_logarithm(sp.Rational(9, 10))):
        assert beyond.verdict is Verdict.REFUTED
