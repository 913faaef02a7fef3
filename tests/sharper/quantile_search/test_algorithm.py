"""Quantiles on cut points: figures of the plans, exact searches, agreement as promised, refusals, receipts."""

from fractions import Fraction

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared
from replcalc.sharper.quantile_search.algorithm import QuantilesTask, parse_cut_points, search
from replcalc.sharper.quantile_search.method import quantiles_question, solve

TASK = QuantilesTask(column="x", q="0.25,0.5,0.8", cuts="0..30:2", alpha="0.2", rho="0.3", beta="0.05")


@pytest.mark.parametrize(
    ("q", "cuts", "samples"), [("0.5", 1, 5_847), ("0.5", 15, 63_935), ("0.5", 1023, 366_925), ("0.9", 1023, 197_956)]
)
def test_plans_cost_what_the_page_says(q, cuts, samples):
    found = solve(quantiles_question([q], cuts, "0.05", "0.1", "0.01"), 10)
    assert (found.samples, found.status) == (samples, "certified")


@pytest.mark.parametrize(
    ("typed", "kept", "count"),
    [
        ("1,2.50,3", "1,2.5,3", 3),
        ("0..1:0.25", "0..1:0.25", 5),
        ("0.0..1:.3", "0..1:0.3", 4),
        ([1, 2], "1,2", 2),
        ("-3,1e3", "-3,1000", 2),
    ],
)
def test_cuts_have_one_spelling(typed, kept, count):
    task = QuantilesTask(column="x", q="0.5", cuts=typed, alpha="0.2", rho="0.3", beta="0.05")
    assert task.cuts == kept and len(parse_cut_points(kept)) == count == task.plan().question.cuts
    assert QuantilesTask.from_json(task.to_json()) == task


@pytest.mark.parametrize(
    "typed",
    ["", "2,1", "1,1", "a", "0..1", "0..1:0", "1..0:1", "0..1:-1", "0..1e9:1", "1,1.0000000000000000001", "1..2..3:1"],
)
def test_cuts_that_are_none_are_refused(typed):
    with pytest.raises(InputError, match="cuts"):
        QuantilesTask(column="x", q="0.5", cuts=typed, alpha="0.2", rho="0.3", beta="0.05")


def read(values, size=700):
    def chunks():
        for first in range(0, len(values), size):
            yield Chunk(first + 1, {"x": values[first : first + size]})

    return chunks


@pytest.mark.parametrize("population", ["one value", "spread", "steps"])
def test_two_teams_agree_as_promised_and_the_answers_are_right(population):
    """0.3 is allowed; five standard deviations of 150 pairs above; unshared seeds differ."""
    rng, plan = np.random.default_rng(3), TASK.plan()
    cuts = np.array([float(cut) for cut in parse_cut_points(TASK.cuts)])

    def drawn():
        if population == "one value":  # all cuts see one coin: each comparison asks the same
            return np.where(rng.random(plan.samples) < 0.5, -1.0, 40.0)
        scale = {"spread": 12.0, "steps": 1.0}[population]
        return rng.normal(15, scale, plan.samples)

    truth = np.sort(np.concatenate([drawn() for _ in range(200_000 // plan.samples)]))
    share = lambda cut: np.searchsorted(truth, cut, side="right") / len(truth)  # noqa: E731
    wrong = differ = 0
    for pair in range(150):
        one, two = (TASK.answer(read(drawn()), Shared(f"p {pair}")).answers for _ in range(2))
        differ += one != two
        for answers in (one, two):
            places = {
                q: len(cuts) if text.startswith("above") else list(cuts).index(float(text))
                for q, text in answers.items()
            }
            low = {q: share(cuts[at]) if at < len(cuts) else 1.0 for q, at in places.items()}
            high = {q: share(cuts[at - 1]) if at else 0.0 for q, at in places.items()}
            wrong += any(low[q] < float(q) - 0.21 or high[q] > float(q) + 0.21 for q in answers)
            assert list(places.values()) == sorted(places.values()), "answers grow with q"
    assert differ / 150 < 0.3 + 5 * np.sqrt(0.21 / 150) and wrong / 300 < 0.05 + 5 * np.sqrt(0.05 / 300)


def test_a_value_on_a_cut_lies_below_it_and_the_order_says_nothing():
    rows = TASK.plan().samples
    values = np.full(rows + 30, 8.0)
    done = TASK.answer(read(values), Shared("s"))
    assert done.answers == {"0.25": "8", "0.5": "8", "0.8": "8"}
    above = TASK.answer(read(values + 100), Shared("s"))
    assert set(above.answers.values()) == {"above 30"} and TASK.find_flaw(done.plan, Shared("s"), above.answers) == ""
    rng = np.random.default_rng(2)
    mixed = rng.normal(15, 9, rows)
    one, two = TASK.answer(read(mixed), Shared("t")), TASK.answer(read(mixed[::-1], 13), Shared("t"))
    assert one.answers == two.answers and one.receipt.data == two.receipt.data


def test_every_comparison_is_exact():
    """A frequency at the threshold itself, to 2^-128, and one row less: they go to different halves."""
    plan = QuantilesTask(column="x", q="0.5", cuts="1", alpha="0.2", rho="0.3", beta="0.05").plan()
    width = Fraction(str(plan.chosen["lambda"])) * Fraction(2, 5)
    bar = Fraction(1, 2) - width / 2 + width * Shared("e").uniform("quantiles", "x", 0).shown()
    cell, rows = search(plan, "x", Shared("e")), 10**30
    just = -(-bar.numerator * rows // bar.denominator)
    assert cell(Fraction(1, 2), [just], rows) == 0 and cell(Fraction(1, 2), [just - 1], rows) == 1


def test_refusals_and_answers_that_are_none():
    with pytest.raises(InputError, match=r"5 are missing.*could guarantee rho = 0.301"):
        TASK.answer(read(np.zeros(TASK.plan().samples - 5)), Shared("s"))
    with pytest.raises(InputError, match="q"):
        QuantilesTask(column="x", q="1", cuts="1", alpha="0.2", rho="0.3", beta="0.05").plan()
    with pytest.raises(InputError, match="at most 1/10"):
        QuantilesTask(column="x", q="0.5,0.9", cuts="1", alpha="0.2", rho="0.3", beta="0.05").plan()
    plan = TASK.plan()
    for bad in ({"0.5": "8"}, {"0.25": "7", "0.5": "8", "0.8": "8"}, {"0.25": "8", "0.5": "6", "0.8": "8"}):
        assert TASK.find_flaw(plan, Shared("s"), bad)
