"""Derivations: ordered applications of statements, each bound to what came before.

A method builds one with ``Proof``: ``proof.apply(statement, parameter=expression, ...)`` returns the conclusions as
symbols to use in the next application. ``proof.derivation()`` freezes it. A derivation evaluates in any number system,
gives the full symbolic expression of any quantity by substitution, lists its unspecified constants and unchecked
assumptions, and explains every figure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from dataclasses import replace as changed
from functools import partialmethod
from types import SimpleNamespace
from typing import Any, ClassVar

import sympy as sp
from flint import fmpq
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, NotExact, PrecisionExhausted, UnsupportedNode
from replcalc.numbers.family import Column, Family
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.statements.rendering import Renderable
from replcalc.statements.statement import Conclusion, Condition, Parameter, Statement, UnspecifiedConstant, i, k
from replcalc.symbolic.evaluation import Environment, decide, evaluate, evaluate_runs
from replcalc.symbolic.language import formula_of, free, over, parts, replace
from replcalc.symbolic.reduction import separate_indices


def is_catalogued(statement: Statement) -> bool:
    """Return whether the catalogue has this statement."""
    from replcalc.statements.catalogue import contains_statement  # reads the statements, which need this module

    return contains_statement(statement)


@dataclass(frozen=True)
class Application:
    """One statement applied: what each parameter was bound to, and the name each conclusion got.

    ``each``: a statement about one algorithm applied to every i: bindings may use i, conclusions are families.
    ``members``: how many i there are, where the families are those of a part of the problems.
    """

    statement: Statement
    bindings: tuple[tuple[str, Any], ...]
    quantities: tuple[tuple[str, Any], ...]  # (conclusion name, its variable here), in the statement's order
    each: bool = False
    members: Any = k

    def binding(self, name: str) -> Any:
        return dict(self.bindings)[name]

    def outputs(self) -> Iterator[tuple[Conclusion, Any]]:
        for conclusion, (_, symbol) in zip(self.statement.gives, self.quantities, strict=True):
            yield conclusion, symbol


@dataclass(frozen=True, repr=False)
class Derivation(Renderable):
    """An ordered DAG of applications over named inputs."""

    name: str
    title: str
    inputs: tuple[Parameter, ...]
    steps: tuple[Application, ...]

    _writer: ClassVar[tuple[str, str]] = ("trees", "report_tree")

    def _summary(self) -> str:
        return f"{self.name}, {self.title}, {len(self.steps)} steps"

    @property
    def hidden(self) -> tuple[UnspecifiedConstant, ...]:
        """Unspecified constants of the applied statements on which some quantity depends, in order."""
        found: dict[str, UnspecifiedConstant] = {}
        for step in self.steps:
            bound = dict(step.bindings)
            for constant in step.statement.hidden:
                if constant.name not in bound:
                    found.setdefault(constant.name, constant)
        return tuple(found.values())

    @property
    def uncatalogued(self) -> tuple[str, ...]:
        """Labels of the applied statements that are not in the catalogue."""
        return tuple(dict.fromkeys(s.statement.label for s in self.steps if not is_catalogued(s.statement)))

    @property
    def obligations(self) -> tuple[tuple[Statement, Condition], ...]:
        """Conditions in words, which cannot be checked by computation: unchecked assumptions."""
        found = [(s.statement, c) for s in self.steps for c in s.statement.assumes if not c.numeric]
        return tuple(dict.fromkeys(found))

    @property
    def provenance(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(s.statement.provenance for s in self.steps))

    def definition(self, quantity: Any) -> tuple[Application, Conclusion]:
        """Return the application that defines a quantity (by symbol or name)."""
        for step in self.steps:
            for conclusion, symbol in step.outputs():
                if quantity in (symbol, str(symbol)):
                    return step, conclusion
        raise MalformedStatement(f"{self.name}: no step defines {quantity}")

    def formula(self, quantity: Any, keep: Collection[str] = ()) -> Any:
        """Return the quantity as one formula in the inputs and unspecified constants, by repeated substitution.

        Quantities named in ``keep`` are not substituted.
        """
        for variable, value in self._composed(keep):
            if quantity in (variable, str(variable)):
                return value
        raise MalformedStatement(f"{self.name}: no step defines {quantity}")

    def composed(self, formula: Any, keep: Collection[str] = ()) -> Any:
        """Return a formula in quantities of the derivation as one in its inputs and unspecified constants."""
        return substitute(formula, {v: value for v, value in self._composed(keep) if str(v) not in keep})

    def _composed(self, keep: Collection[str]) -> Iterator[tuple[Any, Any]]:
        """Return every quantity's variable with its formula, in order."""
        memo: dict[Any, Any] = {}
        for step in self.steps:
            local: dict[Any, Any] = {} if step.members == k else {k: step.members}
            for parameter in step.statement.given:
                local[parameter.variable] = substitute(step.binding(parameter.name), memo)
            for conclusion, variable in step.outputs():
                value = substitute(conclusion.expression, local)
                if str(variable) in keep:
                    local[conclusion.variable] = variable[i] if isinstance(variable, sp.IndexedBase) else variable
                else:
                    local[conclusion.variable] = memo[variable] = value
                yield variable, value

    def __getitem__(self, quantity: str) -> Any:
        """Return a quantity as an Expression: ``derive("paper")["samples"].subs(k=10, rho="0.1")``."""
        return self.symbolic(quantity)

    def symbolic(self, quantity: str, **known: Any) -> Any:
        """Return the quantity as an Expression: to print, differentiate, solve, and take to its leading order."""
        from replcalc.statements.expression import express

        return express(self, quantity, **known)

    def conclusions_of(self, step: Application) -> tuple[Conclusion, ...]:
        """Return the conclusions of a step in the quantities of the derivation."""
        local: dict[Any, Any] = {name.variable: step.binding(name.name) for name in step.statement.given}
        local |= {} if step.members == k else {k: step.members}
        found = []
        for conclusion, variable in step.outputs():
            formula = substitute(conclusion.expression, local)
            found.append(changed(conclusion, variable=variable, expression=formula))
            entry = variable[i] if isinstance(variable, sp.IndexedBase) else variable
            local[conclusion.variable] = entry
        return tuple(found)

    def unused_after(self, step: Application) -> tuple[Any, ...]:
        """Return the quantities concluded up to ``step`` that no later step uses."""
        place = self.steps.index(step) + 1
        later = {s for after in self.steps[place:] for _, binding in after.bindings for s in free(binding)}
        return tuple(s for before in self.steps[:place] for _, s in before.quantities if s not in later)

    def predecessors(self, step: Application) -> tuple[Application, ...]:
        """Return the earlier applications whose conclusions ``step`` uses."""
        used = {s for _, binding in step.bindings for s in free(binding)}
        return tuple(s for s in self.steps if s is not step and used & {symbol for _, symbol in s.quantities})


