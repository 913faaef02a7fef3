"""Threshold estimation: the exact least disagreement of any accurate algorithm (lem:threshold_estimation).

Case. The adversary draws theta from P: 1/2 - tau and 1/2 + tau with probability 1/3 each, else uniform between them.
An algorithm with fixed coins sees m Bernoulli(theta) draws and answers + or -. Given the number j of ones the draws
are uniform over their orders, so only the fraction a_j of orders answered + matters: p(theta) = sum_j a_j w_j(theta)
with w_j(theta) = C(m,j) theta^j (1-theta)^(m-j). Its error is E_P of the wrong answers at the two atoms, its
disagreement D(a) = E_P[2 p (1-p)].

Why it is exact. Every expectation under P of a product of w's is a rational: the atoms by substitution, the density
by

    (M+1) C(M,s) * integral over [lo,hi] of theta^s (1-theta)^(M-s) = Pr[Bin(M+1,hi) > s] - Pr[Bin(M+1,lo) > s].

Why the rule is a good one. D is concave in a, and by Neyman and Pearson no accurate rule does better than a randomised
threshold test (a_j = 0 below a count, 1 above it) that is indifferent at the same theta. On each edge of that
one-parameter family D is concave and the error linear, so only deterministic thresholds and the points with error 1/16
remain. A rule that is not the best would still be a case: the comparison does not rest on this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter
from random import Random
from typing import ClassVar

from flint import fmpq, fmpz

from replcalc.simulate.binomial import binomials, exact_pmf, exact_tails
from replcalc.simulate.bounds import measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

PRINTED = "lem:threshold_estimation"
SHARP = "derived:threshold-constant"

#: The accuracy that the lemma asks for is 1 - TOLERANCE.
TOLERANCE = fmpq(1, 16)

Rule = tuple[fmpq, ...]  # a_0 .. a_m


@dataclass(frozen=True)
class LeastDisagreement:
    """The least disagreement and a rule that attains it."""

    value: fmpq
    rule: Rule


@dataclass(frozen=True)
class Adversary:
    """The distribution P of theta for given tau, seen through m draws."""

    m: int
    tau: fmpq

    @property
    def low(self) -> fmpq:
        return fmpq(1, 2) - self.tau

    @property
    def high(self) -> fmpq:
        return fmpq(1, 2) + self.tau

    @cached_property
    def at_low(self) -> tuple[fmpq, ...]:
        """w_0 .. w_m at 1/2 - tau; at 1/2 + tau they are reversed."""
        return exact_pmf(self.m, self.low)

    @property
    def at_high(self) -> tuple[fmpq, ...]:
        return self.at_low[::-1]

    def moments(self, degree: int) -> tuple[fmpq, ...]:
        """E_P[theta^s (1-theta)^(degree-s)] for s = 0..degree."""
        upper, lower = exact_tails(degree + 1, self.high), exact_tails(degree + 1, self.low)
        row, width = binomials(degree), 2 * self.tau * (degree + 1)
        atom = exact_pmf(degree, self.low)
        return tuple(
            ((upper[s] - lower[s]) / width + atom[s] + atom[degree - s]) / (3 * row[s]) for s in range(degree + 1)
        )

    @cached_property
    def single(self) -> tuple[fmpq, ...]:
        """E_P[w_j]."""
        return tuple(c * x for c, x in zip(binomials(self.m), self.moments(self.m), strict=True))

    @cached_property
    def _double(self) -> tuple[tuple[fmpz, ...], fmpz]:
        """The moments of degree 2m as integers over one denominator: sums over pairs then cost no gcd."""
        moments = self.moments(2 * self.m)
        whole = fmpz(1)
        for x in moments:
            whole = whole.lcm(x.q)
        return tuple(x.p * (whole // x.q) for x in moments), whole

    def pair(self, i: int, j: int) -> fmpq:
        """E_P[w_i w_j]: the probability of counts i and j in two samples that share theta."""
        row, (numbers, whole) = binomials(self.m), self._double
        return fmpq(numbers[i + j] * row[i] * row[j], whole)

    def _pairs_above(self, count: int) -> fmpq:
        """Sum of E_P[w_count w_j] over j > count."""
        row, (numbers, whole) = binomials(self.m), self._double
        return fmpq(
            row[count] * sum((row[j] * numbers[count + j] for j in range(count + 1, self.m + 1)), fmpz(0)), whole
        )

    def error(self, rule: Sequence[fmpq]) -> fmpq:
        """Probability under P of an answer that is not valid."""
        wrong = sum((a * (x - y) for a, x, y in zip(rule, self.at_low, self.at_high, strict=True)), fmpq(1))
        return wrong / 3

    def plus(self, rule: Sequence[fmpq]) -> fmpq:
        """E_P[p]: the probability of the answer +."""
        return sum((a * x for a, x in zip(rule, self.single, strict=True)), fmpq(0))

    def both_plus(self, rule: Sequence[fmpq], other: Sequence[fmpq]) -> fmpq:
        """E_P[p p']: the probability that both of two runs with a common theta answer +."""
        row, (numbers, whole) = binomials(self.m), self._double
        weighted = [b * c for b, c in zip(other, row, strict=True)]
        total = fmpq(0)
        for i, a in enumerate(rule):
            if a != 0:
                total += a * row[i] * sum((b * numbers[i + j] for j, b in enumerate(weighted) if b != 0), fmpq(0))
        return total / whole

    def disagreement(self, rule: Sequence[fmpq]) -> fmpq:
        """E_P[2 p (1-p)]."""
        return 2 * (self.plus(rule) - self.both_plus(rule, rule))

    # -- the minimum -----------------------------------------------------------------------------------------------
    @cached_property
    def _gain(self) -> tuple[fmpq, ...]:
        """What a_j = 1 instead of 0 adds to the error."""
        return tuple((x - y) / 3 for x, y in zip(self.at_low, self.at_high, strict=True))

    def least(self) -> LeastDisagreement | None:
        """The least disagreement of an accurate rule, by the threshold family; None if no rule is accurate.

        Test c answers + from count c on; the edge from test c to test c-1 adds a fraction of count c-1. Reversing
        counts and answers maps test c to test m+1-c and keeps error and disagreement, so c need not pass the middle.
        As the point moves there, the error falls, from 1/3 for the test that never answers +.
        """
        m, best = self.m, None
        error, single, double = fmpq(1, 3), fmpq(0), fmpq(0)
        for c in range(m + 1, m // 2, -1):
            found = [(2 * (single - double), c, fmpq(0))] if error <= TOLERANCE else []
            j = c - 1
            gain, plus, cross, twice = self._gain[j], self.single[j], self._pairs_above(j), self.pair(j, j)
            if error > TOLERANCE > error + gain:
                x = (TOLERANCE - error) / gain
                found = [(2 * (single + x * plus - double - 2 * x * cross - x * x * twice), c, x)]
            best = min(found + ([best] if best is not None else []), default=None, key=itemgetter(0))
            error, single, double = error + gain, single + plus, double + 2 * cross + twice
        if best is None:
            return None
        value, c, x = best
        rule = (*[fmpq(0)] * (c - 1), *([x] if c else []), *[fmpq(1)] * (m + 1 - c))
        return LeastDisagreement(value, rule)


@lru_cache(maxsize=512)
def best_rule(m: int, tau: fmpq) -> LeastDisagreement | None:
    """The minimum at (m, tau), remembered."""
    return Adversary(m, tau).least()


# -- comparisons -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class AccurateRule(Case):
    """Both lower bounds for one accurate rule."""

    adversary: Adversary
    rule: Rule
    what: str

    def measurements(self) -> Iterator[Measurement]:
        m, tau, true = self.adversary.m, self.adversary.tau, self.adversary.disagreement(self.rule)
        yield measure(PRINTED, "disagreement", true, m=m, tau=tau, failure=self.adversary.error(self.rule))
        yield measure(SHARP, "disagreement", true, m=m, tau=tau)


def best_rules(m: int, tau: fmpq) -> list[Case]:
    """The rule of least disagreement, where one is accurate."""
    found = best_rule(m, tau)
    return [] if found is None else [AccurateRule(Adversary(m, tau), found.rule, "the least disagreement")]


def random_rule(rng: Random, adversary: Adversary) -> Rule | None:
    """The best rule with some entries replaced; None if that is not accurate."""
    found = best_rule(adversary.m, adversary.tau)
    if found is None:
        return None
    rule = list(found.rule)
    for _ in range(rng.randint(0, 3)):
        rule[rng.randrange(len(rule))] = fmpq(rng.randint(0, 4), 4)
    return tuple(rule) if adversary.error(rule) <= TOLERANCE else None


class ThresholdSimulator(Simulator):
    name, statements, default_cases = "threshold", (PRINTED, SHARP), 60
    summary = "the exact least disagreement of an accurate sign, from m coin flips, against both constants"
    loose: ClassVar[Mapping[str, str]] = {
        PRINTED: "the explicit constant is 2/243; derived:threshold-constant has at least 0.0566"
    }

    def examples(self) -> Iterator[Case]:
        for m, tau in ((7, fmpq(6, 25)), (11, fmpq(1, 5)), (50, fmpq(1, 10)), (100, fmpq(1, 5)), (200, fmpq(1, 20))):
            yield from best_rules(m, tau)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        game = Adversary(20, fmpq(1, 5))
        yield "a rule that is not accurate", AccurateRule(game, (fmpq(1),) * 21, "always +")

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        adversary = Adversary(rng.randint(7, 24), fmpq(rng.randint(30, 49), 200))
        rule = random_rule(rng, adversary)
        if rule is not None:
            yield AccurateRule(adversary, rule, "random")
