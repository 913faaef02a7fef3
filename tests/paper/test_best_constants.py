"""Best constants: both ends decided, the closed form or the root between them."""

from __future__ import annotations

import pytest
import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.paper.best_constants import SEARCHES, best
from replcalc.paper.constants_table import certified_text


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", SEARCHES)
def test_the_best_constant_is_between_what_is_proved_and_what_is_refuted(identifier: str) -> None:
    search, found = SEARCHES[identifier], best(identifier)
    assert found is not None
    assert found.proof.verdict is Verdict.PROVED
    assert found.refutation.verdict is Verdict.REFUTED
    for outcome in (found.proof, found.refutation):
        assert outcome.certificate is not None
        assert recheck(Certificate.from_json(outcome.certificate.to_json())) is outcome.verdict
    low, high = sorted((found.constant, found.beyond))
    assert high - low == type(low)(1, 10**search.digits)
    ends = [sp.Rational(int(q.p), int(q.q)) for q in (low, high)]
    assert ends[0] <= search.expected <= ends[1]


def test_certified_text() -> None:
    found = best("expect.half")
    assert found is not None
    assert certified_text("x", found) == "x: 1.593624 proved, 1.593625 refuted"
