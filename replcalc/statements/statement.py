"""Statements of a paper as frozen values: parameters, conditions, conclusions, hidden constants, source.

A statement reads like the paper: ``given`` parameters, what it ``assumes`` of them, what it ``gives``. Formulas are
sympy expressions over the parameters' symbols; a conclusion may use the conclusions before it. Everything is checked
when the statement is built, so that a symbol that nobody declared cannot slip into a formula.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

import sympy as sp
from flint import fmpq

from replcalc.numbers.columns import Coded, Column
from replcalc.numbers.errors import (
    InputError,
    MalformedStatement,
    NotExact,
    UnknownName,
    UnmetCondition,
    UnsupportedNode,
)
from replcalc.numbers.exact import parse_positive, parse_rational
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, Field
from replcalc.numbers.verdict import Verdict
from replcalc.statements.evaluation import Environment, evaluate, evaluate_each, evaluate_family, evaluate_runs
from replcalc.statements.latex import latex
from replcalc.statements.showing import Shown
from replcalc.statements.source import Provenance, Source, provenance
from replcalc.statements.structure import free_symbols

Sense = Literal["=", "<=", ">=", "O", "Omega", "Theta", "O~", "Omega~"]
N = TypeVar("N", "Parameter", "Conclusion")

#: The index of families in every statement, and the number of their members.
i = sp.Symbol("i", integer=True, positive=True)
k = sp.Symbol("k", integer=True, positive=True)


@dataclass(frozen=True)
class Domain:
    """An interval of allowed values, written with sympy ends; ``integer`` restricts it to integers."""

    lower: Any = None
    upper: Any = None
    lower_open: bool = True
    upper_open: bool = True
    integer: bool = False

    def relations(self, symbol: Any) -> tuple[Any, ...]:
        """The inequalities that say ``symbol`` lies in the interval."""
        found = []
        if self.lower is not None:
            found.append(
                (sp.StrictGreaterThan if self.lower_open else sp.GreaterThan)(symbol, self.lower, evaluate=False)
            )
        if self.upper is not None:
            found.append((sp.StrictLessThan if self.upper_open else sp.LessThan)(symbol, self.upper, evaluate=False))
        return tuple(found)

    def __str__(self) -> str:
        if self.lower is None and self.upper is None:
            return "integer" if self.integer else "real"
        left = "(" if self.lower_open or self.lower is None else "["
        right = ")" if self.upper_open or self.upper is None else "]"
        low = "-oo" if self.lower is None else str(self.lower)
        high = "oo" if self.upper is None else str(self.upper)
        return f"{'integer in ' if self.integer else ''}{left}{low}, {high}{right}"


UNIT_OPEN = Domain(sp.Integer(0), sp.Integer(1))
UNIT_LEFT_OPEN = Domain(sp.Integer(0), sp.Integer(1), True, False)
POSITIVE = Domain(sp.Integer(0))
NONNEGATIVE = Domain(sp.Integer(0), None, False)
COUNT = Domain(sp.Integer(1), None, False, integer=True)
ANY = Domain()


@dataclass(frozen=True)
class Parameter:
    """A named quantity: its symbol (an IndexedBase for a family over i), where it may lie, what it means."""

    name: str
    symbol: Any
    domain: Domain
    meaning: str

    @property
    def indexed(self) -> bool:
        return isinstance(self.symbol, sp.IndexedBase)

    @cached_property
    def term(self) -> Any:
        """The symbol as it stands in a formula: x, or x[i] for a family."""
        return self.symbol[i] if self.indexed else self.symbol

    def _repr_latex_(self) -> str:
        return f"${latex(self.term)}$"


@dataclass(frozen=True)
class Condition:
    """A hypothesis: an inequality (with free index i: for every i), or words that cannot be checked by numbers."""

    relation: Any | None
    text: str = ""

    def __post_init__(self) -> None:
        if self.relation is None and not self.text:
            raise MalformedStatement("a condition needs a relation or a text")

    @property
    def numeric(self) -> bool:
        return self.relation is not None

    @cached_property
    def _shown(self) -> str:
        if self.relation is None:
            return self.text
        return f"{self.relation.lhs} {self.relation.rel_op} {self.relation.rhs}"

    def __str__(self) -> str:
        return self._shown

    def _repr_latex_(self) -> str:
        return f"${latex(self.relation)}$" if self.relation is not None else self.text


def holds(relation: Any) -> Condition:
    """The condition that an unevaluated sympy relation holds."""
    return Condition(relation)


def assuming(text: str) -> Condition:
    """A condition in words: an obligation on whoever applies the statement."""
    return Condition(None, text)


@dataclass(frozen=True)
class Conclusion:
    """What a statement gives: a named quantity, its sense and its expression (free index i: a family)."""

    name: str
    symbol: Any
    sense: Sense
    expression: Any
    meaning: str = ""

    @property
    def indexed(self) -> bool:
        return isinstance(self.symbol, sp.IndexedBase)

    @property
    def term(self) -> Any:
        return self.symbol[i] if self.indexed else self.symbol

    def told(self) -> str:
        """Relation and right-hand side on one line: ``<= 2*rho``, ``= O(n/rho**2)``."""
        plain = self.sense in ("=", "<=", ">=")
        return f"{self.sense} {self.expression}" if plain else f"= {self.sense}({self.expression})"

    def latex(self) -> str:
        relation = {"=": "=", "<=": r"\le", ">=": r"\ge"}.get(self.sense)
        body = latex(self.expression)
        if relation is None:
            heads = {"O": "O", "O~": r"\widetilde{O}", "Omega": r"\Omega", "Omega~": r"\widetilde{\Omega}"}
            head = heads.get(self.sense, r"\Theta")
            return rf"{latex(self.term)} = {head}\left({body}\right)"
        return f"{latex(self.term)} {relation} {body}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


@dataclass(frozen=True)
class HiddenConstant:
    """A constant the source leaves unspecified, made visible: a default, and why that default.

    ``exponent``: it is the power of a logarithm, from 0 to LARGEST_HIDDEN_EXPONENT; every other one is a number > 0.
    """

    name: str
    symbol: Any
    default: Any
    meaning: str
    reason: str = "the source leaves it unspecified; the default is a placeholder, not a claim"
    exponent: bool = False

    def value(self, settings: Mapping[str, Any]) -> fmpq:
        """Its value: what ``settings`` say under its name, if they do and that is allowed."""
        if self.name not in settings:
            return parse_rational(self.default)
        option = f"set {self.name}"
        if not self.exponent:
            return parse_positive(settings[self.name], option)
        allowed = f"an exponent with 0 <= value <= {LARGEST_HIDDEN_EXPONENT}"
        exponent = parse_rational(settings[self.name], option, allowed)
        if not 0 <= exponent <= LARGEST_HIDDEN_EXPONENT:
            raise InputError(option, settings[self.name], allowed)
        return exponent


#: Larger powers of a logarithm mean nothing and only burn precision.
LARGEST_HIDDEN_EXPONENT = 1000


@dataclass(frozen=True)
class Citation:
    """A published source, with the number of the theorem used as far as known."""

    key: str
    authors: str
    year: int
    title: str
    theorem: str = ""

    def at(self, theorem: str) -> Citation:
        return Citation(self.key, self.authors, self.year, self.title, theorem)

    def __str__(self) -> str:
        return f"{self.authors} ({self.year})" + (f", {self.theorem}" if self.theorem else "")


Kind = Literal["definition", "lemma", "theorem", "claim", "corollary", "remark", "algorithm", "table", "analysis"]


@dataclass(frozen=True, repr=False)
class Statement(Shown):
    """A lemma, theorem, claim or definition as data. Without a ``source`` it is proved by whoever states it."""

    label: str
    kind: Kind
    title: str
    section: str
    meaning: str
    given: tuple[Parameter, ...] = ()
    assumes: tuple[Condition, ...] = ()
    gives: tuple[Conclusion, ...] = ()
    hidden: tuple[HiddenConstant, ...] = ()
    uses: tuple[str, ...] = ()
    cites: tuple[Citation, ...] = ()
    source: Source | None = None
    needs_simulator: bool = False
    notes: tuple[str, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("statement", "statement_report")

    def __post_init__(self) -> None:
        """Relations among the hypotheses become conditions; names and symbols are checked."""
        hypotheses = (c if isinstance(c, Condition) else Condition(c) for c in self.assumes)
        object.__setattr__(self, "assumes", tuple(hypotheses))
        names = [p.name for p in self.given] + [c.name for c in self.gives] + [h.name for h in self.hidden]
        if len(set(names)) != len(names):
            raise MalformedStatement(f"{self.label}: a name is used twice among {names}")
        known = {s for p in self.given for s in _atoms(p.symbol)} | {h.symbol for h in self.hidden} | {i, k}
        for condition in self.assumes:
            if condition.relation is not None:
                self._check(condition.relation, known | {s for c in self.gives for s in _atoms(c.symbol)})
        for conclusion in self.gives:
            self._check(conclusion.expression, known)
            known |= _atoms(conclusion.symbol)

    def _check(self, expression: Any, known: set[Any]) -> None:
        unknown = free_symbols(expression) - known
        if unknown:
            raise MalformedStatement(f"{self.label}: undeclared symbols {sorted(map(str, unknown))} in {expression}")

    # -- looking things up -----------------------------------------------------------------------------------------
    def parameter(self, name: str) -> Parameter:
        return self._named("parameter", name, self.given)

    def conclusion(self, name: str) -> Conclusion:
        return self._named("conclusion", name, self.gives)

    def _named(self, what: str, name: str, among: Sequence[N]) -> N:
        for each in among:
            if each.name == name:
                return each
        known = ", ".join(each.name for each in among) or "none"
        raise UnknownName(what, name, f"one that {self.label} has: {known}")

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The domains of the parameters, then the explicit hypotheses."""
        domains = tuple(Condition(r) for p in self.given for r in p.domain.relations(p.term))
        return domains + self.assumes

    @property
    def provenance(self) -> Provenance:
        return provenance(self.source)

    @property
    def where(self) -> str:
        """Where it stands, in one phrase."""
        where = f"{self.label}" + (f" ({self.source.place})" if self.source else "")
        return where + (f", citing {'; '.join(map(str, self.cites))}" if self.cites else "")

    # -- numbers ---------------------------------------------------------------------------------------------------
    def environment(self, values: Mapping[str, Any], count: int | None = None) -> Environment:
        """An environment from values by name: numbers (str, int, Fraction, fmpq, balls) or Families; k is inferred."""
        scalars: dict[Any, Any] = {h.symbol: parse_rational(h.default) for h in self.hidden}
        families: dict[Any, Family[Any]] = {}
        symbols: dict[str, Any] = {p.name: p.symbol for p in self.given} | {h.name: h.symbol for h in self.hidden}
        for name, value in values.items():
            if name not in symbols:
                raise MalformedStatement(f"{self.label} has no parameter '{name}'; it has {sorted(symbols)}")
            symbol = symbols[name]
            if isinstance(symbol, sp.IndexedBase):
                family = value if isinstance(value, Family) else Family.of(list(value))
                families[symbol] = family.map(_exact)
            else:
                scalars[symbol] = _exact(value)
        if families and k not in scalars:
            scalars[k] = next(iter(families.values())).length
        if count is not None:
            scalars[k] = count
        return Environment(scalars, families)

    def evaluate(self, field: Field, **values: Any) -> dict[str, Any]:
        """Every conclusion at the given values, as numbers of ``field`` (tuples, one entry per run, for families)."""
        environment = self.environment(values)
        scalars, families = dict(environment.scalars), dict(environment.families)
        results: dict[str, Any] = {}
        for conclusion in self.gives:
            now = Environment(scalars, families)
            if conclusion.indexed:
                column = evaluate_family(conclusion.expression, i, now, field)
                families[conclusion.symbol] = next(iter(families.values())).with_values(column)
                results[conclusion.name] = column
            else:
                results[conclusion.name] = scalars[conclusion.symbol] = evaluate(conclusion.expression, now, field)
        return results

    def bound(self, name: str, *, bits: int = 192, **values: Any) -> Any:
        """One conclusion as an Arb ball, its conditions unchecked: what a simulator compares the truth with."""
        self.conclusion(name)
        field = BallField(bits)
        with field.active():
            return self.evaluate(field, **values)[name]

    def check(self, *, bits: int = 192, **values: Any) -> tuple[tuple[Condition, Verdict], ...]:
        """The verdict of every numeric condition on parameters alone at the given values."""
        field = BallField(bits)
        environment = self.environment(values)
        found = []
        with field.active():
            for condition in self.conditions:
                if condition.relation is not None and self._decidable(condition, environment):
                    found.append((condition, decide(condition.relation, environment, field)[0]))
        return tuple(found)

    def _decidable(self, condition: Condition, environment: Environment) -> bool:
        assert condition.relation is not None
        have = set(environment.scalars) | {s for b in environment.families for s in _atoms(b)} | {i}
        return free_symbols(condition.relation) <= have

    def require(self, **values: Any) -> None:
        """Raise UnmetCondition unless every numeric condition is PROVED at the values."""
        for condition, verdict in self.check(**values):
            if verdict is not Verdict.PROVED:
                raise UnmetCondition(self.label, str(condition), verdict.value)

    def _summary(self) -> str:
        return f"{self.label}, {self.title} ({self.kind}, {self.provenance})"

    def _repr_latex_(self) -> str:
        return r"$\begin{array}{l}" + r" \\ ".join(c.latex() for c in self.gives) + r"\end{array}$"


