"""The values that JSON holds: dataclasses whose fields are the fields of ``replcalc/4``, built from results.

``docs/schema/replcalc-4.json`` is generated from these classes (``replcalc.output.schema``); a docstring here is the
description there. ``Any`` stands for what ``document.encode`` writes: reals as {"lower", "upper", "exact"?}, integers,
texts, lists and objects of them; ``object`` for anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.planning.assumption import kind_of_problems
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Result, Status
from replcalc.statements.certification import CheckedCondition
from replcalc.statements.derivation import Application, is_catalogued
from replcalc.statements.theory import line, place


@dataclass(frozen=True)
class Assumed:
    """A value that was not typed and that the answer depends on."""

    value: Any
    why: str


@dataclass(frozen=True)
class LowerBound:
    """No algorithm of the model needs fewer samples, by the statement of that label."""

    statement: str
    samples: int
    model: str


@dataclass(frozen=True)
class Condition:
    """A condition that was checked, at the index where it is tightest; margin: how far it is from failing."""

    statement: str
    condition: Any
    verdict: Verdict
    margin: Any
    index: int | None


@dataclass(frozen=True)
class Step:
    """A statement that was applied: where it stands, what its parameters were bound to, what it gives."""

    statement: str
    title: str
    provenance: str
    line: int | None
    where: str
    citations: list[str]
    for_each_i: bool
    given: Mapping[str, Any]
    gives: Mapping[str, str]


@dataclass(frozen=True)
class UnspecifiedConstant:
    """A constant that its source leaves unspecified: the value used, the default, what it stands for, why so."""

    name: str
    value: Any
    default: str
    meaning: str
    reason: str


@dataclass(frozen=True)
class MethodAnswer:
    """What one method found: its status, figures, conditions and steps."""

    title: str
    status: Status
    applicable: bool
    certified: bool
    polynomial: bool | None
    rounds_at_least: bool | None
    runs_at_least: bool | None
    reason: str
    problems: str | None
    repair: Mapping[str, Any]
    unspecified_constants: list[UnspecifiedConstant]
    provenance: str
    quantities: Mapping[str, Any]
    conditions: list[Condition]
    obligations: list[str]
    steps: list[Step]
    cross_checked: bool

    @classmethod
    def of(cls, result: Result) -> MethodAnswer:
        """Collect the fields of a result."""
        steps, effort = result.steps_taken, result.effort
        same = {each.name: getattr(result, each.name) for each in fields(cls) if hasattr(result, each.name)}
        own = {
            "rounds_at_least": effort and effort.rounds_at_least,
            "runs_at_least": effort and effort.runs_at_least,
            "reason": result.why_not,
            "problems": kind_of_problems(result.question),
            "unspecified_constants": collect_unspecified_constants(result),
            "conditions": encode_conditions(result.conditions),
            "steps": [encode_step(each) for each in steps.steps] if steps else [],
            "cross_checked": bool(result.answer and result.answer.cross_checked),
        }
        return cls(**(same | own))


@dataclass(frozen=True)
class Headline:
    """The answer in words: a sentence, what it is worth, what holds, what else there is, a guarantee to quote."""

    sentence: str
    status: str
    method: str | None
    samples: int | None
    lines: list[str]
    others: list[str]
    guarantee: str | None


@dataclass(frozen=True)
class Recipe:
    """Numbered steps with every parameter filled in, and the guarantee."""

    method: str
    steps: list[str]
    guarantee: str


@dataclass(frozen=True)
class SolvedMethod:
    """The value of the unknown that one method certifies, the next one that it refuses, and what was checked."""

    value: Any
    refused: Any
    checked: str
    reason: str


@dataclass(frozen=True)
class Solved:
    """What was solved for: the best value, and that of every method."""

    unknown: str
    wish: str
    value: Any
    methods: Mapping[str, SolvedMethod]


@dataclass(frozen=True)
class ComparisonAnswer:
    """The answer of every command that compares methods."""

    inputs: Mapping[str, Any]
    assumed: Mapping[str, Assumed]
    answer: Headline
    best: str | None
    best_theory: str | None
    max_rounds: Any
    unit: str
    lower_bound: LowerBound | None
    methods: Mapping[str, MethodAnswer]
    solve: Solved | None = None
    recipe: Recipe | None = None
    details: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, comparison: Comparison, headline: Headline, **more: Any) -> ComparisonAnswer:
        """Collect the fields of a comparison; ``more`` in place of these, or beside them."""
        best, theory, bound = comparison.best, comparison.best_theory, comparison.lower_bound
        chosen = next((r for r in comparison.results if r.method == headline.method), comparison)
        usual: dict[str, Any] = {
            "inputs": encode_inputs(comparison.question),
            "assumed": collect_assumed(chosen.question.assumed),
            "answer": headline,
            "best": best and best.method,
            "best_theory": theory and theory.method,
            "max_rounds": comparison.max_rounds,
            "unit": comparison.unit,
            "lower_bound": bound and LowerBound(bound.statement, bound.samples, bound.model),
            "methods": {result.method: MethodAnswer.of(result) for result in comparison.results},
        }
        return cls(**(usual | more))


@dataclass(frozen=True)
class PipelineAnswer:
    """A derivation at given inputs: its name, inputs, the statements of the user, and what it found."""

    name: str
    inputs: Mapping[str, Any]
    assumed: Mapping[str, Assumed]
    own: list[str]
    result: MethodAnswer


@dataclass(frozen=True)
class SideBySideAnswer:
    """A derivation beside another at the same inputs; factors: how many times the other's value each quantity is."""

    pipeline: PipelineAnswer
    against: PipelineAnswer | None = None
    factors: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class VerificationAnswer:
    """Claims with their verdicts, and how many there are of what."""

    claims: list[Mapping[str, object]]
    summary: Mapping[str, object]


