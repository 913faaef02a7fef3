"""Agreement of a race: running sums against the definition."""

from fractions import Fraction
from random import Random

import pytest
from flint import arb, fmpq

from replcalc.sharper.race.simulator import compute_race_agreement
from replcalc.simulate.distributions import random_distribution


def by_definition(p: tuple[Fraction, ...], q: tuple[Fraction, ...]) -> Fraction:
    pairs = list(zip(p, q, strict=True))
    return sum((1 / sum(max(pz / px, qz / qx) for pz, qz in pairs) for px, qx in pairs if px and qx), Fraction(0))


@pytest.mark.parametrize("seed", range(12))
def test_running_sums_are_the_maxima(seed: int) -> None:
    """Ties, empty outcomes on either side and common factors included."""
    rng = Random(seed)
    size = rng.randint(1, 6)
    p, q = random_distribution(rng, size, 12), random_distribution(rng, size, rng.choice((6, 12, 35)))
    exact = by_definition(*(tuple(Fraction(int(x.p), int(x.q)) for x in distribution) for distribution in (p, q)))
    assert compute_race_agreement(p, q) == fmpq(exact.numerator, exact.denominator)
    assert compute_race_agreement(q, p) == compute_race_agreement(p, q)
    assert compute_race_agreement(p, p) == 1
    assert compute_race_agreement(tuple(map(arb, p)), q).overlaps(arb(compute_race_agreement(p, q)))
    if p != q:
        assert compute_race_agreement(p, q) < 1
