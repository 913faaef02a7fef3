"""Statements of a paper as frozen values: parameters, conditions, conclusions, unspecified constants, source.

A statement reads like the paper: ``given`` parameters, what it ``assumes`` of them, what it ``gives``. Formulas are
sympy expressions over the parameters' symbols; a conclusion may use the conclusions before it. Everything is checked
when the statement is built, so that a formula cannot contain an undeclared symbol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError, MalformedStatement, UnknownName, UnmetCondition
from replcalc.numbers.exact import parse_positive, parse_rational
from replcalc.numbers.family import Family, parse_reals
from replcalc.numbers.fields import BallField, Field
from replcalc.statements.rendering import Renderable
from replcalc.statements.theory import Provenance, Source, provenance
from replcalc.symbolic.evaluation import Environment, decide, evaluate, evaluate_family
from replcalc.symbolic.language import above, at_least, at_most, below, factor_out_numbers, formula_of, free, rational
from replcalc.symbolic.language import i as i
from replcalc.symbolic.language import k as k
from replcalc.symbolic.printing import latex

Relation = Literal["=", "<=", ">=", "O", "Omega", "Theta", "O~", "Omega~"]
N = TypeVar("N", "Parameter", "Conclusion")

#: The sign of growth that has the formula of a conclusion in parentheses, by its relation.
GROWTH = {"O": "O", "O~": "Õ", "Omega": "Ω", "Theta": "Θ", "Omega~": "Ω̃"}


@dataclass(frozen=True)
class Domain:
    """An interval of allowed values; its ends are numbers or formulas, ``integer`` restricts it to integers."""

    lower: Any = None
    upper: Any = None
    lower_open: bool = True
    upper_open: bool = True
    integer: bool = False

    def __post_init__(self) -> None:
        for end in ("lower", "upper"):
            if getattr(self, end) is not None:
                object.__setattr__(self, end, formula_of(getattr(self, end)))

    def relations(self, entry: Any) -> tuple[Any, ...]:
        """Return the inequalities that say ``entry`` lies in the interval."""
        found = []
        if self.lower is not None:
            found.append((above if self.lower_open else at_least)(entry, self.lower))
        if self.upper is not None:
            found.append((below if self.upper_open else at_most)(entry, self.upper))
        return tuple(found)

    def __str__(self) -> str:
        if self.lower is None and self.upper is None:
            return "integer" if self.integer else "real"
        left = "(" if self.lower_open or self.lower is None else "["
        right = ")" if self.upper_open or self.upper is None else "]"
        low = "-oo" if self.lower is None else str(self.lower)
        high = "oo" if self.upper is None else str(self.upper)
        return f"{'integer in ' if self.integer else ''}{left}{low}, {high}{right}"


UNIT_OPEN = Domain(rational(0), rational(1))
UNIT_LEFT_OPEN = Domain(rational(0), rational(1), True, False)
POSITIVE = Domain(rational(0))
NONNEGATIVE = Domain(rational(0), None, False)
COUNT = Domain(rational(1), None, False, integer=True)


class _Named:
    """Base of parameters, conclusions and unspecified constants: a ``variable`` (an IndexedBase for a family over i),
    and a ``name``, by default that of the variable."""

    variable: Any
    name: str

    def __post_init__(self) -> None:
        if not isinstance(self.variable, sp.Symbol | sp.IndexedBase):
            raise MalformedStatement(f"a quantity begins with its symbol or family, not with {self.variable!r}")
        object.__setattr__(self, "name", self.name or str(self.variable))

    @property
    def indexed(self) -> bool:
        return isinstance(self.variable, sp.IndexedBase)

    @cached_property
    def entry(self) -> Any:
        """The variable as it stands in a formula: x, or x[i] for a family."""
        return self.variable[i] if self.indexed else self.variable


@dataclass(frozen=True)
class Parameter(_Named):
    """A named quantity: its variable, domain and meaning."""

    variable: Any
    domain: Domain
    meaning: str
    name: str = ""

    def _repr_latex_(self) -> str:
        return f"${latex(self.entry)}$"


@dataclass(frozen=True)
class Condition:
    """A hypothesis: a relation (with free index i: for every i), or words that cannot be checked by numbers."""

    relation: Any | None
    text: str = ""

    def __post_init__(self) -> None:
        if self.relation is None and not self.text:
            raise MalformedStatement("a condition needs a relation or a text")
        if self.relation is not None and not isinstance(self.relation, sp.core.relational.Relational):
            raise MalformedStatement(f"a condition is a relation or a text, not {self.relation}")

    @property
    def numeric(self) -> bool:
        return self.relation is not None

    def __str__(self) -> str:
        return self.text if self.relation is None else str(self.relation)

    def _repr_latex_(self) -> str:
        return f"${latex(self.relation)}$" if self.relation is not None else self.text


def assuming(text: str) -> Condition:
    """Return a condition in words: an unchecked assumption."""
    return Condition(None, text)


@dataclass(frozen=True)
class Conclusion(_Named):
    """What a statement gives: a named quantity, its relation and its formula (free index i: a family)."""

    variable: Any
    relation: Relation
    expression: Any
    meaning: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "expression", factor_out_numbers(formula_of(self.expression)))

    def to_text(self) -> str:
        """Write relation and right-hand side on one line: ``<= 2*rho``, ``= O(n/rho**2)``."""
        plain = self.relation in ("=", "<=", ">=")
        return f"{self.relation} {self.expression}" if plain else f"= {self.relation}({self.expression})"

    def latex(self) -> str:
        relation = {"=": "=", "<=": r"\le", ">=": r"\ge"}.get(self.relation)
        body = latex(self.expression)
        if relation is None:
            heads = {"O": "O", "O~": r"\widetilde{O}", "Omega": r"\Omega", "Omega~": r"\widetilde{\Omega}"}
            head = heads.get(self.relation, r"\Theta")
            return rf"{latex(self.entry)} = {head}\left({body}\right)"
        return f"{latex(self.entry)} {relation} {body}"

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


@dataclass(frozen=True)
class UnspecifiedConstant(_Named):
    """A constant that the source leaves unspecified: its default, and the reason for it.

    ``exponent``: it is the power of a logarithm, from 0 to LARGEST_HIDDEN_EXPONENT; every other one is a number > 0.
    """

    variable: Any
    default: Any
    meaning: str
    reason: str = "the source leaves it unspecified; the default is a placeholder, not a claim"
    exponent: bool = False
    name: str = ""

    @property
    def placeholder(self) -> bool:
        """Whether the default is a placeholder rather than a proved constant."""
        return not self.reason.startswith("proved")

    def value(self, settings: Mapping[str, Any]) -> fmpq:
        """Return its value in ``settings``, checked, or the default."""
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


#: Larger powers of a logarithm are meaningless and would waste precision.
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


#: The kind of a statement by the prefix of its label; any other prefix means a lemma.
KINDS: Mapping[str, str] = {
    **dict.fromkeys(("cl", "clm"), "claim"),
    **dict.fromkeys(("eq", "goal", "route", "sec"), "analysis"),
    "alg": "algorithm",
    "cor": "corollary",
    "def": "definition",
    "rem": "remark",
    "table": "table",
    "thm": "theorem",
}


@dataclass(frozen=True, repr=False)
class Statement(Renderable):
    """A lemma, theorem, claim or definition as data. Without a ``source`` it is proved here.

    ``kind``: by default what the prefix of the label says. ``notes``: texts; one may stand alone.
    """

    label: str
    title: str
    meaning: str
    kind: str = ""
    given: tuple[Parameter, ...] = ()
    assumes: tuple[Condition, ...] = ()
    gives: tuple[Conclusion, ...] = ()
    hidden: tuple[UnspecifiedConstant, ...] = ()
    uses: tuple[str, ...] = ()
    cites: tuple[Citation, ...] = ()
    source: Source | None = None
    #: parameters that are guarantees too: the rho of a rho-replicable algorithm
    reaches: tuple[str, ...] = ()
    notes: tuple[str, ...] | str = ()

    _writer: ClassVar[tuple[str, str]] = ("statement", "report_statement")

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Pickle a catalogued statement by its label: sympy would simplify its formulas when it reads them."""
        from replcalc.statements import catalogue

        if catalogue.contains_statement(self):
            return catalogue.statement, (self.label,)
        return super().__reduce_ex__(protocol)

    def __hash__(self) -> int:
        return hash((self.label, self.title))  # of the whole it would cost more than what is looked up with it

    def __post_init__(self) -> None:
        """Make conditions of relations among the hypotheses; check names and symbols."""
        hypotheses = (c if isinstance(c, Condition) else Condition(c) for c in self.assumes)
        object.__setattr__(self, "assumes", tuple(hypotheses))
        object.__setattr__(self, "notes", (self.notes,) if isinstance(self.notes, str) else self.notes)
        object.__setattr__(self, "kind", self.kind or KINDS.get(self.label.partition(":")[0], "lemma"))
        names = [p.name for p in self.given] + [c.name for c in self.gives] + [h.name for h in self.hidden]
        if len(set(names)) != len(names):
            raise MalformedStatement(f"{self.label}: a name is used twice among {names}")
        known: set[Any] = {p.variable for p in self.given} | {h.variable for h in self.hidden} | {i, k}
        for condition in self.assumes:
            if condition.relation is not None:
                self._check(condition.relation, known | {c.variable for c in self.gives})
        for conclusion in self.gives:
            self._check(conclusion.expression, known)
            known.add(conclusion.variable)
        for name in self.reaches:
            self.parameter(name)

    def _check(self, formula: Any, known: set[Any]) -> None:
        unknown = free(formula) - known
        if unknown:
            raise MalformedStatement(f"{self.label}: undeclared symbols {sorted(map(str, unknown))} in {formula}")

    @property
    def section(self) -> str:
        """The section of its source that it stands in; "derived" without one."""
        return (self.source.section or self.source.publication) if self.source else "derived"

    @property
    def promises(self) -> tuple[str, ...]:
        """The guarantees that simulators can test: its conclusions and guaranteed parameters, by name."""
        return self.reaches + tuple(c.name for c in self.gives)

    def unknown_factors(self, name: str) -> tuple[str, ...]:
        """Return the unproved unspecified constants on which a guarantee depends: no simulator tests it."""
        formulas = {c.variable: c.expression for c in self.gives}
        reached: set[Any] = set()
        todo = [c.variable for c in self.gives if c.name == name]
        while todo:
            reached.add(found := todo.pop())
            todo += [v for v in (free(formulas[found]) if found in formulas else ()) if v not in reached]
        return tuple(h.name for h in self.hidden if h.variable in reached and h.placeholder)

    def __getattr__(self, name: str) -> Any:
        """Return a conclusion's expression by the conclusion's name: ``paper.pg_compose.epsilon_star``."""
        for conclusion in self.__dict__.get("gives", ()):
            if conclusion.name == name:
                return conclusion.expression
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

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
        domains = tuple(Condition(r) for p in self.given for r in p.domain.relations(p.entry))
        return domains + self.assumes

    @property
    def provenance(self) -> Provenance:
        return provenance(self.source)

    @property
    def where(self) -> str:
        """Label and source in one phrase."""
        where = f"{self.label}" + (f" ({self.source.place})" if self.source else "")
        return where + (f", citing {'; '.join(map(str, self.cites))}" if self.cites else "")

    # -- numbers ---------------------------------------------------------------------------------------------------
    def environment(self, values: Mapping[str, Any], count: int | None = None) -> Environment:
        """Make an environment of numbers (str, int, Fraction, fmpq, balls) or Families by name; k is inferred."""
        scalars: dict[Any, Any] = {h.variable: parse_rational(h.default) for h in self.hidden}
        families: dict[Any, Family[Any]] = {}
        variables: dict[str, Any] = {p.name: p.variable for p in self.given}
        variables |= {h.name: h.variable for h in self.hidden}
        for name, value in values.items():
            if name not in variables:
                raise MalformedStatement(f"{self.label} has no parameter '{name}'; it has {sorted(variables)}")
            variable = variables[name]
            if isinstance(variable, sp.IndexedBase):
                families[variable] = _members(value, name)
            elif isinstance(value, Family | list | tuple):
                raise InputError(name, value, f"a number: {name} of {self.label} is no family")
            else:
                scalars[variable] = _exact(value, name)
        if len({family.length for family in families.values()}) > 1:
            lengths = ", ".join(f"{variable}: {family.length}" for variable, family in families.items())
            raise InputError("families", lengths, "families of one common length")
        if families and k not in scalars:
            scalars[k] = next(iter(families.values())).length
        if count is not None:
            scalars[k] = count
        return Environment(scalars, families)

    def evaluate(self, field: Field, **values: Any) -> dict[str, Any]:
        """Evaluate every conclusion at the given values in ``field`` (families as tuples, one entry per run)."""
        environment = self.environment({name: value for name, value in values.items() if value is not None})
        self._require_all(values)
        scalars, families = dict(environment.scalars), dict(environment.families)
        results: dict[str, Any] = {}
        for conclusion in self.gives:
            now = Environment(scalars, families)
            if conclusion.indexed:
                column = evaluate_family(conclusion.expression, i, now, field)
                families[conclusion.variable] = next(iter(families.values())).with_values(column)
                results[conclusion.name] = column
            else:
                results[conclusion.name] = scalars[conclusion.variable] = evaluate(conclusion.expression, now, field)
        return results

    def _require_all(self, values: Mapping[str, Any]) -> None:
        """Refuse to evaluate without a parameter that some conclusion depends on."""
        needed = frozenset[Any]().union(*(free(c.expression) for c in self.gives))
        for p in self.given:
            if values.get(p.name) is None and p.variable in needed and p.variable != k:
                raise InputError(p.name, None, f"a value for {self.label}" + (f": {p.meaning}" if p.meaning else ""))

    def bound(self, name: str, *, bits: int = 192, **values: Any) -> Any:
        """Return one conclusion as an Arb ball, without checking conditions, for simulators."""
        self.conclusion(name)
        field = BallField(bits)
        with field.active():
            return self.evaluate(field, **values)[name]

    def check(self, *, bits: int = 192, **values: Any) -> tuple[tuple[Condition, Verdict], ...]:
        """Return the verdict of every numeric condition on parameters alone at the given values."""
        field = BallField(bits)
        environment = self.environment(values)
        have = {*environment.scalars, *environment.families, i}
        found = []
        with field.active():
            for condition in self.conditions:
                if condition.relation is not None and free(condition.relation) <= have:
                    found.append((condition, decide(condition.relation, environment, field)[0]))
        return tuple(found)

    def require(self, **values: Any) -> None:
        """Raise UnmetCondition unless every numeric condition is PROVED at the values."""
        for condition, verdict in self.check(**values):
            if verdict is not Verdict.PROVED:
                raise UnmetCondition(self.label, str(condition), verdict.value)

    def _summary(self) -> str:
        return f"{self.label}, {self.title} ({self.kind}, {self.provenance})"

    def _repr_latex_(self) -> str:
        return r"$\begin{array}{l}" + r" \\ ".join(c.latex() for c in self.gives) + r"\end{array}$"


def _exact(value: Any, name: str = "value") -> Any:
    """Convert numbers as typed to exact rationals; return numbers of a field unchanged."""
    if hasattr(value, "free_symbols"):  # sympy's: a number, or a formula where a number is needed
        if not getattr(value, "is_Rational", False):
            raise InputError(name, value, "a number", "conclusion(NAME).expression is the formula to calculate with")
        return parse_rational(f"{value.p}/{value.q}")
    if isinstance(value, arb):  # a ball has _mpf_ as well
        return value
    typed = isinstance(value, str | int | float) or any(
        hasattr(value, mark) for mark in ("numerator", "dtype", "_mpf_")
    )
    return parse_rational(value, name) if typed else value


def _members(value: Any, name: str) -> Family[Any]:
    """Return the members of a family: a list, a Family, or a text such as 0.1,0.2 or 0.1x20."""
    if isinstance(value, str):
        return parse_reals(value, name)
    if not isinstance(value, Family) and (isinstance(value, dict) or not hasattr(value, "__iter__")):
        raise InputError(name, value, "a family: numbers such as [0.1, 0.2]")
    family = value if isinstance(value, Family) else Family.of(list(value))
    return family.map(lambda member: _exact(member, name))
