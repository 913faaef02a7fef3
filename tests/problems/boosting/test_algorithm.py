"""alg:hybrid on data: every branch is taken when it should be, the whole keeps its promises."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.planning.registry import get
from replcalc.problems.boosting.algorithm import HybridStages, average, mean
from replcalc.problems.boosting.inputs import problem_inputs
from replcalc.problems.boosting.registry import get as problem

QUESTION = problem_inputs(problem("statistical-query"), "0.2", "0.2", "1e-6", {})
PLAN = get("known-inside", "boosting").solve(QUESTION, 10)


def sample(rng, hybrid, p=0.5):
    return (rng.random(hybrid.samples) < p).astype(int).tolist()


def test_samples_are_those_of_the_plan():
    """The solver's share is rounded to a short decimal: at most a sample more than with the irrational one."""
    hybrid = mean(PLAN, "q", Shared("s"))
    assert hybrid.sizes[1:] == (PLAN.value("n_tester"), PLAN.value("n_nonreplic"))
    assert abs(hybrid.samples - PLAN.samples) <= 1


def test_two_teams_agree_and_are_right():
    rng, differ, wrong = np.random.default_rng(1), 0, 0
    for pair in range(80):
        hybrid = mean(PLAN, "q", Shared(f"{pair}"))
        one, two = (hybrid.answer(sample(rng, hybrid)) for _ in range(2))
        differ += one != two
        wrong += max(abs(x - Fraction(1, 2)) for x in (one, two)) > Fraction(1, 5)
    assert 0 < differ / 80 < 0.2 + 5 * np.sqrt(0.16 / 80) and wrong == 0


def test_a_bad_answer_is_replaced_by_the_fallback():
    hybrid = mean(PLAN, "q", Shared("s"))
    first, second, third = hybrid.sizes
    turned = [0] * first + [1] * (second + third)
    assert hybrid.answer(turned) == 1, "the rounded mean of the first part is far from the second part"
    assert hybrid.answer([0] * (first + second) + [1] * third) < Fraction(1, 5), "accepted: the third part is not read"


def test_the_tester_decides_at_its_threshold():
    accepts = mean(PLAN, "q", Shared("s")).accepts
    bound = PLAN.value("tester_threshold").upper
    edge = Fraction(int(bound.p), int(bound.q))
    assert accepts(edge, [0, 0, 0]) and not accepts(edge + Fraction(1, 10**30), [0, 0, 0])


def test_refusals():
    hybrid = mean(PLAN, "q", Shared("s"))
    with pytest.raises(InputError, match="3 are missing"):
        hybrid.answer([0] * (hybrid.samples - 3))
    with pytest.raises(InputError, match="known-inside"):
        mean(replace(PLAN, method="optimal"), "q", Shared("s"))
    assert HybridStages(average, lambda x, part: False, lambda part: "any", (1, 1, 1)).answer([1, 2, 3]) == "any"
