"""Three-valued truth. A verdict is never a bare bool: not proved is not the same as refuted."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Verdict(Enum):
    """PROVED: certainly true. REFUTED: certainly false. UNDECIDED: the enclosures overlap."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"

    def __bool__(self) -> bool:
        raise TypeError("a Verdict has three values; compare with Verdict.PROVED instead of testing its truth")

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def all(verdicts: Iterable[Verdict]) -> Verdict:
        """The verdict of a conjunction: one REFUTED refutes it, else one UNDECIDED leaves it open."""
        result = Verdict.PROVED
        for verdict in verdicts:
            if verdict is Verdict.REFUTED:
                return Verdict.REFUTED
            if verdict is Verdict.UNDECIDED:
                result = Verdict.UNDECIDED
        return result
