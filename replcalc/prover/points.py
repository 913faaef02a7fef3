"""Points to try before a proof is looked for: simple rationals of the domain."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from random import Random

from replcalc.kernel.variables import Bounds, Variables

_SHARES = tuple(
    Fraction(*pair) for pair in ((1, 2), (1, 3), (1, 10), (9, 10), (1, 1000), (999, 1000), (7, 17), (1, 10**6))
)
_AWAY = tuple(Fraction(text) for text in ("1", "2", "1/2", "10", "1/10", "5", "100", "1/1000", "1000", "1e-6", "1e6"))


def simple_values(bounds: Bounds) -> list[Fraction]:
    """Rationals that the variable may take, simple ones first."""
    low, high = bounds.low, bounds.high
    if low is not None and high is not None:
        found = [low, high, *(low + (high - low) * share for share in _SHARES)]
    elif low is not None:
        found = [low, *(low + step for step in _AWAY)]
    elif high is not None:
        found = [high, *(high - step for step in _AWAY)]
    else:
        found = [Fraction(0), *(sign * step for step in _AWAY for sign in (1, -1))]
    if bounds.integer:
        found = [Fraction(round(value)) for value in found]
    return list(dict.fromkeys(value for value in found if bounds.contains(value)))


def simple_points(domain: Variables, count: int = 160) -> Iterator[dict[str, Fraction]]:
    """All simple points if they are few; otherwise some of them, and more at random."""
    names = list(domain)
    choices: Sequence[Sequence[Fraction]] = [simple_values(domain[name]) for name in names]
    few = prod(map(len, choices)) <= 4 * count
    for values in itertools.islice(itertools.product(*choices), None if few else count // 4):
        yield dict(zip(names, values, strict=True))
    if not few and all(choices):
        rng = Random(0)
        for _ in range(count):
            yield {name: rng.choice(values) for name, values in zip(names, choices, strict=True)}
