"""Finite exact computations as outcomes: every case is a comparison of two rationals, none is left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from replcalc.checker.certificate import Certificate
from replcalc.numbers.verdict import Verdict
from replcalc.prover.prove import Outcome, prove_all


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


_NEGATED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!="}


def prove_cases(name: str, cases: Iterable[Case]) -> Outcome:
    """PROVED if every comparison holds exactly, REFUTED by the first that does not.

    The certificate records every comparison: what led to its two numbers is named, the comparison is re-verified.
    """
    names: list[str] = []
    comparisons: list[list[str]] = []
    for case in cases:
        left, right = str(Fraction(case.left)), str(Fraction(case.right))
        if not case.holds:
            failing = [left, _NEGATED[case.operator], right]
            data = {"name": name, "cases": [case.name], "comparisons": [failing], "establishes": "REFUTED"}
            witness = {"case": case.name, "left": left, "right": right}
            return Outcome(Verdict.REFUTED, "computed", Certificate("comparisons", data), witness)
        names.append(case.name)
        comparisons.append([left, case.operator, right])
    data = {"name": name, "cases": names, "comparisons": comparisons, "establishes": "PROVED"}
    return Outcome(Verdict.PROVED, "computed", Certificate("comparisons", data), detail=f"{len(names)} comparisons")


def at_witness(outcome: Outcome, **values: object) -> Outcome:
    """The same outcome, its counterexample naming the values it was computed at."""
    if outcome.counterexample is None:
        return outcome
    return replace(
        outcome, counterexample={key: str(value) for key, value in values.items()} | dict(outcome.counterexample)
    )


def at_hypotheses(premises: Mapping[str, Outcome], conclusion: Outcome, **witness: object) -> Outcome:
    """A statement at one witness: its hypotheses are decided first, and only then does the conclusion count.

    REFUTED if every premise is proved and the conclusion refuted, PROVED if both are proved. A witness that does not
    satisfy the hypotheses says nothing about the statement: UNDECIDED, with the premise that fails.
    """
    for name, premise in premises.items():
        if premise.verdict is not Verdict.PROVED:
            detail = f"the witness does not satisfy the hypotheses: {name} is {premise.verdict.value}"
            return Outcome(Verdict.UNDECIDED, "witness", detail=detail)
    if conclusion.verdict is not Verdict.REFUTED:
        return prove_all({**premises, "conclusion": conclusion})
    assert conclusion.certificate is not None
    met = prove_all(premises)
    assert met.certificate is not None
    data = {"premises": met.certificate.to_json(), "conclusion": conclusion.certificate.to_json()}
    methods = "+".join(sorted({*met.method.split("+"), *conclusion.method.split("+")}))
    outcome = Outcome(
        Verdict.REFUTED,
        methods,
        Certificate("witness", data),
        conclusion.counterexample,
        f"{len(premises)} hypotheses hold at the witness" + (f"; {conclusion.detail}" if conclusion.detail else ""),
    )
    return at_witness(outcome, **witness)
