"""Both sides of the optimum, each a finite object that is checked in balls.

A ``ThresholdDistribution`` shows that N samples suffice: its errors at the two values and its disagreement at every
theta are bounded. A ``Prior`` shows that N samples do not: against it every threshold loses (weak duality). How they
were found plays no part here.

X, the number of successes of N flips of bias theta, has a monotone likelihood ratio. F(theta, c) = Pr[X < c] decreases
in theta and grows with c. In the angle x of theta each flip has Fisher information one; S is the score of the sample in
x:

    |dF/dx| <= sqrt(N F(1-F)),      |d2F/dx2| <= sqrt(V F(1-F)),  V = Var(S^2 + S'),

by Cauchy and Schwarz. ``second_score`` bounds V on a cell (proof.md, step 8).
"""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import accumulate, pairwise, repeat
from operator import mul
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.exact import to_float
from replcalc.numbers.fields import ball_precision
from replcalc.planning.assumption import NumbersQuestion

_ONE, _ZERO = arb(1), arb(0)


def angle_of(theta: Any) -> Any:
    """Return the angle of a bias, in floats or arrays of them."""
    import numpy as np

    return 2 * np.arcsin(np.sqrt(theta))


def theta_near(angle: float) -> fmpq:
    """Return a rational bias whose angle is about this one, of 40 bits so that every machine chooses the same."""
    value = math.sin(min(max(angle, 0.0), math.pi) / 2) ** 2
    return fmpq(round(math.ldexp(value, 40)), 2**40)


@dataclass(frozen=True)
class CoinFlips:
    """N flips of a coin of bias theta; the angle is 2 asin sqrt theta."""

    samples: int

    def low_float(self, theta: Any, threshold: Any) -> Any:
        """Return Pr[X < threshold], theta and thresholds as arrays that are broadcast."""
        from scipy.special import bdtr

        return bdtr(threshold - 1.0, self.samples, theta)

    def high_float(self, theta: Any, threshold: Any) -> Any:
        """Return Pr[X >= threshold], accurate where it is small."""
        from scipy.special import bdtrc

        return bdtrc(threshold - 1.0, self.samples, theta)

    def second_score(self, first: fmpq, last: fmpq) -> arb:
        """Return a bound on V for thetas between these; not finite where there is none."""
        spread = min(first * (1 - first), last * (1 - last))  # concave: least at an end
        n = self.samples
        return arb("inf") if spread == 0 else arb(2 * n * n - 3 * n + n / (4 * spread))

    def grid(self, first: float, last: float, step: float) -> list[int]:
        """Return thresholds between the means at ``first`` and ``last``, about ``step`` standard deviations apart."""
        found, place = [], max(1, math.floor(self.samples * first))
        while place <= min(self.samples * last, self.samples):
            found.append(place)
            place += max(1, math.floor(step * self._deviation(place / self.samples)))
        return found

    def near(self, theta: fmpq, reach: float) -> tuple[int, int]:
        """Return the range of X at theta, but for tails of about so many standard deviations."""
        about = to_float(theta)
        wide = reach * self._deviation(about) + reach * reach / 3 + 2
        mean = self.samples * about
        return max(0, math.floor(mean - wide)), min(math.ceil(mean + wide), self.samples)

    def _deviation(self, theta: float) -> float:
        return math.sqrt(max(0.0, self.samples * theta * (1 - theta)))

    @cached_property
    def _steps(self) -> dict[int, arb]:
        return {}

    def _step(self, count: int) -> arb:
        """Pr[X = count + 1] is Pr[X = count] times this times the odds; kept from one theta to the next."""
        found = self._steps.get(count)
        if found is None:
            found = self._steps[count] = arb(fmpq(self.samples - count, count + 1))
        return found

    def low(self, theta: fmpq, thresholds: Sequence[fmpq], reach: float) -> list[arb]:
        """Return Pr[X < c] for ascending thresholds; tails of ``reach`` standard deviations and more are bounded."""
        if theta in (0, 1):
            return [_ONE if c > self.samples * theta else _ZERO for c in thresholds]
        first, last = self.near(theta, reach)
        odds = arb(theta / (1 - theta))
        start = arb.bin_uiui(self.samples, first) * arb(theta) ** first * arb(1 - theta) ** (self.samples - first)
        below = _ZERO
        if first > 0:  # going down from here the masses fall at least as fast as in the first step
            ratio = 1 / (self._step(first - 1) * odds)
            below = _ZERO.union(start * ratio / (1 - ratio))
        masses = accumulate(map(mul, map(self._step, range(first, last)), repeat(odds)), mul, initial=start)
        sums = list(accumulate(masses, initial=below))  # sums[j] = Pr[X < first + j]
        found = []
        for c in thresholds:
            place = int(c.ceil()) - first
            if place <= 0:
                found.append(below if place == 0 else _ZERO.union(below))
            elif place < len(sums):
                found.append(sums[place])
            else:
                found.append(_ONE if c > self.samples else sums[-1].union(_ONE))
        return found


