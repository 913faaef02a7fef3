"""Derivations: ordered applications of statements, each bound to what came before.

A route builds one with ``Proof``: ``proof.apply(statement, parameter=expression, ...)`` returns the conclusions as
symbols to use in the next application. ``proof.derivation()`` freezes it. A derivation evaluates in any number system,
gives the full symbolic expression of any quantity by substitution, lists its hidden constants and open obligations,
and is itself the explanation of every figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.numbers.columns import Column
from replcalc.numbers.errors import MalformedStatement, NotExact, PrecisionExhausted, UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.numbers.verdict import Verdict
from replcalc.statements.evaluation import Environment, evaluate, evaluate_each, evaluate_family
from replcalc.statements.statement import Conclusion, Condition, HiddenConstant, Parameter, Statement, decide, i, k


@dataclass(frozen=True)
class Application:
    """One statement applied: what each parameter was bound to, and the name each conclusion got.

    ``each``: a statement about one algorithm applied to every i: bindings may use i, conclusions are families.
    """

    statement: Statement
    bindings: tuple[tuple[str, Any], ...]
    quantities: tuple[tuple[str, Any], ...]  # (conclusion name, symbol in the derivation), in the statement's order
    each: bool = False

    def binding(self, name: str) -> Any:
        return dict(self.bindings)[name]

    def outputs(self) -> Iterator[tuple[Conclusion, Any]]:
        for name, symbol in self.quantities:
            yield self.statement.conclusion(name), symbol


@dataclass(frozen=True)
class Derivation:
    """An ordered DAG of applications over named inputs."""

    name: str
    title: str
    inputs: tuple[Parameter, ...]
    steps: tuple[Application, ...]

    @property
    def hidden(self) -> tuple[HiddenConstant, ...]:
        """Hidden constants of all applied statements that some quantity really depends on, in order."""
        found: dict[str, HiddenConstant] = {}
        for step in self.steps:
            bound = dict(step.bindings)
            for constant in step.statement.hidden:
                if constant.name not in bound:
                    found.setdefault(constant.name, constant)
        return tuple(found.values())

    @property
    def obligations(self) -> tuple[tuple[Statement, Condition], ...]:
        """Conditions in words, which no number can check: what the user must grant."""
        found = [(s.statement, c) for s in self.steps for c in s.statement.assumes if not c.numeric]
        return tuple(dict.fromkeys(found))

    @property
    def provenance(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.statement.provenance for s in self.steps))

    def definition(self, quantity: Any) -> tuple[Application, Conclusion]:
        """The application that defined a quantity (by symbol or name)."""
        for step in self.steps:
            for conclusion, symbol in step.outputs():
                if quantity in (symbol, str(symbol)):
                    return step, conclusion
        raise MalformedStatement(f"{self.name}: no step defines {quantity}")

    def expression(self, quantity: Any) -> Any:
        """The quantity as one expression in the inputs and hidden constants, by substitution all the way down."""
        memo: dict[Any, Any] = {}
        for step in self.steps:
            local: dict[Any, Any] = {}
            for parameter in step.statement.given:
                local[parameter.symbol] = _substitute(step.binding(parameter.name), memo)
            for conclusion, symbol in step.outputs():
                value = _substitute(conclusion.expression, local)
                local[conclusion.symbol] = memo[symbol] = value
                if quantity in (symbol, str(symbol)):
                    return value
        raise MalformedStatement(f"{self.name}: no step defines {quantity}")

    def predecessors(self, step: Application) -> tuple[Application, ...]:
        """The earlier applications whose conclusions ``step`` uses."""
        used = {s for _, binding in step.bindings for s in _symbols(binding)}
        return tuple(s for s in self.steps if s is not step and used & {symbol for _, symbol in s.quantities})


@dataclass
class Proof:
    """Builds a Derivation step by step."""

    name: str
    title: str
    inputs: tuple[Parameter, ...]
    _steps: list[Application] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def apply_each(
        self, statement: Statement, *, names: Mapping[str, str] | None = None, **bindings: Any
    ) -> SimpleNamespace:
        """Apply a statement about one algorithm to every i = 1..k; bindings may use the index i."""
        return self.apply(statement, names=names, each=True, **bindings)

    def apply(
        self, statement: Statement, *, names: Mapping[str, str] | None = None, each: bool = False, **bindings: Any
    ) -> SimpleNamespace:
        """Apply ``statement``; every parameter must be bound (hidden constants may be, to override them).

        A family parameter takes an expression in the index i, such as ``x[i]``; a scalar one takes no free index.
        ``names`` renames conclusions (a statement applied twice must not define one name twice).
        """
        missing = {p.name for p in statement.given} - set(bindings)
        unknown = set(bindings) - {p.name for p in statement.given} - {h.name for h in statement.hidden}
        if missing or unknown:
            raise MalformedStatement(f"{statement.label}: missing {sorted(missing)}, unknown {sorted(unknown)}")
        outputs: list[tuple[str, Any]] = []
        space: dict[str, Any] = {}
        for conclusion in statement.gives:
            name = (names or {}).get(conclusion.name, conclusion.name)
            if name in self._taken:
                raise MalformedStatement(f"{self.name}: '{name}' is defined twice; rename one with names=")
            self._taken.add(name)
            indexed = each or conclusion.indexed
            symbol: Any = sp.IndexedBase(name, real=True) if indexed else sp.Symbol(name, real=True)
            outputs.append((conclusion.name, symbol))
            space[conclusion.name] = symbol[i] if indexed else symbol
        bound = tuple((name, sp.sympify(value)) for name, value in bindings.items())
        self._steps.append(Application(statement, bound, tuple(outputs), each))
        return SimpleNamespace(**space)

    def derivation(self) -> Derivation:
        return Derivation(self.name, self.title, self.inputs, tuple(self._steps))


@dataclass(frozen=True)
class Checked:
    """A condition with its verdict at the values, both sides (balls) and the run where it is tightest (-1: scalar)."""

    statement: Statement
    condition: Condition
    verdict: Verdict
    left: Any
    right: Any
    run: int


@dataclass(frozen=True)
class Evaluated:
    """All quantities of a derivation in one number system: scalars, or tuples with one entry per run."""

    values: Mapping[str, Any]
    checks: tuple[Checked, ...] = ()


def run(
    derivation: Derivation,
    inputs: Mapping[str, Any],
    number_field: Field,
    settings: Mapping[str, Any] | None = None,
    *,
    check: bool = True,
    known: Mapping[str, Any] | None = None,
) -> Evaluated:
    """Evaluate every quantity, and in balls every numeric condition. ``known`` holds quantities that are exact already.

    ``inputs`` by parameter name: exact numbers or Families (aligned). ``settings`` overrides hidden constants by name.
    """
    settings = settings or {}
    scalars: dict[Any, Any] = {}
    families: dict[Any, Family[Any]] = {}
    for parameter in derivation.inputs:
        value = inputs[parameter.name]
        if parameter.indexed:
            families[parameter.symbol] = value
        else:
            scalars[parameter.symbol] = value
    counts = next(iter(families.values())) if families else None
    if counts is not None:
        scalars[k] = counts.length
    values: dict[str, Any] = {}
    checks: list[Checked] = []
    for step in derivation.steps:
        _run_step(
            step, scalars, families, counts, number_field, settings, values, checks if check else None, known or {}
        )
    return Evaluated(values, tuple(checks))


def exact_values(
    derivation: Derivation, inputs: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The quantities that are exactly rational, in exact arithmetic; the others are left out."""
    values: dict[str, Any] = {}
    scalars: dict[Any, Any] = {}
    families: dict[Any, Family[Any]] = {}
    for parameter in derivation.inputs:
        (families if parameter.indexed else scalars)[parameter.symbol] = inputs[parameter.name]
    counts = next(iter(families.values())) if families else None
    if counts is not None:
        scalars[k] = counts.length
    for step in derivation.steps:
        _run_step(step, scalars, families, counts, ExactField(), settings or {}, values, None, {}, tolerant=True)
    return values


