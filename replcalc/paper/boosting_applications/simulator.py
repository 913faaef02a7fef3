"""Solve, test, fall back (alg:hybrid) on toys of four problems, in rationals: the mean of a coin, a PAC class, heavy
hitters, best arm.

Cases. A finite distribution of the draws, and the three stages of alg:hybrid as the paper builds them, with small
sizes:

- *Mean.* A coin; the solver rounds its empirical mean to a grid of shared random offset; the tester accepts what is
  closer than 3/2 of its accuracy to a fresh mean; the fallback answers a fresh mean.
- *PAC.* Points 0, 1, 2 with a distribution, labelled by a threshold; the hypotheses are all four thresholds. The solver
takes the hypotheses in a shared random order and answers the first whose empirical error is at most a level; the tester
is lm:tester with the answers swapped; the fallback answers the smallest hypothesis of least empirical error.
- *Heavy hitters.* Three elements; the solver lists what is as frequent as a shared random level between nu' - eps' and
  nu'; the tester is that of lm:heavy_tester (estimate the list, collect, estimate what was collected); the fallback
  collects, estimates and lists what looks heavy.
- *Best arm.* Two arms with rewards 0 and 1; the solver answers the second arm if it leads by a shared random margin;
  tester and fallback compare empirical means as the paper does.

Why it is exact. Two runs share only the solver's string, so given the string their answers are independent: with p the
distribution of the candidate under a string, a the chance that a candidate is accepted and f the distribution of the
fallback's answer, the answer has the distribution p a + (sum of p (1 - a)) f, and two runs agree with the sum of its
squares. All of these are sums over counts of draws.

What is compared. The sizes are free, so the budgets are read off: rho and beta are the smallest for which every stage
keeps to its budget in alg:hybrid. The solvers are toys; the theorems quote theirs, and are about any that keeps to it.
With the exact errors of the stages instead of their budgets the whole is compared with derived:boost-split too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, permutations
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.simulate.bounds import WrongParameter, measure, setting
from replcalc.simulate.distributions import ZERO, Distribution, collected, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import BlockCounts, multinomial
from replcalc.statements.catalogue import statement

HYBRID, THEOREM, SPLIT = "alg:hybrid", "thm:boost_beta", "derived:boost-split"
MEAN, PAC, HEAVY, ARM = "thm:boost_sq", "lm:boost_pac", "thm:heavy_hitters", "thm:best_arm"
HALF = fmpq(1, 2)

#: answer -> probability
Answers = dict[Any, fmpq]
Sizes = tuple[int, int, int]


@dataclass(frozen=True)
class Chances:
    """Exact probabilities of the whole and of its stages."""

    rho: fmpq
    beta: fmpq
    rho_solver: fmpq
    beta_solver: fmpq
    beta_tester: fmpq
    beta_fallback: fmpq


@dataclass(frozen=True)
class ToyHybrid(Case):
    """alg:hybrid with ``sizes`` draws for solver, tester and fallback; what the three stages do is the problem's."""

    sizes: Sizes

    label: ClassVar[str]

    @abstractmethod
    def solver(self) -> list[Answers]:
        """The distribution of the candidate under every string; strings are equally likely."""

    @abstractmethod
    def accepted(self, candidate: Any) -> fmpq:
        """The probability that the tester accepts."""

    @abstractmethod
    def fallback(self) -> Answers:
        """The distribution of the fallback's answer."""

    @abstractmethod
    def valid(self, answer: Any, half: bool) -> bool:
        """Is it an answer at the accuracy asked for, or at the solver's?"""

    @abstractmethod
    def given(self, rho: fmpq, beta: fmpq) -> dict[str, Any]:
        """The parameters of the theorem about this problem."""

    @cached_property
    def chances(self) -> Chances:
        strings, last = self.solver(), self.fallback()
        accepts = {z: self.accepted(z) for z in {*last, *chain(*strings)}}
        same = same_solver = wrong = wrong_solver = ZERO
        for p in strings:
            rejected = sum((x * (1 - accepts[z]) for z, x in p.items()), ZERO)
            whole = collected(
                chain(((z, x * accepts[z]) for z, x in p.items()), ((y, rejected * x) for y, x in last.items()))
            )
            same += sum((x * x for x in whole.values()), ZERO)
            same_solver += sum((x * x for x in p.values()), ZERO)
            wrong += sum((x for y, x in whole.items() if not self.valid(y, half=False)), ZERO)
            wrong_solver += sum((x for z, x in p.items() if not self.valid(z, half=True)), ZERO)
        errors = [
            1 - a if self.valid(z, half=True) else a
            for z, a in accepts.items()
            if self.valid(z, half=True) or not self.valid(z, half=False)
        ]
        count = len(strings)
        lost = sum((x for y, x in last.items() if not self.valid(y, half=False)), ZERO)
        return Chances(
            1 - same / count,
            wrong / count,
            1 - same_solver / count,
            wrong_solver / count,
            max(errors, default=ZERO),
            lost,
        )

    @property
    def budgets(self) -> tuple[fmpq, fmpq]:
        """The smallest rho and beta (beta at most rho) at which every stage keeps to what alg:hybrid asks of it."""
        out = self.chances
        beta = max(4 * out.beta_tester, 2 * out.beta_fallback, fmpq(1, 10**30))
        return max(4 * out.rho_solver, 4 * out.beta_solver, beta), beta

    def measurements(self) -> Iterator[Measurement]:
        out, (rho, beta) = self.chances, self.budgets
        if rho >= 1:
            return
        asked = {"rho": rho, "alpha": HALF, "beta": beta}  # which accuracy it is takes no part in the two formulas
        sizes = dict(zip(("n_replic", "n_tester", "n_nonreplic"), self.sizes, strict=True))
        exact = {
            "rho1": out.rho_solver,
            "beta1": out.beta_solver,
            "beta_t": out.beta_tester,
            "beta_n": out.beta_fallback,
        }
        found = (("rho", out.rho, "rho of the whole"), ("beta", out.beta, "failure of the whole"))
        for name, true, told in found:
            told = f"{told}: {self.told}, a toy solver"
            if all(0 < x < 1 for x in exact.values()):
                yield measure(SPLIT, f"{name}_split", true, told, **asked, **sizes, **exact, **{"lambda": HALF})
            yield measure(THEOREM, f"{name}_new", true, told, **asked, **sizes)
            yield measure(HYBRID, name, true, told, **asked)
            given = self.given(rho, beta)
            if all(verdict is Verdict.PROVED for _, verdict in statement(self.label).check(**given)):
                yield measure(self.label, name, true, told, **given)

    @property
    @abstractmethod
    def told(self) -> str:
        """What was simulated, in words."""


