"""One evaluator for every formula: evaluates a sympy expression in any number system.

Values may be scalars or columns. A column has one entry per position of the current axis; the axis is the index of
the innermost Sum, Product or MaxOver, laid out run by run, so a family of a million equal members costs one entry.

A prefix sum Sum(g[j], (j, 1, i - 1)) inside a sum over i depends on the position within a run: at offset t of run r it
is base_r + t*step_r, and members are visited one by one.

A node without a rule raises UnsupportedNode: nothing is ever handed to lambdify or evalf.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
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

#: What the number systems call the functions of sympy, where they do not use its name.
FUNCTIONS: dict[Any, str] = {sp.Min: "min", sp.Max: "max", sp.Abs: "abs", sp.betainc_regularized: "betainc"}
_SAME_NAME = (
    *(sp.exp, sp.log, sp.ceiling, sp.floor, sp.tanh, sp.cosh, sp.sinh, sp.sech, sp.cos, sp.asin, sp.atanh),
    *(sp.erf, sp.erfc, sp.gamma, sp.loggamma),
)
FUNCTIONS |= {kind: kind.__name__ for kind in _SAME_NAME}


def function_name(formula: Any) -> str:
    """Return what number systems call the function of a formula; empty where it is none that they know."""
    return FUNCTIONS.get(type(formula)) or str(getattr(type(formula), "number_function", ""))


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
    value = evaluate_runs(expression, environment, number_field)
    if isinstance(value, Column):
        raise UnsupportedNode(f"{expression} has a free index; use evaluate_family")
    return value


def evaluate_runs(expression: Any, environment: Environment, number_field: Field, index: Any = None) -> Value:
    """Return a Column with one value per run, or the one value that all runs share.

    ``index`` is free in the expression and ranges over the runs; without it the scalars of the environment may be
    columns: a statement about one algorithm applied to every i at once.
    """
    evaluator = _Evaluator(number_field, environment, {})
    try:
        return (evaluator if index is None else evaluator.over_runs(index)).value(formula_of(expression))
    finally:
        evaluator.shared.clear()  # evaluators refer to each other, and balls are large


def evaluate_family(
    expression: Any, index: Any, environment: Environment, number_field: Field, length: int | None = None
) -> tuple[Value, ...]:
    """Return one value per run, as by ``evaluate_runs``; ``length``: how many there are, if no family tells."""
    value = evaluate_runs(expression, environment, number_field, index)
    return tuple(value) if isinstance(value, Column) else (value,) * (length or len(environment.counts))


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


@dataclass
class _Evaluator:
    """Values of expressions along one axis.

    ``shared`` by all evaluators of one environment: the columns of families by their base, those over the runs by
    their index. ``index``: what the axis is called, none where values are scalars. ``runs``: the run at every position
    (none: one position for every run). ``prefixes``: prefix sums at every position.
    """

    numbers: Field
    environment: Environment
    shared: dict[Any, Any]
    index: Any = None
    runs: Sequence[int] | None = None
    prefixes: Mapping[Any, Sequence[Value]] = field(default_factory=dict)
    memo: dict[Any, Value] = field(default_factory=dict)

    # -- axes ------------------------------------------------------------------------------------------------------
    def over_runs(self, index: Any) -> _Evaluator:
        """Return the evaluator in which the index ranges over the runs; one serves every sum over that index."""
        if index not in self.shared:
            self.shared[index] = _Evaluator(self.numbers, self.environment, self.shared, index)
        found: _Evaluator = self.shared[index]
        return found

    def column(self, body: Any, index: Any) -> Column:
        """Evaluate ``body`` over the runs."""
        value = self.over_runs(index).value(body)
        return value if isinstance(value, Column) else Column([value] * len(self.environment.counts))

    def _indexed(self, member: Any) -> Value:
        """Return a family along the axis; over runs of one distinct value a scalar: one operation instead of many."""
        base = member.base
        if self.index is None or member.indices != (self.index,) or base not in self.environment.families:
            raise UnsupportedNode(f"no value for {member}")
        if base not in self.shared:
            family = self.environment.families[base]
            distinct = self.numbers.convert_all(family.distinct)
            self.shared[base] = distinct[0] if len(distinct) == 1 else Column(map(distinct.__getitem__, family.codes))
        whole = self.shared[base]
        return (
            whole if self.runs is None or not isinstance(whole, Column) else Column(map(whole.__getitem__, self.runs))
        )

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
            return self.numbers.number(fmpq(int(formula.p), int(formula.q)))
        if isinstance(formula, sp.Indexed):
            return self._indexed(formula)
        if formula.is_Symbol:
            return self._symbol(formula)
        if formula.is_Add:
            return fold(list(map(self.value, formula.args)), operator.add)
        if formula.is_Mul:
            return fold(list(map(self.value, formula.args)), operator.mul)
        if isinstance(formula, sp.exp):
            return lift(self.numbers.callable("exp"), self.value(formula.exp))
        if formula.is_Pow:
            return self._power(formula.base, formula.exp)
        if isinstance(formula, ExprWithLimits):
            return self._over(formula)
        if name := function_name(formula):
            return lift(self.numbers.callable(name), *map(self.value, formula.args))
        if formula is sp.pi:
            return self.numbers.function("pi")
        if formula is sp.E:
            return self.numbers.function("exp", self.numbers.number(fmpq(1)))
        if formula in (sp.zoo, sp.nan, sp.oo, -sp.oo):
            raise ZeroDivisionError(f"{formula} in a formula")
        raise UnsupportedNode(f"no rule to evaluate {type(formula).__name__}: {formula}")

    def _symbol(self, symbol: Any) -> Value:
        if symbol not in self.environment.scalars:
            raise UnsupportedNode(f"no value for {symbol}")
        raw = self.environment.scalars[symbol]
        return Column(self.numbers.convert_all(raw)) if isinstance(raw, Column) else self.numbers.convert(raw)

    def _power(self, base: Any, exponent: Any) -> Value:
        x = self.value(base)
        # a symbolic exponent that is an exact integer in the environment stays an integer power
        raw = self.environment.scalars.get(exponent) if exponent.is_Symbol else None
        if exponent.is_Rational or isinstance(raw, int | fmpq):
            exact = fmpq(int(exponent.p), int(exponent.q)) if raw is None else fmpq(raw)
            return lift(self.numbers.power_by(exact), x)
        function = self.numbers.function
        return lift(lambda x, y: function("exp", y * function("log", x)), x, self.value(exponent))

    # -- reductions over an index ----------------------------------------------------------------------------------
    def _over(self, formula: Any) -> Value:
        if isinstance(formula, sp.Integral):
            raise UnsupportedNode(f"no rule to evaluate the integral {formula}")
        body, index, upper = over(formula)
        if self.index is not None and index != self.index and self.index in free(body):
            raise UnsupportedNode(f"a sum of what depends on the index of the sum around it: {formula}")
        if isinstance(formula, sp.Sum):
            return self._sum(formula, body, index, upper)
        counts = self.environment.counts
        self._check_upper(upper)
        if index not in free(body):
            value = self.value(body)
            return value if isinstance(formula, MaxOver) else lift(self.numbers.power_by(fmpq(sum(counts))), value)
        column = self.column(body, index)
        if isinstance(formula, MaxOver):
            return tree(list(column), self.numbers.callable("max"))
        return tree([self.numbers.power(x, fmpq(count)) for x, count in zip(column, counts, strict=True)], operator.mul)

    def _sum(self, formula: Any, body: Any, index: Any, upper: Any) -> Value:
        if formula in self.prefixes:
            return Column(self.prefixes[formula])
        if self.index is not None and self.index in free(upper):
            raise UnsupportedNode(f"prefix sum outside a sum over its index: {formula}")
        if index not in free(body):
            return lift(operator.mul, self.value(upper), self.value(body))
        if upper + 1 in self.environment.scalars:  # all but the last member: a sum to k-1
            shorter = self._without_last(upper + 1)
            return (
                self.numbers.number(fmpq(0)) if shorter is None else shorter.value(sp.Sum(body, (index, 1, upper + 1)))
            )
        self._check_upper(upper)
        if _prefix_sums(body, index):
            return self._prefix_total(body, index)
        return weighted_total(self.column(body, index), self.environment.counts)

    def _prefix_total(self, body: Any, index: Any) -> Value:
        """Return a sum of terms with prefix sums in them, member by member."""
        counts = self.environment.counts
        if sum(counts) > MOST_MEMBERS:
            raise UnsupportedNode(f"more than {MOST_MEMBERS:,} members are not visited one by one")
        prefixes = {inner: self._prefix(inner, index) for inner in _prefix_sums(body, index)}
        positions = ((run, offset) for run, count in enumerate(counts) for offset in range(count))
        totals = []
        while chunk := list(islice(positions, CHUNK)):
            at = {
                inner: [bases[r] + t * steps[r] if t else bases[r] for r, t in chunk]
                for inner, (bases, steps) in prefixes.items()
            }
            evaluator = _Evaluator(self.numbers, self.environment, self.shared, index, [run for run, _ in chunk], at)
            value = evaluator.value(body)
            totals.append(tree(list(value), operator.add) if isinstance(value, Column) else value * len(chunk))
        return tree(totals, operator.add)

    def _prefix(self, inner: Any, index: Any) -> tuple[Sequence[Value], Sequence[Value]]:
        """Return a prefix sum at the start of every run, and its step per member of the run."""
        term, bound, upper = over(inner)
        if upper not in (index, index - 1):
            raise UnsupportedNode(f"prefix sums run to {index} or {index}-1: {inner}")
        steps = self.column(term, bound)
        whole = [g if count == 1 else g * count for g, count in zip(steps, self.environment.counts, strict=True)]
        before = accumulate(whole[:-1], initial=self.numbers.number(fmpq(0)))
        return list(map(operator.add, before, steps) if upper == index else before), steps

    def _without_last(self, count: Any) -> _Evaluator | None:
        """Return the same values with the last member of every family dropped; None if that leaves no member."""
        families: dict[Any, Family[Value]] = {}
        for base, family in self.environment.families.items():
            shorter = family.without_last()
            if shorter is None:
                return None
            families[base] = shorter
        scalars = {**self.environment.scalars, count: self.environment.scalars[count] - 1}
        return _Evaluator(self.numbers, Environment(scalars, families), {})

    def _check_upper(self, upper: Any) -> None:
        k = self.environment.scalars.get(upper, upper)
        if int(k) != sum(self.environment.counts):
            raise UnsupportedNode(f"sum to {upper} = {k}, but the families have {sum(self.environment.counts)} members")


# -- verdicts of relations at values: in balls, for one value or for every run, and exactly where balls cannot tell ----
def decide(
    relation: Any, environment: Environment, field: BallField, runs: int | None = None
) -> tuple[Verdict, Any, Any, int]:
    """Decide a relation in balls; return both sides where it is worst, and that run (-1 for a scalar relation).

    With a free index i, or with ``runs`` (scalars may then be columns, one entry per run), it must hold in every run;
    the reported sides belong to the first gravest run, or to the run of smallest margin if all are PROVED.
    """
    scalar = runs is None and i not in free(relation)
    index = i if runs is None and not scalar else None
    left, right = (evaluate_runs(side, environment, field, index) for side in (relation.lhs, relation.rhs))
    verdict, left, right, run = _find_worst_run(relation.rel_op, left, right)
    if verdict is Verdict.UNDECIDED:  # two inexact balls never prove equality: exact inputs decide exactly

        def exactly(side: Any) -> Any:
            if scalar:
                return (evaluate(side, environment, ExactField()),)
            return evaluate_family(side, index, environment, ExactField(), runs)

        verdict = _decide_exactly(relation, exactly)
    return verdict, left, right, -1 if scalar else run


_OPERATORS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _find_worst_run(rel_op: str, left: Any, right: Any) -> tuple[Verdict, Any, Any, int]:
    """Return the first refuted run, else the first undecided one, else the proved run of smallest margin.

    A side is a column or what all runs share.
    """
    length = next((len(side) for side in (left, right) if isinstance(side, Column)), None)
    if length is None:
        return compare(rel_op, left, right), left, right, 0
    lefts, rights = (side if isinstance(side, Column) else [side] * length for side in (left, right))
    if rel_op in _OPERATORS and all(map(_OPERATORS[rel_op], lefts, rights)):
        run = min(range(length), key=lambda r: abs(rights[r] - lefts[r]).mid())
        return Verdict.PROVED, lefts[run], rights[run], run
    verdicts = [compare(rel_op, left, right) for left, right in zip(lefts, rights, strict=True)]
    verdict = Verdict.all(verdicts)
    run = verdicts.index(verdict)
    return verdict, lefts[run], rights[run], run


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
