"""Soft-O made visible: O~(X) is written C X ln(e + X)^p with hidden constants C and p.

ln(e + X) rather than ln X keeps the factor at least 1 for every X > 0, so that a bound never vanishes at X = 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from replcalc.formulas.language import E, log
from replcalc.statements.notation import real
from replcalc.statements.statement import HiddenConstant


def soft(cost: Any, exponent: Any) -> Any:
    """ln(e + cost)^exponent: the logarithms that O~(cost) hides."""
    return log(E + cost) ** exponent


#: Why the exponent of the logarithms that O~ hides is taken to be 0.
LEADING_TERM = "unspecified in the source; 0 shows the printed leading term and is a placeholder, not a claim"


@dataclass(frozen=True)
class SoftBound:
    """O~(cost) with its hidden constants, called C_name and p_name; ``which``: "before boosting", for their meaning."""

    name: str
    cost: Any
    which: str

    @property
    def formula(self) -> Any:
        return real(f"C_{self.name}") * self.cost * soft(self.cost, real(f"p_{self.name}"))

    @property
    def hidden(self) -> tuple[HiddenConstant, HiddenConstant]:
        return (
            HiddenConstant(real(f"C_{self.name}"), 1, f"factor of the O~ {self.which}"),
            HiddenConstant(
                real(f"p_{self.name}"), 0, "exponent of the logarithm it hides", LEADING_TERM, exponent=True
            ),
        )
