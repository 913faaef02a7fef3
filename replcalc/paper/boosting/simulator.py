"""Boosting, exactly: the tester of lm:tester at its stated size, and solve, test, fall back (alg:hybrid) on two toys.

*Testers.* n flips of a coin, accepted from 3 alpha/2 on, at the worst means alpha and 2 alpha; and the tester that
accepts up to t errors of n.

*Toys.* The three stages as the paper builds them, with small sizes, on a finite distribution of draws:

- the mean of a coin: the solver rounds its empirical mean to a grid of shared random offset; the tester accepts what is
  closer than 3/2 of its accuracy to a fresh mean; the fallback answers a fresh mean;
- a PAC class, thresholds on three points: the solver takes the hypotheses in a shared random order and answers the
  first whose empirical error is at most a level; the tester is lm:tester with the answers swapped; the fallback answers
  the smallest hypothesis of least empirical error.

Two runs share only the solver's string, so given the string their answers are independent: with p the distribution of
the candidate, a the chance that a candidate is accepted and f the distribution of the fallback's answer, the answer has
the distribution p a + (sum of p (1 - a)) f, and two runs agree with the sum of its squares. rho and beta are the
smallest for which every stage keeps to its budget in alg:hybrid; derived:boost-split gets the exact errors.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, permutations
from itertools import product as cartesian
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, bound, certain_ceiling, measure, setting
from replcalc.simulate.distributions import ZERO, Distribution, collect_outcomes, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial
from replcalc.statements.catalogue import statement

COIN, EXACT, HYBRID = "lm:tester", "derived:exact-tester", "alg:hybrid"
THEOREM, SPLIT, MEAN, PAC = "thm:boost_beta", "derived:boost-split", "thm:boost_sq", "lm:boost_pac"
HALF = fmpq(1, 2)


# -- testers -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class CoinTester(Case):
    """lm:tester at the size it states."""

    alpha: fmpq
    beta: fmpq

    varied: ClassVar[tuple[str, ...]] = ("alpha", "beta")

    def measurements(self) -> Iterator[Measurement]:
        given = {"alpha": self.alpha, "beta": self.beta}
        n = certain_ceiling(bound(COIN, "n_tester", **given))
        cut = int((n * setting(COIN, "threshold", **given)).ceil())
        found = [("false_alarm", CountDistribution.ball(n, self.alpha).at_least(cut), "Pr[accept], mean alpha")]
        if 2 * self.alpha <= 1:
            miss = CountDistribution.ball(n, 2 * self.alpha).less(cut)
            found.append(("miss", miss, "Pr[reject], mean 2 alpha"))
        for name, true, about in found:
            yield measure(COIN, name, true, about, **given)
            yield measure(COIN, "beta", true, about, **given)


@dataclass(frozen=True)
class CountTester(Case):
    """The tester that accepts up to t errors, at error rates inside its two ranges (at the ends it is exact)."""

    n: int
    t: int
    low: fmpq
    high: fmpq

    def measurements(self) -> Iterator[Measurement]:
        values = {"alpha_low": self.low, "alpha_high": self.high, "beta": HALF, "n": self.n, "t": self.t}
        below, above = self.low * fmpq(99, 100), self.high + (1 - self.high) / 100
        reject = CountDistribution.exact(self.n, below).at_least(self.t + 1)
        accept = CountDistribution.exact(self.n, above).less(self.t + 1)
        yield measure(EXACT, "false_reject", reject, f"Pr[reject], error rate {below}", **values)
        yield measure(EXACT, "false_accept", accept, f"Pr[accept], error rate {above}", **values)


# -- solve, test, fall back --------------------------------------------------------------------------------------------
#: answer -> probability
Answers = dict[Any, fmpq]


@dataclass(frozen=True)
class Toy(Case):
    """alg:hybrid with ``sizes`` draws for solver, tester and fallback, at the accuracy ``alpha``."""

    sizes: tuple[int, int, int]
    alpha: fmpq

    label: ClassVar[str]

    @abstractmethod
    def solve(self) -> list[Answers]:
        """Return the distribution of the candidate under every string; strings are equally likely."""

    @abstractmethod
    def accept(self, candidate: Any) -> fmpq:
        """Return the probability that the tester accepts."""

    @abstractmethod
    def fall_back(self) -> Answers:
        """Return the distribution of the fallback's answer."""

    @abstractmethod
    def error(self, answer: Any) -> fmpq:
        """Return the error of an answer: it is valid if that is at most alpha, for the solver alpha/2."""

    @property
    def tested(self) -> fmpq:
        """The accuracy that the tester must accept."""
        return setting(HYBRID, "alpha_tester", rho=HALF, alpha=self.alpha, beta=HALF)

    def wrong(self, answers: Answers, limit: fmpq) -> fmpq:
        return sum((p for answer, p in answers.items() if self.error(answer) > limit), ZERO)

    @cached_property
    def chances(self) -> dict[str, fmpq]:
        """rho and beta of the whole, and the exact errors of the stages as derived:boost-split calls them."""
        strings, last = self.solve(), self.fall_back()
        accepts = {z: self.accept(z) for z in {*last, *chain(*strings)}}
        wholes = []
        for p in strings:
            rejected = sum((x * (1 - accepts[z]) for z, x in p.items()), ZERO)
            kept = ((z, x * accepts[z]) for z, x in p.items())
            wholes.append(collect_outcomes(chain(kept, ((y, rejected * x) for y, x in last.items()))))
        tests = [1 - a for z, a in accepts.items() if self.error(z) <= self.alpha / 2]
        tests += [a for z, a in accepts.items() if self.error(z) > self.alpha]
        return {
            "rho": 1 - _mean([sum((x * x for x in whole.values()), ZERO) for whole in wholes]),
            "beta": _mean([self.wrong(whole, self.alpha) for whole in wholes]),
            "rho1": 1 - _mean([sum((x * x for x in p.values()), ZERO) for p in strings]),
            "beta1": _mean([self.wrong(p, self.alpha / 2) for p in strings]),
            "beta_t": max(tests, default=ZERO),
            "beta_n": self.wrong(last, self.alpha),
        }

    def measurements(self) -> Iterator[Measurement]:
        stages = dict(self.chances)
        whole = {name: stages.pop(name) for name in ("rho", "beta")}
        beta = max(4 * stages["beta_t"], 2 * stages["beta_n"], fmpq(1, 10**30))
        rho = max(4 * stages["rho1"], 4 * stages["beta1"], beta)
        if rho >= 1:
            return
        target = {"rho": rho, "alpha": self.alpha, "beta": beta}
        sizes = dict(zip(("n_replic", "n_tester", "n_nonreplic"), self.sizes, strict=True))
        for name, true in whole.items():
            about = f"{name} of the whole, a toy solver"
            if all(0 < x < 1 for x in stages.values()):
                yield measure(SPLIT, f"{name}_split", true, about, **target, **sizes, **stages, **{"lambda": HALF})
            yield measure(THEOREM, f"{name}_new", true, about, **target, **sizes)
            yield measure(HYBRID, name, true, about, **target)
            about_problem = target | {"d": 1, "n_replic": self.sizes[0]}
            given = {p.name: about_problem[p.name] for p in statement(self.label).given}
            if all(verdict is Verdict.PROVED for _, verdict in statement(self.label).check(**given)):
                yield measure(self.label, name, true, about, **given)