def _run_step(
    step: Application,
    scalars: dict[Any, Any],
    families: dict[Any, Family[Any]],
    counts: Family[Any] | None,
    number_field: Field,
    settings: Mapping[str, Any],
    values: dict[str, Any],
    checks: list[Checked] | None,
    known: Mapping[str, Any],
    *,
    tolerant: bool = False,
) -> None:
    """Bind, conclude, check. ``tolerant``: what has no value in this field is left out instead of raising."""
    outer = Environment(scalars, families)
    local_scalars: dict[Any, Any] = {k: scalars[k]} if k in scalars else {}
    local_families: dict[Any, Family[Any]] = {}
    bound = dict(step.bindings)
    for constant in step.statement.hidden:
        local_scalars[constant.symbol] = parse_rational(settings.get(constant.name, constant.default))
    for parameter in step.statement.given:
        with suppress(*(_NO_VALUE if tolerant else ())):
            _bind(step, parameter, bound[parameter.name], outer, counts, number_field, local_scalars, local_families)
    for constant in step.statement.hidden:
        if constant.name in bound:
            local_scalars[constant.symbol] = evaluate(bound[constant.name], outer, number_field)
    for conclusion, symbol in step.outputs():
        with suppress(*(_NO_VALUE if tolerant else ())):
            _conclude(
                step,
                conclusion,
                symbol,
                scalars,
                families,
                counts,
                number_field,
                values,
                known,
                local_scalars,
                local_families,
            )
    if checks is not None and isinstance(number_field, BallField):
        local = Environment(local_scalars, local_families)
        runs = len(counts.runs) if step.each and counts is not None else None
        for condition in step.statement.conditions:
            if condition.relation is None:
                continue
            verdict, left, right, where = decide(condition.relation, local, number_field, runs)
            checks.append(Checked(step.statement, condition, verdict, left, right, where))