_HALF = fmpq(1, 2)
#: Most cells into which the parameters are cut before a distribution counts as undecided.
MOST_CELLS = 7_000
#: Standard deviations around a theta within which thresholds are counted one by one.
NEAR = 8.0


@dataclass(frozen=True)
class TwoValues(NumbersQuestion):
    """Is the parameter at most ``low`` or at least ``high``? rho-replicable, wrong with probability at most beta."""

    low: fmpq
    high: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "test"

    @property
    def bits(self) -> int:
        """Working precision: failures far below beta differ from zero."""
        return 128 + max(0, -math.floor(math.log2(to_float(min(self.beta, self.rho)))))

    @property
    def reach(self) -> float:
        """Standard deviations beyond which tails are bounded in one piece: far below beta."""
        return math.sqrt(2 * (math.log(1 / to_float(self.beta)) + 25))


@dataclass(frozen=True)
class ThresholdDistribution:
    """ "high" if X >= c, c = thresholds[j] with probability weights[j]; ``always_low`` and ``always_high`` beside."""

    thresholds: tuple[fmpq, ...]
    weights: tuple[fmpq, ...]
    always_low: fmpq
    always_high: fmpq

    @property
    def total(self) -> fmpq:
        return sum(self.weights, self.always_low + self.always_high)

    @property
    def digest(self) -> str:
        """Identify the distribution: two teams must use the same one, and a linear program may have several optima."""
        numbers = (*self.thresholds, *self.weights, self.always_low, self.always_high)
        return hashlib.sha256(" ".join(map(str, numbers)).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Prior:
    """Weights of parameters between the two values, and prices of the two errors; only their proportion counts."""

    thetas: tuple[fmpq, ...]
    weights: tuple[fmpq, ...]
    price_low: fmpq
    price_high: fmpq

    @property
    def mass(self) -> fmpq:
        return sum(self.weights, fmpq(0))


@dataclass(frozen=True)
class DistributionNode:
    """The distribution at one theta: Pr[X < c] for every threshold, and the disagreement."""

    theta: fmpq
    angle: arb
    below: Sequence[arb]
    differ: arb


@dataclass(frozen=True)
class DistributionCheck:
    """Bounds on a distribution for an experiment; every property is a ball at the task's precision."""

    experiment: CoinFlips
    task: TwoValues
    distribution: ThresholdDistribution
    _nodes: dict[fmpq, DistributionNode] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def _weights(self) -> list[arb]:
        return [arb(w) for w in self.distribution.weights]

    def node(self, theta: fmpq) -> DistributionNode:
        found = self._nodes.get(theta)
        if found is None:
            below = self.experiment.low(theta, self.distribution.thresholds, self.task.reach)
            differ = sum((w * 2 * f * (1 - f) for w, f in zip(self._weights, below, strict=True)), arb(0))
            found = self._nodes[theta] = DistributionNode(theta, 2 * arb(theta).sqrt().asin(), below, differ)
        return found

    def low_at(self, theta: fmpq) -> arb:
        """Return Pr["low"]."""
        below = self.node(theta).below
        return sum((w * f for w, f in zip(self._weights, below, strict=True)), arb(self.distribution.always_low))

    def high_at(self, theta: fmpq) -> arb:
        """Return Pr["high"]."""
        below = self.node(theta).below
        return sum((w * (1 - f) for w, f in zip(self._weights, below, strict=True)), arb(self.distribution.always_high))

    # -- the disagreement on a cell -----------------------------------------------------------------------------------
    def on_cell(self, first: DistributionNode, last: DistributionNode) -> arb:
        """Return the disagreement for every theta between two nodes: the smaller of two bounds.

        Pr[X < c] falls from first to last, so F(1-F) is at most 1/4 or what it is at the end nearer to 1/2. And R is at
        most the larger of its ends plus width^2/8 sup(-R''), -R'' <= sum w (2|1-2F| sqrt(V F(1-F)) + 4 N F(1-F)).
        """
        spread = self.experiment.second_score(first.theta, last.theta)
        plain, bend = arb(0), arb(0)
        n = self.experiment.samples
        for w, largest, smallest in self._variances(first, last):
            plain += w * 2 * largest
            if spread.is_finite():
                away = spread * largest * (1 - 4 * smallest)
                bend += w * (2 * away.nonnegative_part().sqrt() + 4 * n * largest)
        if not spread.is_finite():
            return plain
        width = last.angle - first.angle
        return plain.min(first.differ.max(last.differ) + bend * width * width / 8)

    def _variances(self, first: DistributionNode, last: DistributionNode) -> Iterator[tuple[arb, arb, arb]]:
        """Yield weights with both bounds on F(1-F); thresholds far from the cell on one side count as one."""
        near = self.experiment.near
        start = bisect_left(self.distribution.thresholds, near(first.theta, NEAR)[0])
        stop = bisect_right(self.distribution.thresholds, near(last.theta, NEAR)[1])
        for place in range(start, stop):
            top, bottom = first.below[place], last.below[place]
            at_top, at_bottom = top * (1 - top), bottom * (1 - bottom)
            largest = arb(fmpq(1, 4)) if not (bottom > _HALF or top < _HALF) else at_top.max(at_bottom)
            yield self._weights[place], largest, at_top.min(at_bottom)
        quarter = arb(fmpq(1, 4))
        if start:  # F is largest at the first end, for the largest of these thresholds
            f = first.below[start - 1]
            yield self._sums[start], f * (1 - f) if f < _HALF else quarter, arb(0)
        if stop < len(self._weights):
            f = last.below[stop]
            yield self._sums[-1] - self._sums[stop], f * (1 - f) if f > _HALF else quarter, arb(0)

    @cached_property
    def _sums(self) -> list[arb]:
        return list(accumulate(self._weights, initial=arb(0)))

    def at_node(self, node: DistributionNode) -> arb:
        """Return the limit of ``on_cell`` for ever smaller cells around a node: above what is allowed, give up."""
        return node.differ

    def _split(self, first: DistributionNode, last: DistributionNode) -> DistributionNode:
        a, b = float(first.angle.mid()), float(last.angle.mid())
        theta = theta_near((a + b) / 2)
        if not first.theta < theta < last.theta:
            theta = (first.theta + last.theta) / 2
        return self.node(theta)

    def _cells(self, first: fmpq, last: fmpq) -> Iterator[tuple[DistributionNode, DistributionNode]]:
        """Yield about a quarter of a standard deviation each, from left to right."""
        a, b = (float(self.node(theta).angle.mid()) for theta in (first, last))
        count = max(1, math.ceil(4 * (b - a) * math.sqrt(self.experiment.samples)))
        inner = (theta_near(a + (b - a) * j / count) for j in range(1, count))
        ends = [first, *(theta for theta in inner if first < theta < last), last]
        for left, right in pairwise(ends):
            yield self.node(left), self.node(right)

    def bound_on(self, first: fmpq, last: fmpq, limit: arb) -> arb | None:
        """Return an upper bound of the disagreement between two thetas, at most ``limit``; None if there is none."""
        worst = arb(0)
        done = 0
        for cell in self._cells(first, last):
            todo = [cell]
            while todo:
                left, right = todo.pop()
                done += 1
                if self.at_node(left) > limit or self.at_node(right) > limit or done > MOST_CELLS:
                    return None
                bound = self.on_cell(left, right)
                if bound <= limit:
                    worst = worst.max(bound)
                    continue
                middle = self._split(left, right)
                todo += [(middle, right), (left, middle)]
        return worst

    # -- everywhere ---------------------------------------------------------------------------------------------------
    def _wrong(self, theta: fmpq, side: int) -> arb:
        """Return Pr[wrong answer that depends on the sample]: "high" below the values (side -1), "low" above."""
        return (
            self.high_at(theta) - self.distribution.always_high
            if side < 0
            else self.low_at(theta) - self.distribution.always_low
        )

    def _outside(self, start: fmpq, side: int, limit: arb) -> tuple[arb, arb] | None:
        """Bound the cells from ``start`` outwards, then the tail Q beyond; None if both are not small enough.

        The answers without a look never differ. For the others the disagreement is at most 2Q(1-Q) (concave), and Q,
        the probability of a wrong one of them, only falls outwards.
        """
        theta, worst = start, arb(0)
        step = 0.5 / math.sqrt(self.experiment.samples)
        while True:
            tail = self._wrong(theta, side)
            if tail <= _HALF and 2 * tail * (1 - tail) <= limit:
                return worst, tail
            further = theta_near(float(self.node(theta).angle.mid()) + side * step)
            if further == theta:  # at the end of [0, 1] nothing is left; elsewhere floats are too coarse to go on
                return (worst, arb(0)) if theta in (0, 1) else None
            bound = self.bound_on(min(theta, further), max(theta, further), limit)
            if bound is None:
                return None
            theta, worst = further, worst.max(bound)

    def certify(self) -> CheckedDistribution | None:
        """Return the distribution's guarantee at every theta, or None if it does not keep what the task asks."""
        with ball_precision(self.task.bits):
            task, limit = self.task, arb(self.task.rho)
            masses = (*self.distribution.weights, self.distribution.always_low, self.distribution.always_high)
            if self.distribution.total != 1 or any(mass < 0 for mass in masses):
                return None
            errs_low, errs_high = self.high_at(task.low), self.low_at(task.high)
            if not (errs_low <= task.beta and errs_high <= task.beta):
                return None
            inside = self.bound_on(task.low, task.high, limit)
            if inside is None:
                return None
            left, right = self._outside(task.low, -1, limit), self._outside(task.high, 1, limit)
            if left is None or right is None:
                return None
            seen = max(Enclosure.from_ball(node.differ).lower for node in self._nodes.values())
            (worst_left, tail_left), (worst_right, tail_right) = left, right
            return CheckedDistribution(
                self.distribution,
                Enclosure(max(seen, fmpq(0)), _upper(inside.max(worst_left).max(worst_right)), bracket=True),
                _upper(tail_left.max(tail_right)),
                Enclosure.from_ball(errs_low),
                Enclosure.from_ball(errs_high),
            )


def _upper(ball: arb) -> fmpq:
    return Enclosure.from_ball(ball).upper


@dataclass(frozen=True)
class CheckedDistribution:
    """Bounds for a distribution: the largest disagreement on all cells, the tail outside them, the two errors."""

    distribution: ThresholdDistribution
    differ: Enclosure
    tail: fmpq
    errs_low: Enclosure
    errs_high: Enclosure


# -- what is impossible ----------------------------------------------------------------------------------------------
def bound_cost(experiment: CoinFlips, task: TwoValues, prior: Prior) -> fmpq | None:
    """Return a lower bound on what every test costs against the prior; None where it is not more than is allowed.

    A test that keeps rho and beta costs at most rho mass + beta (price_low + price_high). For every threshold c let
    g(c) = sum of weights 2F(1-F) + price_low Pr_low[X >= c] + price_high Pr_high[X < c]; the answers without a look
    cost price_low and price_high. No test costs less than the cheapest of these.
    """
    if any(w < 0 for w in (*prior.weights, prior.price_low, prior.price_high)):
        return None
    if any(not task.low <= theta <= task.high for theta in prior.thetas):
        return None
    first = experiment.near(task.low, task.reach)[0]
    last = experiment.near(task.high, task.reach)[1] + 1  # above the largest count: always low
    thresholds = [fmpq(c) for c in range(first, last + 1)]
    with ball_precision(task.bits):
        allowed = arb(task.rho * prior.mass + task.beta * (prior.price_low + prior.price_high))
        low, high = (experiment.low(theta, thresholds, task.reach) for theta in (task.low, task.high))
        a, b = arb(prior.price_low), arb(prior.price_high)
        costs = [a * (1 - f) + b * g for f, g in zip(low, high, strict=True)]
        for theta, weight in zip(prior.thetas, prior.weights, strict=True):
            if weight == 0:
                continue
            # far from theta its term is next to nothing; it is positive, so leaving it out there keeps a lower bound
            near = experiment.near(theta, NEAR)
            start, stop = bisect_left(thresholds, near[0]), bisect_right(thresholds, near[1])
            double = arb(2 * weight)
            for place, f in enumerate(experiment.low(theta, thresholds[start:stop], NEAR), start):
                costs[place] += double * f * (1 - f)
        least = reduce(arb.min, costs, (a * (1 - low[0])).min(b * high[-1]))  # thresholds beyond, and fixed answers
        return Enclosure.from_ball(least).lower if least > allowed else None
