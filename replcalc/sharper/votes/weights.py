"""Distributions of the threshold and their certified constants, by the number of votes up to MOST (proof-*.md).

Up to FEW votes the weights W_m, m = 0..T-1, are those of a linear program (benchmarks/vote_weights.py), rounded to
whole numbers and kept in a file. Beyond, with v = m/(T-1), rounded down:

    two answers:  W_m = 10^9 sqrt((m + a)(T-1-m + a)), a = 0.318 - 0.4/T
    lottery:      W_m = 10^9 min(h(v) sqrt(v(1-v)), 0.348 - 0.14/sqrt T),
                  h(v) = 1 - 0.18/(1 - min(v, 1/2)) for v < 1/2 + 0.8/sqrt T,   h(v) = 1/2 + 0.09/v beyond.

For two answers f(0) = T W_0/W is below the largest spread for many votes as long as a < 1/pi. For a lottery that is
what (II) and (Ib) of proof-lottery.md let a distribution have for many votes, and a cap that keeps the largest weight
small. The files also have the constants, in units of 1/PARTS, rounded up: ``certify`` computes them again.
"""

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import Special
from replcalc.sharper.votes.certificates import PARTS, certify_lottery, certify_two_answers
from replcalc.symbolic.language import special

#: Least and largest numbers of votes with certified constants, and the largest with the weights of a linear program.
LEAST, MOST, FEW = 3, 1000, 50
Weights = tuple[int, ...]


@dataclass(frozen=True)
class VoteTable:
    """The weights of the threshold for one procedure, and its constants by name.

    ``beyond``: the weights of more than FEW votes; ``certify``: the constants of any weights, in units of 1/PARTS.
    """

    path: Path
    names: tuple[str, ...]
    beyond: Callable[[int], Weights]
    certify: Callable[[Weights], Weights]

    @cached_property
    def _stored(self) -> dict[str, dict[str, list[int]]]:
        stored: dict[str, dict[str, list[int]]] = json.loads(self.path.read_text(encoding="utf-8"))
        return stored

    def weights(self, votes: int) -> Weights:
        """Return the weights of the thresholds 0..votes-1, for LEAST to MOST votes."""
        return tuple(self._stored["weights"][str(votes)]) if votes <= FEW else self.beyond(votes)

    def constants(self, votes: int) -> tuple[fmpq, ...]:
        """Return the certified constants, in the order of ``names``."""
        return tuple(fmpq(count, PARTS) for count in self._stored["constants"][str(votes)])

    def make_function(self, name: str, function: str, latex: str) -> Callable[..., Any]:
        """Return a constant as a function of the number of votes, for formulas; NaN outside of the table."""
        place = self.names.index(name)

        def balls(votes: arb) -> arb:
            exact = votes.unique_fmpz()
            known = exact is not None and LEAST <= exact <= MOST
            return arb(self.constants(int(exact))[place]) if known else arb.nan()

        def reals(context: Any, votes: Any) -> Any:
            value = self.constants(int(votes))[place]
            return context.mpf(int(value.p)) / int(value.q)

        return special(Special(function, 1, balls, reals, latex.format))


def _weigh_two_answers(votes: int) -> Weights:
    unit, a = 1000 * votes, 318 * votes - 400
    return tuple(math.isqrt(10**18 * (unit * m + a) * (unit * (votes - 1 - m) + a) // unit**2) for m in range(votes))


def _weigh_lottery(votes: int) -> Weights:
    cap, half = 348 * 10**6 - math.isqrt((14 * 10**7) ** 2 // votes), Fraction(1, 2)

    def weigh(v: Fraction) -> int:
        low = v < half or (v - half) ** 2 * votes < Fraction(64, 100)
        h = 1 - Fraction(18, 100) / (1 - min(v, half)) if low else half + Fraction(9, 100) / v
        return math.isqrt(int(v * (1 - v) * h**2 * 10**18))

    return tuple(min(cap, weigh(Fraction(m, votes - 1))) for m in range(votes))


_HERE = Path(__file__).parent
TWO_ANSWERS = VoteTable(_HERE / "threshold.json", ("kappa", "phi"), _weigh_two_answers, certify_two_answers)
LOTTERY = VoteTable(_HERE / "lottery.json", ("c", "u", "phi"), _weigh_lottery, certify_lottery)
