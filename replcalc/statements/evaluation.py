"""One evaluator for every formula: walks a sympy expression in any number system.

Values may be scalars or columns. A column has one entry per position of the current axis; the axis is the index i of
the innermost Sum, Product or MaxOver, laid out run by run, so a family of a million equal members costs one entry.

A prefix sum Sum(g[j], (j, 1, i-1)) inside a sum over i depends on the position within a run, where it has the closed
form base + t*g. Then the outer sum visits positions one by one (O(k)); in balls, long runs are instead cut into blocks
that are summed through a Taylor series in t with a rigorous remainder, so that k = 10**6 costs a fraction of a second.

A node without a rule raises UnsupportedNode: nothing is ever handed to lambdify or evalf.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import acb, arb, arb_series, fmpq

from replcalc.numbers.columns import Column, Value, centred_power_sums, fold, lift, tree, weighted_total
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, Field, series_length
from replcalc.statements.expressions import Chosen, Fixed, Greater, Lesser, MaxOver

#: The canonical index of every walk over runs.
RUN = sp.Dummy("r", integer=True, positive=True)

#: Positions handled at a time when a prefix sum forces a walk over single members: bounds memory, amortises overhead.
CHUNK = 8192
#: Shorter runs are visited member by member: a column of a thousand balls is cheaper than a dozen power series.
LONG_RUN = 1024

_FUNCTIONS: dict[type, str] = {
    sp.exp: "exp",
    sp.log: "log",
    sp.Min: "min",
    sp.Max: "max",
    sp.Abs: "abs",
    Lesser: "min",
    Greater: "max",
    Chosen: "chosen",
    Fixed: "fixed",
    sp.floor: "floor",
    sp.ceiling: "ceiling",
    sp.tanh: "tanh",
    sp.cosh: "cosh",
    sp.sinh: "sinh",
    sp.sech: "sech",
    sp.asin: "asin",
    sp.atanh: "atanh",
    sp.erf: "erf",
    sp.erfc: "erfc",
    sp.gamma: "gamma",
    sp.loggamma: "loggamma",
    sp.betainc_regularized: "betainc",
}


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


class _RunColumns(Mapping[Any, Sequence[Value]]):
    """The families as columns of field numbers, each converted when first asked for."""

    def __init__(self, families: Mapping[Any, Family[Value]], number_field: Field) -> None:
        self._families, self._field = families, number_field
        self._converted: dict[Any, Column] = {}

    def __getitem__(self, base: Any) -> Column:
        if base not in self._converted:
            values = self._families[base].values
            exact = isinstance(values[0], int | fmpq) or isinstance(values[-1], int | fmpq)
            self._converted[base] = Column(map(self._field.convert, values) if exact else values)
        return self._converted[base]

    def constant(self, base: Any) -> Value | None:
        """The one value of a family whose members are all the same object; None if they are not."""
        first = self._families[base].values[0]
        if not all(value is first for value in self._families[base].values):
            return None
        return self._field.convert(first)

    def __contains__(self, base: Any) -> bool:
        return base in self._families

    def __iter__(self) -> Iterator[Any]:
        return iter(self._families)

    def __len__(self) -> int:
        return len(self._families)


@dataclass
class _Axis:
    """The positions a bound index runs through: columns of every family, weights, and prefix sums at each position."""

    index: Any
    columns: Mapping[Any, Sequence[Value]]
    weights: Sequence[int]
    prefixes: dict[Any, Sequence[Value]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Prefix:
    """A prefix sum: at offset t of run r its value is bases[r] + t*steps[r]."""

    node: Any
    bases: Sequence[Value]
    steps: Sequence[Value]


def evaluate(expression: Any, environment: Environment, number_field: Field) -> Value:
    """The scalar value of ``expression``."""
    with _walk(number_field, environment) as walk:
        value = walk.value(sp.sympify(expression))
    if isinstance(value, Column):
        raise UnsupportedNode(f"{expression} has a free index; use evaluate_family")
    return value


def evaluate_each(expression: Any, environment: Environment, number_field: Field, length: int) -> tuple[Value, ...]:
    """One value per run of an expression whose scalars may be columns: a statement applied to every i at once."""
    with _walk(number_field, environment) as walk:
        value = walk.value(sp.sympify(expression))
    return tuple(value) if isinstance(value, Column) else (value,) * length


def evaluate_family(expression: Any, index: Any, environment: Environment, number_field: Field) -> tuple[Value, ...]:
    """One value per run of an expression with the free index ``index``."""
    with _walk(number_field, environment) as walk:
        return tuple(walk.column(sp.sympify(expression), index))


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
    prefixes: dict[Any, list[_Prefix]] = field(default_factory=dict)


@lru_cache(maxsize=4096)
def _renamed(body: Any, index: Any) -> Any:
    return body.xreplace({index: RUN})


class _Walk:
    def __init__(
        self, number_field: Field, environment: Environment, axis: _Axis | None = None, shared: _Shared | None = None
    ) -> None:
        self.shared = shared if shared is not None else _Shared()
        self.field = number_field
        self.environment = environment
        self.axis = axis
        self.memo: dict[Any, Value] = {}

    # -- axes ------------------------------------------------------------------------------------------------------
    def on_runs(self) -> _Walk:
        """The same environment with the canonical index RUN ranging over the runs; one walk serves every sum."""
        if self.shared.runs is None:
            columns = _RunColumns(self.environment.families, self.field)
            self.shared.runs = self._with(_Axis(RUN, columns, self.environment.counts))
        return self.shared.runs

    def column(self, body: Any, index: Any) -> Column:
        """``body`` over the runs, its index renamed so that what different sums share is computed once."""
        value = self.on_runs().value(_renamed(body, index))
        return value if isinstance(value, Column) else Column([value] * len(self.environment.counts))

    def _with(self, axis: _Axis) -> _Walk:
        return _Walk(self.field, self.environment, axis, self.shared)

    # -- nodes -----------------------------------------------------------------------------------------------------
    def value(self, node: Any) -> Value:
        if node in self.memo:
            return self.memo[node]
        result = self._compute(node)
        # sums and products of columns are cheap to redo and large to keep
        if not (isinstance(result, Column) and (node.is_Add or node.is_Mul)):
            self.memo[node] = result
        return result

    def _compute(self, node: Any) -> Value:
        if node.is_Rational:
            return self.field.number(fmpq(int(node.p), int(node.q)))
        if isinstance(node, sp.Indexed):
            return self._indexed(node)
        if node.is_Symbol:
            return self._symbol(node)
        if node.is_Add:
            return fold([self.value(a) for a in node.args], operator.add)
        if node.is_Mul:
            return fold([self.value(a) for a in node.args], operator.mul)
        if node.is_Pow and node.base is not sp.E:
            return self._power(node)
        if isinstance(node, sp.exp) or (node.is_Pow and node.base is sp.E):
            return lift(self.field.callable("exp"), self.value(node.exp))
        if isinstance(node, sp.Sum):
            return self._sum(node)
        if isinstance(node, sp.Product):
            return self._product(node)
        if isinstance(node, MaxOver):
            return self._maximum(node)
        if node is sp.E:
            return self.field.function("exp", self.field.number(fmpq(1)))
        if node is sp.pi:
            return self.field.function("pi")
        name = _FUNCTIONS.get(type(node))
        if name is None:
            raise UnsupportedNode(f"no rule to evaluate {type(node).__name__}: {node}")
        return lift(self.field.callable(name), *(self.value(a) for a in node.args))

    def _symbol(self, node: Any) -> Value:
        if node in self.environment.scalars:
            raw = self.environment.scalars[node]
            return Column([self.field.convert(x) for x in raw]) if isinstance(raw, Column) else self.field.convert(raw)
        raise UnsupportedNode(f"no value for {node}")

    def _indexed(self, node: Any) -> Value:
        base, (index,) = node.base, node.indices
        if self.axis is not None and index == self.axis.index and base in self.axis.columns:
            columns = self.axis.columns
            if isinstance(columns, _RunColumns):
                constant = columns.constant(base)
                if constant is not None:  # a scalar costs one operation where a column costs one per run
                    return constant
            column = columns[base]
            return column if isinstance(column, Column) else Column(column)
        raise UnsupportedNode(f"no value for {node}")

    def _power(self, node: Any) -> Value:
        base, exponent = self.value(node.base), node.exp
        if exponent.is_Rational:
            q = fmpq(int(exponent.p), int(exponent.q))
            return lift(self.field.power_by(q), base)
        # a symbolic exponent that is an exact integer in the environment stays an integer power
        if exponent.is_Symbol and exponent in self.environment.scalars:
            raw = self.environment.scalars[exponent]
            if isinstance(raw, int):
                raw = fmpq(raw)
            if isinstance(raw, fmpq):
                return lift(self.field.power_by(raw), base)
        function = self.field.function
        return lift(lambda x, y: function("exp", y * function("log", x)), base, self.value(exponent))

    # -- reductions over an index ----------------------------------------------------------------------------------
    def _limits(self, node: Any) -> tuple[Any, Any]:
        index, lower, upper = node.limits[0]
        if len(node.limits) != 1 or lower != 1:
            raise UnsupportedNode(f"only single sums from 1 are supported: {node}")
        return index, upper

    def _sum(self, node: Any) -> Value:
        index, upper = self._limits(node)
        if self.axis is not None and upper.has(self.axis.index):
            if node not in self.axis.prefixes:
                raise UnsupportedNode(f"prefix sum outside a sum over its index: {node}")
            return Column(self.axis.prefixes[node])
        if not node.function.has(index):
            return self.value(upper * node.function)
        if upper + 1 in self.environment.scalars:  # all but the last member: a sum to k-1
            shorter = self._without_last(upper + 1)
            whole = sp.Sum(node.function, (index, 1, upper + 1))
            return self.field.number(fmpq(0)) if shorter is None else shorter.value(whole)
        self._check_upper(upper)
        if not self._prefix_columns(node.function, index):
            return weighted_total(self.column(node.function, index), self.environment.counts)
        total = self._block_total(node.function, index)
        for axis in self._axes(node.function, index):
            column = self._with(axis).value(node.function)
            if not isinstance(column, Column):
                column = Column([column] * len(axis.weights))
            part = weighted_total(column, axis.weights)
            total = part if total is None else total + part
        return total

    def _without_last(self, count: Any) -> _Walk | None:
        """The same values with the last member of every family dropped; None if that leaves no member."""
        families = {}
        for base, family in self.environment.families.items():
            value, members = family.runs[-1]
            runs = (*family.runs[:-1], (value, members - 1)) if members > 1 else family.runs[:-1]
            if not runs:
                return None
            families[base] = Family(runs)
        scalars = {**self.environment.scalars, count: self.environment.scalars[count] - 1}
        return _Walk(self.field, Environment(scalars, families))

    def _check_upper(self, upper: Any) -> None:
        k = self.environment.scalars.get(upper, upper)
        if int(k) != sum(self.environment.counts):
            raise UnsupportedNode(f"sum to {upper} = {k}, but the families have {sum(self.environment.counts)} members")

    def _product(self, node: Any) -> Value:
        index, upper = self._limits(node)
        self._check_upper(upper)
        column, counts = self.column(node.function, index), self.environment.counts
        factors = (self.field.power(x, fmpq(count)) for x, count in zip(column, counts, strict=True))
        return tree(list(factors), operator.mul)

    def _maximum(self, node: Any) -> Value:
        index, upper = self._limits(node)
        self._check_upper(upper)
        column = self.column(node.function, index)
        return tree(list(column), lambda x, y: self.field.function("max", x, y))

    def _axes(self, body: Any, index: Any) -> Iterator[_Axis]:
        """Chunks of positions with the prefix sums at each."""
        runs = self.on_runs()
        assert runs.axis is not None
        prefixes = self._prefix_columns(body, index)
        for positions in self._positions():
            columns = {base: [column[r] for r, _, _ in positions] for base, column in runs.axis.columns.items()}
            axis = _Axis(index, columns, [weight for _, _, weight in positions])
            for prefix in prefixes:
                bases, steps = prefix.bases, prefix.steps
                axis.prefixes[prefix.node] = [bases[r] + t * steps[r] if t else bases[r] for r, t, _ in positions]
            yield axis

    def _prefix_columns(self, body: Any, index: Any) -> list[_Prefix]:
        """The prefix sums in ``body``, each as base (value at the start of a run) and step per run."""
        if (body, index) in self.shared.prefixes:
            return self.shared.prefixes[body, index]
        found: list[_Prefix] = []
        for node in sorted((s for s in body.atoms(sp.Sum) if s.limits[0][2].has(index)), key=str):
            inner, upper = self._limits(node)
            if upper not in (index, index - 1):
                raise UnsupportedNode(f"prefix sums run to {index} or {index}-1: {node}")
            step = self.column(node.function, inner)
            base = self.field.number(fmpq(0))
            bases = []
            for g, count in zip(step, self.environment.counts, strict=True):
                bases.append(base + g if upper == index else base)
                base = base + g * count
            found.append(_Prefix(node, bases, step))
        self.shared.prefixes[body, index] = found
        return found

    def _positions(self) -> Iterator[list[tuple[int, int, int]]]:
        """Chunks of (run, offset t within the run, weight 1), leaving out what the series blocks cover."""
        chunk: list[tuple[int, int, int]] = []
        for run, count in enumerate(self.environment.counts):
            for offset in range(self._singles() if self._in_blocks(count) else count):
                chunk.append((run, offset, 1))
                if len(chunk) >= CHUNK:
                    yield chunk
                    chunk = []
        if chunk:
            yield chunk

    def _in_blocks(self, count: int) -> bool:
        return isinstance(self.field, BallField) and count > max(LONG_RUN, 2 * self._singles())

    def _singles(self) -> int:
        """Offsets at the start of a long run that are visited singly: near t = 0 the terms may have a branch point.

        As many as bits are wanted: the blocks after them are then wide enough for centred_power_sums, and fewer.
        """
        return self.field.enough  # type: ignore[attr-defined,no-any-return]

    def _block_total(self, body: Any, index: Any) -> Value | None:
        """The part of a prefix sum that lies in long runs, block by block; None where there is no long run."""
        total: Value | None = None
        prefixes = self._prefix_columns(body, index)
        for run, count in reversed(list(enumerate(self.environment.counts))):  # large terms come first
            if not self._in_blocks(count):
                continue
            pending, start = [], self._singles()
            while start < count:
                width = min(max(start // 8, 1), count - start)
                pending.append((start, width))
                start += width
            while pending:
                part, blocks = self._one_block(body, index, prefixes, run, *pending.pop(), total)
                pending += blocks
                if part is not None:
                    total = part if total is None else total + part
        return total

    def _one_block(
        self, body: Any, index: Any, prefixes: list[_Prefix], run: int, start: int, width: int, so_far: Value | None
    ) -> tuple[Value | None, list[tuple[int, int]]]:
        """Sum over offsets start..start+width-1 of one run, or its halves if the series does not converge fast enough.

        h(m+s) = a_0 + a_1 s + ... + a_{p-1} s^{p-1} + R with |R| <= M q^p/(1-q), q = |s|/radius, M bounds |h - a_0| on
        the disc of that radius about m (Cauchy): terms that hardly vary need few coefficients. Power sums of s over
        the block are known; odd ones vanish. A block that is nothing beside the sum ``so_far`` (geometric growth) is
        only bounded.
        """
        enough = self.field.enough  # type: ignore[attr-defined]
        middle, half = fmpq(2 * start + width - 1, 2), fmpq(width - 1, 2)
        if so_far is not None:
            most = abs(self._at(body, index, prefixes, run, arb(middle, half))).upper() * width
            if most < abs(so_far) * arb(2) ** -enough:
                return arb(0, most.upper()), []
        order = enough // 3 + 8
        if width * 3 < order:
            values = [self._at(body, index, prefixes, run, fmpq(start + t)) for t in range(width)]
            return tree(values, operator.add), []
        radius = min(middle / 2, 16 * half)  # no wider than convergence needs: fast-growing terms are huge far away
        disc = acb(arb(middle, arb(radius)), arb(0, arb(radius)))
        centre = self._at(body, index, prefixes, run, arb(middle))
        spread = abs(self._at(body, index, prefixes, run, disc) - centre).upper()
        if not spread.is_finite() and centre.rel_accuracy_bits() < enough // 4:
            return arb("nan"), []  # the prefix sums themselves are too vague: more bits will help, more blocks will not
        ratio = arb(half / radius)
        halves = [(start, width // 2), (start + width // 2, width - width // 2)]
        if not spread.is_finite():
            return None, halves
        while order > 4 and spread * ratio ** (order * 3 // 4) < abs(centre) * arb(2) ** -enough:
            order = order * 3 // 4
        with series_length(order):
            series = self._at(body, index, prefixes, run, arb_series([arb(middle), 1]))
        remainder = spread * ratio**order / (1 - ratio) * width
        total = arb(0)
        bits = self.field.bits  # type: ignore[attr-defined]
        for m, power_sum in enumerate(centred_power_sums(width, -(-order // 2), bits)):
            total += series[2 * m] * power_sum
        if not remainder.is_finite() or remainder > abs(total) * arb(2) ** (24 - enough):
            return None, halves
        return total + arb(0, remainder.upper()), []

    def _at(self, body: Any, index: Any, prefixes: list[_Prefix], run: int, offset: Any) -> Value:
        """``body`` at one offset of one run; the offset may be a number, a series or a complex ball."""
        axis = _Axis(index, {b: [self.field.convert(f.values[run])] for b, f in self.environment.families.items()}, [1])
        for prefix in prefixes:
            axis.prefixes[prefix.node] = [prefix.bases[run] + offset * prefix.steps[run]]
        value = self._with(axis).value(body)
        return value[0] if isinstance(value, Column) else value
