"""Agreement of a race: running sums against the definition."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import arb, fmpq

from replcalc.sharper.race.simulator import race_agreement, weighted_agreement
from replcalc.simulate.distributions import in_proportion, random_distribution


def by_definition(p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> Fraction:
    pairs = list(zip(p, q, strict=True))
    return sum((1 / sum(max(pz / px, qz / qx) for pz, qz in pairs) for px, qx in pairs if px and qx), Fraction(0))


@pytest.mark.parametrize("seed", range(40))
def test_running_sums_are_the_maxima(seed: int) -> None:
    """Ties, empty outcomes on either side and common factors included."""
    rng = Random(seed)
    size = rng.randint(1, 6)
    p, q = random_distribution(rng, size, 12), random_distribution(rng, size, rng.choice((6, 12, 35)))
    exact = by_definition(*(tuple(Fraction(int(x.p), int(x.q)) for x in distribution) for distribution in (p, q)))
    assert race_agreement(p, q) == fmpq(exact.numerator, exact.denominator)
    assert race_agreement(q, p) == race_agreement(p, q)
    assert race_agreement(p, p) == 1
    assert race_agreement(tuple(map(arb, p)), q).overlaps(arb(race_agreement(p, q)))
    if p != q:
        assert race_agreement(p, q) < 1


def test_only_proportions_count() -> None:
    p, q = (fmpq(1, 2), fmpq(1, 3), fmpq(1, 6)), (fmpq(0), fmpq(1, 4), fmpq(3, 4))
    assert in_proportion(p) == (3, 2, 1) and in_proportion(q) == (0, 1, 3)
    exact = race_agreement(p, q)
    assert weighted_agreement((3, 2, 1), (0, 1, 3)) == weighted_agreement((30, 20, 10), (0, 7, 21)) == exact
    assert weighted_agreement((3, 2, 2), (0, 1, 3)) != race_agreement(p, q)