# -- the mean of a coin ------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MeanHybrid(ToyHybrid):
    """A coin of mean ``mean``; the solver rounds to the centres of cells as wide as half of the accuracy."""

    mean: fmpq
    alpha: fmpq

    label: ClassVar[str] = MEAN
    told: ClassVar[str] = "the mean of a coin"  # type: ignore[misc]

    def means(self, n: int) -> Answers:
        """The distribution of the mean of n flips."""
        return {fmpq(c[1], n): p for c, p in multinomial((1 - self.mean, self.mean), n)}

    def solver(self) -> list[Answers]:
        width, found = self.alpha / 2, self.means(self.sizes[0]).items()
        offsets = [width * fmpq(step, 5) for step in range(5)]
        return [collected((o + width * (((x - o) / width).floor() + HALF), p) for x, p in found) for o in offsets]

    def accepted(self, candidate: fmpq) -> fmpq:
        reach = fmpq(3, 2) * setting(HYBRID, "alpha_tester", rho=HALF, alpha=self.alpha, beta=HALF)
        return sum((p for x, p in self.means(self.sizes[1]).items() if abs(x - candidate) < reach), ZERO)

    def fallback(self) -> Answers:
        return self.means(self.sizes[2])

    def valid(self, answer: fmpq, half: bool) -> bool:
        return bool(abs(answer - self.mean) <= (self.alpha / 2 if half else self.alpha))

    def given(self, rho: fmpq, beta: fmpq) -> dict[str, Any]:
        return {"rho": rho, "alpha": self.alpha, "beta": beta}


# -- a PAC class -------------------------------------------------------------------------------------------------------
POINTS = 3
THRESHOLDS = range(POINTS + 1)


