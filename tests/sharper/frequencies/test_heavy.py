"""Heavy hitters on data: exact lists in bounded memory, agreement as promised, refusals."""

import json
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.plans import find_rational
from replcalc.run.rows import Chunk, Labels
from replcalc.run.seeds import Shared
from replcalc.sharper.frequencies.algorithm import FrequenciesTask, FrequentCounts, reaches
from replcalc.sharper.frequencies.method import heavy_question, solve_heavy

TASK = FrequenciesTask(column="page", at_least="0.4", alpha="0.3", rho="0.2", beta="0.01")
PLAN = TASK.plan()


def listed(values, seed="s", task=TASK, **options):
    def read():
        for first in range(0, len(values), 1000):
            yield Chunk(first + 1, {}, {task.column: list(values[first : first + 1000])})

    return json.loads(task.carry_out(PLAN, read, Shared(seed), **options).answers["list"])


def drawn(rng, law, rows=PLAN.samples):
    names = [f"v{i}" for i in range(len(law))]
    return [names[i] for i in rng.choice(len(law), rows, p=law)]


@pytest.mark.parametrize("harder", [("0.5", "0.018", "0.0038", "0.43"), ("0.792", "0.0466", "0.0396", "1.79e-06")])
def test_a_larger_beta_never_needs_more(harder):
    """With three digits of lambda a beta a tenth larger took 0.06% and 0.25% more."""
    *same, beta = harder
    easier = (*same, str(Fraction(beta) * Fraction(11, 10)))
    found = [solve_heavy(heavy_question(*asked), 6).samples for asked in (easier, harder)]
    assert found == sorted(found)


def test_heavy_values_are_listed_and_light_ones_are_not():
    rng = np.random.default_rng(1)
    for seed in range(5):
        assert listed(drawn(rng, [0.42, 0.41, 0.09, 0.08]), f"s {seed}") == ["v0", "v1"]


def test_two_teams_agree_as_promised_and_unshared_seeds_do_not():
    """Four values at the middle of the tolerance: the plan allows 0.2; five standard deviations of 150 pairs above."""
    rng = np.random.default_rng(2)

    def found(seed):
        reached = reaches(PLAN, "page", Shared(seed))
        return [reached(int(count), PLAN.samples) for count in rng.multinomial(PLAN.samples, [0.25] * 4)]

    differ = sum(found(f"p {p}") != found(f"p {p}") for p in range(150))
    assert 0 < differ / 150 < 0.2 + 5 * np.sqrt(0.16 / 150)
    assert sum(found(f"a {p}") != found(f"b {p}") for p in range(60)) > 18


@pytest.mark.parametrize("capacity", [15, 40, 10**6])
def test_bounded_memory_gives_the_same_list(capacity):
    """Frequencies at the threshold itself, among thousands of values: few counters, exact list (by a second pass)."""
    rng = np.random.default_rng(3)
    low, width = find_rational(PLAN, "low"), find_rational(PLAN, "width")
    bar = low + width * Shared("edge").uniform("heavy-hitters", "page").shown()
    rows = PLAN.samples
    just = -(-bar.numerator * rows // bar.denominator)  # the least count that reaches the bar
    values = ["in"] * just + ["out"] * (just - 1)
    values += [f"other {i}" for i in range(rows - len(values))]
    assert rows >= len(set(values)) > 1000 and Fraction(just, rows) >= bar
    values = [values[i] for i in rng.permutation(len(values))]
    assert listed(values, "edge", capacity=capacity) == ["in"]


def test_counts_are_between_their_bounds():
    rng = np.random.default_rng(4)
    values = [str(v) for v in rng.zipf(1.5, 20000)]
    counts = FrequentCounts(50)
    for first in range(0, len(values), 700):
        counts.add(Labels.of(values[first : first + 700]))
    true = Counter(values)
    assert len(counts.counts) <= 50 and 0 < counts.dropped <= len(values) / 51
    assert all(counts.counts[v] <= true[v] <= counts.counts[v] + counts.dropped for v in true)


def test_refusals():
    with pytest.raises(InputError, match="7 are missing"):
        listed(["a"] * (PLAN.samples - 7))
    with pytest.raises(InputError, match="epsilon"):
        FrequenciesTask(column="page", at_least="0.1", alpha="0.1", rho="0.1", beta="0.1").plan()
    with pytest.raises(InputError, match="at most 3"):
        listed(["a"], capacity=3)


def test_an_empty_list_is_shown_as_one():
    import replcalc

    done = replcalc.run.frequencies(
        {"c": list(range(5000))}, "c", at_least="0.4", alpha="0.3", rho="0.2", beta="0.01", seed="s"
    )
    assert done.answers == {"list": "[]"} and done.shown == (("-", "no value"),)
