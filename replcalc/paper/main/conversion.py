"""One draw of strings and blocks of the conversion to perfect generalization, and the bounds of its proof's steps.

Strings and samples are count vectors; a string's winner is the answer with the most votes, and it is published with
probability proportional to exp(eta m), m its votes (see ``votes.ExponentialVotes``).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import BallField
from replcalc.paper.main.exponential_votes import ExponentialVotes
from replcalc.simulate.distributions import ONE, Distribution, distribution
from replcalc.simulate.simulator import BITS
from replcalc.simulate.tables import BlockCounts, Table, blocks_of, show_tables
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import E, exp, kl, rational, sqrt, symbols

# The steps of the proof, each a bound of its own.
_T, _J, _L, _eps, _nu, _h, _l = symbols("T J L epsilon nu h l")
_eta = _eps / sqrt(2 * _T * _L)
STEPS: dict[str, Any] = {
    "eta": _eta,
    "votes for an answer that is not the mode": 2 * exp(-_T * kl(_h, rational(1, 2))),
    "too few votes for the best string": exp(-_T * kl(_l, 1 - _nu)),
    "a mode's vote strays": 2 * _J * exp(-_L),
    "mass of bad strings": _J * exp(-_eta * (_l - _h) * _T),
    "distance to the fixed distribution": (1 + E) * _J * exp(-_eta * (_l - _h) * _T),
}


def step_bound(name: str, **values: Any) -> arb:
    """One of STEPS in balls; parameters by the names T, J, L, epsilon, nu, h, l."""
    symbols = {s.name: s for s in (_T, _J, _L, _eps, _nu, _h, _l)}
    field = BallField(BITS)
    with field.active():
        return evaluate(STEPS[name], Environment({symbols[key]: v for key, v in values.items()}, {}), field)


@dataclass(frozen=True)
class Levels:
    """nu, h, l of the construction: 0 < nu < 1/2 < h < l < 1 - nu."""

    nu: fmpq
    h: fmpq
    l: fmpq

    def __str__(self) -> str:
        return f"{self.nu}, {self.h}, {self.l}"


WIDE = Levels(fmpq(1, 50), fmpq(29, 50), fmpq(93, 100))
MIDDLE = Levels(fmpq(1, 10), fmpq(3, 5), fmpq(17, 20))


@dataclass(frozen=True)
class Conversion:
    """Strings drawn, number of blocks, the deviation exponent L and eps: everything but the sample."""

    algorithm: Table
    domain: Distribution
    rounds: int
    strings: BlockCounts
    levels: Levels
    exponent: Any
    epsilon: Any

    @property
    def copies(self) -> int:
        return sum(self.strings)

    def votes(self) -> ExponentialVotes:
        eta = step_bound("eta", T=self.rounds, L=self.exponent, epsilon=self.epsilon)
        return ExponentialVotes(self.algorithm, blocks_of(self.domain, self.algorithm.n), self.rounds, eta)

    def limit(self, name: str) -> arb:
        given = {"T": self.rounds, "J": self.copies, "L": self.exponent, "epsilon": self.epsilon}
        return step_bound(name, **given, **asdict(self.levels))

    def show(self) -> dict[str, str]:
        return show_tables((self.algorithm,), self.domain) | {
            "blocks T": str(self.rounds),
            "copies of each string": " ".join(map(str, self.strings)),
            "nu, h, l": str(self.levels),
            "L": str(self.exponent),
            "eps": str(self.epsilon),
        }


def strays(votes: ExponentialVotes, r: int, counts: BlockCounts, exponent: Any) -> bool:
    """|N_r(mode) - T(1 - q_r)| > sqrt(T L/2)."""
    gap = votes.algorithm.votes(r, counts)[votes.modes[r]] - votes.rounds * (ONE - votes.misses[r])
    return not gap * gap <= exponent * fmpq(votes.rounds, 2)


def bad_strings(votes: ExponentialVotes, strings: BlockCounts, counts: BlockCounts) -> set[int]:
    """Strings whose winner is not their mode, or whose mode is missed at least half of the time."""
    winners = votes.winners(strings, counts)
    return {r for r, (_, y) in winners.items() if y != votes.modes[r] or votes.misses[r] >= fmpq(1, 2)}


def good_sample(votes: ExponentialVotes, fixed: Conversion, counts: BlockCounts) -> bool:
    """No mode's vote strays, some string has l T votes, no bad string has more than h T."""
    strings = fixed.strings
    if any(strays(votes, r, counts, fixed.exponent) for r, drawn in enumerate(strings) if drawn):
        return False
    winners = votes.winners(strings, counts)
    if max(m for m, _ in winners.values()) < fixed.levels.l * votes.rounds:
        return False
    return all(winners[r][0] <= fixed.levels.h * votes.rounds for r in bad_strings(votes, strings, counts))


def spread_string(flaw: int) -> Table:
    """One steady string (it errs on draw 2 if ``flaw``) and one that answers its draw, on three draws."""
    name = "one steady string, one that answers its draw"
    return Table(name, distribution(1, 1), ((0, 0, flaw), (0, 1, 2)), 3, frozenset({2}))
