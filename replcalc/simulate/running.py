"""Running simulators: one of them, or all in parallel, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.workers import in_parallel
from replcalc.simulate.findings import record
from replcalc.simulate.registry import available, get
from replcalc.simulate.simulator import simulate
from replcalc.statements.showing import Shown


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
