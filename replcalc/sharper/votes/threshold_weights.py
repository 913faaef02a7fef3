"""The distribution of the threshold for at most two answers per string, and its certified constants, up to MOST votes.

Up to FEW votes the weights W_m are those of a linear program (generate.py), rounded to whole numbers and
kept in threshold.json; beyond, W_m is 10^9 sqrt((m + a)(T-1-m + a)), a = 0.318 - 0.4/T, rounded down: for many votes
f(0) = T W_0/W is below the largest spread as long as a < 1/pi. threshold.json also has
kappa and phi of every number of votes, in units of 1/PARTS, rounded up: ``certify_constants`` computes them again
from the weights (generate.py writes them, tests compare them).
"""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import Special, ball_precision
from replcalc.sharper.votes.spread import BITS, UNIT, bound_growth, bound_spread
from replcalc.symbolic.language import special

#: Least and largest numbers of votes with certified constants, and the largest with the weights of a linear program.
LEAST, MOST, FEW = 3, 1000, 50
#: Constants are whole multiples of 1/PARTS.
PARTS = 10**8
TWO_ANSWERS = Path(__file__).with_name("threshold.json")


@dataclass(frozen=True)
class VoteTable:
    """By the number of votes: whole weights W_0, ..., W_(T-1), up to FEW votes, and constants in units of 1/PARTS."""

    weights: Mapping[int, tuple[int, ...]]
    constants: Mapping[int, tuple[int, ...]]

    def constant(self, votes: int, place: int) -> fmpq:
        return fmpq(self.constants[votes][place], PARTS)

    def to_json(self) -> str:
        """Return the table as JSON, a line for every number of votes."""
        weights = ",\n".join(f'"{votes}": {list(row)}' for votes, row in self.weights.items())
        constants = ",\n".join(f'"{votes}": {list(row)}' for votes, row in self.constants.items())
        return f'{{"weights": {{\n{weights}}},\n"constants": {{\n{constants}}}}}\n'


@cache
def load_vote_table(path: Path = TWO_ANSWERS) -> VoteTable:
    stored = json.loads(path.read_text(encoding="utf-8"))
    weights, constants = ({int(t): tuple(row) for t, row in stored[key].items()} for key in ("weights", "constants"))
    return VoteTable(weights, constants)


def compute_closed_weights(votes: int) -> tuple[int, ...]:
    unit, a = 1000 * votes, 318 * votes - 400
    return tuple(math.isqrt(10**18 * (unit * m + a) * (unit * (votes - 1 - m) + a) // unit**2) for m in range(votes))


def weights(votes: int) -> tuple[int, ...]:
    """Return the distribution of the threshold for ``votes`` <= MOST votes."""
    return load_vote_table().weights[votes] if votes <= FEW else compute_closed_weights(votes)


def certify_constants(weights: tuple[int, ...]) -> tuple[int, ...]:
    """Certify kappa and phi of a symmetric distribution: in units of 1/PARTS, rounded up."""
    with ball_precision(BITS):
        kappa = (bound_spread(weights) * PARTS).ceil().upper().ceil().unique_fmpz()
    return int(kappa), -(-bound_growth(weights) * PARTS // UNIT)


def kappa(votes: int) -> fmpq:
    return load_vote_table().constant(votes, 0)


def phi(votes: int) -> fmpq:
    return load_vote_table().constant(votes, 1)


def make_table_function(name: str, constant: Callable[[int], fmpq], latex: str) -> Callable[..., Any]:
    """Return a function of the numbers of votes with certified constants, for formulas; NaN elsewhere."""

    def balls(votes: arb) -> arb:
        exact = votes.unique_fmpz()
        known = exact is not None and LEAST <= exact <= MOST
        return arb(constant(int(exact))) if known else arb.nan()

    def reals(context: Any, votes: Any) -> Any:
        value = constant(int(votes))
        return context.mpf(int(value.p)) / int(value.q)

    return special(Special(name, 1, balls, reals, latex.format))
