"""Proportions on data: figures of the plans, agreement as promised, accuracy, refusals, receipts."""

import json
from fractions import Fraction

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared
from replcalc.sharper.frequencies.algorithm import FrequenciesTask, boundaries, round_groups
from replcalc.sharper.frequencies.method import proportions_question, solve, solve_any

ASKED = {"column": "c", "alpha": "0.2", "rho": "0.3", "beta": "0.05"}
KNOWN = FrequenciesTask(groups="a,b,c,d", **ASKED)
ANY = FrequenciesTask(any_groups=True, **ASKED)
POINT = ("0.05", "0.1", "0.01")


@pytest.mark.parametrize(
    ("groups", "samples"), [(2, 5847), (3, 32_353), (10, 129_818), (50, 662_227), (200, 2_615_434)]
)
def test_known_groups_cost_what_the_page_says(groups, samples):
    found = solve(proportions_question(groups, *POINT), 10)
    assert (found.samples, found.status) == (samples, "certified")


def test_any_number_costs_what_the_page_says_and_is_taken_where_it_is_less():
    found = solve_any(proportions_question(None, *POINT), 10)
    assert found.certified and 1_690_000 < found.samples < 1_700_000
    many = FrequenciesTask(column="c", groups=[f"g{j}" for j in range(200)], alpha="0.05", rho="0.1", beta="0.01")
    assert many.plan().method == "any-number" and many.plan().samples == pytest.approx(found.samples, rel=1e-4)


def read(values, size=1000):
    def chunks():
        for first in range(0, len(values), size):
            yield Chunk(first + 1, {}, {"c": list(values[first : first + size])})

    return chunks


@pytest.mark.parametrize("task", [KNOWN, ANY], ids=["known", "any"])
def test_two_teams_agree_as_promised_and_every_proportion_is_right(task):
    """Four equal groups: 0.3 is allowed; five standard deviations of 300 pairs above; unshared seeds differ."""
    plan, rng = task.plan(), np.random.default_rng(5)

    def found(seed):
        drawn = rng.multinomial(plan.samples, [0.25] * 4)
        shares = {name: Fraction(int(count), plan.samples) for name, count in zip("abcd", drawn, strict=True)}
        return round_groups(plan, "c", shares, Shared(seed))

    pairs = [(found(f"p {p}"), found(f"p {p}")) for p in range(300)]
    assert sum(one != two for one, two in pairs) / 300 < 0.3 + 5 * np.sqrt(0.21 / 300)
    wrong = sum(any(abs(x - Fraction(1, 4)) > Fraction(1, 5) for x in one.values()) for pair in pairs for one in pair)
    assert wrong / 600 < 0.05 + 5 * np.sqrt(0.05 / 600)
    assert sum(found(f"x {p}") != found(f"y {p}") for p in range(60)) > 50


def test_what_is_rare_and_what_does_not_occur_have_one_answer():
    rows = ANY.plan().samples
    values = ["often"] * (rows // 2) + [f"rare {j}" for j in range(rows - rows // 2)]
    done = ANY.answer(read(values), Shared("s"))
    listed = json.loads(done.answers["frequencies"])
    others = boundaries(done.plan, "c", Shared("s")).answer(Fraction(0))
    assert set(listed) == {"often"} and abs(Fraction(listed["often"]) - Fraction(1, 2)) < Fraction(1, 5)
    assert 0 <= others < Fraction(1, 5) and float(done.answers["others"]) == pytest.approx(float(others))
    few = ANY.carry_out(done.plan, read(values[::-1]), Shared("s"), capacity=60)
    assert few.answers == done.answers, "few counters and a second pass give the same"


def test_the_order_of_rows_and_chunks_says_nothing_and_two_groups_are_complementary():
    rng = np.random.default_rng(2)
    task = FrequenciesTask(groups="a,b", **ASKED)
    values = list(rng.choice(["a", "b"], task.plan().samples + 77, p=[0.3, 0.7]))
    one, two = task.answer(read(values), Shared("s")), task.answer(read(values[::-1], 13), Shared("s"))
    assert one.answers == two.answers and sum(map(Fraction, one.answers.values())) == 1
    assert one.receipt.data == two.receipt.data


@pytest.mark.parametrize("task", [KNOWN, ANY], ids=["known", "any"])
def test_answers_off_the_grid_are_found(task):
    rng = np.random.default_rng(3)
    done = task.answer(read(list(rng.choice(list("abcd"), task.plan().samples))), Shared("s"))
    assert task.find_flaw(done.plan, Shared("s"), done.answers) == ""
    assert "grid" in task.find_flaw(done.plan, Shared("s"), dict.fromkeys("abcd", "0.26")) or task is ANY
    assert task.find_flaw(done.plan, Shared("another"), done.answers)
    assert task.find_flaw(done.plan, Shared("s"), {"a": "0.5"}) and task.find_flaw(
        done.plan, Shared("s"), {"frequencies": "["}
    )


def test_refusals():
    with pytest.raises(InputError, match="3 are missing"):
        KNOWN.answer(read(["a"] * (KNOWN.plan().samples - 3)), Shared("s"))
    with pytest.raises(InputError, match="Row 2, column c"):
        KNOWN.answer(read(["a", "e"]), Shared("s"))
    with pytest.raises(InputError, match="one of"):
        FrequenciesTask(**ASKED)
    with pytest.raises(InputError, match="at least two"):
        FrequenciesTask(groups="a", **ASKED).plan()
    with pytest.raises(InputError, match="at most 3 values"):
        ANY.carry_out(ANY.plan(), read(["a"]), Shared("s"), capacity=3)
