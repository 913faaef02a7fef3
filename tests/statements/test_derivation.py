"""Statements bound together: values, substitution, conditions, certification."""

import pickle

import pytest
import sympy as sp
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, PrecisionExhausted
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, MpField
from replcalc.statements import derivation as steps
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Proof, run
from replcalc.statements.statement import (
    COUNT,
    POSITIVE,
    Conclusion,
    Parameter,
    Statement,
    UnspecifiedConstant,
    assuming,
    decide,
    i,
    k,
)

a, b, h = sp.symbols("a b h")
w, v = sp.IndexedBase("w"), sp.IndexedBase("v", positive=True)
W = Parameter(w, COUNT, "weights")
A = Parameter(a, POSITIVE, "scale")


@pytest.fixture(autouse=True)
def _no_catalogue(monkeypatch):
    """The statements of this file are in no catalogue."""
    monkeypatch.setattr(steps, "is_catalogued", lambda statement: True)


def lemma(**changes):
    base = {
        "label": "t:scale",
        "title": "t",
        "meaning": "m",
        "given": (W, A),
        "gives": (
            Conclusion(v, "=", a * w[i] / sp.Sum(w[i], (i, 1, k)), name="share"),
            Conclusion(b, "=", sp.Sum(v[i] ** 2, (i, 1, k)), name="total"),
        ),
        "assumes": (sp.Le(v[i], sp.Rational(1, 2), evaluate=False), assuming("the sky is blue")),
    }
    return Statement(**(base | changes))


square = Statement(
    label="t:square",
    title="t",
    meaning="m",
    given=(Parameter(a, POSITIVE, "x", name="x"),),
    gives=(Conclusion(b, "<=", h * a**2, name="y"),),
    hidden=(UnspecifiedConstant(h, 3, "a factor", name="H"),),
)


def derivation():
    proof = Proof("test", "a test", (W, A))
    shares = proof.apply(lemma(), w=w[i], a=a)
    each = proof.apply_each(square, x=shares.share)
    proof.apply(square, x=shares.total, names={"y": "last"})
    assert str(each.y) == "y[i]"
    return proof.derivation()


INPUTS = {"w": Family.from_runs(((1, 2), (2, 1))), "a": fmpq(1)}


def test_values_by_hand():
    values = run(derivation(), INPUTS, ExactField()).values
    assert values["share"] == (fmpq(1, 4), fmpq(1, 2))
    assert values["total"] == fmpq(1, 16) * 2 + fmpq(1, 4)
    assert values["y"] == (fmpq(3, 16), fmpq(3, 4))
    assert values["last"] == 3 * fmpq(3, 8) ** 2
    assert run(derivation(), INPUTS, ExactField(), {"H": fmpq(1)}).values["last"] == fmpq(3, 8) ** 2


def test_full_expression_by_substitution():
    expression = derivation().formula("last")
    assert derivation().formula("last").free_symbols >= {sp.Symbol("a"), sp.Symbol("h")}
    from replcalc.symbolic.evaluation import Environment, evaluate

    environment = Environment({a: fmpq(1), h: fmpq(3), k: 3}, {w: INPUTS["w"]})
    assert evaluate(expression, environment, ExactField()) == 3 * fmpq(3, 8) ** 2


def test_conditions_name_the_member_and_margin():
    answer = certify(derivation(), INPUTS)
    assert answer.verdict is Verdict.PROVED  # share = 1/2 exactly at its limit: decided exactly
    assert answer.cross_checked
    broken = certify(derivation(), INPUTS | {"w": Family.from_runs(((1, 2), (3, 1)))})
    (unmet,) = broken.unmet
    assert unmet.verdict is Verdict.REFUTED and unmet.index == 3
    assert unmet.margin is not None and unmet.margin.contains(fmpq(1, 10))
    assert "v[i] <= 1/2" in unmet.describe() and "i = 3" in unmet.describe()


def test_of_many_members_a_sample_is_evaluated_again(monkeypatch):
    """With more than 2,000 distinct members the second evaluation was left out."""
    many = INPUTS | {"w": Family.of(range(1, 2202))}
    assert certify(derivation(), many).cross_checked
    monkeypatch.setattr(
        MpField, "number", lambda self, q: self.context.mpf(int(q.p)) / int(q.q) * (1 + 1e-9 * (q == 2201))
    )
    with pytest.raises(PrecisionExhausted, match="the two evaluations disagree"):
        certify(derivation(), many)


def test_hidden_constants_obligations_and_predecessors():
    d = derivation()
    assert [constant.name for constant in d.hidden] == ["H"]
    assert [condition.text for _, condition in d.obligations] == ["the sky is blue"]
    assert d.predecessors(d.steps[2]) == (d.steps[0],)
    assert hash(d) and pickle.loads(pickle.dumps(d)) == d


def test_exact_values_survive_next_to_irrational_ones():
    root = Statement(
        label="t:root",
        title="t",
        meaning="m",
        given=(A,),
        gives=(Conclusion(b, "=", sp.sqrt(a), name="root"), Conclusion(h, "=", a, name="same")),
    )
    proof = Proof("roots", "", (A,))
    proof.apply(root, a=a)
    answer = certify(proof.derivation(), {"a": fmpq(2)}, digits=50)
    assert answer.value("same").is_exact and not answer.value("root").is_exact
    assert answer.value("root").agrees_to(50)
    assert (answer.value("root").lower ** 2 < 2) and (answer.value("root").upper ** 2 > 2)


def test_malformed_statements_and_proofs_are_refused():
    stray = sp.Symbol("stray")
    with pytest.raises(MalformedStatement, match="stray"):
        lemma(gives=(Conclusion(b, "=", a + stray, name="x"),), assumes=())
    with pytest.raises(MalformedStatement, match="twice"):
        lemma(gives=(Conclusion(b, "=", a, name="a"),), assumes=())
    with pytest.raises(MalformedStatement, match="begins with its symbol"):
        Parameter("a", POSITIVE, "a name alone")
    proof = Proof("bad", "", (W, A))
    with pytest.raises(MalformedStatement, match="missing"):
        proof.apply(square)
    proof.apply(square, x=a)
    with pytest.raises(MalformedStatement, match="twice"):
        proof.apply(square, x=a)
    with pytest.raises(MalformedStatement):
        proof.derivation().formula("nothing")


@pytest.mark.parametrize(
    ("relation", "verdict"),
    [
        (sp.Le(a, b), Verdict.PROVED),
        (sp.Lt(b, a), Verdict.REFUTED),
        (sp.Le(a, a + 0, evaluate=False), Verdict.PROVED),
        (sp.Lt(a, a + 0, evaluate=False), Verdict.REFUTED),
        (sp.Gt(b, a), Verdict.PROVED),
        (sp.Ge(a, b), Verdict.REFUTED),
    ],
)
def test_decide(relation, verdict):
    from replcalc.symbolic.evaluation import Environment

    field = BallField(64)
    with field.active():
        assert decide(relation, Environment({a: fmpq(1, 3), b: fmpq(1, 2)}), field)[0] is verdict
