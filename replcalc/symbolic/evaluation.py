"""One evaluator for every formula: walks a formula in any number system.

Values may be scalars or columns. A column has one entry per position of the current axis; the axis is the index i of
the innermost Sum, Product or MaxOver, laid out run by run, so a family of a million equal members costs one entry.

A prefix sum Sum(g[j], (j, 1, i-1)) inside a sum over i depends on the position within a run: at offset t of run r it
is base_r + t*step_r, and members are visited one by one.

A node without a rule raises UnsupportedNode: nothing is ever handed to lambdify or evalf.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, NotExact, UnsupportedNode
from replcalc.numbers.family import Coded, Column, Family, Value, fold, lift, spread_out, tree, weighted_total
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.symbolic.forms import EXTREMA
from replcalc.symbolic.language import i
from replcalc.symbolic.node import (
    Add,
    Constant,
    Function,
    HalfLine,
    Indexed,
    MaxOver,
    Mul,
    Node,
    Number,
    Over,
    Pow,
    Relation,
    Sum,
    Symbol,
    node,
)

#: The canonical index of every walk over runs.
RUN = Symbol("run of the walk", integer=True, positive=True)

#: Functions that only compiled formulas have.
_COMPILED_ONLY = frozenset(("raised", "one_less", "lack", "logcosh", "cos"))


#: Positions handled at a time when members are visited one by one: bounds memory, amortises overhead.
CHUNK = 8192
#: Members that may be visited one by one: about ten seconds.
MOST_MEMBERS = 2_000_000

#: A family's values along an axis: a Column, or the one value that all positions share.
ColumnOf = Callable[[Any], Value]


@dataclass
class Axis:
    """The positions a bound index runs through: the column of a family, weights, and prefix sums at each position."""

    index: Any
    column: ColumnOf
    weights: Sequence[int]
    prefixes: dict[Any, Sequence[Value]] = field(default_factory=dict)


@dataclass(frozen=True)
class Prefix:
    """A prefix sum: at offset t of run r its value is bases[r] + t*steps[r]."""

    node: Any
    bases: Sequence[Value]
    steps: Sequence[Value]


@dataclass(frozen=True)
class Environment:
    """Values of symbols: scalars by Symbol, families by Base; all families share one run structure.

    Symbols of sympy are welcome.
    """

    scalars: Mapping[Any, Value]
    families: Mapping[Any, Family[Value]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("scalars", "families"):
            given = getattr(self, name)
            if not all(isinstance(symbol, Node) for symbol in given):
                object.__setattr__(self, name, {node(symbol): value for symbol, value in given.items()})

    @property
    def counts(self) -> tuple[int, ...]:
        for family in self.families.values():
            return family.counts
        raise UnsupportedNode("a sum over i needs at least one family in the environment")


class _RunColumns:
    """The families over the runs, converted when first asked for.

    It knows nothing of the walk that asks: a walk that its own axis led back to would keep its columns until the
    collector comes, and that is rarely.
    """

    def __init__(self, families: Mapping[Any, Family[Value]], number_field: Field) -> None:
        self._families, self._field = families, number_field
        self._converted: dict[Any, Column] = {}

    def __call__(self, base: Any) -> Value:
        """With one distinct value it is a scalar: one operation instead of one per run."""
        distinct = self._families[base].distinct
        return self._field.convert(distinct[0]) if len(distinct) == 1 else self.spread(base)

    def spread(self, base: Any) -> Column:
        """One value per run."""
        if base not in self._converted:
            family = self._families[base]
            self._converted[base] = spread_out(family.distinct, family.codes, self._field.column)
        return self._converted[base]


def evaluate(expression: Any, environment: Environment, number_field: Field) -> Value:
    """The scalar value of ``expression``."""
    with _walk(number_field, environment) as walk:
        value = walk.value(node(expression))
    if isinstance(value, Column):
        raise UnsupportedNode(f"{expression} has a free index; use evaluate_family")
    return value


def evaluate_runs(expression: Any, environment: Environment, number_field: Field, index: Any = None) -> Value:
    """A Column with one value per run, or the one value that all runs share.

    ``index`` is free in the expression and ranges over the runs; without it the scalars of the environment may be
    columns: a statement about one algorithm applied to every i at once.
    """
    with _walk(number_field, environment) as walk:
        formula = node(expression)
        if index is not None:
            return walk.on_runs().value(_renamed(formula, node(index)))
        walk.kept = _repeated(formula)
        return walk.value(formula)


def evaluate_family(
    expression: Any, index: Any, environment: Environment, number_field: Field, length: int | None = None
) -> tuple[Value, ...]:
    """One value per run, as by ``evaluate_runs``; ``length``: how many there are, if no family tells."""
    value = evaluate_runs(expression, environment, number_field, index)
    return tuple(value) if isinstance(value, Column) else (value,) * (length or len(environment.counts))


@contextmanager
def _walk(number_field: Field, environment: Environment) -> Iterator[_Walk]:
    """A walk whose columns are let go at the end: walks refer to each other, and lists of balls are large."""
    walk = _Walk(number_field, environment)
    try:
        yield walk
    finally:
        walk.shared.runs = None
        walk.shared.prefixes.clear()


@dataclass
class _Shared:
    """What all walks over one environment share: the walk over the runs, and the prefix sums of each body."""

    runs: _Walk | None = None
    prefixes: dict[Any, list[Prefix]] = field(default_factory=dict)


@lru_cache(maxsize=4096)
def _renamed(body: Any, index: Any) -> Any:
    return body.xreplace({index: RUN})


@lru_cache(maxsize=4096)
def _repeated(root: Any) -> frozenset[Any]:
    """The subexpressions that stand in more than one place."""
    seen, twice, pending = set(), set(), [root]
    while pending:
        node = pending.pop()
        if node in seen:
            twice.add(node)
        else:
            seen.add(node)
            pending.extend(node.args)
    return frozenset(twice)


@lru_cache(maxsize=4096)
def _prefix_nodes(body: Any, index: Any) -> tuple[Any, ...]:
    return tuple(sorted((s for s in body.nodes() if isinstance(s, Sum) and index in s.upper.free), key=repr))


def has_prefix_sums(formula: Node) -> bool:
    """Does the formula hold a sum up to the index of another? Then its members are visited one by one."""
    over = [part for part in formula.nodes() if isinstance(part, Over)]
    indices = {part.index for part in over}
    return any(part.upper.free & indices for part in over)


class _Walk:
    def __init__(
        self, number_field: Field, environment: Environment, axis: Axis | None = None, shared: _Shared | None = None
    ) -> None:
        self.shared = shared if shared is not None else _Shared()
        self.field = number_field
        self.environment = environment
        self.axis = axis
        self.memo: dict[Any, Value] = {}
        self.kept: frozenset[Any] | None = None  # columns worth keeping, if that is known

    # -- axes ------------------------------------------------------------------------------------------------------
    def on_runs(self) -> _Walk:
        """The same environment with the canonical index RUN ranging over the runs; one walk serves every sum."""
        if self.shared.runs is None:
            axis = Axis(RUN, _RunColumns(self.environment.families, self.field), self.environment.counts)
            self.shared.runs = _Walk(self.field, self.environment, axis, self.shared)
        return self.shared.runs

    def column(self, body: Any, index: Any) -> Column:
        """``body`` over the runs, its index renamed so that what different sums share is computed once."""
        value = self.on_runs().value(_renamed(body, index))
        return value if isinstance(value, Column) else Column([value] * len(self.environment.counts))

    def _columns(self, runs: Sequence[int] | None) -> ColumnOf:
        """Every family at the given runs (all of them by default), made when asked for."""
        axis = self.on_runs().axis
        assert axis is not None and isinstance(axis.column, _RunColumns)
        if runs is None:
            return axis.column
        spread = axis.column.spread
        return lambda base: Column(map(spread(base).__getitem__, runs))

    # -- nodes -----------------------------------------------------------------------------------------------------
    def value(self, node: Any) -> Value:
        if node in self.memo:
            return self.memo[node]
        result = self._compute(node)
        # sums and products of columns are cheap to redo and large to keep; what comes once need not be kept
        once = self.kept is not None and node not in self.kept
        if isinstance(result, Column) and (once or isinstance(node, Add | Mul)):
            return result
        self.memo[node] = result
        return result

    def _compute(self, node: Node) -> Value:
        if isinstance(node, Number):
            return self.field.number(node.value)
        if isinstance(node, Indexed):
            return self._indexed(node)
        if isinstance(node, Symbol):
            return self._symbol(node)
        if isinstance(node, Add):
            return fold([self.value(a) for a in node.args], operator.add)
        if isinstance(node, Mul):
            return fold([self.value(a) for a in node.args], operator.mul)
        if isinstance(node, Pow):
            return self._power(node)
        if isinstance(node, Function) and node.head not in _COMPILED_ONLY:
            function = self.field.callable(EXTREMA.get(node.head, node.head))
            return lift(function, *(self.value(a) for a in node.args))
        if isinstance(node, Over):
            return self._over(node)
        if isinstance(node, Constant):
            return self.field.function(node.name)
        raise UnsupportedNode(f"no rule to evaluate {node!r}")

    def _symbol(self, node: Any) -> Value:
        if node in self.environment.scalars:
            raw = self.environment.scalars[node]
            return raw.map(self.field.column) if isinstance(raw, Column) else self.field.convert(raw)
        raise UnsupportedNode(f"no value for {node}")

    def _indexed(self, node: Indexed) -> Value:
        if self.axis is not None and node.index == self.axis.index and node.base in self.environment.families:
            return self.axis.column(node.base)
        raise UnsupportedNode(f"no value for {node}")

    def _power(self, node: Pow) -> Value:
        base, exponent = self.value(node.base), node.exponent
        if isinstance(exponent, Number):
            return lift(self.field.power_by(exponent.value), base)
        # a symbolic exponent that is an exact integer in the environment stays an integer power
        if isinstance(exponent, Symbol) and exponent in self.environment.scalars:
            raw = self.environment.scalars[exponent]
            if isinstance(raw, int):
                raw = fmpq(raw)
            if isinstance(raw, fmpq):
                return lift(self.field.power_by(raw), base)
        function = self.field.function
        return lift(lambda x, y: function("exp", y * function("log", x)), base, self.value(exponent))

    # -- reductions over an index ----------------------------------------------------------------------------------
    def _over(self, node: Over) -> Value:
        if self.axis is not None and node.index != self.axis.index and self.axis.index in node.body.free:
            raise UnsupportedNode(f"a sum of what depends on the index of the sum around it: {node.key}")
        if isinstance(node, Sum):
            return self._sum(node)
        if isinstance(node, HalfLine):
            raise UnsupportedNode(f"no rule to evaluate the integral {node!r}")
        self._check_upper(node.upper)
        column, counts = self.column(node.body, node.index), self.environment.counts
        if isinstance(node, MaxOver):
            return tree(list(column.distinct if isinstance(column, Coded) else column), self.field.callable("max"))
        weighted = column.totals(counts) if isinstance(column, Coded) else zip(column, counts, strict=True)
        factors = [self.field.power(x, fmpq(count)) for x, count in weighted]
        return tree(factors, operator.mul)

    def _sum(self, node: Sum) -> Value:
        index, upper, body = node.index, node.upper, node.body
        if self.axis is not None and self.axis.index in upper.free:
            if node not in self.axis.prefixes:
                raise UnsupportedNode(f"prefix sum outside a sum over its index: {node!r}")
            return Column(self.axis.prefixes[node])
        if index not in body.free:
            return self.value(upper * body)
        if upper + 1 in self.environment.scalars:  # all but the last member: a sum to k-1
            shorter = self._without_last(upper + 1)
            return self.field.number(fmpq(0)) if shorter is None else shorter.value(Sum(body, (index, 1, upper + 1)))
        self._check_upper(upper)
        prefixes = self._prefixes(body, index)
        if not prefixes:
            return weighted_total(self.column(body, index), self.environment.counts)
        return self._prefix_total(body, index, prefixes)

    def _prefix_total(self, body: Any, index: Any, prefixes: Sequence[Prefix]) -> Value:
        """A sum of terms with prefix sums in them, member by member."""
        counts = self.environment.counts
        if self.field.by_middles:
            middles = [(run, fmpq(count - 1, 2)) for run, count in enumerate(counts)]
            return self._part(body, index, prefixes, middles, counts)
        if max(counts) == 1:  # one position for each run
            axis = Axis(index, self._columns(None), counts)
            axis.prefixes.update((prefix.node, prefix.bases) for prefix in prefixes)
            return self._total_on(axis, body)
        if sum(counts) > MOST_MEMBERS:
            raise UnsupportedNode(f"more than {MOST_MEMBERS:,} members are not visited one by one")
        positions = ((run, offset) for run, count in enumerate(counts) for offset in range(count))
        parts = []
        while chunk := list(islice(positions, CHUNK)):
            parts.append(self._part(body, index, prefixes, chunk, [1] * len(chunk)))
        return tree(parts, operator.add)

    def _part(
        self,
        body: Any,
        index: Any,
        prefixes: Sequence[Prefix],
        positions: Sequence[tuple[int, Any]],
        weights: Sequence[int],
    ) -> Value:
        """The sum over some positions (run, offset)."""
        axis = Axis(index, self._columns([run for run, _ in positions]), weights)
        for prefix in prefixes:
            bases, steps = prefix.bases, prefix.steps
            axis.prefixes[prefix.node] = [bases[r] + t * steps[r] if t else bases[r] for r, t in positions]
        return self._total_on(axis, body)

    def _total_on(self, axis: Axis, body: Any) -> Value:
        column = _Walk(self.field, self.environment, axis, self.shared).value(body)
        if not isinstance(column, Column):
            column = Column([column] * len(axis.weights))
        return weighted_total(column, axis.weights)

    def _without_last(self, count: Any) -> _Walk | None:
        """The same values with the last member of every family dropped; None if that leaves no member."""
        families: dict[Any, Family[Value]] = {}
        for base, family in self.environment.families.items():
            shorter = family.without_last()
            if shorter is None:
                return None
            families[base] = shorter
        scalars = {**self.environment.scalars, count: self.environment.scalars[count] - 1}
        return _Walk(self.field, Environment(scalars, families))

    def _check_upper(self, upper: Any) -> None:
        k = self.environment.scalars.get(upper, upper)
        if int(k) != sum(self.environment.counts):
            raise UnsupportedNode(f"sum to {upper} = {k}, but the families have {sum(self.environment.counts)} members")

    def _prefixes(self, body: Any, index: Any) -> list[Prefix]:
        """The prefix sums in ``body``, each as base (value at the start of a run) and step per run."""
        if (body, index) in self.shared.prefixes:
            return self.shared.prefixes[body, index]
        found: list[Prefix] = []
        for inner in _prefix_nodes(body, index):
            upper = inner.upper
            if upper not in (index, index - 1):
                raise UnsupportedNode(f"prefix sums run to {index} or {index}-1: {inner!r}")
            step = self.column(inner.body, inner.index)
            whole = [g if count == 1 else g * count for g, count in zip(step, self.environment.counts, strict=True)]
            before = accumulate(whole[:-1], initial=self.field.number(fmpq(0)))
            bases = list(map(operator.add, before, step) if upper == index else before)
            found.append(Prefix(inner, bases, step))
        self.shared.prefixes[body, index] = found
        return found


# -- verdicts of relations at values: in balls, for one value or for every run, and exactly where balls cannot tell ----
def decide(
    stated: Any, environment: Environment, field: BallField, runs: int | None = None
) -> tuple[Verdict, Any, Any, int]:
    """Verdict of a relation in balls, with both sides where it is worst and the run (-1 for a scalar relation).

    With a free index i, or with ``runs`` (scalars may then be columns, one entry per run), it must hold in every run;
    the reported sides belong to the first gravest run, or to the run of smallest margin if all are PROVED.
    """
    relation = node(stated)
    assert isinstance(relation, Relation)
    both = (relation.left, relation.right)
    if runs is not None or i in relation.free:
        index = i if runs is None else None
        left, right = [evaluate_runs(side, environment, field, index) for side in both]
        worst = _worst_run(relation.operator, left, right)
    else:
        left, right = [evaluate(side, environment, field) for side in both]
        verdict = compare(relation.operator, left, right)
        if verdict is Verdict.UNDECIDED:  # two inexact balls never prove equality: exact inputs decide exactly
            verdict = _decide_exactly(relation, lambda side: (evaluate(side, environment, ExactField()),))
        return verdict, left, right, -1
    if worst[0] is Verdict.UNDECIDED:
        exactly = _decide_exactly(relation, lambda side: evaluate_family(side, index, environment, ExactField(), runs))
        return (exactly, *worst[1:])
    return worst


_OPERATORS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _worst_run(rel_op: str, left: Any, right: Any) -> tuple[Verdict, Any, Any, int]:
    """The first refuted run, else the first undecided one, else the proved run of smallest margin.

    A side is a column or what all runs share; columns of few different values are decided once for each of them.
    """
    columns = [side for side in (left, right) if isinstance(side, Column)]
    if not columns:
        return compare(rel_op, left, right), left, right, 0
    coded = columns[0] if isinstance(columns[0], Coded) else None
    if coded is not None and all(isinstance(c, Coded) and c.codes is coded.codes for c in columns):
        codes = list(dict.fromkeys(coded.codes))  # in order of appearance: of equal runs the first is named
        few = (Column(map(x.distinct.__getitem__, codes)) if isinstance(x, Coded) else x for x in (left, right))
        verdict, one, other, place = _worst_run(rel_op, *few)
        return verdict, one, other, coded.codes.index(codes[place])
    length = len(columns[0])
    lefts, rights = (side if isinstance(side, Column) else [side] * length for side in (left, right))
    if rel_op in _OPERATORS and all(map(_OPERATORS[rel_op], lefts, rights)):
        runs: Sequence[int] = range(length)
        if len(columns) == 1:
            runs = _outermost(columns[0], (columns[0] is left) == (rel_op in ("<", "<=")))
        run = min(runs, key=lambda r: float(abs(rights[r] - lefts[r])))
        return Verdict.PROVED, lefts[run], rights[run], run
    verdicts = [compare(rel_op, left, right) for left, right in zip(lefts, rights, strict=True)]
    for wanted in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.PROVED):
        if wanted in verdicts:
            run = verdicts.index(wanted)
            return wanted, lefts[run], rights[run], run
    raise MalformedStatement("a condition over an empty family")


def _outermost(column: Column, largest: bool) -> list[int]:
    """The runs whose value may be the largest (or smallest) of a column, by their floats."""
    floats = list(map(float, column))
    edge = max(floats) if largest else min(floats)
    near = 1e-12 * abs(edge)
    return [run for run, x in enumerate(floats) if x == edge or abs(x - edge) <= near]


def _decide_exactly(relation: Relation, values: Callable[[Any], Sequence[Any]]) -> Verdict:
    """Decide in exact rationals where every value of a side is one."""
    try:
        pairs = list(zip(values(relation.left), values(relation.right), strict=True))
    except (NotExact, UnsupportedNode, TypeError, ZeroDivisionError):
        return Verdict.UNDECIDED
    if not all(isinstance(x, fmpq) and isinstance(y, fmpq) for x, y in pairs):
        return Verdict.UNDECIDED
    check = _OPERATORS.get(relation.operator, operator.eq)
    return Verdict.PROVED if all(check(x, y) for x, y in pairs) else Verdict.REFUTED


def compare(operator: str, left: Any, right: Any) -> Verdict:
    """Verdict of ``left operator right`` for balls."""
    if operator in (">", ">="):
        return compare("<" if operator == ">" else "<=", right, left)
    if operator == "==":
        difference = left - right
        if difference.is_zero():
            return Verdict.PROVED
        return Verdict.UNDECIDED if difference.contains(fmpq(0)) else Verdict.REFUTED
    if operator == "<":
        return Verdict.PROVED if left < right else Verdict.REFUTED if left >= right else Verdict.UNDECIDED
    if operator == "<=":
        return Verdict.PROVED if left <= right else Verdict.REFUTED if left > right else Verdict.UNDECIDED
    raise MalformedStatement(f"no rule to compare with {operator}")
