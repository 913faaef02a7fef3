"""The registry: order, lookup, deciding in one process and in several."""

from __future__ import annotations

import pytest

from replcalc.claims.deciding import claim, claims, decide_claims, decide_one
from replcalc.numbers.errors import InputError
from replcalc.numbers.verdict import Verdict

SOME = ["main.replicability", "kasivi.printed", "expect.half", "joint.choice", "pg.rates"]


def test_order_follows_the_folders() -> None:
    ids = list(claims())
    assert ids.index("main.sum-of-squares") < ids.index("kasivi.printed") < ids.index("race.agreement")


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
    assert found[1].counterexample["delta_hat"] == "1/10"


def test_controls() -> None:
    decision = decide_one("expect.half", control=True)
    assert decision.control
    assert decision.verdict is decision.expected is Verdict.REFUTED
    assert decision.as_expected
