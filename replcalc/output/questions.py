"""What was asked, for machines and for people: one entry per kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from replcalc.output.document import cell_text

if TYPE_CHECKING:
    from replcalc.numbers.family import Family
    from replcalc.planning.composition import Composition

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000
#: Inputs that count something: integers in JSON.
_COUNTS = ("k", "n", "d", "class_size", "arms")


def heading_of(question: Any) -> str:
    """One line: the question."""
    return _HEADINGS[question.kind](question)


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


# -- in one line -------------------------------------------------------------------------------------------------------
def _point(question: Any, *names: str) -> str:
    """The promise that is asked for, or what is named."""
    named = names or ("alpha", "rho", "beta")
    return ", ".join(f"{name} = {cell_text(getattr(question, name))}" for name in named)


def _varied(question: Any) -> str:
    return _point(question, "alpha", "rho", "beta", "variance")


def _composition_heading(goal: Composition) -> str:
    sizes = str(goal.n) if len(goal.n.runs) <= 6 else f"{goal.n.length:,} algorithms"
    return f"Composing k = {goal.k:,} (n = {sizes}) to rho = {cell_text(goal.rho)}"


def _test_heading(q: Any) -> str:
    return f"Test of a mean: {_point(q, 'low', 'high', 'rho', 'beta')}"


def _choose_heading(q: Any) -> str:
    told = f"{q.k:,} choices, each among" if q.k > 1 else "One of"
    return f"{told} {q.arms:,} options{_sample(q)}: {_varied(q)}"


def _sample(q: Any) -> str:
    return " on a common sample" if q.common else ""


def _listed(question: Any) -> str:
    return ", ".join(cell_text(q) for q in question.q)


_SAME = {"mean": "A mean and a value", "arms": "Two means", "pairs": "Two means in pairs"}
_HEADINGS: dict[str, Callable[[Any], str]] = {
    "composition": _composition_heading,
    "queries": lambda q: f"{q.k:,} statistical queries: {_point(q)}",
    "heavy-hitters": lambda q: f"Heavy hitters: {_point(q, 'nu', 'epsilon', 'rho', 'beta')}",
    "proportions": lambda q: (
        f"Proportions of {'any number of' if q.groups is None else f'{q.groups:,}'} groups: {_point(q)}"
    ),
    "u-statistic": lambda q: f"A mean over pairs, one of each of two groups: {_point(q)}",
    "quantiles": lambda q: f"Quantiles ({_listed(q)}) on {q.cuts:,} cuts: {_point(q, 'tau', 'rho', 'beta')}",
    "test": _test_heading,
    "ab": lambda q: f"Old or new{' in pairs' if q.paired else ''}: {_varied(q)}",
    "choose": _choose_heading,
    "top": lambda q: f"The best {q.k:,} of {q.arms:,} options{_sample(q)}: {_varied(q)}",
    "own-accuracies": lambda q: f"{q.k:,} means with accuracies of their own: {_point(q, 'rho', 'beta')}",
    "same": lambda q: f"{_SAME[q.what]}, same or different: {_point(q, 'alpha', 'near', 'rho', 'beta', 'variance')}",
    "boosting": lambda q: (
        f"Boosting, {q.problem}: " + ", ".join(f"{name} = {cell_text(value)}" for name, value in q.typed.items())
    ),
    "lower-bound": lambda q: (
        f"Adaptive composition, lower bounds: k = {cell_text(q.k)}, {_point(q, 'tau', 'rho', 'beta')}"
    ),
    "pg": lambda q: f"Composing k = {q.k:,} perfectly generalizing algorithms",
}
