"""AUC on data: exact counts, figures of the plans, agreement as promised, refusals, receipts."""

from fractions import Fraction

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared
from replcalc.sharper.u_statistics.algorithm import AucTask, larger
from replcalc.sharper.u_statistics.method import pair_mean_question, solve

PROMISE = {"rho": "0.2", "beta": "0.05"}
AUC = AucTask(score="s", label="c", alpha="0.2", **PROMISE)


@pytest.mark.parametrize(("alpha", "samples"), [("0.05", 5848), ("0.02", 36_544)])
def test_plans_cost_what_the_page_says(alpha, samples):
    found = solve(pair_mean_question(alpha, "0.1", "0.01"), 10)
    assert (found.samples, found.status) == (samples, "certified")


def sign(a, b):
    return int(a > b) - int(a < b)


@pytest.mark.parametrize("seed", range(8))
def test_pairs_are_counted_exactly(seed):
    """Against every pair one by one, with and without ties."""
    rng = np.random.default_rng(seed)
    many = rng.choice((3, 10, 10**6))
    x, y = (rng.integers(0, many, 60).astype(float) for _ in range(2))
    low, high = x[:23], y[:31]
    assert larger(low, high) == Fraction(sum(1 + sign(b, a) for a in low for b in high), 2 * 23 * 31)


def auc_rows(rng, negatives, positives, order=None):
    codes = np.repeat(["0", "1"], [negatives, positives])
    scores = rng.integers(0, 6, len(codes)) + (codes == "1")
    order = np.arange(len(codes)) if order is None else order
    return lambda: iter([Chunk(1, {"s": scores[order].astype(float)}, {"c": list(codes[order])})])


def test_two_teams_agree_as_promised():
    """0.2 is allowed; five standard deviations of 200 pairs above; unshared seeds differ."""
    rng, rows = np.random.default_rng(3), AUC.plan().samples

    def auc(seed):
        return AUC.answer(auc_rows(rng, rows, rows + 40), Shared(seed)).answers

    differ = sum(auc(f"p {p}") != auc(f"p {p}") for p in range(200))
    assert differ / 200 < 0.2 + 5 * np.sqrt(0.16 / 200)
    assert sum(auc(f"x {p}") != auc(f"y {p}") for p in range(40)) > 35


def test_the_order_of_rows_says_nothing_and_what_is_off_the_grid_is_found():
    rng, rows = np.random.default_rng(4), AUC.plan().samples + 50
    one = AUC.answer(auc_rows(np.random.default_rng(1), rows, rows), Shared("s"))
    two = AUC.answer(auc_rows(np.random.default_rng(1), rows, rows, rng.permutation(2 * rows)), Shared("s"))
    assert one.answers == two.answers and one.receipt.data == two.receipt.data
    assert AUC.find_flaw(one.plan, Shared("s"), one.answers) == ""
    for bad in ({"auc": "0.51"}, {"auc": "7"}, {"auc": "x"}, {"tau": "0.5"}):
        assert AUC.find_flaw(one.plan, Shared("s"), bad)


def test_a_difference_has_a_kind():
    assert "both may be right" in AUC.explain_difference({"auc": "0.5"}, {"auc": "0.9"})
    assert "auc: farther apart than 2 alpha" in AUC.explain_difference({"auc": "0.5"}, {"auc": "0.91"})


def test_refusals():
    rng = np.random.default_rng(5)
    with pytest.raises(InputError, match="2 are missing"):
        AUC.answer(auc_rows(rng, AUC.plan().samples - 2, 500), Shared("s"))
    with pytest.raises(InputError, match="Row 1, column c"):
        AucTask(score="s", label="c", classes="no,yes", alpha="0.2", **PROMISE).answer(auc_rows(rng, 9, 9), Shared("s"))
    with pytest.raises(InputError, match="two classes"):
        AucTask(score="s", label="c", classes="a,b,c", alpha="0.2", **PROMISE)
