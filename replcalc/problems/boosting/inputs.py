"""The question of boosting: a problem and what a user typed for it, as exact inputs of its derivations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from flint import fmpq

from replcalc.numbers.errors import InputError, need
from replcalc.planning.assumption import MOST_VARIANCE, ParsedQuestion, declare, parse_count, parse_unit, parse_variance

if TYPE_CHECKING:
    from replcalc.problems.boosting.problem import Problem


@dataclass(frozen=True)
class Boosting(ParsedQuestion):
    """A problem by its name, at exact ``values`` by parameter; the declared inputs are as typed, where they were.

    ``notes``: what was replaced, and why that is allowed. ``variance`` is used by the solver known here alone, the
    paper's ingredients do without it.
    """

    problem: str
    values: Mapping[str, fmpq] = field(hash=False)
    notes: tuple[str, ...] = ()
    rho: fmpq | None = declare("R  Replicability to guarantee, 0 < R < 1.", default=None)
    alpha: fmpq | None = declare("A  Accuracy to guarantee, 0 < A < 1.", default=None)
    beta: fmpq | None = declare("B  Failure probability to guarantee, 0 < B < 1.", default=None)
    d: fmpq | None = declare(
        "D  Littlestone dimension (pac-littlestone), or largest point (pac-thresholds).", default=None
    )
    class_size: fmpq | None = declare("M  Number of hypotheses (pac-finite).", default=None)
    nu: fmpq | None = declare("NU  Probability from which an element is heavy (heavy-hitters).", default=None)
    epsilon: fmpq | None = declare("E  Tolerance below nu (heavy-hitters).", default=None)
    arms: fmpq | None = declare("A  Number of arms (best-arm).", default=None)
    variance: fmpq | None = declare(
        "V  Known bound on the variance of a value in [0, 1], at most 1/4 (statistical-query, best-arm).", default=None
    )

    kind: ClassVar[str] = "boosting"

    @property
    def typed(self) -> dict[str, fmpq]:
        """Return the inputs that were typed, by option."""
        found = {name: getattr(self, name) for name in self.options()}
        return {name: value for name, value in found.items() if value is not None}


#: The problems whose solver known here estimates means.
_MEANS = ("statistical-query", "best-arm")


def problem_inputs(
    problem: Problem,
    rho: object | None,
    alpha: object | None,
    beta: object | None,
    options: Mapping[str, object | None],
    settings: Mapping[str, fmpq] | None = None,
    variance: object | None = None,
) -> Boosting:
    """Parse and check. ``options`` by key (d, class_size, nu, epsilon, arms); None means not given."""
    key = problem.accuracy.name
    given = {"rho": rho, key: alpha if options.get(key) is None else options[key], "beta": beta}
    need(given | {option.key: options.get(option.key) for option in problem.options})
    values: dict[str, fmpq] = {"rho": parse_unit(rho, "rho")}
    notes: list[str] = []
    if key == "alpha":
        values["alpha"] = parse_unit(alpha, "alpha")
    else:
        tolerance = options.get(key)
        if tolerance is None and alpha is not None:
            tolerance = alpha
            notes.append(f"alpha is taken as {key}, the accuracy of {problem.name}")
        elif alpha is not None:
            parse_unit(alpha, "alpha")
            notes.append(f"{problem.name} has no alpha: {key} is its accuracy, alpha is not used")
        values[key] = parse_unit(tolerance, key)
    values["beta"] = parse_unit(beta, "beta")
    typed = dict(values)
    for option in problem.options:
        text = options.get(option.key)
        if option.minimum is None:
            typed[option.key] = values[option.name] = parse_unit(text, option.key)
            continue
        number = parse_count(text, option.key, minimum=option.minimum)
        typed[option.key] = fmpq(number)
        values[option.name] = fmpq(option.convert(number) if option.convert else number)
    _refuse_others(problem, options)
    remarks = [*notes, *problem.repairs(typed)]
    if variance is not None:
        if problem.name not in _MEANS:
            raise InputError("variance", variance, f"nothing for {problem.name}", f"only for {' and '.join(_MEANS)}")
        typed["variance"] = parse_variance(variance, MOST_VARIANCE, "values in [0, 1] have no larger one")
        remarks.append("the given variance is used by the solver known here alone; the paper's parts do without it")
    return Boosting(problem.name, values, tuple(remarks), **typed, settings=dict(settings or {}))


def _refuse_others(problem: Problem, options: Mapping[str, object | None]) -> None:
    known = {option.key for option in problem.options} | {problem.accuracy.name}
    for key, value in options.items():
        if value is not None and key not in known:
            own = ", ".join(option.key for option in problem.options) or "none"
            raise InputError(key, value, f"only the options of {problem.name}", f"its own options: {own}")
