"""Running time of a method: runs of base algorithms, and rounds of sampling.

The one time model of the package. A method can need few samples and still take too long to run. Two figures
describe its time:

- ``runs``: runs of base algorithms, each on its own block of samples or with its own random string.
- ``rounds``: expected number of candidates drawn until one is accepted. Methods that only run algorithms and
  union-bound their errors sample nothing: log10 is 0, time polynomial in k. Methods that sample the answers of all k
  problems *together* by correlated sampling draw candidates from a reference distribution on a product space and
  accept in proportion to the wanted distribution. With L_i possible outputs of the i-th algorithm and votes spread as
  in derived:raced-votes, a candidate is accepted with probability prod D_i/L_i: prod L_i/D_i rounds in expectation,
  exponential in k. Where the outputs are not known L_i = 2 is taken (an algorithm with one output needs no accountant)
  and the figure is a lower bound. The same reasoning gives at least 2^k rounds for the pipelines of thm:main, for the
  method through differential privacy, and for Gaussian noise on k answers.

Rounds are given as log10, since there may be 10^300 of them.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.fields import ball_precision
from replcalc.statements.certification import starting_bits

#: Outputs of an algorithm where none are given.
UNKNOWN_OUTPUTS = 2


@dataclass(frozen=True)
class Effort:
    """Running time. ``runs`` None: unknown. ``runs_at_least``, ``rounds_at_least``: the figure is a lower bound."""

    runs: int | None
    rounds_log10: Enclosure
    polynomial: bool
    runs_at_least: bool = False
    rounds_at_least: bool = False

    @property
    def samples_nothing(self) -> bool:
        """Whether the method only runs algorithms, without drawing candidates until one is accepted."""
        return self.polynomial and self.rounds_log10.upper == 0

    @property
    def word(self) -> str:
        """The growth of the time with the number of problems."""
        return "polynomial" if self.polynomial else "exponential in k"

    def within(self, max_rounds: int | fmpq) -> bool:
        """Return whether the figure is at most that many rounds."""
        most = fmpq(max_rounds)
        return float(self.rounds_log10) <= (math.log10(int(most.p)) - math.log10(int(most.q))) + 1e-9


def polynomial(runs: int | None) -> Effort:
    """Return the effort of runs of algorithms without joint sampling."""
    return Effort(runs, Enclosure.exactly(0), True)


def exponential_time(k: int, runs: int | None, digits: int) -> Effort:
    """Return the effort of sampling k answers jointly from unknown distributions: at least 2^k rounds."""
    rounds = rounds_log10(((fmpq(1), k),), digits)
    return Effort(runs, rounds, False, runs_at_least=True, rounds_at_least=True)


def effort_of_votes(
    acceptance: Iterable[tuple[fmpq, int]], runs: int, digits: int, outputs: int | None = None
) -> Effort:
    """Return the effort of squared votes: prod (L/D_i)^count rounds for pairs (D_i, count); ``outputs``: L if known."""
    rounds = rounds_log10(acceptance, digits, outputs or UNKNOWN_OUTPUTS)
    return Effort(runs, rounds, False, rounds_at_least=outputs is None)


def add_efforts(efforts: Sequence[Effort], digits: int) -> Effort:
    """Return the effort of procedures one after the other: runs and rounds add up."""
    runs = None if any(one.runs is None for one in efforts) else sum(one.runs or 0 for one in efforts)
    sampled = [one.rounds_log10 for one in efforts if not one.samples_nothing]
    rounds = Enclosure.exactly(0)
    if sampled:
        with ball_precision(starting_bits(digits)):
            sums = (
                sum((arb(10) ** arb(end) for end in ends), arb(0)).log() / arb(10).log()
                for ends in zip(*((one.lower, one.upper) for one in sampled), strict=True)
            )
            low, high = map(Enclosure.from_ball, sums)
            rounds = Enclosure(low.lower, high.upper)
    return Effort(
        runs,
        rounds,
        all(one.polynomial for one in efforts),
        any(one.runs_at_least for one in efforts),
        any(one.rounds_at_least for one in efforts),
    )


def rounds_log10(acceptance: Iterable[tuple[fmpq, int]], digits: int, outputs: int = UNKNOWN_OUTPUTS) -> Enclosure:
    """Return log10 of prod (L/D)^count over pairs (D, count)."""
    with ball_precision(starting_bits(digits)):
        logs = [count * (arb(outputs) / arb(share)).log() for share, count in acceptance]
        return Enclosure.from_ball(sum(logs, arb(0)) / arb(10).log())
