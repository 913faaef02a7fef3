"""The exact inputs of a question, as JSON echoes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replcalc.numbers.family import Family

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000
#: Inputs that count something: integers in JSON.
_COUNTS = ("k", "n", "d", "class_size", "arms")


def encode_inputs(question: Any) -> dict[str, Any]:
    """Return the exact inputs by name: what was typed or assumed, and the settings of unspecified constants."""
    settings = {"settings": dict(question.settings)}
    match question.kind:
        case "composition":
            return _encode_composition(question) | settings
        case "pg":
            families = {"epsilon": question.eps, "delta": question.delta, "gamma": question.gamma}
            families = {name: _encode_runs(family) for name, family in families.items()}
            return {"k": question.k, **families, "delta_prime": question.delta_prime} | settings
        case "own-accuracies":
            own = {"alpha": _encode_runs(question.alphas), "variance": _encode_runs(question.variances)}
            return own | _convert_counts(question.typed) | settings
        case "queries" | "heavy-hitters" | "test" | "lower-bound":
            more = {name: getattr(question, name) for name in ("variance", "adaptive") if hasattr(question, name)}
            more = {name: value for name, value in more.items() if value is not None}
            return _convert_counts(question.point) | more | settings
        case _:
            return _convert_counts(question.typed) | settings


def _convert_counts(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return what counts something as an integer, the rest as exact reals."""
    return {name: int(value) if name in _COUNTS else value for name, value in inputs.items()}


def _encode_runs(family: Family[Any]) -> Any:
    """Return a family as its runs of equal values, or how many there are if they are too many to echo."""
    if len(family.runs) > _ECHO_RUNS:
        return f"{len(family.runs)} runs"
    return [{"value": value, "count": count} for value, count in family.runs]


def _encode_composition(goal: Any) -> dict[str, Any]:
    def family(values: Family[Any]) -> Any:
        if len(goal.n.runs) > _ECHO_RUNS:
            return "list"
        return values.values[0] if len(set(values.values)) == 1 else _encode_runs(values)

    lists = {"outputs": family(goal.each_output.map(str)), "rho0": family(goal.rho0), "beta0": family(goal.beta0)}
    rest = {name: getattr(goal, name) for name in ("rho", "beta", "c", "max_strings", "adaptive")}
    return {"k": goal.k, "n": _encode_runs(goal.n), **lists, **rest}
