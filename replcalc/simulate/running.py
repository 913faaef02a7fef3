"""Running simulators, and what they found as plain data that can be printed and sent between processes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from flint import arb, fmpq, fmpz

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.workers import in_parallel
from replcalc.simulate.registry import available, coverage_of, get
from replcalc.simulate.simulator import TIGHT, Compared, Measurement, SimulationResult, simulate
from replcalc.statements.rendering import Renderable


def plain_data(value: Any) -> Any:
    """Convert numbers to enclosures or integers, mappings and sequences recursively, everything else to text."""
    if value is None or isinstance(value, bool | int | str | fmpq | Enclosure):
        return value
    if isinstance(value, fmpz):
        return int(value)
    if isinstance(value, arb):
        return Enclosure.from_ball(value) if value.is_finite() else "infinite"
    if isinstance(value, Mapping):
        return {str(key): plain_data(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain_data(item) for item in value]
    return str(value)


def real_to_data(value: Any) -> Any:
    """Convert a number to an enclosure (an integer too, so that it is printed as a real), or to "infinite"."""
    return Enclosure.exactly(value) if isinstance(value, int | fmpq) else plain_data(value)


def ratio_of(m: Measurement) -> Any:
    """Return true/bound as an enclosure, exact where both sides are rational."""
    if m.exact:
        top, bottom = map(fmpq, m.sides)
        return Enclosure.exactly(0) if top == 0 else "infinite" if bottom == 0 else Enclosure.exactly(top / bottom)
    return real_to_data(m.ratio())


def case_to_data(m: Measurement) -> dict[str, Any]:
    """Convert one comparison, complete."""
    return {
        "statement": m.statement,
        "quantity": m.quantity,
        "conclusion": m.conclusion or None,
        "sense": m.sense,
        "true": real_to_data(m.true),
        "bound": real_to_data(m.bound),
        "ratio": ratio_of(m),
        "case": plain_data(m.show()),
    }


def _compared(each: Compared) -> dict[str, Any]:
    return {"cases": each.cases, "worst_ratio": ratio_of(each.worst), "quantity": each.worst.quantity}


def _conclusions(found: SimulationResult, label: str) -> dict[str, Any]:
    """Say for every conclusion of the statement whether it is tight (at least half attained), loose, or not
    compared.
    """
    rows: dict[str, Any] = {}
    for each in coverage_of(label):
        key = label, each.name
        if key in found.compared:
            compared = found.compared[key]
            tight = compared.worst.ratio() >= arb(TIGHT)
            rows[each.name] = {**_compared(compared), "tightness": "tight" if tight else "loose"}
            why = found.loose.get(f"{label}/{each.name}", found.loose.get(label))
            if not tight and why:
                rows[each.name]["why_loose"] = why
        elif each.bounds:
            rows[each.name] = {"cases": 0, "tightness": "none"}
    return rows


def result_to_data(found: SimulationResult, seed: int, weaken: fmpq, *, show: bool = False) -> dict[str, Any]:
    """Convert a result to the JSON of ``replcalc simulate NAME``; with ``show`` the worst case of every statement
    too.
    """
    data: dict[str, Any] = {
        "simulator": found.simulator,
        "statements": list(found.statements),
        "cases": found.cases,
        "violations": found.violations,
        "undecided": found.undecided,
        "worst_ratio": Enclosure.exactly(0) if found.worst is None else ratio_of(found.worst),
        "seed": seed,
        "weaken": Enclosure.exactly(weaken),
        "per_statement": {
            label: {
                **_compared(each),
                "conclusions": _conclusions(found, label),
                **({"steps": _compared(found.compared[label, ""])} if (label, "") in found.compared else {}),
                **({"worst": case_to_data(each.worst)} if show else {}),
            }
            for label, each in found.per_statement.items()
        },
    }
    if found.worst is not None:
        data["worst"] = case_to_data(found.worst)
    if found.first_violation is not None:
        data["first_violation"] = case_to_data(found.first_violation)
    if found.false_as_printed:
        data["refuted"] = found.refuted
        data["false_as_printed"] = {
            label: {"comparisons": tried, "broken": broken} for label, (tried, broken) in found.false_as_printed.items()
        }
    if found.counterexample is not None:
        data["counterexample"] = case_to_data(found.counterexample)
    return data


@dataclass(frozen=True, repr=False)
class Simulation(Renderable):
    """What simulators found, as plain data: one of them, or every one."""

    records: tuple[dict[str, Any], ...]
    seed: int
    weaken: fmpq
    every: bool = False

    _writer: ClassVar[tuple[str, str]] = ("checks", "report_simulation")

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


def run_one(name: str, *, seed: int, cases: int | None, weaken: fmpq, show: bool = False) -> dict[str, Any]:
    """Run a simulator and return what it found as plain data."""
    return result_to_data(simulate(get(name), seed=seed, cases=cases, weaken=weaken), seed, weaken, show=show)


def run_all(
    *,
    names: Sequence[str] = (),
    seed: int,
    cases: int | None,
    weaken: fmpq,
    show: bool = False,
    progress: Callable[[str, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Run several simulators, or all, in parallel; ``progress(name, total)`` is called as each one ends."""
    names = names or available()
    found: dict[str, dict[str, Any]] = {}
    job = partial(run_one, seed=seed, cases=cases, weaken=weaken, show=show)
    for result in in_parallel(job, names):
        found[result["simulator"]] = result
        if progress is not None:
            progress(result["simulator"], len(names))
    return [found[name] for name in names]
