"""Facts outside the numbered statements: each is accounted for, by what exists."""

from __future__ import annotations

import pytest

from replcalc.claims.record import recorded_claims
from replcalc.paper.coverage import FACTS
from replcalc.simulate.registry import available

#: First lines of the results, remarks and inline facts that had neither claim nor simulator.
LINES = (
    391,
    448,
    475,
    526,
    553,
    668,
    680,
    1238,
    2775,
    2785,
    2955,
    3046,
    3152,
    3340,
    3368,
    3482,
    3609,
    3679,
    3688,
    3793,
    3883,
)


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_accounted_for(line):
    assert any(first <= line <= last for first, last in (fact.lines for fact in FACTS))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: str(fact.lines[0]))
def test_what_a_fact_rests_on_exists(fact):
    assert set(fact.claims) <= set(recorded_claims())
    assert set(fact.simulators) <= set(available())
    assert fact.claims or fact.rests_on, "a fact without a claim says what it rests on"


def test_facts_are_in_the_order_of_the_paper():
    assert sorted(FACTS, key=lambda fact: fact.lines) == list(FACTS)
