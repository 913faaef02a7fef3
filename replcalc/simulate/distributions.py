"""Finite exact distributions, the building blocks of simulated cases.

A distribution is a tuple of fmpq that sums to 1, indexed by its outcomes 0, 1, 2, ... Everything here is computed from
definitions. A supremum over events is a sum of positive parts, because the best event collects the outcomes whose
contribution is positive; no event is left out. Privacy parameters enter as the ratio e^eps, a rational, so that
closeness is decided exactly; eps = ln(ratio) becomes a ball only when a bound is evaluated.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from itertools import product as cartesian
from math import lcm, prod
from typing import Any, TypeAlias, TypeVar

from flint import arb, fmpq

Distribution: TypeAlias = tuple[fmpq, ...]
#: One distribution per row: ``matrix[a][b]`` is the probability of turning outcome a into b.
Matrix: TypeAlias = tuple[Distribution, ...]
Drawn = TypeVar("Drawn")

ZERO, ONE = fmpq(0), fmpq(1)

#: Values of e^eps that keep every truth rational.
RATIOS: tuple[fmpq, ...] = (fmpq(21, 20), fmpq(11, 10), fmpq(6, 5), fmpq(3, 2), fmpq(2), fmpq(5, 2))


# -- building distributions
# ---------------------------------------------------------------------------------------------------
def distribution(*weights: int | fmpq) -> Distribution:
    """Return the distribution proportional to non-negative weights, not all zero."""
    exact = [fmpq(w) for w in weights]
    total = sum(exact, ZERO)
    if total <= 0 or any(w < 0 for w in exact):
        raise ValueError(f"weights must be non-negative with a positive sum: {weights}")
    return tuple(w / total for w in exact)


def point(size: int, outcome: int) -> Distribution:
    """Return the distribution with all mass on one of ``size`` outcomes."""
    return tuple(ONE if j == outcome else ZERO for j in range(size))


def uniform(size: int) -> Distribution:
    return (fmpq(1, size),) * size


def bernoulli(p: fmpq) -> Distribution:
    """(1 - p, p): outcome 1 has probability p."""
    return (ONE - p, p)


def in_proportion(p: Distribution) -> tuple[int, ...]:
    """Return the smallest integers in proportion to a distribution's masses: quick to compute with, and to hash."""
    common = lcm(*(int(x.q) for x in p))
    return tuple(int(x.p) * (common // int(x.q)) for x in p)


def random_distribution(
    rng: random.Random, size: int, denominator: int = 24, *, positive: bool = False
) -> Distribution:
    """Draw a distribution with masses in multiples of 1/denominator (at least one each if ``positive``)."""
    units = denominator - (size if positive else 0)
    cuts = sorted(rng.randint(0, units) for _ in range(size - 1))
    counts = [b - a for a, b in zip([0, *cuts], [*cuts, units], strict=True)]
    rng.shuffle(counts)
    return tuple(fmpq(c + (1 if positive else 0), denominator) for c in counts)


def random_matrix(rng: random.Random, rows: int, columns: int) -> Matrix:
    """Return a random stochastic matrix; about half of its rows are deterministic, because extremes live there."""
    return tuple(
        point(columns, rng.randrange(columns)) if rng.random() < 0.5 else random_distribution(rng, columns, 12)
        for _ in range(rows)
    )


# -- distances, from their definitions -------------------------------------------------------------------------------
def hockey_stick(p: Distribution, q: Distribution, ratio: fmpq | arb) -> Any:
    """Return sup over events O of P(O) - ratio Q(O): exact for a rational ratio, an enclosing ball for a ball."""
    if isinstance(ratio, arb):
        zero = arb(0)
        return sum((zero.max(arb(a) - ratio * arb(b)) for a, b in zip(p, q, strict=True)), zero)
    return sum((a - ratio * b for a, b in zip(p, q, strict=True) if a > ratio * b), ZERO)


def smallest_delta(p: Distribution, q: Distribution, ratio: fmpq | arb) -> Any:
    """Return the least delta for which P and Q are (ln ratio, delta)-close in both directions."""
    forward, backward = hockey_stick(p, q, ratio), hockey_stick(q, p, ratio)
    return forward.max(backward) if isinstance(ratio, arb) else max(forward, backward)


def close(p: Distribution, q: Distribution, ratio: fmpq, delta: fmpq) -> bool:
    """P and Q are (ln ratio, delta)-close, decided exactly."""
    return bool(smallest_delta(p, q, ratio) <= delta)


def total_variation(p: Distribution, q: Distribution) -> fmpq:
    """Return sup over events of P(O) - Q(O)."""
    return hockey_stick(p, q, ONE)  # type: ignore[no-any-return]


def smallest_ratio(p: Distribution, q: Distribution, delta: fmpq) -> fmpq | None:
    """Return the least e^eps >= 1 for which P and Q are (eps, delta)-close both ways; None if there is none.

    The hockey-stick is piecewise linear and decreasing in the ratio; its breakpoints are the likelihood ratios.
    """
    one_way = (_one_way_ratio(p, q, delta), _one_way_ratio(q, p, delta))
    return None if one_way[0] is None or one_way[1] is None else max(one_way[0], one_way[1])


def _one_way_ratio(p: Distribution, q: Distribution, delta: fmpq) -> fmpq | None:
    free = sum((a for a, b in zip(p, q, strict=True) if b == 0), ZERO)
    if free > delta:
        return None
    if hockey_stick(p, q, ONE) <= delta:
        return ONE
    pairs = sorted(((a / b, a, b) for a, b in zip(p, q, strict=True) if b > 0), reverse=True)
    mass_p, mass_q = free, ZERO
    for position, (_, a, b) in enumerate(pairs):
        mass_p, mass_q = mass_p + a, mass_q + b
        below = pairs[position + 1][0] if position + 1 < len(pairs) else ZERO
        if (solution := (mass_p - delta) / mass_q) >= below:
            return max(ONE, solution)
    raise AssertionError("the hockey-stick at ratio 0 is 1, at least delta")


def mass_where(p: Distribution, event: Iterable[bool]) -> fmpq:
    """Return the probability of an event, given as a predicate."""
    return sum((x for x, inside in zip(p, event, strict=True) if inside), ZERO)


# -- operations ------------------------------------------------------------------------------------------------------
def product(*distributions: Distribution) -> Distribution:
    """Return the distribution of independent draws; outcomes are ordered as by itertools.product."""
    joint: Distribution = (ONE,)
    for each in distributions:
        joint = tuple(a * b for a in joint for b in each)
    return joint


def post_process(p: Distribution, matrix: Matrix) -> Distribution:
    """Return the distribution of the outcome after the stochastic matrix."""
    return tuple(sum((p[a] * row[b] for a, row in enumerate(matrix)), ZERO) for b in range(len(matrix[0])))


def mixture(weights: Sequence[fmpq], distributions: Sequence[Distribution]) -> Distribution:
    """Return sum_x weights[x] distributions[x]."""
    return tuple(
        sum((w * p[b] for w, p in zip(weights, distributions, strict=True)), ZERO) for b in range(len(distributions[0]))
    )


def collect_outcomes(masses: Iterable[tuple[Drawn, Any]]) -> dict[Drawn, Any]:
    """Return the distribution of outcomes that are listed several times: their masses added."""
    found: dict[Drawn, Any] = {}
    for outcome, mass in masses:
        found[outcome] = found.get(outcome, ZERO) + mass
    return found


def weighted_samples(domain: Distribution, n: int) -> Iterator[tuple[tuple[int, ...], fmpq]]:
    """Yield every sample of n independent draws with its probability."""
    for draw in cartesian(range(len(domain)), repeat=n):
        yield draw, prod((domain[x] for x in draw), start=ONE)


def over_two_runs(runs: Iterable[tuple[Any, Any]], differ: Callable[[Any, Any], Any]) -> Any:
    """Return E[differ(x, x')] of independent x, x' as (value, probability); symmetric, 0 between equals."""
    return sum((2 * p * q * differ(x, y) for (x, p), (y, q) in combinations(runs, 2)), ZERO)


# -- pairs that are exactly close ------------------------------------------------------------------------------------
def extreme_pair(ratio: fmpq, delta: fmpq) -> tuple[Distribution, Distribution]:
    """Return the four-outcome pair that every (ln ratio, delta)-close pair is a post-processing of.

    With probability delta an outcome reveals the distribution; otherwise a two-point pair with likelihood ratio e^eps.
    Its hockey-stick at the ratio is delta in both directions.
    """
    rest = ONE - delta
    p = (delta, rest * ratio / (1 + ratio), rest / (1 + ratio), ZERO)
    return p, tuple(reversed(p))


def random_close_pair(rng: random.Random, size: int, ratio: fmpq, delta: fmpq) -> tuple[Distribution, Distribution]:
    """Draw a (ln ratio, delta)-close pair on ``size`` outcomes: the extreme pair, randomly post-processed."""
    p, q = extreme_pair(ratio, delta)
    matrix = random_matrix(rng, 4, size)
    return post_process(p, matrix), post_process(q, matrix)


# -- searching -------------------------------------------------------------------------------------------------------
def shift_unit(rng: random.Random, weights: Sequence[int], units: int = 1) -> tuple[int, ...]:
    """Move up to ``units`` units of integer mass from one random entry to another; the sum stays."""
    new = list(weights)
    source = rng.choice([j for j, w in enumerate(new) if w > 0])
    target = rng.randrange(len(new))
    amount = rng.randint(1, min(units, new[source]))
    new[source] -= amount
    new[target] += amount
    return tuple(new)


def vary(rng: random.Random, value: Any) -> Any:
    """Return a random neighbour of a field of a case, by its type.

    A distribution: some mass moves from one outcome to another. Another tuple: one of its members varies. A fraction in
    (0, 1): a step on the grid of 1/200, inside. A whole number: a step up to 3, at least 1. Anything else stays.
    """
    if isinstance(value, tuple) and value and all(isinstance(x, fmpq) for x in value) and sum(value, ZERO) == 1:
        weights = in_proportion(value)
        scale = max(1, 60 // sum(weights))
        return distribution(*shift_unit(rng, [w * scale for w in weights], max(1, sum(weights) * scale // 12)))
    if isinstance(value, tuple) and value:
        place = rng.randrange(len(value))
        return (*value[:place], vary(rng, value[place]), *value[place + 1 :])
    if isinstance(value, fmpq) and 0 < value < 1:
        moved = fmpq(int((200 * value).floor()) + rng.choice((-10, -3, -1, 1, 3, 10)), 200)
        return min(max(moved, fmpq(1, 200)), fmpq(199, 200))
    if isinstance(value, int) and not isinstance(value, bool):
        return max(1, value + rng.choice((-3, -1, 1, 3)))
    return value


# -- showing ---------------------------------------------------------------------------------------------------------
def show_distribution(p: Iterable[Any]) -> str:
    """ "1/2, 1/3, 1/6"."""
    return ", ".join(str(x) for x in p)
