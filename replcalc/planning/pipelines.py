"""A pipeline of one's own: a derivation that a person wrote, with the values it comes with, evaluated like any method.

``compared(pipeline, {"n": "100,200", "rho": "0.1"})`` has its Result: every quantity enclosed, every condition decided.
Statements that are in no catalogue are its ``yours``; what rests on them is never called certified.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import sympy as sp
from flint import arb

from replcalc.numbers.errors import InputError, PrecisionExhausted, UnknownName
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.numbers.family import Family, align, parse_reals, parse_sample_sizes
from replcalc.numbers.fields import BallField
from replcalc.planning.assumption import BETA0 as DEFAULT_BETA0
from replcalc.planning.assumption import RHO0 as DEFAULT_RHO0
from replcalc.planning.assumption import Assumed, Assumption, ParsedQuestion
from replcalc.planning.proving import FAILURE_GOAL
from replcalc.planning.result import Result
from replcalc.statements.catalogue import statement as catalogued
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Application, Derivation, Proof, run
from replcalc.statements.notation import BETA, BETA0, NS, RHO, RHO0, C
from replcalc.statements.rendering import Renderable
from replcalc.statements.statement import Parameter, Statement
from replcalc.symbolic.language import Base, exact_value, free

#: Inputs that mean the same in every pipeline, by name.
STANDARD = {parameter.name: parameter for parameter in (NS, RHO, RHO0, BETA0, BETA, C)}
#: Values that are assumed where neither the file nor the user says one.
_ASSUMED = {"rho0": DEFAULT_RHO0, "beta0": DEFAULT_BETA0}


@dataclass(frozen=True)
class Pipeline:
    """A derivation; ``values`` of inputs and ``settings`` of unspecified constants hold unless others are typed.

    ``base``: what it was made from by exchanging lemmas, to be compared with.
    """

    derivation: Derivation
    values: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    base: Pipeline | None = None


@dataclass(frozen=True, kw_only=True)
class PipelineQuestion(ParsedQuestion):
    """The inputs of a pipeline by name, exact."""

    inputs: Mapping[str, Any]
    kind: ClassVar[str] = "pipeline"


@dataclass(frozen=True, repr=False)
class SideBySide(Renderable):
    """A pipeline's result, and that of another at the same inputs where one was named."""

    mine: Result
    other: Result | None = None

    _writer: ClassVar[tuple[str, str]] = ("derivations", "report_pipeline")

    def _summary(self) -> str:
        return self.mine._summary() + (f"; beside it {self.other._summary()}" if self.other else "")


def evaluate_pipelines(
    pipeline: Pipeline,
    typed: Mapping[str, Any],
    settings: Mapping[str, Any] | None = None,
    *,
    against: Pipeline | None = None,
    digits: int = 20,
) -> SideBySide:
    """Evaluate the pipeline at these inputs, beside another or what it was made from.

    ``settings`` change constants of the pipeline alone: the other one stays as catalogued. A name that neither has is
    refused.
    """
    other = against or pipeline.base
    both = (pipeline,) if other is None else (pipeline, other)
    inputs = dict.fromkeys(p.name for each in both for p in each.derivation.inputs)
    constants = dict.fromkeys(h.name for each in both for h in each.derivation.hidden)
    for name in typed:
        if name not in inputs and name != BETA.name:
            hint = f"{name} is an unspecified constant: set {name}=VALUE" if name in constants else ""
            raise UnknownName("let", name, "an input: " + ", ".join(inputs), hint)
    for name in settings or {}:
        if name not in constants:
            raise UnknownName("set", name, "an unspecified constant: " + (", ".join(constants) or "there is none here"))
    own = ((pipeline, settings or {}), *(() if other is None else ((other, {}),)))
    found = [_evaluate_one(each, {**pipeline.values, **each.values, **typed}, changed, digits) for each, changed in own]
    return SideBySide(*found)


def _evaluate_one(pipeline: Pipeline, values: Mapping[str, Any], settings: Mapping[str, Any], digits: int) -> Result:
    derivation = _with_failure_goal(pipeline.derivation, values)
    assumed = Assumed()
    names = {h.name for h in derivation.hidden}
    used = {name: value for name, value in {**pipeline.settings, **settings}.items() if name in names}
    exact = {name: parse_rational(value, f"set {name}") for name, value in used.items()}
    inputs = {p.name: _value(p, values, assumed, derivation, exact) for p in derivation.inputs}
    inputs |= _align({name: value for name, value in inputs.items() if isinstance(value, Family)})
    try:
        answer = certify(derivation, inputs, exact, digits=digits)
    except PrecisionExhausted as error:
        nowhere = _without_value(derivation, inputs, exact)
        raise PrecisionExhausted(f"{derivation.name}: no finite value: {nowhere}" if nowhere else str(error)) from None
    question = PipelineQuestion(inputs=inputs, settings=exact, assumed=dict(assumed))
    return Result(derivation.name, question, answer, title=derivation.title, digits=digits)


