"""Soft-O made visible: O~(X) is written C X ln(e + X)^p with unspecified constants C and p.

ln(e + X) rather than ln X keeps the factor at least 1 for every X > 0, so that a bound never vanishes at X = 1.
"""

from dataclasses import dataclass
from typing import Any

from replcalc.vocabulary import E, UnspecifiedConstant, log, real


def soft(cost: Any, exponent: Any) -> Any:
    """Return ln(e + cost)^exponent: the logarithms that O~(cost) hides."""
    return log(E + cost) ** exponent


#: Why the exponent of the logarithms that O~ hides is taken to be 0.
LEADING_TERM = "unspecified in the source; 0 shows the printed leading term and is a placeholder, not a claim"


@dataclass(frozen=True)
class SoftBound:
    """O~(cost) with its unspecified constants, called C_name and p_name; ``which``: "before boosting", for their
    meaning.

    ``proved``: a factor, an exponent and why, where a claim has shown that they are large enough.
    """

    name: str
    cost: Any
    which: str
    proved: tuple[int, int, str] | None = None

    @property
    def formula(self) -> Any:
        return real(f"C_{self.name}") * self.cost * soft(self.cost, real(f"p_{self.name}"))

    @property
    def hidden(self) -> tuple[UnspecifiedConstant, UnspecifiedConstant]:
        factor, power, reason = self.proved or (1, 0, "")
        meaning, hides = f"factor of the O~ {self.which}", "exponent of the logarithm it hides"
        unspecified = reason or UnspecifiedConstant.reason
        return (
            UnspecifiedConstant(real(f"C_{self.name}"), factor, meaning, unspecified),
            UnspecifiedConstant(real(f"p_{self.name}"), power, hides, reason or LEADING_TERM, exponent=True),
        )
