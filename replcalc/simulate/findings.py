"""A finding as plain data: what is printed, and what one process can hand to another (balls cannot be pickled)."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.simulate.simulator import Finding, Measurement, plain_data


def shown_real(value: Any) -> Any:
    """A number as an Enclosure (so that an integer too is printed as a real), or "infinite"."""
    return Enclosure.exactly(value) if isinstance(value, int | fmpq) else plain_data(value)


def ratio_of(comparison: Measurement) -> Any:
    """true/bound as an Enclosure, exact where both sides are rational."""
    if comparison.exact:
        top, bottom = map(fmpq, comparison.sides)
        return Enclosure.exactly(0) if top == 0 else "infinite" if bottom == 0 else Enclosure.exactly(top / bottom)
    return shown_real(comparison.ratio())


def case(comparison: Measurement) -> dict[str, Any]:
    """One comparison, complete."""
    return {
        "statement": comparison.statement,
        "quantity": comparison.quantity,
        "conclusion": comparison.conclusion or None,
        "sense": comparison.sense,
        "true": shown_real(comparison.true),
        "bound": shown_real(comparison.bound),
        "ratio": ratio_of(comparison),
        "world": plain_data(comparison.shown()),
    }


def nearest(cases: int, worst: Measurement) -> dict[str, Any]:
    return {"cases": cases, "worst_ratio": ratio_of(worst), "quantity": worst.quantity}


def record(finding: Finding, seed: int, weaken: fmpq, *, show: bool = False) -> dict[str, Any]:
    """The finding as the JSON of ``replcalc simulate NAME``; with ``show`` the worst world of every statement too."""
    found: dict[str, Any] = {
        **finding.extra,
        "simulator": finding.simulator,
        "statements": list(finding.statements),
        "cases": finding.cases,
        "violations": finding.violations,
        "undecided": finding.undecided,
        "worst_ratio": Enclosure.exactly(0) if finding.worst is None else ratio_of(finding.worst),
        "seed": seed,
        "weaken": Enclosure.exactly(weaken),
        "per_statement": {
            label: {
                **nearest(count, worst),
                "conclusions": {
                    name: nearest(*found) for (of, name), found in finding.witnessed.items() if of == label
                },
                **({"steps": nearest(*finding.compared[label, ""])} if (label, "") in finding.compared else {}),
                **({"why_loose": finding.loose[label]} if label in finding.loose else {}),
                **({"worst": case(worst)} if show else {}),
            }
            for label, (count, worst) in finding.per_statement.items()
        },
    }
    if finding.worst is not None:
        found["worst"] = case(finding.worst)
    if finding.first_violation is not None:
        found["first_violation"] = case(finding.first_violation)
    if finding.false_as_printed:
        found["refuted"] = finding.refuted
        found["false_as_printed"] = {
            label: {"comparisons": tried, "broken": broken}
            for label, (tried, broken) in finding.false_as_printed.items()
        }
    if finding.refutation is not None:
        found["witness"] = case(finding.refutation)
    return found
