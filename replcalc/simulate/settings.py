"""Settings of an algorithm that a statement fixes by a rational formula: thresholds, error budgets, splits."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.formulas.evaluation import Environment, evaluate
from replcalc.numbers.errors import MalformedStatement, NotExact, UnsupportedNode
from replcalc.numbers.fields import ExactField
from replcalc.theories.catalogue import statement


def setting(label: str, name: str, **values: Any) -> fmpq:
    """The conclusion ``name`` as an exact rational, whether or not the conclusions before it are rational.

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
                conclusion.formula, Environment(scalars, environment.families), exact
            )
        except (NotExact, UnsupportedNode):
            continue
        if conclusion is wanted:
            return scalars[conclusion.variable]
    raise MalformedStatement(f"{label}: '{name}' is not a rational formula")
