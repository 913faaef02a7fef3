"""Conclusions of the catalogue's statements at given values: bounds for comparisons, settings of an algorithm.

Bounds are exact where they are rational, balls elsewhere. Settings (thresholds, error budgets, splits) are rational.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from flint import arb, fmpq

from replcalc.numbers.errors import MalformedStatement, NotExact, UnsupportedNode
from replcalc.numbers.fields import BallField, ExactField
from replcalc.simulate.simulator import BITS, Case, Measurement
from replcalc.statements.catalogue import statement
from replcalc.symbolic.evaluation import Environment, evaluate

Detail = TypeVar("Detail")


@dataclass(frozen=True)
class Ln:
    """The natural logarithm of an exact rational, for simulators that work with a rational e^eps."""

    value: fmpq


def bound(label: str, name: str, *, ratio: Any = None, **values: Any) -> Any:
    """Return the conclusion ``name`` of a statement: an fmpq if it is found to be rational, else a ball.

    Parameters are exact rationals, balls or ``Ln``; a tuple or list of them for a family. ``ratio`` is short for
    ``epsilon=Ln(ratio)`` (a tuple of ratios for a family).
    """
    if ratio is not None:
        values["epsilon"] = _logarithms(ratio)
    exact = None if _have_balls(values.values()) else _exactly(label, name, values)
    if exact is not None:
        return exact
    field = BallField(BITS)
    with field.active():
        return statement(label).evaluate(field, **{key: _parameter(value) for key, value in values.items()})[name]


def measure(
    label: str,
    name: str,
    true: Any,
    quantity: str = "",
    /,
    *,
    sense: Any = "<=",
    details: Any = None,
    expected_false: Any = False,
    **given: Any,
) -> Measurement:
    """Compare a true value with the conclusion ``name`` of a statement at ``given``, or with a parameter it keeps to.

    Args:
        quantity: Description of what was measured, if the name is not enough.
        sense: Which side of an equation is compared; an inequality has its own.
        details: What this measurement adds to the table of the case.
        expected_false: The statement is known to be false as printed.
    """
    entry = statement(label)
    kept = name in entry.reaches
    limit = given[name] if kept else bound(label, name, **given)
    own: Any = "<=" if kept else entry.conclusion(name).relation
    compared = sense if own == "=" else own
    quantity = quantity or name
    return Measurement(
        label, quantity, true, limit, compared, expected_false, details or {}, name, given, equation=own == "="
    )


@dataclass(frozen=True)
class WrongParameter(Case):
    """A mutant: the bounds of a case with one parameter replaced by ``change`` of it (of each member of a family)."""

    case: Case
    parameter: str
    change: Callable[[Any], Any]

    def measurements(self) -> Iterator[Measurement]:
        for m in self.case.measurements():
            if m.conclusion and self.parameter in m.given:
                value = m.given[self.parameter]
                changed = tuple(map(self.change, value)) if isinstance(value, tuple | list) else self.change(value)
                given = {**m.given, self.parameter: changed}
                yield measure(m.statement, m.conclusion, m.true, m.quantity, sense=m.sense, **given)


def _logarithms(ratio: Any) -> Any:
    return tuple(map(Ln, ratio)) if isinstance(ratio, tuple | list) else Ln(ratio)


def parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a measurement as a statement takes them: exact rationals and balls."""
    named = {name: value for name, value in given.items() if name != "ratio"}
    named |= {"epsilon": _logarithms(given["ratio"])} if "ratio" in given else {}
    return {name: _parameter(value) for name, value in named.items()}


def _have_balls(values: Iterable[Any]) -> bool:
    return any(_have_balls(value) if isinstance(value, tuple | list) else isinstance(value, arb) for value in values)


def _exactly(label: str, name: str, values: Mapping[str, Any]) -> Any:
    """Return the conclusion as a rational (a tuple for a family); None if it depends on something irrational."""
    entry = statement(label)
    exact = {key: _parameter(value) for key, value in values.items() if _is_exact(value)}
    try:
        if len(exact) == len(values):
            return entry.evaluate(ExactField(), **exact)[name]
        environment = entry.environment(exact)
        return evaluate(entry.conclusion(name).expression, environment, ExactField())
    except (NotExact, UnsupportedNode):
        return None


def _is_exact(value: Any) -> bool:
    return all(map(_is_exact, value)) if isinstance(value, tuple | list) else not isinstance(value, arb | Ln)


def _parameter(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_parameter(member) for member in value]
    return arb(value.value).log() if isinstance(value, Ln) else value


def setting(label: str, name: str, **values: Any) -> fmpq:
    """Return the conclusion ``name`` as an exact rational, whether or not the conclusions before it are rational.

    Conclusions may refer to earlier ones, so they are evaluated in order; irrational ones are left out, and a
    formula that needs one of those is an error.
    """
    entry, exact = statement(label), ExactField()
    wanted = entry.conclusion(name)
    environment = entry.environment(values)
    scalars = dict(environment.scalars)
    for conclusion in entry.gives:
        try:
            scalars[conclusion.variable] = evaluate(
                conclusion.expression, Environment(scalars, environment.families), exact
            )
        except (NotExact, UnsupportedNode):
            continue
        if conclusion is wanted:
            return scalars[conclusion.variable]
    raise MalformedStatement(f"{label}: '{name}' is not a rational formula")


def tightest(promises: Iterable[tuple[Any, Detail]]) -> tuple[Any, Detail]:
    """Return the pair (bound, how it was reached) with the smallest bound."""
    return min(promises, key=lambda promise: float(arb(promise[0]).mid()))


def certain_ceiling(x: Any) -> int:
    """Return the ceiling of an exact number or of a ball; raise an error for a ball without a unique one."""
    whole = arb(x).ceil().unique_fmpz()
    if whole is None:
        raise ValueError(f"no whole number: {x}")
    return int(whole)
