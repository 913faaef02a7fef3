"""One evaluator for every formula: walks a sympy expression in any number system.

Values may be scalars or columns. A column has one entry per position of the current axis; the axis is the index of
the innermost Sum, Product or MaxOver, laid out run by run, so a family of a million equal members costs one entry.

A prefix sum Sum(g[j], (j, 1, i - 1)) inside a sum over i depends on the position within a run: at offset t of run r it
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

import sympy as sp
from flint import fmpq
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, NotExact, UnsupportedNode
from replcalc.numbers.family import Column, Family, Value, fold, lift, tree, weighted_total
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.symbolic.language import MaxOver, formula_of, free, i, over, parts

#: Positions handled at a time when members are visited one by one: bounds memory, amortises overhead.
CHUNK = 8192
#: Members that may be visited one by one: about ten seconds.
MOST_MEMBERS = 2_000_000

#: What the number systems call the functions of sympy.
FUNCTIONS: dict[Any, str] = {
    sp.exp: "exp",
    sp.log: "log",
    sp.Min: "min",
    sp.Max: "max",
    sp.Abs: "abs",
    sp.ceiling: "ceiling",
    sp.betainc_regularized: "betainc",
} | {
    kind: kind.__name__
    for kind in (
        *(sp.floor, sp.tanh, sp.cosh, sp.sinh, sp.sech, sp.cos, sp.asin, sp.atanh),
        *(sp.erf, sp.erfc, sp.gamma, sp.loggamma),
    )
}


def function_name(formula: Any) -> str:
    """Return what number systems call the function of a formula; empty where it is none that they know."""
    return FUNCTIONS.get(type(formula)) or str(getattr(type(formula), "number_function", ""))


@dataclass
class Axis:
    """The positions a bound index runs through: the column of a family, weights, and prefix sums at each position."""

    index: Any
    column: Callable[[Any], Value]
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
    """Values of symbols: scalars by Symbol, families by IndexedBase; all families share one run structure."""

    scalars: Mapping[Any, Value]
    families: Mapping[Any, Family[Value]] = field(default_factory=dict)

    @property
    def counts(self) -> tuple[int, ...]:
        for family in self.families.values():
            return family.counts
        raise UnsupportedNode("a sum over i needs at least one family in the environment")


def evaluate(expression: Any, environment: Environment, number_field: Field) -> Value:
    """Return the scalar value of ``expression``."""
    with _walk(number_field, environment) as walk:
        value = walk.value(formula_of(expression))
    if isinstance(value, Column):
        raise UnsupportedNode(f"{expression} has a free index; use evaluate_family")
    return value


def evaluate_runs(expression: Any, environment: Environment, number_field: Field, index: Any = None) -> Value:
    """Return a Column with one value per run, or the one value that all runs share.

    ``index`` is free in the expression and ranges over the runs; without it the scalars of the environment may be
    columns: a statement about one algorithm applied to every i at once.
    """
    with _walk(number_field, environment) as walk:
        if index is not None:
            return walk.on_runs(index).value(formula_of(expression))
        return walk.value(formula_of(expression))


def evaluate_family(
    expression: Any, index: Any, environment: Environment, number_field: Field, length: int | None = None
) -> tuple[Value, ...]:
    """Return one value per run, as by ``evaluate_runs``; ``length``: how many there are, if no family tells."""
    value = evaluate_runs(expression, environment, number_field, index)
    return tuple(value) if isinstance(value, Column) else (value,) * (length or len(environment.counts))


@contextmanager
def _walk(number_field: Field, environment: Environment) -> Iterator[_Walk]:
    """Context of an evaluation that frees its columns: evaluators refer to each other, and balls are large."""
    walk = _Walk(number_field, environment)
    try:
        yield walk
    finally:
        walk.shared.runs.clear()
        walk.shared.prefixes.clear()


@dataclass
class _Shared:
    """What all walks over one environment share: families as columns, walks over the runs, and prefix sums."""

    columns: dict[Any, Value] = field(default_factory=dict)
    runs: dict[Any, _Walk] = field(default_factory=dict)
    prefixes: dict[Any, list[Prefix]] = field(default_factory=dict)


@lru_cache(maxsize=4096)
def _prefix_sums(body: Any, index: Any) -> tuple[Any, ...]:
    found = (s for s in parts(body) if isinstance(s, sp.Sum) and index in free(over(s)[2]))
    return tuple(sorted(found, key=sp.default_sort_key))


@lru_cache(maxsize=4096)
def has_prefix_sums(formula: Any) -> bool:
    """Return whether the formula has a sum up to the index of another: its members are visited one by one."""
    limits = [over(part) for part in parts(formula) if isinstance(part, ExprWithLimits)]
    indices = {index for _, index, _ in limits}
    return any(free(upper) & indices for _, _, upper in limits)


class _Walk:
    def __init__(
        self, number_field: Field, environment: Environment, axis: Axis | None = None, shared: _Shared | None = None
    ) -> None:
        self.shared = shared if shared is not None else _Shared()
        self.field = number_field
        self.environment = environment
        self.axis = axis
        self.memo: dict[Any, Value] = {}

    # -- axes ------------------------------------------------------------------------------------------------------
    def on_runs(self, index: Any) -> _Walk:
        """Return the evaluator in which the index ranges over the runs; one serves every sum over that index."""
        if index not in self.shared.runs:
            axis = Axis(index, self._family, self.environment.counts)
            self.shared.runs[index] = _Walk(self.field, self.environment, axis, self.shared)
        return self.shared.runs[index]

    def _family(self, base: Any) -> Value:
        """Return a family over the runs: with one distinct value a scalar, one operation instead of one per run."""
        if base not in self.shared.columns:
            distinct = self.environment.families[base].distinct
            one = len(distinct) == 1
            self.shared.columns[base] = self.field.convert(distinct[0]) if one else self._spread(base)
        return self.shared.columns[base]

    def _spread(self, base: Any) -> Column:
        family = self.environment.families[base]
        return Column(map(self.field.column(family.distinct).__getitem__, family.codes))

    def column(self, body: Any, index: Any) -> Column:
        """Evaluate ``body`` over the runs."""
        value = self.on_runs(index).value(body)
        return value if isinstance(value, Column) else Column([value] * len(self.environment.counts))

    def _at_runs(self, runs: Sequence[int] | None) -> Callable[[Any], Value]:
        """Return every family at the given runs (all of them by default), made when asked for."""
        if runs is None:
            return self._family
        return lambda base: Column(map(self._spread(base).__getitem__, runs))

    # -- nodes -----------------------------------------------------------------------------------------------------
    def value(self, formula: Any) -> Value:
        if formula in self.memo:
            return self.memo[formula]
        result = self._compute(formula)
        # sums and products of columns are cheap to redo and large to keep
        if not (isinstance(result, Column) and (formula.is_Add or formula.is_Mul)):
            self.memo[formula] = result
        return result

    def _compute(self, formula: Any) -> Value:
        if formula.is_Rational:
            return self.field.number(fmpq(int(formula.p), int(formula.q)))
        if isinstance(formula, sp.Indexed):
            return self._indexed(formula)
        if formula.is_Symbol:
            return self._symbol(formula)
        if formula.is_Add:
            return fold(list(map(self.value, formula.args)), operator.add)
        if formula.is_Mul:
            return fold(list(map(self.value, formula.args)), operator.mul)
        if isinstance(formula, sp.exp):
            return lift(self.field.callable("exp"), self.value(formula.exp))
        if formula.is_Pow:
            return self._power(formula.base, formula.exp)
        if isinstance(formula, ExprWithLimits):
            return self._over(formula)
        name = function_name(formula)
        if name:
            return lift(self.field.callable(name), *map(self.value, formula.args))
        if formula is sp.pi:
            return self.field.function("pi")
        if formula is sp.E:
            return self.field.function("exp", self.field.number(fmpq(1)))
        if formula in (sp.zoo, sp.nan, sp.oo, -sp.oo):
            raise ZeroDivisionError(f"{formula} in a formula")
        raise UnsupportedNode(f"no rule to evaluate {type(formula).__name__}: {formula}")

    def _symbol(self, symbol: Any) -> Value:
        if symbol in self.environment.scalars:
            raw = self.environment.scalars[symbol]
            return raw.map(self.field.column) if isinstance(raw, Column) else self.field.convert(raw)
        raise UnsupportedNode(f"no value for {symbol}")

    def _indexed(self, member: Any) -> Value:
        axis = self.axis
        if axis is not None and member.indices == (axis.index,) and member.base in self.environment.families:
            return axis.column(member.base)
        raise UnsupportedNode(f"no value for {member}")

    def _power(self, base: Any, exponent: Any) -> Value:
        x = self.value(base)
        if exponent.is_Rational:
            return lift(self.field.power_by(fmpq(int(exponent.p), int(exponent.q))), x)
        # a symbolic exponent that is an exact integer in the environment stays an integer power
        raw = self.environment.scalars.get(exponent) if exponent.is_Symbol else None
        if isinstance(raw, int | fmpq):
            return lift(self.field.power_by(fmpq(raw)), x)
        function = self.field.function
        return lift(lambda x, y: function("exp", y * function("log", x)), x, self.value(exponent))

    # -- reductions over an index ----------------------------------------------------------------------------------
    def _over(self, formula: Any) -> Value:
        if isinstance(formula, sp.Integral):
            raise UnsupportedNode(f"no rule to evaluate the integral {formula}")
        body, index, upper = over(formula)
        if self.axis is not None and index != self.axis.index and self.axis.index in free(body):
            raise UnsupportedNode(f"a sum of what depends on the index of the sum around it: {formula}")
        if isinstance(formula, sp.Sum):
            return self._sum(formula, body, index, upper)
        self._check_upper(upper)
        if index not in free(body):
            value = self.value(body)
            if isinstance(formula, MaxOver):
                return value
            return lift(self.field.power_by(fmpq(sum(self.environment.counts))), value)
        column, counts = self.column(body, index), self.environment.counts
        if isinstance(formula, MaxOver):
            return tree(list(column), self.field.callable("max"))
        return tree([self.field.power(x, fmpq(count)) for x, count in zip(column, counts, strict=True)], operator.mul)

    def _sum(self, formula: Any, body: Any, index: Any, upper: Any) -> Value:
        if self.axis is not None and self.axis.index in free(upper):
            if formula not in self.axis.prefixes:
                raise UnsupportedNode(f"prefix sum outside a sum over its index: {formula}")
            return Column(self.axis.prefixes[formula])
        if index not in free(body):
            return lift(operator.mul, self.value(upper), self.value(body))
        if upper + 1 in self.environment.scalars:  # all but the last member: a sum to k-1
            shorter = self._without_last(upper + 1)
            whole = sp.Sum(body, (index, 1, upper + 1))
            return self.field.number(fmpq(0)) if shorter is None else shorter.value(whole)
        self._check_upper(upper)
        prefixes = self._prefixes(body, index)
        if not prefixes:
            return weighted_total(self.column(body, index), self.environment.counts)
        return self._prefix_total(body, index, prefixes)

    def _prefix_total(self, body: Any, index: Any, prefixes: Sequence[Prefix]) -> Value:
        """Return a sum of terms with prefix sums in them, member by member."""
        counts = self.environment.counts
        if max(counts) == 1:  # one position for each run
            axis = Axis(index, self._at_runs(None), counts)
            axis.prefixes.update((prefix.node, prefix.bases) for prefix in prefixes)
            return self._total_on(axis, body)
        if sum(counts) > MOST_MEMBERS:
            raise UnsupportedNode(f"more than {MOST_MEMBERS:,} members are not visited one by one")
        positions = ((run, offset) for run, count in enumerate(counts) for offset in range(count))
        totals = []
        while chunk := list(islice(positions, CHUNK)):
            totals.append(self._part(body, index, prefixes, chunk))
        return tree(totals, operator.add)

    def _part(
        self,
        body: Any,
        index: Any,
        prefixes: Sequence[Prefix],
        positions: Sequence[tuple[int, Any]],
    ) -> Value:
        """Return the sum over some positions (run, offset)."""
        axis = Axis(index, self._at_runs([run for run, _ in positions]), [1] * len(positions))
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
        """Return the same values with the last member of every family dropped; None if that leaves no member."""
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
        """Return the prefix sums in ``body``, each as base (value at the start of a run) and step per run."""
        if (body, index) in self.shared.prefixes:
            return self.shared.prefixes[body, index]
        found: list[Prefix] = []
        for inner in _prefix_sums(body, index):
            term, bound, upper = over(inner)
            if upper not in (index, index - 1):
                raise UnsupportedNode(f"prefix sums run to {index} or {index}-1: {inner}")
            step = self.column(term, bound)
            whole = [g if count == 1 else g * count for g, count in zip(step, self.environment.counts, strict=True)]
            before = accumulate(whole[:-1], initial=self.field.number(fmpq(0)))
            bases = list(map(operator.add, before, step) if upper == index else before)
            found.append(Prefix(inner, bases, step))
        self.shared.prefixes[body, index] = found
        return found


# -- verdicts of relations at values: in balls, for one value or for every run, and exactly where balls cannot tell ----
def decide(
    relation: Any, environment: Environment, field: BallField, runs: int | None = None
) -> tuple[Verdict, Any, Any, int]:
    """Decide a relation in balls; return both sides where it is worst, and that run (-1 for a scalar relation).

    With a free index i, or with ``runs`` (scalars may then be columns, one entry per run), it must hold in every run;
    the reported sides belong to the first gravest run, or to the run of smallest margin if all are PROVED.
    """
    both = (relation.lhs, relation.rhs)
    if runs is not None or i in free(relation):
        index = i if runs is None else None
        left, right = [evaluate_runs(side, environment, field, index) for side in both]
        worst = _worst_run(relation.rel_op, left, right)
    else:
        left, right = [evaluate(side, environment, field) for side in both]
        verdict = compare(relation.rel_op, left, right)
        if verdict is Verdict.UNDECIDED:  # two inexact balls never prove equality: exact inputs decide exactly
            verdict = _decide_exactly(relation, lambda side: (evaluate(side, environment, ExactField()),))
        return verdict, left, right, -1
    if worst[0] is Verdict.UNDECIDED:
        exactly = _decide_exactly(relation, lambda side: evaluate_family(side, index, environment, ExactField(), runs))
        return (exactly, *worst[1:])
    return worst


_OPERATORS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _worst_run(rel_op: str, left: Any, right: Any) -> tuple[Verdict, Any, Any, int]:
    """Return the first refuted run, else the first undecided one, else the proved run of smallest margin.

    A side is a column or what all runs share.
    """
    columns = [side for side in (left, right) if isinstance(side, Column)]
    if not columns:
        return compare(rel_op, left, right), left, right, 0
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
    """Return the runs whose value may be the largest (or smallest) of a column, by their floats."""
    floats = list(map(float, column))
    edge = max(floats) if largest else min(floats)
    near = 1e-12 * abs(edge)
    return [run for run, x in enumerate(floats) if x == edge or abs(x - edge) <= near]


def _decide_exactly(relation: Any, values: Callable[[Any], Sequence[Any]]) -> Verdict:
    """Decide in exact rationals where every value of a side is one."""
    try:
        pairs = list(zip(values(relation.lhs), values(relation.rhs), strict=True))
    except (NotExact, UnsupportedNode, TypeError, ZeroDivisionError):
        return Verdict.UNDECIDED
    if not all(isinstance(x, fmpq) and isinstance(y, fmpq) for x, y in pairs):
        return Verdict.UNDECIDED
    check = _OPERATORS.get(relation.rel_op, operator.eq)
    return Verdict.PROVED if all(check(x, y) for x, y in pairs) else Verdict.REFUTED


def compare(operator: str, left: Any, right: Any) -> Verdict:
    """Decide ``left operator right`` for balls."""
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
