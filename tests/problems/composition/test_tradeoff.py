"""Samples against rounds: points by hand, what is left out, which points are worth having."""

from __future__ import annotations

import math

import pytest

from replcalc import compose
from replcalc.planning.comparison import Comparison
from replcalc.problems.composition.tradeoff import Tradeoff, tradeoff
from replcalc.problems.queries import method_means as means
from replcalc.problems.queries.question import queries_question
from tests.sharper.race.test_method_binary import race, term


@pytest.fixture(scope="module")
def found() -> Tradeoff:
    routes = ["separate", "binary", "grouped", "direct", "paper"]
    options = {"rho0": "0.05", "beta0": "1e-6", "outputs": "binary", "digits": 6}
    return tradeoff(compose("100x12", "0.1", routes=routes, **options))


def test_angles_by_hand(found: Tradeoff) -> None:
    points = found.curves["votes as angles"]
    assert [p.group for p in points] == [1, 2, 4, 8, 12]
    for point in points:
        groups, votes = -(-12 // point.group), point.samples // 100
        bounds = [groups * race(12 * term(votes - less, 0.05) / groups) for less in (0, 1)]
        assert bounds[0] <= 0.1 < bounds[1], "one unit less is not enough"
        assert point.rounds_log10 == pytest.approx(math.log10(groups * (1 + 2.0 ** -(-12 // groups))))


def test_the_ends_of_the_curves_are_the_ways_with_one_race(found: Tradeoff) -> None:
    whole = {p.result.method: p for p in found.alone}
    assert found.curves["votes as angles"][-1].samples == whole["binary"].samples
    assert found.curves["squared votes"][-1].samples == whole["direct"].samples
    assert found.curves["squared votes"][0].samples > 5 * whole["direct"].samples


def test_only_certified_points(found: Tradeoff) -> None:
    assert all(p.result.certified for p in found.points)
    assert {p.result.method for p in found.alone} == {"separate", "binary", "direct"}, "paper has hidden constants"
    assert [p.rounds_log10 for p in found.points] == sorted(p.rounds_log10 for p in found.points)


def test_best_is_what_nothing_dominates(found: Tradeoff) -> None:
    best = [p for p in found.points if found.best(p)]
    assert best and len(best) < len(found.points)
    assert best[0] is found.points[0]
    samples = [p.samples for p in best]
    assert samples == sorted(samples, reverse=True), "more rounds only for fewer samples"
    for point in (p for p in found.points if not found.best(p)):
        assert any(p.samples < point.samples and p.rounds_log10 <= point.rounds_log10 for p in best)


def test_without_two_answers_there_are_no_angles() -> None:
    found = tradeoff(compose("100x3", "0.1", rho0="0.05", beta0="1e-6", routes=["separate"], digits=6))
    assert list(found.curves) == ["squared votes"]
    assert all(p.result.effort is not None and p.result.effort.rounds_at_least for p in found.curves["squared votes"])


def test_queries_stop_at_the_reach() -> None:
    question = queries_question("1000", "0.05", "0.1", "1e-6")
    whole = means.cosine(question, 6)
    found = tradeoff(Comparison(question, (whole, means.rounding(question, 6)), 6))
    points = found.curves["cosine noise"]
    assert [p.group for p in points] == [1, 2, 4, 8, 16, 32, 64]
    assert all(found.within(p) for p in points)
    assert not found.within(found.points[-1]) and found.points[-1].result is whole
    for point in points:
        groups = -(-1000 // point.group)
        assert point.rounds_log10 == pytest.approx(math.log10(groups * (1 + 2.0 ** -(-1000 // groups))))
        assert point.samples == pytest.approx(groups * whole.samples, rel=0.05)
    assert [p.name for p in found.points if found.best(p)] == [
        "rounding",
        "cosine noise, g = 32",
        "cosine noise, g = 64",
        "cosine",
    ]