@dataclass
class Proof:
    """Builds a Derivation step by step.

    >>> import replcalc
    >>> step = replcalc.statement("lm:pg_to_replic")
    >>> proof = replcalc.Proof("mine", "one step", step.given)
    >>> _ = proof.apply(step, **{p.name: p.variable for p in step.given})
    >>> proof.derivation()
    <Derivation: mine, one step, 1 steps>
    """

    name: str
    title: str
    inputs: tuple[Parameter, ...]
    own: bool = False  # allow statements outside the catalogue; every output marks them
    _steps: list[Application] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)

    def apply(
        self,
        statement: Statement,
        *,
        names: Mapping[str, str] | None = None,
        each: bool = False,
        members: Any = k,
        **bindings: Any,
    ) -> SimpleNamespace:
        """Apply ``statement``; every parameter must be bound (unspecified constants may be, to override them).

        A family parameter takes an expression in the index i, such as ``x[i]``; a scalar one takes no free index.
        ``names`` renames conclusions (a statement applied twice must not define one name twice). ``members``: the
        symbol for the length of the families, where they are those of a part of the problems. A statement that is
        not catalogued is refused unless the proof is ``own``.
        """
        if not (self.own or is_catalogued(statement)):
            raise MalformedStatement(f"{statement.label} is not in the catalogue: list its module in a theory")
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
            variable = self._variable(name, indexed)
            outputs.append((conclusion.name, variable))
            space[conclusion.name] = variable[i] if indexed else variable
        bound = tuple((name, formula_of(value)) for name, value in bindings.items())
        self._steps.append(Application(statement, bound, tuple(outputs), each, members))
        return SimpleNamespace(**space)

    #: Apply a statement about one algorithm to every i = 1..k; bindings may use the index i.
    apply_each = partialmethod(apply, each=True)

    def include(
        self, derivation: Derivation, tag: str, shared: Collection[str] = (), without: Collection[str] = ()
    ) -> SimpleNamespace:
        """Apply the steps of another derivation to a part of the problems: all its names get the tag.

        Inputs of the names ``shared`` are this proof's own; the others are ``tag_parameter(parameter, tag)`` and must
        be among its inputs. Steps of statements labelled ``without`` are left out. Returns its conclusions by the old
        names.
        """
        renamed: dict[Any, Any] = {}
        for parameter in derivation.inputs:
            if parameter.name not in shared:
                renamed[parameter.variable] = tag_parameter(parameter, tag).entry
        space: dict[str, Any] = {}
        for step in derivation.steps:
            if step.statement.label in without:
                continue
            members = sp.Symbol(f"{step.members}{tag}")
            found = self.apply(
                step.statement,
                names={name: f"{variable}{tag}" for name, variable in step.quantities},
                each=step.each,
                members=members,
                **{name: substitute(binding, renamed) for name, binding in step.bindings},
            )
            for name, variable in step.quantities:
                renamed[variable] = space[str(variable)] = getattr(found, name)
        return SimpleNamespace(**space)

    def _variable(self, name: str, indexed: bool) -> Any:
        """Return the symbol of a quantity, distinct from an input of the same name (a target)."""
        kind = sp.IndexedBase if indexed else sp.Symbol
        return kind(name, real=True) if any(kind(name) == p.variable for p in self.inputs) else kind(name)

    def derivation(self) -> Derivation:
        return Derivation(self.name, self.title, self.inputs, tuple(self._steps))