@dataclass(frozen=True)
class PacHybrid(ToyHybrid):
    """Thresholds on three points, labelled by ``target``: the hypothesis t says 1 from t on."""

    points: Distribution
    target: int
    alpha: fmpq
    level: fmpq  # the empirical error up to which the solver is content

    label: ClassVar[str] = PAC
    told: ClassVar[str] = "thresholds on three points"  # type: ignore[misc]

    def error(self, t: int, counts: BlockCounts | Distribution) -> Any:
        """The mass between the hypothesis and the target."""
        return sum(counts[min(t, self.target) : max(t, self.target)])

    def solver(self) -> list[Answers]:
        n = self.sizes[0]
        samples = [({t: fmpq(self.error(t, c), n) for t in THRESHOLDS}, p) for c, p in multinomial(self.points, n)]
        return [
            collected((next(t for t in (*order, self.target) if errors[t] <= self.level), p) for errors, p in samples)
            for order in permutations(THRESHOLDS)
        ]

    def accepted(self, candidate: int) -> fmpq:
        n, error = self.sizes[1], fmpq(self.error(candidate, self.points))
        tested = setting(HYBRID, "alpha_tester", rho=HALF, alpha=self.alpha, beta=HALF)
        threshold = setting("lm:tester", "threshold", alpha=tested, beta=HALF)
        return sum((p for (_, wrong), p in multinomial((1 - error, error), n) if wrong < n * threshold), ZERO)

    def fallback(self) -> Answers:
        samples = multinomial(self.points, self.sizes[2])
        return collected((min(THRESHOLDS, key=lambda t: self.error(t, c)), p) for c, p in samples)

    def valid(self, answer: int, half: bool) -> bool:
        return bool(self.error(answer, self.points) <= (self.alpha / 2 if half else self.alpha))

    def given(self, rho: fmpq, beta: fmpq) -> dict[str, Any]:
        return {"rho": rho, "alpha": self.alpha, "beta": beta, "d": 1, "n_replic": self.sizes[0]}


# -- heavy hitters -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class HeavyHybrid(ToyHybrid):
    """Three elements of these masses; lists are sorted tuples of elements."""

    masses: Distribution
    nu: fmpq
    epsilon: fmpq

    label: ClassVar[str] = HEAVY
    told: ClassVar[str] = "heavy hitters among three elements"  # type: ignore[misc]

    def limit(self, name: str) -> fmpq:
        return setting("lm:heavy_tester", name, nu=self.nu, epsilon=self.epsilon, beta=HALF)

    def solver(self) -> list[Answers]:
        n, low, high = self.sizes[0], self.limit("nu_prime") - self.limit("epsilon_prime"), self.limit("nu_prime")
        samples = multinomial(self.masses, n)
        levels = [low + (high - low) * fmpq(step, 4) for step in (1, 2, 3)]
        return [collected((frequent(c, n * level), p) for c, p in samples) for level in levels]

    def accepted(self, candidate: tuple[int, ...]) -> fmpq:
        n = self.sizes[1] // 3  # a third estimates the list, a third collects, a third estimates what was collected
        counts = multinomial(self.masses, n)
        kept = sum((p for c, p in counts if all(c[x] >= n * self.limit("light_below") for x in candidate)), ZERO)
        missing = ZERO
        for c, p in counts:
            left_out = set(frequent(c, n * self.limit("heavy_from"))) - set(candidate)
            missing += p * (1 - sum((self.masses[x] for x in left_out), ZERO)) ** n
        return kept * missing

    def fallback(self) -> Answers:
        n = self.sizes[2] // 2  # one half collects, one half estimates

        def lists() -> Iterator[tuple[Any, fmpq]]:
            shown = collected((frequent(c, fmpq(1)), p) for c, p in multinomial(self.masses, n))
            for c, p in multinomial(self.masses, n):
                heavy = set(frequent(c, n * self.limit("heavy_from")))
                for seen, q in shown.items():
                    yield tuple(sorted(heavy & set(seen))), p * q

        return collected(lists())

    def valid(self, answer: tuple[int, ...], half: bool) -> bool:
        nu, epsilon = (self.limit("nu_prime"), self.limit("epsilon_prime")) if half else (self.nu, self.epsilon)
        return all(p > nu - epsilon if x in answer else p < nu for x, p in enumerate(self.masses))

    def given(self, rho: fmpq, beta: fmpq) -> dict[str, Any]:
        # its beta is smaller than its rho
        return {"rho": rho * (1 + fmpq(1, 10**6)), "beta": beta, "nu": self.nu, "epsilon": self.epsilon}


def frequent(counts: BlockCounts, least: fmpq) -> tuple[int, ...]:
    return tuple(x for x, count in enumerate(counts) if count >= least)


