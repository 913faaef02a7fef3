"""A pipeline of one's own: catalogued statements and a lemma that is in no catalogue, marked as such."""

import pytest
from flint import fmpq

import replcalc
from replcalc import Proof, certify
from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.statement import UNIT_OPEN, Conclusion, Parameter, Statement
from replcalc.symbolic.language import Symbol

x, y = Symbol("x"), Symbol("y")
HALVED = Statement(
    label="my:halved",
    title="Half of it",
    meaning="a lemma of the test",
    given=(Parameter(x, UNIT_OPEN, "closeness", name="x"),),
    gives=(Conclusion(y, "<=", x / 2, name="half"),),
)


def pipeline(own):
    proof = Proof("mine", "a pipeline of the test", (Parameter(x, UNIT_OPEN, "closeness", name="x"),), own=own)
    half = proof.apply(HALVED, x=x).half
    to_replicable = replcalc.statement("lm:pg_to_replic")
    proof.apply(to_replicable, **{p.name: half for p in to_replicable.given})
    return proof.derivation()


def test_an_own_lemma_is_evaluated_composed_and_marked():
    mine = pipeline(own=True)
    answer = certify(mine, {"x": fmpq(1, 1000)})
    assert answer.value("rho").lower <= fmpq(8, 1000) <= answer.value("rho").upper
    assert str(mine.formula("rho")) == "8*x"
    text = " ".join(str(mine).split())
    assert "my:halved: Half of it (not in the catalogue)" in text and "assumed by you: my:halved" in text
    assert text.count("(not in the catalogue)") == 1


def test_without_saying_so_it_is_refused():
    with pytest.raises(MalformedStatement, match="my:halved"):
        pipeline(own=False)