def tag_parameter(parameter: Parameter, tag: str) -> Parameter:
    """Return the parameter for a part of the problems, distinguished by ``tag``."""
    variable = parameter.variable
    own = type(variable)(f"{variable}{tag}")
    return changed(parameter, variable=own, name=parameter.name + tag)


@dataclass(frozen=True)
class Checked:
    """A condition with its verdict at the values, both sides (balls) and the run where it is tightest.

    ``run`` is -1 for a scalar condition, and for one about a part of the problems: their runs are not those of all.
    """

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
    keep: Collection[str] | None = None,
) -> Evaluated:
    """Evaluate every quantity, and in balls every numeric condition. ``known``: quantities that are exact already.

    With ``keep`` only the quantities of these names are returned, and the others freed after their last use.

    ``inputs`` by parameter name: exact numbers or Families (aligned). ``settings``: unspecified constants by name.
    """
    frame = Frame(derivation, inputs, number_field, settings or {}, known or {})
    for step in derivation.steps:
        local = frame.applied(step)
        if check and isinstance(number_field, BallField):
            frame.checks += local.checked(number_field)
        if keep is not None:
            frame.let_go(derivation.unused_after(step), keep)
    return Evaluated(frame.values, tuple(frame.checks))


def exact_values(
    derivation: Derivation, inputs: Mapping[str, Any], settings: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the quantities that are exactly rational, by exact arithmetic; leave out the others."""
    frame = Frame(derivation, inputs, ExactField(), settings or {}, tolerant=True)
    for step in derivation.steps:
        frame.applied(step)
    return frame.values


#: Errors of an evaluation without a value.
_NO_VALUE = (NotExact, UnsupportedNode, ZeroDivisionError)


class Frame:
    """The values of a derivation at given inputs, as far as its steps have been applied.

    ``values`` by name: scalars, or tuples with one entry per run. ``tolerant``: what has no value in this field is left
    out instead of raising.
    """

    def __init__(
        self,
        derivation: Derivation,
        inputs: Mapping[str, Any],
        number_field: Field,
        settings: Mapping[str, Any],
        known: Mapping[str, Any] | None = None,
        *,
        tolerant: bool = False,
    ) -> None:
        self.field, self.settings, self.known = number_field, settings, known or {}
        self.no_value: tuple[type[Exception], ...] = _NO_VALUE if tolerant else ()
        self.scalars: dict[Any, Any] = {}
        self.families: dict[Any, Family[Any]] = {}
        self.values: dict[str, Any] = {}
        self.checks: list[Checked] = []
        for parameter in derivation.inputs:
            (self.families if parameter.indexed else self.scalars)[parameter.variable] = inputs[parameter.name]
        self.counts = next(iter(self.families.values()), None)
        if self.counts is not None:
            self.scalars[k] = self.counts.length

    def applied(self, step: Application) -> LocalFrame:
        """Apply one step: its conclusions become values."""
        local = LocalFrame(self, step)
        for conclusion, symbol in step.outputs():
            with suppress(*self.no_value):
                local.conclude(conclusion, symbol)
        return local

    def let_go(self, symbols: Collection[Any], keep: Collection[str]) -> None:
        """Free quantities that no later step uses, but keep the named values."""
        for symbol in symbols:
            self.families.pop(symbol, None)
            if str(symbol) not in keep:
                self.values.pop(str(symbol), None)

    def environment(self, expression: Any) -> Environment:
        """Return the names in an expression: parts of the problems have families of different lengths."""
        families = {base: self.families[base] for base in free(expression) if base in self.families}
        return Environment(self.scalars, families or self.families)

    def exactly(self, expression: Any) -> Any | None:
        """Return the exact value of an expression in exact symbols; None where it is irrational (or zero)."""
        if not all(isinstance(self.scalars.get(symbol), fmpq | int) for symbol in free(expression)):
            return None
        try:
            return evaluate(expression, self.environment(expression), ExactField())
        except _NO_VALUE:
            return None


class LocalFrame:
    """The namespace of an applied statement: parameters, unspecified constants, conclusions so far."""

    def __init__(self, frame: Frame, step: Application) -> None:
        self.frame, self.step = frame, step
        bound = dict(step.bindings)
        named = (frame.families.get(base) for expression in bound.values() for base in free(expression))
        self.counts = next((family for family in named if family is not None), frame.counts)
        self.scalars: dict[Any, Any] = {} if self.counts is None else {k: self.counts.length}
        self.families: dict[Any, Family[Any]] = {}
        for parameter in step.statement.given:
            with suppress(*frame.no_value):
                self._bind(parameter, bound[parameter.name])
        for constant in step.statement.hidden:
            if constant.name in bound:
                expression = bound[constant.name]
                self.scalars[constant.variable] = evaluate(expression, frame.environment(expression), frame.field)
            else:
                self.scalars[constant.variable] = constant.value(frame.settings)

    def _bind(self, parameter: Parameter, expression: Any) -> None:
        """Set the value of a parameter; exact values stay exact."""
        frame, environment = self.frame, self.frame.environment(expression)
        if self.step.each and i in free(expression):
            self.scalars[parameter.variable] = evaluate_runs(expression, environment, frame.field, i)
        elif parameter.indexed:
            if isinstance(expression, sp.Indexed) and expression.base in frame.families:
                self.families[parameter.variable] = frame.families[expression.base]
            else:
                value = evaluate_runs(expression, environment, frame.field, i)
                self.families[parameter.variable] = self.family(value)
        elif expression in frame.scalars:
            self.scalars[parameter.variable] = frame.scalars[expression]
        else:
            exact = frame.exactly(expression)
            self.scalars[parameter.variable] = exact or evaluate(expression, environment, frame.field)

    def family(self, value: Any) -> Family[Any]:
        """Return a Column as a family over the runs; a single value is repeated."""
        assert self.counts is not None
        return self.counts.with_values(value) if isinstance(value, Column) else self.counts.spread(value)

    def conclude(self, conclusion: Conclusion, symbol: Any) -> None:
        """Evaluate one conclusion and make it visible to the rest of the statement and of the derivation."""
        frame, name = self.frame, str(symbol)
        if not (self.step.each or conclusion.indexed):
            if name in frame.known:
                value = frame.known[name]
            else:
                value = evaluate(conclusion.expression, self._environment(), frame.field)
            frame.scalars[symbol] = self.scalars[conclusion.variable] = frame.values[name] = value
            return
        if name in frame.known:
            value = Column(frame.known[name])
        else:
            index = None if self.step.each else i
            value = evaluate_runs(conclusion.expression, self._environment(), frame.field, index)
        family = self.family(value)
        frame.families[symbol], frame.values[name] = family, family.values
        if self.step.each:
            self.scalars[conclusion.variable] = value
        else:
            self.families[conclusion.variable] = family

    def checked(self, number_field: BallField) -> Iterator[Checked]:
        """Yield every numeric condition of the statement with its verdict."""
        statement, counts = self.step.statement, self.counts
        runs = len(counts.counts) if self.step.each and counts is not None else None
        environment = self._environment()
        for condition in statement.conditions:
            if condition.relation is not None:
                verdict, left, right, place = decide(condition.relation, environment, number_field, runs)
                whole = self.step.members == k
                yield Checked(statement, condition, verdict, left, right, place if whole else -1)

    def _environment(self) -> Environment:
        return Environment(self.scalars, self.families)


def integer_value(ball: Any) -> int:
    """Return the only integer in a ball; raise PrecisionExhausted if it holds none or several."""
    unique = ball.unique_fmpz()
    if unique is None:
        raise PrecisionExhausted("the integer is not certain at this precision")
    return int(unique)


def substitute(formula: Any, mapping: Mapping[Any, Any]) -> Any:
    """Replace symbols and families; a family is bound to a formula in i, moved to the index in use."""
    values = {variable: value for variable, value in mapping.items() if not isinstance(variable, sp.IndexedBase)}
    for part in parts(formula):
        if isinstance(part, sp.Indexed) and part.base in mapping:
            value, index = mapping[part.base], part.indices[0]
            if any(isinstance(inner, ExprWithLimits) and over(inner)[1] == index for inner in parts(value)):
                value = separate_indices(value, frozenset((str(index),)))  # else its sum would bind the index
            values[part] = replace(value, {i: index})
    return replace(formula, values)