def _mean(values: list[fmpq]) -> fmpq:
    return sum(values, ZERO) / len(values)


@dataclass(frozen=True)
class MeanToy(Toy):
    """A coin; the solver rounds to the centres of cells as wide as half of the accuracy."""

    mean: fmpq

    label: ClassVar[str] = MEAN

    def means(self, n: int) -> Answers:
        """Return the distribution of the mean of n flips."""
        return {fmpq(c[1], n): p for c, p in multinomial((1 - self.mean, self.mean), n)}

    def solve(self) -> list[Answers]:
        width, found = self.alpha / 2, self.means(self.sizes[0]).items()
        offsets = [width * fmpq(step, 5) for step in range(5)]
        return [
            collect_outcomes((o + width * (((x - o) / width).floor() + HALF), p) for x, p in found) for o in offsets
        ]

    def accept(self, candidate: fmpq) -> fmpq:
        reach = fmpq(3, 2) * self.tested
        return sum((p for x, p in self.means(self.sizes[1]).items() if abs(x - candidate) < reach), ZERO)

    def fall_back(self) -> Answers:
        return self.means(self.sizes[2])

    def error(self, answer: fmpq) -> fmpq:
        return abs(answer - self.mean)


#: The hypothesis t says 1 from t on; the labels are those of hypothesis 1.
THRESHOLDS, TARGET = range(4), 1


