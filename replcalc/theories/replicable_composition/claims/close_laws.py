"""Finite laws in exact arithmetic: closeness by looking at every event, conditioning, and the mass where it fails.

``factor`` stands for e^epsilon, so that a rational factor keeps everything exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, combinations
from typing import Any

Law = Mapping[Any, Fraction]


def events(law: Law, other: Law) -> list[tuple[Any, ...]]:
    """Every subset of the outcomes of the two laws."""
    outcomes = sorted({*law, *other}, key=repr)
    return list(chain.from_iterable(combinations(outcomes, size) for size in range(len(outcomes) + 1)))


def mass(law: Law, event: tuple[Any, ...]) -> Fraction:
    return sum((law.get(outcome, Fraction(0)) for outcome in event), Fraction(0))


def excess(law: Law, other: Law, factor: Fraction) -> Fraction:
    """The largest law(O) - factor * other(O) over all events O: the additive part that closeness needs."""
    return max(mass(law, event) - factor * mass(other, event) for event in events(law, other))


def needed(law: Law, other: Law, factor: Fraction) -> Fraction:
    """The smallest delta for which the two laws are (ln factor, delta)-close in both directions."""
    return max(excess(law, other, factor), excess(other, law, factor))


def second(law: Law) -> dict[Any, Fraction]:
    """The law of the second coordinate of pairs."""
    result: dict[Any, Fraction] = {}
    for (_, value), weight in law.items():
        result[value] = result.get(value, Fraction(0)) + weight
    return result


def given(law: Law, value: Any) -> dict[Any, Fraction]:
    """The law of the first coordinate given the second; every value must have positive mass."""
    total = second(law)[value]
    return {first: weight / total for (first, t), weight in law.items() if t == value}


def bad_mass(law: Law, other: Law, factor: Fraction, additive: Fraction) -> Fraction:
    """Mass under ``law`` of the second coordinates given which the laws are not (ln factor, additive)-close."""
    bad = Fraction(0)
    for value, weight in second(law).items():
        if weight == 0:
            continue
        elsewhere = second(other).get(value, Fraction(0)) == 0
        if elsewhere or needed(given(law, value), given(other, value), factor) > additive:
            bad += weight
    return bad
