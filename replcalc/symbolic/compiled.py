"""One compiler: a formula of a statement as straight-line Python over floats, log-floats, numpy arrays or Arb balls.

    area = compiled(conclusion.formula, LOG_FLOAT)
    area(N=log_n, rho0=[log_a, log_b], counts=(1000, 1))     # families: one entry per run, with the runs' lengths

The source is written by the printer below from a whitelist of node types (anything else raises UnsupportedNode), every
number comes from the tree as an exact constant, and equal subexpressions are computed once. Sums, products and maxima
over i that do not wait for one another share one loop over the runs; what does not depend on the run stands before it.
Prefix sums (to i or i - 1) are left to ``evaluation``, which sums long runs in blocks.

- FLOAT, NUMPY: values as they are. Arrays may have any leading shape (a batch); families carry the runs on their last
  axis.
- LOG_FLOAT, LOG_NUMPY: arguments and result are natural logarithms of positive numbers (see ``numbers.logs``), so that
  1e-300 squared is no special case. Where a subexpression may be negative it is computed as it is; a factor that is
  negative has no logarithm (nan), and a minimum or maximum passes over what has none.
- BALL: Arb balls at the working precision, rigorous.

``kl`` is recognised and computed without cancellation in the first four. ``raised(b, s)`` writes the probability
b + (1-b)s through its share s: then neither 1 - x nor kl(x||b) cancels, however small s or 1 - b.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from replcalc.symbolic.node import Indexed, Node, Over, Symbol, node
from replcalc.symbolic.printer import Printer, Target

FLOAT, LOG_FLOAT, NUMPY, LOG_NUMPY, BALL = Target


@dataclass(frozen=True)
class Compiled:
    """A function over one target: ``function`` takes the values in the order of ``arguments``, then the counts.

    ``symbols`` are the arguments as nodes, ``uppers`` the upper limits of its sums: the number of members.
    """

    arguments: tuple[str, ...]
    function: Callable[..., Any]
    source: str
    target: Target
    symbols: tuple[Any, ...]
    uppers: tuple[Any, ...]

    def __call__(self, counts: Any = (1,), **values: Any) -> Any:
        return self.function(*[values[name] for name in self.arguments], counts)


def compiled(expression: Any, target: Target, definitions: Mapping[Any, Any] | None = None) -> Compiled:
    """An expression, or a tuple of expressions (then a tuple of values, what they share computed once).

    ``definitions`` say what stands for a node: an earlier conclusion for its symbol, a scalar for x[i].
    """
    several = isinstance(expression, tuple | list)
    wanted = tuple(map(node, expression)) if several else (node(expression),)
    known = tuple((node(name), node(value)) for name, value in (definitions or {}).items())
    return _compiled(wanted, target, several, known)


@dataclass(frozen=True)
class Separated:
    """Formulas as a function ``outer`` of the totals over i, and these totals as functions ``inner`` of the runs.

    ``inner`` returns the totals in the order of ``totals``; these are also the names of outer's arguments.
    """

    inner: Compiled
    outer: Compiled
    totals: tuple[str, ...]
    results: int


def separated(
    expressions: Sequence[Any],
    target: Target,
    within: Mapping[Any, Any] | None = None,
    definitions: Mapping[Any, Any] | None = None,
) -> Separated:
    """The sums over i apart from what is made of them; ``within`` are definitions for the sums alone.

    A group of algorithms that share x[i] is a sum whose x[i] is one scalar: ``within = {x[i]: x}``.
    """
    known = dict(definitions or {})
    found = list(dict.fromkeys(total for e in expressions for total in _outermost(node(e), known)))
    symbols = {total: Symbol(f"total_{position}", positive=True) for position, total in enumerate(found)}
    inner = compiled(found, target, {**known, **(within or {})})
    outer = compiled(expressions, target, {**known, **symbols})
    return Separated(inner, outer, tuple(symbol.name for symbol in symbols.values()), len(expressions))


def definitions_of(statement: Any) -> dict[Node, Node]:
    """The conclusions of a statement by their symbols, for formulas that use them."""
    parameters = {parameter.variable for parameter in statement.given}
    return {c.entry: c.formula for c in statement.gives if c.variable not in parameters}


def in_parameters(statement: Any, name: str) -> Any:
    """A conclusion of a statement as one expression in its parameters: earlier conclusions are put in."""
    values: dict[Node, Node] = {}
    for conclusion in statement.gives:
        formula = conclusion.formula.xreplace(values)
        if conclusion.name == name:
            return formula
        values[conclusion.entry] = formula
    raise KeyError(f"{statement.label} gives no {name}")


def limits(statement: Any) -> list[Any]:
    """left/right of every condition left <= right on conclusions that are no families: each must be at most 1."""
    conclusions = {conclusion.variable for conclusion in statement.gives}
    found = []
    for condition in statement.assumes:
        stated = condition.inequality
        if stated is None or stated.operator not in ("<", "<=") or any(isinstance(a, Indexed) for a in stated.nodes()):
            continue
        if stated.free & conclusions:
            found.append(stated.left / stated.right)
    return found


@lru_cache(maxsize=1024)
def _compiled(
    expressions: tuple[Any, ...], target: Target, several: bool, definitions: tuple[tuple[Any, Any], ...]
) -> Compiled:
    printer = Printer(target, expressions, dict(definitions))
    results = [printer.finished(e) for e in expressions]
    names = {**printer.scalars, **printer.families}
    ordered = sorted(names, key=str)
    head = f"def formula({', '.join([names[s] for s in ordered] + ['counts'])}):"
    answer = f"    return ({', '.join(results)},)" if several else f"    return {results[0]}"
    source = "\n".join([head, *printer.root.lines, answer]) + "\n"
    namespace = dict(printer.namespace)
    exec(compile(source, "<formula>", "exec"), namespace)  # written by the printer from whitelisted nodes alone
    function = namespace["formula"]
    if target.array:
        function = _quiet(function)
    return Compiled(tuple(map(str, ordered)), function, source, target, tuple(ordered), tuple(printer.uppers))


def _quiet(function: Callable[..., Any]) -> Callable[..., Any]:
    import numpy as np

    def quiet(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*arguments)

    return quiet


def _outermost(expression: Node, definitions: Mapping[Node, Node]) -> list[Node]:
    """The sums, products and maxima that lie in no other."""
    while expression in definitions:
        expression = definitions[expression]
    if isinstance(expression, Over):
        return [expression]
    return [total for argument in expression.args for total in _outermost(argument, definitions)]