@dataclass(frozen=True)
class PacToy(Toy):
    """Thresholds on three points."""

    points: Distribution
    level: fmpq  # the empirical error up to which the solver is content

    label: ClassVar[str] = PAC

    def solve(self) -> list[Answers]:
        n = self.sizes[0]
        samples = [({t: fmpq(_between(t, c), n) for t in THRESHOLDS}, p) for c, p in multinomial(self.points, n)]
        return [
            collect_outcomes((next(t for t in order if errors[t] <= self.level), p) for errors, p in samples)
            for order in permutations(THRESHOLDS)
        ]

    def accept(self, candidate: int) -> fmpq:
        n, error = self.sizes[1], self.error(candidate)
        threshold = setting(COIN, "threshold", alpha=self.tested, beta=HALF)
        return sum((p for (_, wrong), p in multinomial((1 - error, error), n) if wrong < n * threshold), ZERO)

    def fall_back(self) -> Answers:
        samples = multinomial(self.points, self.sizes[2])
        return collect_outcomes((min(THRESHOLDS, key=lambda t: _between(t, c)), p) for c, p in samples)

    def error(self, answer: int) -> fmpq:
        return fmpq(_between(answer, self.points))


def _between(t: int, counts: Any) -> Any:
    """Return the counts or masses of the points between a hypothesis and the target."""
    return sum(counts[min(t, TARGET) : max(t, TARGET)])


class BoostingSimulator(Simulator):
    name, statements, default_cases = "boosting", (COIN, EXACT, HYBRID, THEOREM, SPLIT, MEAN, PAC), 30
    summary = "testers at their stated sizes; solve, test, fall back on a mean and a PAC class: exact rho and failure"
    loose: ClassVar[Mapping[str, str]] = dict.fromkeys(
        (f"{MEAN}/beta", f"{PAC}/beta"), "an answer is wrong only where the test and another stage fail at once"
    )

    def examples(self) -> Iterator[Case]:
        for sizes, points, alpha, level in (
            ((9, 4, 8), distribution(6, 51, 1), fmpq(9, 20), fmpq(9, 40)),
            ((11, 15, 3), distribution(1, 57, 1), fmpq(9, 20), fmpq(1, 8)),
            ((9, 10, 10), distribution(6, 11, 1), fmpq(3, 20), fmpq(1, 20)),
            ((10, 13, 8), distribution(4, 13, 2), fmpq(1, 10), fmpq(1, 8)),
        ):
            yield PacToy(sizes, alpha, points, level)
        yield MeanToy((60, 60, 8), HALF, HALF)
        yield MeanToy((34, 25, 3), fmpq(9, 20), fmpq(1, 10))
        for alpha, beta in cartesian(
            (fmpq(1, 20), fmpq(1, 4), fmpq(1, 2), fmpq(3, 4)), (fmpq(1, 100), fmpq(1, 2), fmpq(9, 10))
        ):
            yield CoinTester(alpha, beta)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "a quarter of the budget rho", WrongParameter(self.example(0), "rho", lambda x: x / 4)
        yield "half of the fallback's failure", WrongParameter(self.example(3), "beta_n", lambda x: x / 2)
        yield (
            "half of the tester's failure",
            WrongParameter(CoinTester(fmpq(1, 20), fmpq(9, 10)), "beta", lambda x: x / 2),
        )

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield CoinTester(fmpq(rng.randint(4, 60), 100), fmpq(rng.randint(1, 95), 100))
        low, n = fmpq(rng.randint(1, 40), 100), rng.randint(2, 40)
        yield CountTester(n, rng.randrange(n), low, low + fmpq(rng.randint(1, 50), 100))
        first, second, third, p, q = (rng.randint(1, 16) for _ in range(5))
        yield MeanToy((2 * first, 2 * second, third), fmpq(q + 4, 22), fmpq(p, 17))
        yield PacToy((first, second, third), fmpq(9, 20), distribution(p, 4 * q, 1), fmpq(rng.randint(1, 16), 40))