#: What an evaluation without a value raises.
_NO_VALUE = (NotExact, UnsupportedNode, ZeroDivisionError)


def _bind(
    step: Application,
    parameter: Parameter,
    expression: Any,
    outer: Environment,
    counts: Family[Any] | None,
    number_field: Field,
    local_scalars: dict[Any, Any],
    local_families: dict[Any, Family[Any]],
) -> None:
    """Give one parameter of a statement its value; what is exact already stays exact."""
    if step.each and expression.has(i):
        local_scalars[parameter.symbol] = Column(evaluate_family(expression, i, outer, number_field))
    elif parameter.indexed:
        assert counts is not None
        if isinstance(expression, sp.Indexed) and expression.base in outer.families:
            local_families[parameter.symbol] = outer.families[expression.base]
        else:
            local_families[parameter.symbol] = counts.with_values(evaluate_family(expression, i, outer, number_field))
    elif expression in outer.scalars:
        local_scalars[parameter.symbol] = outer.scalars[expression]
    else:
        local_scalars[parameter.symbol] = _exactly(expression, outer) or evaluate(expression, outer, number_field)


def _exactly(expression: Any, outer: Environment) -> Any | None:
    """The exact value of a binding all of whose symbols are exact; None where it is irrational (or zero)."""
    if not all(isinstance(outer.scalars.get(symbol), fmpq | int) for symbol in expression.free_symbols):
        return None
    try:
        return evaluate(expression, outer, ExactField())
    except _NO_VALUE:
        return None


def _conclude(
    step: Application,
    conclusion: Conclusion,
    symbol: Any,
    scalars: dict[Any, Any],
    families: dict[Any, Family[Any]],
    counts: Family[Any] | None,
    number_field: Field,
    values: dict[str, Any],
    known: Mapping[str, Any],
    local_scalars: dict[Any, Any],
    local_families: dict[Any, Family[Any]],
) -> None:
    """Evaluate one conclusion and make it visible to the rest of the statement and of the derivation."""
    local = Environment(local_scalars, local_families)
    if step.each:
        assert counts is not None
        column = known.get(str(symbol)) or evaluate_each(conclusion.expression, local, number_field, len(counts.runs))
        local_scalars[conclusion.symbol] = Column(column)
        families[symbol] = counts.with_values(column)
        values[str(symbol)] = column
    elif conclusion.indexed:
        assert counts is not None
        column = known.get(str(symbol)) or evaluate_family(conclusion.expression, i, local, number_field)
        families[symbol] = local_families[conclusion.symbol] = counts.with_values(column)
        values[str(symbol)] = column
    else:
        value = known.get(str(symbol))
        if value is None:
            value = evaluate(conclusion.expression, local, number_field)
        scalars[symbol] = local_scalars[conclusion.symbol] = values[str(symbol)] = value


def integer_value(ball: Any) -> int:
    """The integer a ball pins down, or PrecisionExhausted if it holds none or several."""
    unique = ball.unique_fmpz()
    if unique is None:
        raise PrecisionExhausted("the integer is not certain at this precision")
    return int(unique)


def _symbols(expression: Any) -> set[Any]:
    found = set(expression.free_symbols)
    found |= {x.base for x in expression.atoms(sp.Indexed)}
    return found


def _substitute(expression: Any, mapping: Mapping[Any, Any]) -> Any:
    """Replace symbols and indexed families; a family binding is an expression in i, moved to the index in use."""
    scalars = {s: e for s, e in mapping.items() if not isinstance(s, sp.IndexedBase)}
    families = {s: e for s, e in mapping.items() if isinstance(s, sp.IndexedBase)}
    replaced = {}
    for node in expression.atoms(sp.Indexed):
        if node.base in families:
            replaced[node] = families[node.base].xreplace({i: node.indices[0]})
    return expression.xreplace(replaced | scalars)