def _atoms(symbol: Any) -> set[Any]:
    """A symbol and, for an IndexedBase, the label symbol that sympy reports as free."""
    return {symbol, symbol.label} if isinstance(symbol, sp.IndexedBase) else {symbol}


def _exact(value: Any) -> Any:
    """Numbers a person may write become exact rationals; numbers of a field pass through."""
    typed = isinstance(value, str | int | float) or hasattr(value, "numerator") or hasattr(value, "dtype")
    return parse_rational(value) if typed else value


def decide(
    relation: Any, environment: Environment, field: BallField, runs: int | None = None
) -> tuple[Verdict, Any, Any, int]:
    """Verdict of a relation in balls, with both sides where it is worst and the run (-1 for a scalar relation).

    With a free index i, or with ``runs`` (scalars may then be columns, one entry per run), it must hold in every run;
    the reported sides belong to the first gravest run, or to the run of smallest margin if all are PROVED.
    """
    if runs is not None or i in free_symbols(relation):
        index = i if runs is None else None
        worst = _worst_run(
            relation.rel_op,
            evaluate_runs(relation.lhs, environment, field, index),
            evaluate_runs(relation.rhs, environment, field, index),
        )
    else:
        left = evaluate(relation.lhs, environment, field)
        right = evaluate(relation.rhs, environment, field)
        verdict = compare(relation.rel_op, left, right)
        if verdict is Verdict.UNDECIDED:  # two inexact balls never prove equality: exact inputs decide exactly
            verdict = _decide_exactly(relation, environment, lambda side, env: (evaluate(side, env, ExactField()),))
        return verdict, left, right, -1
    if worst[0] is Verdict.UNDECIDED:

        def exactly(side: Any, env: Environment) -> tuple[Any, ...]:
            if runs is not None:
                return evaluate_each(side, env, ExactField(), runs)
            return evaluate_family(side, i, env, ExactField())

        return (_decide_exactly(relation, environment, exactly), *worst[1:])
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
        distinct = [Column(side.distinct) if isinstance(side, Coded) else side for side in (left, right)]
        verdict, small, large, place = _worst_run(rel_op, *distinct)
        return verdict, small, large, coded.codes.index(place)
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


def _decide_exactly(relation: Any, environment: Environment, side: Any) -> Verdict:
    """Decide in exact rationals where every value involved is one."""
    try:
        pairs = list(zip(side(relation.lhs, environment), side(relation.rhs, environment), strict=True))
    except (NotExact, UnsupportedNode, TypeError, ZeroDivisionError):
        return Verdict.UNDECIDED
    if not all(isinstance(x, fmpq) and isinstance(y, fmpq) for x, y in pairs):
        return Verdict.UNDECIDED
    check = _OPERATORS.get(relation.rel_op, operator.eq)
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
