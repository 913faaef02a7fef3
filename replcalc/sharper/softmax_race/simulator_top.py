"""The k best of many options by races, exactly (derived:top-options, -common).

Case. The options of softmax_race/simulator.py: all total scores with their probabilities, weights q^S that are
rational. In a round two runs with one clock per option both choose x with probability 1/sum_z max(w_z/w_x, w'_z/w'_x),
z over what is left; fresh clocks for the next round. Agreement on the whole list is a sum over all lists, and so is
failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from flint import fmpq

from replcalc.sharper.softmax_race.simulator import RacedOptions, common, separate
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ONE, ZERO, distribution, random_distribution, shift_unit
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

OWN, COMMON = "derived:top-options", "derived:top-options-common"


def lists_agree(one: Sequence[fmpq], two: Sequence[fmpq], left: frozenset[int], rounds: int) -> fmpq:
    """The probability that two runs choose the same options in so many rounds, in the same order."""
    if rounds == 0:
        return ONE
    total = ZERO
    for x in left:
        rivals = sum((max(one[z] / one[x], two[z] / two[x]) for z in left), ZERO)
        total += lists_agree(one, two, left - {x}, rounds - 1) / rivals
    return total


def all_fine(weights: Sequence[fmpq], fine: Sequence[bool], left: frozenset[int], rounds: int) -> fmpq:
    """The probability that only good options are chosen."""
    if rounds == 0:
        return ONE
    whole = sum((weights[z] for z in left), ZERO)
    rest = ((x, all_fine(weights, fine, left - {x}, rounds - 1)) for x in left if fine[x])
    return sum((weights[x] / whole * after for x, after in rest), ZERO)


@dataclass(frozen=True)
class TopRaces(Case):
    """``rounds`` of a race among the options."""

    raced: RacedOptions
    rounds: int

    def measurements(self) -> Iterator[Measurement]:
        raced, left = self.raced, frozenset(range(self.raced.options))
        if raced.variance == 0 or self.rounds >= raced.options:
            return
        weights = [([raced.q**score for score in scores], p) for scores, p in raced.totals.items()]
        agree = ZERO
        for place, (one, p) in enumerate(weights):
            others = weights[:place]
            agree += p * p + 2 * p * sum((r * lists_agree(one, two, left, self.rounds) for two, r in others), ZERO)
        last = sorted(raced.means, reverse=True)[self.rounds - 1]
        gaps = sorted({last - mean for mean in raced.means if mean < last})
        for alpha in [gap * fmpq(999, 1000) for gap in gaps] or [fmpq(1, 2)]:
            given = raced.given(alpha) | {"k": self.rounds}
            label = COMMON if raced.common else OWN
            yield measure(label, "rho", 1 - agree, "disagreement", **given)
            fine = [mean >= last - alpha for mean in raced.means]
            right = sum((p * all_fine(own, fine, left, self.rounds) for own, p in weights), ZERO)
            yield measure(label, "beta", 1 - right, "failure", **given)


class TopOptionsSimulator(Simulator):
    name, statements, default_cases = "top-options", (OWN, COMMON), 16
    summary = "the best few of several options, by races one after the other: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, likely = distribution(1, 1), distribution(1, 4)
        for q in (fmpq(21, 20), fmpq(3, 2), fmpq(2)):
            for rounds in (1, 2):
                yield TopRaces(separate((fair, fair, fair), 3, q), rounds)
                yield TopRaces(separate((fair, likely, fair), 2, q), rounds)
                yield TopRaces(common((0, 1, 1, 1, 1, 1, 1, 0), 3, 3, q), rounds)
            yield TopRaces(separate((fair, fair), 6, q), 1)
            yield TopRaces(common((0, 1, 1, 0), 2, 6, q), 1)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(self.example(0), "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        q, rounds = 1 + fmpq(rng.randint(1, 100), 100), rng.choice((1, 2))
        yield TopRaces(separate(tuple(random_distribution(rng, 2, 24) for _ in range(3)), rng.randint(1, 3), q), rounds)
        weights = (*(rng.randint(0, 5) for _ in range(7)), 1)
        yield TopRaces(common(weights, 3, rng.randint(1, 3), q), rounds)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over coins for the largest share of the bound."""

        def coins(weights: tuple[int, ...]) -> list[Case]:
            distributions = tuple(distribution(w, 12 - w) for w in weights)
            return [TopRaces(separate(distributions, 3, fmpq(21, 20)), 2)] if max(weights) < 12 else []

        start: tuple[int, ...] = (3, 6, 9)
        yield from hill_climb(start, lambda w: shift_unit(rng, w, 2), coins, budget)