# -- best arm ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class ArmHybrid(ToyHybrid):
    """Two arms with rewards 0 and 1 of these means; sizes are draws of each arm."""

    means: tuple[fmpq, fmpq]
    alpha: fmpq

    label: ClassVar[str] = ARM
    told: ClassVar[str] = "two arms"  # type: ignore[misc]

    def leads(self, n: int) -> Answers:
        """The distribution of the second arm's empirical lead, times n."""
        mine, other = (multinomial((1 - mean, mean), n) for mean in self.means)
        return collected((c[1] - b[1], p * q) for b, p in mine for c, q in other)

    def solver(self) -> list[Answers]:
        n = self.sizes[0]
        margins = [self.alpha * fmpq(step, 16) for step in (-3, -1, 1, 3)]
        return [collected((int(lead >= n * margin), p) for lead, p in self.leads(n).items()) for margin in margins]

    def accepted(self, candidate: int) -> fmpq:
        n = self.sizes[1]
        tested = setting(HYBRID, "alpha_tester", rho=HALF, alpha=self.alpha, beta=HALF)
        slack = n * setting(ARM, "margin", rho=HALF, alpha=tested, beta=HALF, arms=2)
        return sum((p for lead, p in self.leads(n).items() if (-lead if candidate else lead) <= slack), ZERO)

    def fallback(self) -> Answers:
        return collected((int(lead > 0), p) for lead, p in self.leads(self.sizes[2]).items())

    def valid(self, answer: int, half: bool) -> bool:
        return bool(max(self.means) - self.means[answer] <= (self.alpha / 2 if half else self.alpha))

    def given(self, rho: fmpq, beta: fmpq) -> dict[str, Any]:
        return {"rho": rho, "alpha": self.alpha, "beta": beta, "arms": 2}


class ToyHybridsSimulator(Simulator):
    name, statements, default_cases = "toy-hybrids", (HYBRID, THEOREM, SPLIT, MEAN, PAC, HEAVY, ARM), 20
    summary = "solve, test, fall back on a mean, a PAC class, heavy hitters and two arms: exact rho and failure"

    def examples(self) -> Iterator[Case]:
        for sizes, points, alpha, level in (
            ((9, 4, 8), distribution(6, 51, 1), fmpq(9, 20), fmpq(9, 40)),
            ((11, 15, 3), distribution(1, 57, 1), fmpq(9, 20), fmpq(1, 8)),
            ((9, 10, 10), distribution(6, 11, 1), fmpq(3, 20), fmpq(1, 20)),
            ((10, 13, 8), distribution(4, 13, 2), fmpq(1, 10), fmpq(1, 8)),
        ):
            yield PacHybrid(sizes, points, 1, alpha, level)
        yield MeanHybrid((60, 60, 8), HALF, HALF)
        yield MeanHybrid((12, 9, 6), fmpq(2, 5), fmpq(2, 5))
        yield HeavyHybrid((13, 24, 14), distribution(28, 13, 2), fmpq(3, 5), fmpq(1, 5))
        yield ArmHybrid((8, 10, 1), (fmpq(2, 15), fmpq(17, 30)), fmpq(7, 10))
        yield ArmHybrid((4, 9, 2), (fmpq(1, 15), fmpq(19, 30)), fmpq(3, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "a quarter of the budget rho", WrongParameter(self.example(0), "rho", lambda x: x / 4)
        yield "half of the fallback's failure", WrongParameter(self.example(3), "beta_n", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        for case in (mean_at, pac_at, heavy_at, arm_at):
            yield case(tuple(rng.randint(1, 16) for _ in range(6)))


ToyPoint = tuple[int, ...]  # six numbers from 1 to 16


def mean_at(point: ToyPoint) -> ToyHybrid:
    mean, accuracy, first, second, third, _ = point
    return MeanHybrid((2 * first, 2 * second, third), fmpq(mean, 17), fmpq(accuracy + 4, 22))


def pac_at(point: ToyPoint) -> ToyHybrid:
    rare, common, first, second, third, level = point
    return PacHybrid((first, second, third), distribution(rare, 4 * common, 1), 1, fmpq(9, 20), fmpq(level, 40))


def heavy_at(point: ToyPoint) -> ToyHybrid:
    heavy, light, first, second, third, gap = point
    return HeavyHybrid((first, 3 * second, 2 * third), distribution(heavy, light, 1), fmpq(3, 5), fmpq(gap + 2, 60))


def arm_at(point: ToyPoint) -> ToyHybrid:
    low, high, first, second, third, alpha = point
    return ArmHybrid((first, second, third), (fmpq(low, 30), fmpq(14 + high, 30)), fmpq(alpha + 4, 22))
