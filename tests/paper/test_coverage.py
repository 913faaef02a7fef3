"""Facts outside the numbered statements: each is accounted for, by what exists."""

from __future__ import annotations

import pytest

from replcalc.claims.record import recorded_claims
from replcalc.paper.coverage import FACTS
from replcalc.simulate.registry import available


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: str(fact.lines[0]))
def test_what_a_fact_rests_on_exists(fact):
    assert set(fact.claims) <= set(recorded_claims())
    assert set(fact.simulators) <= set(available())
    assert fact.claims or fact.rests_on, "a fact without a claim says what it rests on"


def test_facts_are_in_the_order_of_the_paper():
    assert sorted(FACTS, key=lambda fact: fact.lines) == list(FACTS)
