"""Finite exact computations as outcomes: every case is a comparison of two rationals, none is left out."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from replcalc.core.certificate import Certificate
from replcalc.core.prove import Outcome
from replcalc.core.verdict import Verdict


class Case(NamedTuple):
    """``name``: left ``operator`` right, both sides exact."""

    name: str
    left: Any
    operator: str
    right: Any

    @property
    def holds(self) -> bool:
        left, right = Fraction(self.left), Fraction(self.right)
        return {
            "<=": left <= right,
            "<": left < right,
            ">=": left >= right,
            ">": left > right,
            "==": left == right,
        }[self.operator]


def prove_cases(name: str, cases: Iterable[Case]) -> Outcome:
    """PROVED if every comparison holds exactly, REFUTED by the first that does not.

    The certificate records every comparison: what led to its two numbers is named, the comparison can be re-verified.
    """
    recorded: list[list[str]] = []
    for case in cases:
        row = [case.name, str(Fraction(case.left)), case.operator, str(Fraction(case.right))]
        recorded.append(row)
        if not case.holds:
            data = {"name": name, "comparisons": [row]}
            witness = {"case": row[0], "left": row[1], "right": row[3]}
            return Outcome(Verdict.REFUTED, "computed", Certificate("computed", data), witness)
    data = {"name": name, "comparisons": recorded}
    return Outcome(
        Verdict.PROVED, "computed", Certificate("computed", data), detail=f"{len(recorded)} exact comparisons"
    )
