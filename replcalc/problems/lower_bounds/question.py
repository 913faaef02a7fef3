"""The question of lower bounds: k adaptive threshold problems."""

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.planning.assumption import LOWER_BETA, ParsedQuestion, declare, parse_count, parse_unit


def _parse_gap(text: Any, argument: str) -> fmpq:
    width = parse_unit(text, argument)
    if not width < fmpq(1, 4):
        raise InputError(argument, text, "a number with 0 < value < 1/4, such as 0.1")
    return width


@dataclass(frozen=True)
class LowerBound(ParsedQuestion):
    """k adaptive threshold problems with gap ``tau``, together rho-replicable, failing at most with beta."""

    k: int = declare("K  Number of rounds.", parse_count)
    tau: fmpq = declare("T  Half the gap between the two coins to tell apart, 0 < T < 1/4.", _parse_gap)
    rho: fmpq = declare("R  Replicability of all rounds together, 0 < R < 1.", parse_unit)
    beta: fmpq = declare("B  Probability that some answer is wrong.", parse_unit, LOWER_BETA)

    kind: ClassVar[str] = "lower-bound"

    @property
    def point(self) -> dict[str, fmpq]:
        return {"k": fmpq(self.k), "tau": self.tau, "rho": self.rho, "beta": self.beta}
