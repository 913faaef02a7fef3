"""The registry: order, lookup, deciding in one process and in several."""

import pytest

from replcalc.claims.claim import Claim
from replcalc.claims.deciding import claim, claims, decide_claims, decide_one
from replcalc.kernel.certificate import Certificate
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.prover.outcome import Outcome

SOME = ["main.replicability", "sq.table-range", "expect.half", "joint.choice", "pg.rates"]


def test_order_follows_the_folders() -> None:
    ids = list(claims())
    assert ids.index("main.sum-of-squares") < ids.index("kasivi.printed") < ids.index("race.cosine")


def test_unknown_ids_name_the_closest() -> None:
    with pytest.raises(InputError, match=r"kasivi\.printed"):
        claim("kasivi.print")
    with pytest.raises(InputError):
        decide_claims(["nothing like a claim"])


@pytest.mark.parametrize("workers", [1, 2])
def test_decisions_come_in_the_order_asked_for(workers: int) -> None:
    seen: list[str] = []
    found = decide_claims([*SOME, SOME[0]], workers=workers, progress=lambda d: seen.append(d.id))
    assert [d.id for d in found] == SOME
    assert sorted(seen) == sorted(SOME)
    assert all(d.as_expected for d in found)
    assert found[1].verdict is Verdict.REFUTED
    assert found[1].counterexample is not None
    assert set(found[1].counterexample) == {"beta", "rho"}


def test_controls() -> None:
    decision = decide_one("expect.half", control=True)
    assert decision.control
    assert decision.verdict is decision.expected is Verdict.REFUTED
    assert decision.as_expected


@pytest.mark.parametrize("verdict", [Verdict.PROVED, Verdict.REFUTED])
@pytest.mark.parametrize(
    "certificate",
    [None, Certificate("signs", {"goal": ["v", "x"], "form": ["v", "x"], "strict": False, "symbols": {"x": []}})],
)
def test_nothing_is_told_as_decided_that_the_checker_does_not_accept(
    verdict: Verdict, certificate: Certificate | None
) -> None:
    """x >= 0 for every real x, as somebody's own decision might have it; the control is told as it is."""
    told = Claim(
        "own.claim",
        "thm",
        None,
        "x is never negative",
        lambda: Outcome(verdict, "own", certificate),
        lambda: claim("expect.half").outcome(control=True),
    )
    assert told.outcome().verdict is Verdict.UNDECIDED
    assert told.outcome(control=True).verdict is Verdict.REFUTED
