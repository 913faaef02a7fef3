"""Quantiles of populations with a density: figures, subsets of rows, agreement as promised, refusals, receipts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from replcalc.data.columns import Chunk
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.sharper.quantile_density.algorithm import chosen_places, sample_quantile
from replcalc.sharper.quantile_density.method import density_question, solve
from replcalc.sharper.quantile_search.algorithm import QuantilesTask

ASKED = {
    "column": "x",
    "q": "0.25,0.5",
    "density": "0.005",
    "within": "50",
    "alpha": "20",
    "rho": "0.3",
    "beta": "0.05",
}
TASK = QuantilesTask(**ASKED)


@pytest.mark.parametrize(
    ("asked", "samples"),
    [(("0.5", "1", "0.05", "0.1"), 5847), (("0.5", "0.01", "5", "20"), 5847), (("0.9", "1", "0.01", "0.1"), 55_343)],
)
def test_plans_cost_what_the_page_says(asked, samples):
    q, *rest = asked
    found = solve(density_question([q], *rest, "0.1", "0.01"), 10)
    assert (found.samples, found.status) == (samples, "certified")


def test_every_subset_of_places_is_equally_likely():
    seen = Counter(tuple(chosen_places(5, 3, Shared(f"s {j}").stream("x"))) for j in range(6000))
    assert len(seen) == 10 and all(abs(count - 600) < 5 * np.sqrt(540) for count in seen.values())
    assert chosen_places(4, 4, Shared("s").stream("x")) == [0, 1, 2, 3]


def read(values, size=700):
    def chunks():
        for first in range(0, len(values), size):
            yield Chunk(first + 1, {"x": values[first : first + size]})

    return chunks


@pytest.mark.parametrize("more", [0, 1, 400])
def test_two_teams_agree_as_promised_and_the_quantiles_are_right(more):
    """Uniform on [0, 200]: the density is 1/200 and no more. The second team has more rows than the first."""
    rng, plan = np.random.default_rng(3), TASK.plan()

    def found(seed, extra=0):
        return TASK.answer(read(rng.random(plan.samples + extra) * 200), Shared(seed)).answers

    pairs = [(found(f"p {p}"), found(f"p {p}", more)) for p in range(200)]
    differ = sum(one != two for one, two in pairs)
    assert differ / 200 < 0.3 + 5 * np.sqrt(0.21 / 200)
    wrong = sum(
        any(abs(Fraction(x) - 200 * Fraction(q)) > 20 for q, x in one.items()) for pair in pairs for one in pair
    )
    assert wrong / 400 < 0.05 + 5 * np.sqrt(0.05 / 400)
    assert sum(found(f"x {p}") != found(f"y {p}") for p in range(30)) > 25


def test_the_order_of_rows_says_nothing_and_exactly_n_of_them_count():
    rng, plan = np.random.default_rng(2), TASK.plan()
    values = rng.random(plan.samples + 500) * 200
    one, two = TASK.answer(read(values), Shared("t")), TASK.answer(read(values[::-1], 13), Shared("t"))
    assert one.answers == two.answers and one.receipt.data == two.receipt.data
    places = sample_quantile(plan, "x", plan.samples, Shared("t"))
    assert places == {"1/4": -(-plan.samples // 4) - 1, "1/2": -(-plan.samples // 2) - 1}
    assert TASK.flaw(plan, Shared("t"), one.answers) == ""
    assert TASK.flaw(plan, Shared("t"), dict.fromkeys(one.answers, "50"))
    assert TASK.flaw(plan, Shared("t"), {"0.25": one.answers["0.5"], "0.5": one.answers["0.25"]})
    assert TASK.flaw(plan, Shared("t"), dict.fromkeys(one.answers, "1e5"))


def test_refusals():
    with pytest.raises(InputError, match=r"5 are missing.*alpha = 20.1 or rho = 0.302"):
        TASK.answer(read(np.zeros(TASK.plan().samples - 5)), Shared("s"))
    with pytest.raises(InputError, match="no population"):
        QuantilesTask(**ASKED | {"density": "0.01"}).plan()
    with pytest.raises(InputError, match="half of within"):
        QuantilesTask(**ASKED | {"alpha": "30"}).plan()
    with pytest.raises(InputError, match="either cuts and tau"):
        QuantilesTask(**ASKED, cuts="1,2")
    with pytest.raises(InputError, match="finite"):
        TASK.answer(read(np.full(TASK.plan().samples, np.inf)), Shared("s"))


def test_the_command(replcalc, tmp_path):
    asked = (
        "--column",
        "x",
        "--q",
        "0.5",
        "--density",
        "0.1",
        "--within",
        "2",
        "--alpha",
        "1",
        "--rho",
        "0.2",
        "--beta",
        "0.05",
    )
    rows = replcalc("run", "quantiles", "--plan", *asked, "--format", "json").json()["plan"]["samples"]
    for team in (1, 2):
        values = np.random.default_rng(20 + team).normal(3, 2, rows + team)
        (tmp_path / f"{team}.csv").write_text("x\n" + "\n".join(f"{v:.9f}" for v in values) + "\n")
        receipt = ("--receipt", str(tmp_path / f"{team}.json"))
        done = replcalc("run", "quantiles", str(tmp_path / f"{team}.csv"), *asked, "--seed", "s 5", *receipt)
        assert done.code == 0 and "0.5" in done.out, done.err
    done = replcalc("run", "--compare", *(str(tmp_path / f"{team}.json") for team in (1, 2)))
    assert done.code == 0, done.out
