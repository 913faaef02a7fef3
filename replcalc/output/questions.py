"""The exact inputs of a question, as JSON echoes them: one entry per kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replcalc.numbers.family import Family
    from replcalc.planning.composition import Composition

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000
#: Inputs that count something: integers in JSON.
_COUNTS = ("k", "n", "d", "class_size", "arms")


def inputs_of(question: Any) -> dict[str, Any]:
    """The exact inputs."""
    return _INPUTS.get(question.kind, _typed_inputs)(question)


def family_json(family: Family[Any]) -> Any:
    """A family as its runs, or how many there are if they are too many to echo."""
    if len(family.runs) > _ECHO_RUNS:
        return f"{len(family.runs)} runs"
    return [{"value": value, "count": count} for value, count in family.runs]


def whole_numbers(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs for JSON: what counts something as an integer, the rest as exact reals."""
    return {name: int(value) if name in _COUNTS else value for name, value in inputs.items()}


# -- the exact inputs --------------------------------------------------------------------------------------------------
def _typed_inputs(question: Any) -> dict[str, Any]:
    return whole_numbers(question.typed) | {"settings": dict(question.settings)}


def _point_inputs(question: Any) -> dict[str, Any]:
    promised = getattr(question, "variance", None)
    told = {} if promised is None else {"variance": promised}
    told |= {"adaptive": question.adaptive} if hasattr(question, "adaptive") else {}
    return whole_numbers(question.point) | told | {"settings": dict(question.settings)}


def _composition_inputs(goal: Composition) -> dict[str, Any]:
    def family(values: Family[Any]) -> Any:
        return values.values[0] if len(set(values.values)) == 1 else family_json(values)

    echo = len(goal.n.runs) <= _ECHO_RUNS
    return {
        "k": goal.k,
        "n": family_json(goal.n),
        **({} if goal.names is None else {"names": family_json(goal.names)}),
        "outputs": family(goal.each_output.map(str)) if echo else "list",
        "rho": goal.rho,
        "rho0": family(goal.rho0) if echo else "list",
        "beta0": family(goal.beta0) if echo else "list",
        "beta": goal.beta,
        "c": goal.c,
        "max_strings": goal.max_strings,
        "adaptive": goal.adaptive,
        "settings": dict(goal.settings),
    }


def _own_inputs(question: Any) -> dict[str, Any]:
    families = {"alpha": family_json(question.alphas), "variance": family_json(question.variances)}
    return families | _typed_inputs(question)


def _lower_bound_inputs(question: Any) -> dict[str, Any]:
    return whole_numbers(question.point) | {"settings": dict(question.settings)}


def _pg_inputs(question: Any) -> dict[str, Any]:
    families = {name: family_json(getattr(question, name)) for name in ("epsilon", "delta", "gamma")}
    rest = {"delta_prime": question.delta_prime, "settings": dict(question.settings)}
    return {"k": question.k, **families, **rest}


#: By kind; of the others what was typed.
_INPUTS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "composition": _composition_inputs,
    "own-accuracies": _own_inputs,
    "lower-bound": _lower_bound_inputs,
    "pg": _pg_inputs,
    **dict.fromkeys(("queries", "heavy-hitters", "test"), _point_inputs),
}
