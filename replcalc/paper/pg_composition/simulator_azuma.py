"""Azuma's inequality on dependent bounded sequences (lm:azuma).

Case: a tree. At every history x_1..x_{i-1} stands a distribution of X_i on finitely many rational values of [-c_i, c_i]
whose mean is at most mu_i; the distributions below different histories have nothing to do with each other. The tail
Pr[X_1 + .. + X_n >= mu_1 + .. + mu_n + t] is the sum of the probabilities of the paths that reach it: exact, in
rationals. Only the bound contains an exponential.

Random cases draw trees; X_i is not centred and may leave [mu_i - c_i, mu_i + c_i], which is what the lemma allows
and its usual proof by change of variable does not. The adversarial search is exhaustive: among all trees with values
on a grid the largest tail is a dynamic programme, because given the sum so far the best distribution of the next step
is a two-point distribution on the upper concave envelope of what can still be reached. Its optimal tree is then walked
like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from flint import fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import ONE, ZERO, collected, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

#: The distribution of one step: values with their probabilities.
MartingaleStep = tuple[tuple[fmpq, fmpq], ...]
History = tuple[fmpq, ...]


@dataclass(frozen=True)
class MartingaleTree:
    """A dependent sequence: ``step(history)`` is the distribution of the next value, for histories shorter than
    len(c).
    """

    name: str
    c: tuple[fmpq, ...]
    mu: tuple[fmpq, ...]
    step: Callable[[History], MartingaleStep]

    def paths(self) -> Iterator[tuple[History, fmpq]]:
        """Every path of positive probability; raises if a step breaks the hypotheses of the lemma."""
        frontier: list[tuple[History, fmpq]] = [((), ONE)]
        for c, mu in zip(self.c, self.mu, strict=True):
            longer = []
            for history, probability in frontier:
                distribution = self.step(history)
                check_step(distribution, c, mu)
                longer += [((*history, x), probability * p) for x, p in distribution if p > 0]
            frontier = longer
        return iter(frontier)

    @cached_property
    def distribution_of_sum(self) -> dict[fmpq, fmpq]:
        """The exact distribution of X_1 + .. + X_n."""
        return collected((sum(history, ZERO), probability) for history, probability in self.paths())


def check_step(distribution: MartingaleStep, c: fmpq, mu: fmpq) -> None:
    """The hypotheses on one step: a probability distribution on [-c, c] with mean at most mu."""
    if sum((p for _, p in distribution), ZERO) != 1 or any(p < 0 for _, p in distribution):
        raise ValueError(f"not a distribution: {distribution}")
    if any(abs(x) > c for x, _ in distribution):
        raise ValueError(f"a value of {distribution} exceeds {c}")
    if sum((x * p for x, p in distribution), ZERO) > mu:
        raise ValueError(f"the mean of {distribution} exceeds {mu}")


def tail(distribution_of_sum: dict[fmpq, fmpq], threshold: fmpq) -> fmpq:
    """Pr[sum >= threshold]."""
    return sum((p for s, p in distribution_of_sum.items() if s >= threshold), ZERO)


@dataclass(frozen=True)
class Tail(Case):
    """The exact tail at a threshold above the sum of the mu_i, against the lemma."""

    tree: MartingaleTree
    threshold: fmpq

    @property
    def t(self) -> fmpq:
        return self.threshold - sum(self.tree.mu, ZERO)

    def show(self) -> dict[str, str]:
        tree, masses = self.tree, self.tree.distribution_of_sum
        case = {
            "sequence": tree.name,
            "c": ", ".join(map(str, tree.c)),
            "mu": ", ".join(map(str, tree.mu)),
            "t": str(self.t),
            "X_1": "; ".join(f"{x} w.p. {p}" for x, p in tree.step(())),
        }
        if len(masses) <= 12:
            case["distribution of the sum"] = "; ".join(f"{s}: {p}" for s, p in sorted(masses.items()))
        return case

    def measurements(self) -> Iterator[Measurement]:
        if self.t <= 0:
            raise ValueError("the lemma is about t > 0")
        yield measure("lm:azuma", "tail", tail(self.tree.distribution_of_sum, self.threshold), c=self.tree.c, t=self.t)


# -- trees worth keeping ---------------------------------------------------------------------------------------------
def two_point(low: fmpq, high: fmpq, mean: fmpq) -> MartingaleStep:
    """The distribution on {low, high} with the given mean."""
    up = (mean - low) / (high - low)
    return ((low, ONE - up), (high, up))


def independent(name: str, n: int, distribution: MartingaleStep, c: fmpq, mu: fmpq) -> MartingaleTree:
    return MartingaleTree(name, (c,) * n, (mu,) * n, lambda _: distribution)


def stopped_walk(n: int, goal: int) -> MartingaleTree:
    """The fair walk that stands still once it has reached the goal: as dependent as a martingale can be."""
    fair = two_point(fmpq(-1), ONE, ZERO)
    still: MartingaleStep = ((ZERO, ONE),)
    return MartingaleTree(
        f"fair walk stopped at {goal}", (ONE,) * n, (ZERO,) * n, lambda h: still if sum(h, ZERO) >= goal else fair
    )


# -- the adversary ---------------------------------------------------------------------------------------------------
def best_step(value: Callable[[fmpq], fmpq], grid: Sequence[fmpq], mu: fmpq) -> tuple[fmpq, MartingaleStep]:
    """The distribution on the grid with mean at most mu that maximises E value(x): a point or a two-point
    distribution of mean mu.
    """
    below = [x for x in grid if x <= mu]
    start = max(below, key=lambda x: (value(x), x))
    best: tuple[fmpq, MartingaleStep] = (value(start), ((start, ONE),))
    for low in below:
        for high in grid:
            if high > mu:
                distribution = two_point(low, high, mu)
                expected = sum((p * value(x) for x, p in distribution), ZERO)
                if expected > best[0]:
                    best = (expected, distribution)
    return best


def worst_tree(c: Sequence[int], mu: Sequence[fmpq], threshold: int) -> tuple[MartingaleTree, fmpq]:
    """The tree with integer values that maximises Pr[sum >= threshold], and that maximum."""
    n = len(c)
    reach = sum(c)
    ahead = {fmpq(s): ONE if s >= threshold else ZERO for s in range(-reach, reach + 1)}
    policy: list[dict[fmpq, MartingaleStep]] = [{} for _ in range(n)]
    for i in reversed(range(n)):
        reach -= c[i]
        grid = [fmpq(x) for x in range(-c[i], c[i] + 1)]
        now: dict[fmpq, fmpq] = {}
        for s in map(fmpq, range(-reach, reach + 1)):
            values = {x: ahead[s + x] for x in grid}
            now[s], policy[i][s] = best_step(values.__getitem__, grid, mu[i])
        ahead = now
    tree = MartingaleTree(
        f"largest tail at {threshold} over all integer trees",
        tuple(map(fmpq, c)),
        tuple(mu),
        lambda history: policy[len(history)][sum(history, ZERO)],
    )
    return tree, ahead[ZERO]


def random_tree(rng: Random) -> MartingaleTree:
    """A tree of 1 to 5 steps; mu_i is the largest conditional mean, so that it is attained somewhere."""
    n = rng.randint(1, 5)
    c = tuple(fmpq(rng.randint(1, 6), 2) for _ in range(n))
    size = 3 if n <= 3 else 2
    distributions: dict[History, MartingaleStep] = {}
    mu = [-limit for limit in c]
    frontier: list[History] = [()]
    for i, limit in enumerate(c):
        longer: list[History] = []
        lean = rng.randint(-4, 4)
        for history in frontier:
            values = [limit * fmpq(min(8, max(-8, rng.randint(-8, 8) + lean)), 8) for _ in range(size)]
            distribution = tuple(zip(values, random_distribution(rng, size, 12), strict=True))
            distributions[history] = distribution
            mu[i] = max(mu[i], sum((x * p for x, p in distribution), ZERO))
            longer += [(*history, x) for x in values]
        frontier = longer
    return MartingaleTree(f"random tree of depth {n}", c, tuple(mu), distributions.__getitem__)


class AzumaSimulator(Simulator):
    name, statements = "azuma", ("lm:azuma",)
    summary = "exact tails of dependent bounded sequences, given as trees"

    def examples(self) -> Iterator[Case]:
        fair = two_point(fmpq(-1), ONE, ZERO)
        skew = two_point(fmpq(-1), ONE, fmpq(1, 2))
        for n in (1, 2, 4, 8):
            yield Tail(independent("fair signs", n, fair, ONE, ZERO), fmpq(n))
            # |X - mu| = 3/2 exceeds c = 1: outside the usual change of variable, inside the lemma
            yield Tail(independent("-1 w.p. 1/4, +1 w.p. 3/4", n, skew, ONE, fmpq(1, 2)), fmpq(n))
        for step in (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100)):
            small = independent("one small step up", 1, two_point(fmpq(-1), step, ZERO), ONE, ZERO)
            yield Tail(small, step)
        yield Tail(stopped_walk(8, 2), fmpq(2))
        # the mean may depend on the past as long as it stays below mu: double or nothing
        doubling = MartingaleTree(
            "stake doubles until the first win",
            (fmpq(1), fmpq(2), fmpq(4), fmpq(8)),
            (ZERO,) * 4,
            lambda h: (
                ((ZERO, ONE),) if any(x > 0 for x in h) else two_point(fmpq(-(2 ** len(h))), fmpq(2 ** len(h)), ZERO)
            ),
        )
        yield Tail(doubling, ONE)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        tree = random_tree(rng)
        above = sorted(s for s in tree.distribution_of_sum if s > sum(tree.mu, ZERO))
        for threshold in above[:: max(1, len(above) // 3)]:
            yield Tail(tree, threshold)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        for case in range(budget // 2):
            n = rng.randint(1, 5 if case % 4 else 7)
            c = [rng.randint(1, 3 if n <= 5 else 2) for _ in range(n)]
            mu = [fmpq(rng.randint(-most, most) * 2 + rng.randint(0, 1), 4) for most in c]
            low = int(sum(mu, ZERO).floor()) + 1
            if low > sum(c):
                continue
            threshold = rng.randint(low, min(low + 3, sum(c)))
            tree, largest = worst_tree(c, mu, threshold)
            if tail(tree.distribution_of_sum, fmpq(threshold)) != largest:
                raise AssertionError("the optimal tree does not attain the optimum of the dynamic programme")
            yield Tail(tree, fmpq(threshold))
