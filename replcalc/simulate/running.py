"""Running simulators: one of them, or all in parallel, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import InputError
from replcalc.numbers.workers import in_parallel
from replcalc.simulate.registry import available, get
from replcalc.simulate.simulator import Finding, Measurement, plain_data, simulate
from replcalc.statements.showing import Shown


# -- a finding as plain data -------------------------------------------------------------------------------------------
# What is printed, and what one process can hand to another (balls cannot be pickled).
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
        "case": plain_data(comparison.shown()),
    }


def nearest(cases: int, worst: Measurement) -> dict[str, Any]:
    return {"cases": cases, "worst_ratio": ratio_of(worst), "quantity": worst.quantity}


def record(finding: Finding, seed: int, weaken: fmpq, *, show: bool = False) -> dict[str, Any]:
    """The finding as the JSON of ``replcalc simulate NAME``; with ``show`` the worst case of every statement too."""
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


@dataclass(frozen=True, repr=False)
class Simulation(Shown):
    """What simulators found, as plain data: one of them, or every one."""

    records: tuple[dict[str, Any], ...]
    seed: int
    weaken: fmpq
    every: bool = False

    _writer: ClassVar[tuple[str, str]] = ("checks", "simulation_report")

    @property
    def cases(self) -> int:
        return sum(record["cases"] for record in self.records)

    @property
    def violations(self) -> int:
        """Bounds that were broken."""
        return sum(record["violations"] for record in self.records)

    @property
    def ok(self) -> bool:
        return self.violations == 0


def run_one(
    name: str,
    *,
    seed: int,
    cases: int | None,
    weaken: fmpq,
    show: bool = False,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """One simulator's finding as plain data."""
    simulator = get(name)
    allowed = simulator.options()
    for option, value in (options or {}).items():
        if option not in allowed:
            known = ", ".join(allowed) or "no options of its own"
            raise InputError(option, value, f"an option of '{name}', which has {known}")
    finding = simulate(simulator, seed=seed, cases=cases, weaken=weaken, **(options or {}))
    return record(finding, seed, weaken, show=show)


def run_all(
    *,
    seed: int,
    cases: int | None,
    weaken: fmpq,
    show: bool = False,
    scheduler: str | None = None,
    progress: Callable[[str, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Every simulator in the order of the registry, in parallel; ``progress(name, total)`` as each one ends.

    ``scheduler``: the address of a Dask cluster that runs them.
    """
    names = available()
    found: dict[str, dict[str, Any]] = {}
    job = partial(run_one, seed=seed, cases=cases, weaken=weaken, show=show)
    for result in in_parallel(job, names, scheduler=scheduler):
        found[result["simulator"]] = result
        if progress is not None:
            progress(result["simulator"], len(names))
    return [found[name] for name in names]
