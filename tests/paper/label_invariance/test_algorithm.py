"""The wrappers: what they promise on every sample, what two teams see, and what breaks without them."""

from __future__ import annotations

import doctest
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from replcalc.numbers.errors import InputError
from replcalc.paper.label_invariance import algorithm
from replcalc.paper.label_invariance.algorithm import LabelInvariant, PointwiseLabelInvariant
from replcalc.paper.label_invariance.simulator import label_invariant, noisy_count
from replcalc.run.seeds import Shared
from replcalc.simulate.answer_tables import relabel, relabellings

DOMAIN = ("a", "b", "c")
SAMPLES = tuple(product(DOMAIN, repeat=2))
OUTPUTS = (0, 1, 2)


def place(sample: tuple[str, ...], string: int) -> int:
    """Where the first draw stands in the alphabet, shifted by the string: nothing about it is invariant."""
    return (DOMAIN.index(sample[0]) + string) % 3


WRAPPED = LabelInvariant(place, DOMAIN)
POINTWISE = PointwiseLabelInvariant(WRAPPED, ((0, Fraction(2, 3)), (1, Fraction(1, 3))))


def renamed(sample: tuple[str, ...], order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict(zip(DOMAIN, order, strict=True))[x] for x in sample)


def test_the_law_of_the_answer_does_not_change_under_renaming() -> None:
    for sample in SAMPLES:
        laws = {tuple(POINTWISE.law(renamed(sample, order)).items()) for order in permutations(DOMAIN)}
        assert len(laws) == 1


def test_the_pointwise_answer_does_not_change_and_the_others_do() -> None:
    seeds = [Shared(f"seed {number}") for number in range(40)]
    moved = {"none": 0, "distributional": 0, "pointwise": 0}
    for shared in seeds:
        for order in permutations(DOMAIN):
            before, after = SAMPLES[1], renamed(SAMPLES[1], order)
            moved["none"] += place(before, 0) != place(after, 0)
            moved["distributional"] += WRAPPED.run(before, 0, shared) != WRAPPED.run(after, 0, shared)
            moved["pointwise"] += POINTWISE.run(before, OUTPUTS, shared) != POINTWISE.run(after, OUTPUTS, shared)
    assert moved["pointwise"] == 0 < min(moved["none"], moved["distributional"])


def test_shared_randomness_decides_and_every_renaming_comes() -> None:
    assert WRAPPED.drawn(Shared("x")) == WRAPPED.drawn(Shared("x"))
    drawn = Counter(tuple(WRAPPED.drawn(Shared(str(number))).values()) for number in range(600))
    assert len(drawn) == 6 and all(60 < count < 140 for count in drawn.values())


def test_the_wrapper_is_the_relabelled_table() -> None:
    table = noisy_count()
    assert label_invariant(table) == relabel(table, relabellings(table.domain, table.n)) != table


def test_answers_have_the_law_that_is_sampled() -> None:
    law = POINTWISE.law(SAMPLES[0])
    found = Counter(POINTWISE.run(SAMPLES[0], OUTPUTS, Shared(str(number))) for number in range(900))
    assert sum(law.values()) == 1 and set(found) == set(law)
    assert all(abs(Fraction(found[y], 900) - mass) < Fraction(1, 15) for y, mass in law.items())


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="labels, each once"):
        LabelInvariant(place, ("a", "a"))
    with pytest.raises(InputError, match="labels of the domain"):
        WRAPPED.run(("a", "z"), 0, Shared("x"))
    with pytest.raises(InputError, match="add up to 1"):
        PointwiseLabelInvariant(WRAPPED, ((0, Fraction(1, 2)),))
    with pytest.raises(InputError, match="every answer"):
        POINTWISE.run(SAMPLES[0], (0,), Shared("x"))


def test_its_example_runs() -> None:
    assert doctest.testmod(algorithm) == (0, 4)
