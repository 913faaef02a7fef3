"""Formulas that come again and again (a sweep, a search, a verification) are compiled for balls; others are walked.

Compiling a formula costs as much as walking it a few dozen times, so it waits until a formula has been asked for OFTEN.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from replcalc.numbers.columns import Column
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import Field

if TYPE_CHECKING:
    from replcalc.formulas.compiled import Compiled
    from replcalc.formulas.evaluation import Environment

#: Walks of one formula after which it is compiled.
OFTEN = 24
#: Over more runs than this the walk is as fast: it treats a family with one value as a scalar.
FEW_RUNS = 8
#: Formulas counted before the count starts anew.
_MOST_COUNTED = 4096

_asked: Counter[Any] = Counter()
_compiled: dict[Any, Compiled | None] = {}


def ball_value(expression: Any, environment: Environment, number_field: Field) -> Any | None:
    """The value in balls by the compiled formula; None where it must be walked."""
    if expression not in _compiled:
        if len(_asked) > _MOST_COUNTED:
            _asked.clear()
        _asked[expression] += 1
        if _asked[expression] < OFTEN:
            return None
        _compiled[expression] = _compile(expression)
    function = _compiled[expression]
    if function is None:
        return None
    arguments = arguments_of(function, environment.scalars, environment.families, number_field)
    return None if arguments is None else function.function(*arguments)


def arguments_of(
    function: Compiled, scalars: Mapping[Any, Any], families: Mapping[Any, Family[Any]], number_field: Field
) -> list[Any] | None:
    """What a compiled function is called with, the counts last; None where the formula must be walked."""
    arguments: list[Any] = []
    counts: tuple[int, ...] = ()
    for symbol in function.symbols:
        if symbol in families:
            family = families[symbol]
            counts = family.counts
            if len(counts) > FEW_RUNS:
                return None
            arguments.append(family.map(number_field.convert).values)
        elif symbol in scalars and not isinstance(scalars[symbol], Column):
            arguments.append(number_field.convert(scalars[symbol]))
        else:
            return None
    for upper in function.uppers:
        if scalars.get(upper) != sum(counts):  # the walk says what is wrong
            return None
    return [*arguments, counts]


def _compile(expression: Any) -> Compiled | None:
    from replcalc.formulas.compiled import BALL, compiled

    try:
        return compiled(expression, BALL)
    except UnsupportedNode:
        return None
