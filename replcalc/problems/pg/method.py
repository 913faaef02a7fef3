"""Composition of perfectly generalizing algorithms by five statements: ``replcalc pg-compose``.

- ``het``: lm:pg_compose_het as printed (adaptive, heterogeneous gamma_i, epsilon_i, delta_i).
- ``simple``: lm:pg_compose with its absolute constants c1..c4. It knows (delta_i, epsilon_i, delta_i)-PG algorithms
  only: where gamma_i and delta_i differ, the larger of the two holds for both.
- ``conditioned``: epsilon^(k) and delta^(k) of lm:pg_compose_het, then derived:conditioned-composition.
- ``nonadaptive``: through total variation (derived:nonadaptive-tv, derived:revealed-tv, derived:tv-to-replicable),
  with the total variation of the product of the two-point pairs from ``product_tv``: exact or a rigorous bracket.
- ``basic``: derived:basic-composition, for reference.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from flint import fmpq

from replcalc.numbers.fields import ExactField
from replcalc.paper.main.statements import pg_composition_simple
from replcalc.paper.pg_composition.statements import pg_composition
from replcalc.problems.pg.question import CONCENTRATED, VARIANTS, PgQuestion
from replcalc.sharper.conditioning.statement import conditioned_composition
from replcalc.sharper.total_variation.product_tv import total_variation
from replcalc.sharper.total_variation.statement import (
    basic_composition,
    nonadaptive_tv,
    revealed_tv,
    tv_to_replicable,
    two_point_tv,
)
from replcalc.statements.certification import Quantity
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.vocabulary import (
    NONNEGATIVE,
    POSITIVE,
    UNIT_CLOSED,
    Answer,
    Derivation,
    Enclosure,
    Family,
    Method,
    Parameter,
    Proof,
    Result,
    bindings_by_name,
    certify,
    delta_prime,
    deltas,
    epsilons,
    gammas,
    k,
    polynomial,
    real,
)

#: Quantities reported by each variant, in order.
QUANTITIES: dict[str, tuple[str, ...]] = {
    "het": ("epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"),
    "simple": ("epsilon_star", "delta_star", "gamma_star"),
    "conditioned": ("epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"),
    "nonadaptive": ("gamma_star", "tv", "tv_closed_form", "tv_pinsker", "Delta", "rho"),
    "basic": ("epsilon_star", "delta_star", "gamma_star"),
}

#: Where k times the largest epsilon_i^2 exceeds this, e^epsilon_k may be too large to write out, and says nothing.
_VAST = 1000
#: Digits to which the total variation is found beyond those asked for, so that what follows from it keeps them.
_GUARD = 3

_tv, _gamma_star = real("tv"), real("gamma_star")

_EPSILONS = Parameter(epsilons, POSITIVE, "multiplicative closeness of the i-th algorithm")
_DELTAS = Parameter(deltas, NONNEGATIVE, "additive closeness of the i-th algorithm")
_GAMMAS = Parameter(gammas, NONNEGATIVE, "probability over the sample that the i-th closeness fails")
_FAMILIES = (_GAMMAS, _EPSILONS, _DELTAS)
_DELTA_PRIME = Parameter(delta_prime, POSITIVE, "slack spent on the concentration inequality")
_GAMMA_STAR = Parameter(_gamma_star, NONNEGATIVE, "probability that some closeness fails")
_TV = Parameter(_tv, UNIT_CLOSED, "total variation of the product of the two-point pairs")


# -- derivations -------------------------------------------------------------------------------------------------------
@cache
def derive(variant: str) -> Derivation:
    """Return the derivation of a variant, symbolically."""
    if variant == "nonadaptive":
        return _nonadaptive(with_tv=True)
    if variant == "basic":
        proof = Proof("basic", "Basic composition", _FAMILIES)
        proof.apply(basic_composition, **bindings_by_name(*_FAMILIES))
        return proof.derivation()
    if variant == "simple":
        inputs = (_EPSILONS, _DELTAS, _DELTA_PRIME)
        proof = Proof("simple", "Composition with absolute constants", inputs)
        proof.apply(pg_composition_simple, **bindings_by_name(*inputs))
        return proof.derivation()
    title = "Heterogeneous composition" + (", conditioned without loss" if variant == "conditioned" else "")
    proof = Proof(variant, title, (*_FAMILIES, _DELTA_PRIME))
    lossy = ("epsilon_star", "delta_star", "gamma_star")
    names = {name: f"{name}_het" for name in lossy} if variant == "conditioned" else {}
    joint = proof.apply(pg_composition, names=names, **bindings_by_name(*_FAMILIES, _DELTA_PRIME))
    if variant == "conditioned":
        proof.apply(conditioned_composition, epsilon_k=joint.epsilon_k, delta_k=joint.delta_k)
    return proof.derivation()


def _nonadaptive(*, with_tv: bool) -> Derivation:
    """Compose in total variation, then apply correlated sampling.

    ``with_tv``: the total variation is a step of its own; without, it is an input (found elsewhere).
    """
    inputs = _FAMILIES if with_tv else (*_FAMILIES, _TV)
    proof = Proof("nonadaptive", "Non-adaptive composition through total variation", inputs)
    names = {"tv_rr": "tv_closed_form", "tv": "Delta_closed_form"}
    closed = proof.apply(nonadaptive_tv, names=names, **bindings_by_name(*_FAMILIES))
    tv = proof.apply(two_point_tv, **bindings_by_name(_EPSILONS)).tv if with_tv else _tv
    _apply_correlated_sampling(proof, closed.gamma_star, tv)
    return proof.derivation()


def _from_tv() -> Derivation:
    """Return the steps that depend on the total variation, alone."""
    proof = Proof("nonadaptive", "From total variation to replicability", (_GAMMA_STAR, _DELTAS, _TV))
    _apply_correlated_sampling(proof, _gamma_star, _tv)
    return proof.derivation()


def _apply_correlated_sampling(proof: Proof, gamma_star: Any, tv: Any) -> None:
    revealed = proof.apply(revealed_tv, tv_rr=tv, **bindings_by_name(_DELTAS), names={"tv": "Delta"})
    proof.apply(tv_to_replicable, gamma_star=gamma_star, tv=revealed.tv)


# -- answers -----------------------------------------------------------------------------------------------------------
def _result(variant: str, question: PgQuestion, answer: Answer, **details: Any) -> Result:
    """``details``: method (how the total variation was found) and left_out (figures too large to write out)."""
    return Result(
        variant,
        question,
        answer,
        effort=polynomial(question.k),
        reported=tuple(answer.quantities),
        details={"method": None, "left_out": (), **details},
    )


def _through_lemma(variant: str, question: PgQuestion, digits: int) -> Result:
    derivation = derive(variant)
    families: dict[str, Any] = {"epsilon": question.eps, "delta": question.delta, "gamma": question.gamma}
    if variant == "simple":
        # (gamma, epsilon, delta)-PG is (m, epsilon, m)-PG for m = max(gamma, delta), which is what the lemma asks for
        pairs = zip(question.delta.values, question.gamma.values, strict=True)
        families = {"epsilon": question.eps, "delta": question.delta.with_values([max(pair) for pair in pairs])}
    inputs = families | ({"delta_prime": question.delta_prime} if variant in CONCENTRATED else {})

    wanted = QUANTITIES[variant]
    vast = "epsilon_k" in wanted and question.k * max(question.eps.values) ** 2 > _VAST
    answer = certify(
        derivation, inputs, question.settings, digits=digits, report=() if vast else wanted, cross_check=not vast
    )
    figures = {name: answer.quantities[name] for name in wanted if name in answer.quantities}
    left_out = tuple(name for name in wanted if name not in figures)
    found = _result(variant, question, replace(answer, quantities=figures), left_out=left_out)
    return replace(found, extra={"gamma_star": Enclosure.exactly(fmpq(1))}) if vast else found


def _through_tv(question: PgQuestion, digits: int) -> Result:
    """Certify at the upper end of the total variation; what follows from it grows with it, so the lower end is low."""
    found = total_variation(question.eps, digits + _GUARD)
    tv = replace(found.value, bracket=not found.value.agrees_to(digits))
    inputs = {"gamma": question.gamma, "epsilon": question.eps, "delta": question.delta}
    gamma_star = _sum_of_gammas(question.gamma)

    def certify_steps(derivation: Derivation, wanted: Sequence[str], **values: Any) -> Answer:
        return certify(derivation, values, digits=digits, exact_runs=0, report=wanted)

    wanted = [name for name in QUANTITIES["nonadaptive"] if name != "tv"]
    high = certify_steps(_nonadaptive(with_tv=False), wanted, **inputs, tv=tv.upper)
    low = certify_steps(_from_tv(), ("Delta", "rho"), gamma_star=gamma_star, delta=question.delta, tv=tv.lower)
    values: dict[str, Any] = {name: q.value for name, q in high.quantities.items()}
    values |= {"tv": tv, "gamma_star": Enclosure.exactly(gamma_star)}
    values |= {name: _hull(low.value(name), values[name], digits) for name in low.quantities}
    derivation = derive("nonadaptive")
    quantities = {
        name: Quantity(name, values[name], *derivation.definition(name)) for name in QUANTITIES["nonadaptive"]
    }
    checked = low.cross_checked and high.cross_checked
    answer = Answer(derivation, quantities, high.conditions, high.bits, checked, inputs)
    return _result("nonadaptive", question, answer, method=found)


def _sum_of_gammas(gamma: Family[fmpq]) -> fmpq:
    """Return gamma*, exactly, by the statement's own formula."""
    expression = nonadaptive_tv.conclusion("gamma_star").expression
    total: fmpq = evaluate(expression, Environment({k: gamma.length}, {gammas: gamma}), ExactField())
    return total


def _hull(low: Enclosure, high: Enclosure, digits: int) -> Enclosure:
    value = Enclosure(min(low.lower, high.lower), max(low.upper, high.upper))
    return replace(value, bracket=not value.agrees_to(digits))


_SUMMARIES = {
    "het": "lm:pg_compose_het as printed",
    "simple": "lm:pg_compose with its absolute constants",
    "conditioned": "lm:pg_compose_het, conditioned on the sample without loss",
    "nonadaptive": "through the total variation of the product",
    "basic": "epsilons add up: basic composition, for reference",
}


def _method(name: str) -> Method:
    solve = _through_tv if name == "nonadaptive" else partial(_through_lemma, name)
    return Method(name, _SUMMARIES[name], PgQuestion.kind, partial(derive, name), solve, QUANTITIES[name], True)


METHODS = tuple(map(_method, VARIANTS))
