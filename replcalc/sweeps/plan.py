"""A sweep as a value: which command, what is fixed, what varies; its points in order, and each as rows."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from flint import fmpq

import replcalc
from replcalc.numbers.enclosure import Enclosure, decimal
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.samples import LOWER_BOUND, RESULTS
from replcalc.output.report import cell_text, jsonable
from replcalc.planning.comparison import SECOND_EVALUATION, Comparison
from replcalc.planning.registry import get
from replcalc.planning.result import Result
from replcalc.planning.solution import Solution
from replcalc.statements.certification import balls_only
from replcalc.sweeps.commands import MOST, Command, command_of, exact_text, values_of

# -- one point of a sweep as rows --------------------------------------------------------------------------------------
# One for each way, one for the lower bound, or one that says why it is refused.
SweepRow = dict[str, Any]

#: Significant digits of rho_upper and beta_upper, which are rounded up.
_SHOWN = 8
#: Types of the columns that are not text; ``samples`` and ``runs`` are integers of any length.
TYPES: Mapping[str, type] = {
    "point": int,
    "samples": int,
    "runs": int,
    "samples_log10": float,
    "rounds_log10": float,
    "rounds_at_least": bool,
    "polynomial": bool,
    "best": bool,
    "best_runnable": bool,
}


def columns_of(inputs: Sequence[str]) -> tuple[str, ...]:
    """The columns in order: point and command, the inputs, then what was found."""
    return (*RESULTS[:2], *map(column_of, inputs), *RESULTS[2:])


def column_of(name: str) -> str:
    """An input that is called like a figure (samples) has ``given_`` before its name."""
    return f"given_{name}" if name in RESULTS else name


def rows_at(point: int, name: str, inputs: Mapping[str, str], routes: Sequence[str], digits: int) -> list[SweepRow]:
    """Everything found at one point. Nothing is raised: a point that is refused is a row with the reason.

    Every figure is certified in balls; one point in so many is evaluated a second time, as in every batch.
    """
    head: SweepRow = {"point": point, "command": name, **{column_of(key): value for key, value in inputs.items()}}
    try:
        with nullcontext() if point % SECOND_EVALUATION == 0 else balls_only():
            found = _rows(command_of(name).answer(inputs, routes, digits), digits)
    except ReplcalcError as error:
        found = [_refused("refused", str(error))]
    except Exception as error:  # a mistake of this program at one point must not cost the others
        found = [_refused("error", f"{type(error).__name__}: {error}")]
    return [{**head, **row, "version": replcalc.__version__} for row in found]


def _refused(status: str, reason: str) -> SweepRow:
    return _empty() | {"status": status, "reason": " ".join(reason.split())}


def _empty() -> SweepRow:
    return dict.fromkeys(RESULTS[2:-1]) | {"best": False, "best_runnable": False}


def _rows(answer: Comparison | Result, digits: int) -> list[SweepRow]:
    if isinstance(answer, Result):
        return [_row(answer, digits, best=answer.certified)]
    found = []
    for result in answer.results:
        row = _row(result, digits, best=result is answer.best)
        if isinstance(answer, Solution) and answer.solved[result.method].value is not None:
            row["solved"] = exact_text(fmpq(answer.solved[result.method].value))
        found.append(row)
    if answer.lower_bound is not None:
        least = answer.lower_bound
        bound = {"method": LOWER_BOUND, "status": LOWER_BOUND, "samples": least.samples, "reason": least.statement}
        found.append(_empty() | bound | {"samples_log10": _log10(least.samples)})
    return found


def _row(result: Result, digits: int, *, best: bool) -> SweepRow:
    effort = result.effort
    counted = result.samples if result.applicable else None
    found = {name: value for name, value in result.quantities.items() if name not in result.chosen}
    return {
        "method": result.method,
        "status": result.status.value,
        "samples": counted,
        "samples_log10": _log10(counted),
        "runs": result.runs if result.applicable else None,
        "rounds_log10": None if effort is None or not result.applicable else round(float(effort.rounds_log10), 6),
        "rounds_at_least": None if effort is None else effort.rounds_at_least,
        "polynomial": result.polynomial,
        "rho_upper": _upper(result.rho) if result.applicable else None,
        "beta_upper": _upper(result.beta) if result.applicable else None,
        "best": best,
        "best_runnable": best,
        "solved": None,
        "assumed": "; ".join(f"{name} = {cell_text(a.value)}" for name, a in result.assumed.items()) or None,
        "parameters": _json(result.chosen, digits),
        "quantities": _json(found, digits) if result.applicable else None,
        "reason": " ".join(result.why_not.split()) or None,
    }


def _upper(value: Enclosure | None) -> str | None:
    return None if value is None else decimal(value.upper, _SHOWN, up=True)


def _log10(samples: int | None) -> float | None:
    return round(math.log10(samples), 6) if samples else None


def _json(values: Mapping[str, Any], digits: int) -> str | None:
    return json.dumps(jsonable(values, digits), separators=(",", ":")) if values else None


#: Digits to which the figures of a sweep are enclosed, unless told otherwise.
DIGITS = 10


@dataclass(frozen=True)
class Plan:
    """The points are the product of the varied values; the last input varies fastest."""

    command: str
    fixed: Mapping[str, str]
    varied: Mapping[str, tuple[str, ...]]
    routes: tuple[str, ...] = ()
    digits: int = DIGITS
    assumed: tuple[str, ...] = ()

    @cached_property
    def count(self) -> int:
        return prod(map(len, self.varied.values()))

    @property
    def inputs(self) -> tuple[str, ...]:
        return (*self.varied, *self.fixed)

    @property
    def columns(self) -> tuple[str, ...]:
        return columns_of(self.inputs)

    def point(self, number: int) -> dict[str, str]:
        """The inputs of a point, varied ones first."""
        found: dict[str, str] = {}
        for name, values in reversed(list(self.varied.items())):
            number, place = divmod(number, len(values))
            found[name] = values[place]
        return {**dict(reversed(found.items())), **self.fixed}

    def header(self) -> dict[str, Any]:
        """What a journal must agree with to be continued."""
        return {
            "sweep": 2,
            "version": replcalc.__version__,
            "command": self.command,
            "fixed": dict(self.fixed),
            "varied": {name: list(values) for name, values in self.varied.items()},
            "routes": list(self.routes),
            "digits": self.digits,
        }


def planned_sweep(
    command: str,
    vary: Mapping[str, Any],
    fixed: Mapping[str, Any] | None = None,
    routes: Sequence[str] = (),
    digits: int = DIGITS,
) -> Plan:
    """Parse and check everything that can be checked before the first point."""
    known = command_of(command)
    if not vary:
        raise InputError("vary", None, "an input and its values, such as k=1..1e6:log:40")
    varied = {known.name_of(name, "vary"): values_of(name, values) for name, values in vary.items()}
    settled = {known.name_of(name, "set"): _text(value, f"set {name}") for name, value in (fixed or {}).items()}
    for name in settled:
        if name in varied:
            raise InputError("set", name, "an input that does not vary", f"vary has {name} already")
    extra = known.assumed((*varied, *settled))
    plan = Plan(known.name, settled | extra, varied, _routes(known, routes), digits, tuple(extra))
    if plan.count > MOST:
        raise InputError("vary", f"{plan.count:,} points", f"at most {MOST:,} points", "or several sweeps")
    return plan


def _text(value: Any, option: str) -> str:
    return value.strip() if isinstance(value, str) else exact_text(parse_rational(value, option))


def _routes(command: Command, routes: Sequence[str]) -> tuple[str, ...]:
    if routes and not command.takes_routes:
        raise InputError("route", ", ".join(routes), f"nothing for {command.name}, which has no routes to choose from")
    for name in routes:
        get(name, command.kind)
    return tuple(dict.fromkeys(routes))
