"""Nothing is certified by A = A: identities are stated as they were written, or left out."""

import sympy as sp

from replcalc.claims.deciding import claim
from replcalc.claims.manifest import recorded_claims
from replcalc.claims.written import says_nothing
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.facts import formula_text


def test_no_recorded_claim_says_nothing() -> None:
    """80 claims had such a part, 41 nothing else."""
    assert [name for name, record in recorded_claims().items() if says_nothing(record.statement)] == []


def test_the_checker_refuses_two_sides_that_are_the_same() -> None:
    x = ["v", "x"]
    same = {"left": x, "right": x, "symbols": {"x": []}}
    assert recheck(Certificate("identity", same)) is Verdict.UNDECIDED
    told = {"left": ["+", x, x], "right": ["*", ["q", "2"], x], "symbols": {"x": []}}
    assert recheck(Certificate("identity", told)) is Verdict.PROVED


def test_an_identity_is_stated_as_it_was_written() -> None:
    """It was beta = beta once."""
    found = claim("sq.tester-size").outcome()
    assert found.certificate is not None
    left, right = (formula_text(found.certificate.data[side]) for side in ("left", "right"))
    assert (left, right) == ("2*exp(-2*(8*log(2/beta)/alpha^2)*(alpha/4)^2)", "beta")
    assert sp.core.parameters.global_parameters.evaluate