def _without_value(derivation: Derivation, inputs: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """Return the first quantity that has no finite value there: a logarithm of a negative number, a division by 0."""
    field = BallField(256)
    with field.active():
        values = run(derivation, inputs, field, settings, check=False).values
        for name, value in values.items():
            balls = value if isinstance(value, tuple) else (value,)
            if not all(arb(ball).is_finite() for ball in balls):
                return f"{name} of {derivation.definition(name)[0].statement.label}"
    return ""


def _with_failure_goal(derivation: Derivation, values: Mapping[str, Any]) -> Derivation:
    """Return the derivation that also meets the failure probability, where one is asked for and it bounds one."""
    given = {symbol.name: symbol for step in derivation.steps for _, symbol in step.quantities}
    is_input = any(p.name == BETA.name for p in derivation.inputs)
    if BETA.name not in values or BETA.name not in given or is_input:
        return derivation
    target = replace(BETA, variable=sp.Symbol(BETA.name, real=True))  # another symbol than the quantity beta
    goal = Proof(derivation.name, derivation.title, (*derivation.inputs, target))
    goal.apply(catalogued(FAILURE_GOAL), achieved=given[BETA.name], target=target.variable)
    return replace(derivation, inputs=goal.inputs, steps=(*derivation.steps, *goal.derivation().steps))


def _value(
    p: Parameter, values: Mapping[str, Any], assumed: Assumed, derivation: Derivation, settings: Mapping[str, Any]
) -> Any:
    """Return the exact value of an input: as typed, from the file, or assumed (the largest that NAME_max allows)."""
    text = values.get(p.name)
    if text is None and p.name in _ASSUMED:
        value = assumed.parsed(p.name, None, _ASSUMED[p.name], parse_rational)
        return Family.of([value]) if p.indexed else value
    largest = next((h for h in derivation.hidden if h.name == f"{p.name}_max"), None)
    if text is None and largest is not None:
        most = Assumption(str(settings.get(largest.name, largest.default)), f"the largest {largest.name} allows")
        return assumed.parsed(p.name, None, most, parse_rational)
    if text is None:
        hint = f"an input of {derivation.name}: let {p.name}=VALUE"
        raise InputError(p.name, None, f"a value: {p.meaning or p.domain}", hint)
    if p.indexed:
        whole = p.domain.integer and p.domain.lower is not None
        family = parse_sample_sizes(text, p.name) if whole else parse_reals(text, p.name)
        for value in family.distinct:
            _require_in_domain(p, value, text)
        return family
    value = parse_integer(text, p.name) if p.domain.integer else parse_rational(text, p.name)
    _require_in_domain(p, value, text)
    return value


def _require_in_domain(p: Parameter, value: Any, text: Any) -> None:
    """Refuse a value outside of a domain whose ends are numbers."""
    low, high = exact_value(p.domain.lower), exact_value(p.domain.upper)
    below = low is not None and (value < low or (p.domain.lower_open and value == low))
    above = high is not None and (value > high or (p.domain.upper_open and value == high))
    if below or above:
        raise InputError(p.name, text, f"a number in {p.domain}" + (f": {p.meaning}" if p.meaning else ""))


def _align(families: Mapping[str, Family[Any]]) -> dict[str, Family[Any]]:
    """Return the families run by run; a single value is that of every member."""
    longest = max(families.values(), key=lambda family: family.length, default=None)
    if longest is None:
        return {}
    for name, family in families.items():
        if family.length not in (1, longest.length):
            raise InputError(name, f"{family.length} values", f"one value, or {longest.length} as in the longest list")
    spread = (f if f.length == longest.length else longest.spread(f.values[0]) for f in families.values())
    return dict(zip(families, align(*spread), strict=True))


# -- one lemma for another ---------------------------------------------------------------------------------------------
def exchange_lemma(derivation: Derivation, old: str, new: Statement) -> Derivation:
    """Return the derivation with ``new`` in place of every step that applies ``old``, bound to the same quantities.

    ``new`` may ask only for what ``old`` was given, and must give, by the same names, whatever is used of ``old``.
    """
    if all(step.statement.label != old for step in derivation.steps):
        labels = dict.fromkeys(step.statement.label for step in derivation.steps)
        raise UnknownName("exchange", old, "a statement that it applies: " + ", ".join(labels))
    steps: list[Application] = []
    for place, step in enumerate(derivation.steps):
        if step.statement.label != old:
            steps.append(step)
            continue
        later = {s for after in derivation.steps[place + 1 :] for _, binding in after.bindings for s in free(binding)}
        steps.append(_in_place_of(step, new, later))
    return replace(derivation, steps=tuple(steps))


def _in_place_of(step: Application, new: Statement, later: set[Any]) -> Application:
    bound, had = dict(step.bindings), dict(step.quantities)
    for p in new.given:
        if p.name not in bound:
            allowed = f"of what {step.statement.label} is given: {', '.join(bound)}"
            raise InputError(f"exchange, {new.label}", p.name, allowed)
    wanted = [name for name, variable in had.items() if variable in later]
    names = [conclusion.name for conclusion in new.gives]
    for name in wanted:
        if name not in names:
            raise InputError(f"exchange, {new.label}", None, f"a conclusion '{name}', which later steps use")
    proof = Proof(new.label, new.title, (), own=True)
    called = {name: str(had[name]) for name in names if name in had}
    proof.apply(new, names=called, each=step.each, **{p.name: bound[p.name] for p in new.given})
    made = proof.derivation().steps[0]
    for name, variable in made.quantities:
        if name in wanted and isinstance(variable, Base) != isinstance(had[name], Base):
            kind = "family" if isinstance(had[name], Base) else "number"
            raise InputError(f"exchange, {new.label}", name, f"a {kind}, as {step.statement.label} gives")
    return made