@dataclass(frozen=True)
class ProofAnswer:
    """The verdict on an inequality and what it rests on; best: the bracket of the best constant."""

    verdict: Verdict
    fact: str
    conclusion: Mapping[str, Any]
    method: str
    detail: str
    seconds: float
    counterexample: Mapping[str, Any] | None = None
    best: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class TableAnswer:
    """A published table: its name, its rows, and the reference point where it has one."""

    table: str
    rows: list[Mapping[str, object]]
    reference: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class CatalogueAnswer:
    """The statements of the catalogue, or some of them."""

    statements: list[Mapping[str, object]]
    count: int


# -- parts of a result -------------------------------------------------------------------------------------------------
def collect_assumed(found: Mapping[str, Any]) -> dict[str, Assumed]:
    """Return every value that was not typed, with the reason why it was taken."""
    return {name: Assumed(assumption.value, assumption.why) for name, assumption in found.items()}


def collect_unspecified_constants(result: Result) -> list[UnspecifiedConstant]:
    """Return the constants that some source leaves unspecified; those that are proved are not among them."""
    settings = getattr(result.question, "settings", {})
    open_ = [each for each in result.hidden_constants if each.placeholder]
    values = {each.name: settings.get(each.name, parse_rational(each.default)) for each in open_}
    return [UnspecifiedConstant(c.name, values[c.name], str(c.default), c.meaning, c.reason) for c in open_]


def encode_conditions(found: tuple[CheckedCondition, ...]) -> list[Condition]:
    """Return conditions for JSON; a margin is a bracket unless it is certain, since it needs no twenty digits."""

    def encode_margin(value: Enclosure | None) -> Any:
        return None if value is None else Enclosure(value.lower, value.upper, bracket=not value.is_exact)

    return [Condition(c.statement, c.hypothesis, c.verdict, encode_margin(c.margin), c.index) for c in found]


def encode_step(applied: Application) -> Step:
    """Return a step of a derivation for JSON."""
    statement = applied.statement
    return Step(
        statement=statement.label,
        title=statement.title,
        provenance=statement.provenance if is_catalogued(statement) else "own",
        line=line(statement.source),
        where=place(statement.source),
        citations=[str(citation) for citation in statement.cites],
        for_each_i=applied.each,
        given=dict(applied.bindings),
        gives={str(symbol): conclusion.to_text() for conclusion, symbol in applied.outputs()},
    )


# -- the inputs of a question ------------------------------------------------------------------------------------------
#: Inputs with more runs of equal values than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000
#: Inputs that count something: integers in JSON.
_COUNTS = ("k", "n", "d", "class_size", "arms")


def encode_inputs(question: Any) -> dict[str, Any]:
    """Return the exact inputs by name: what was typed or assumed, and the settings of unspecified constants."""
    found: dict[str, Any] = dict(getattr(question, "typed", None) or {})
    if question.kind == "composition":
        found = {"k": question.k, "n": _encode_runs(question.n), "outputs": question.each_output.map(str)}
        found |= {name: getattr(question, name) for name in ("rho0", "beta0", "rho", "beta", "c", "max_strings")}
        found = {n: _encode_family(v, question) if isinstance(v, Family) else v for n, v in found.items()}
        found["adaptive"] = question.adaptive
    elif question.kind == "pg":
        families = {"epsilon": question.eps, "delta": question.delta, "gamma": question.gamma}
        found = {"k": question.k, **{n: _encode_runs(f) for n, f in families.items()}}
        found["delta_prime"] = question.delta_prime
    elif question.kind == "own-accuracies":
        found |= {"alpha": _encode_runs(question.alphas), "variance": _encode_runs(question.variances)}
    elif question.kind in ("queries", "heavy-hitters", "test", "lower-bound"):
        more = {name: getattr(question, name, None) for name in ("variance", "adaptive")}
        found = {**question.point, **{name: value for name, value in more.items() if value is not None}}
    counted = {name: int(v) if name in _COUNTS and isinstance(v, fmpq) else v for name, v in found.items()}
    return {**counted, "settings": dict(question.settings)}


def _encode_runs(family: Family[Any]) -> Any:
    """Return a family as its runs of equal values, or how many there are if they are too many to echo."""
    if len(family.runs) > _ECHO_RUNS:
        return f"{len(family.runs)} runs"
    return [{"value": value, "count": count} for value, count in family.runs]


def _encode_family(values: Family[Any], question: Any) -> Any:
    if len(question.n.runs) > _ECHO_RUNS:
        return "list"
    return values.values[0] if len(set(values.values)) == 1 else _encode_runs(values)
