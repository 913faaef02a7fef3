"""k statistical queries together: thm:multi_dim_mean and every other way, side by side."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

from flint import fmpq

from replcalc.numbers.fields import BallField, ball_precision
from replcalc.paper.applications.statements import many_queries
from replcalc.planning.recipe import exact
from replcalc.planning.steps import DIGITS, squared_votes, typed
from replcalc.problems.boosting.statements import equal_shares
from replcalc.problems.queries.method_means import GUESSES, rounded_means
from replcalc.problems.queries.overtaking import guessed_votes
from replcalc.problems.queries.question import Queries
from replcalc.problems.queries.theorem import PAPER_RHO0, BaseTheorem, composed, copies, side_by_side
from replcalc.problems.statistical_query.statements import allowed_failure, rounding
from replcalc.search.optimise import log_rational, rounded, rounded_down
from replcalc.sharper.expected_gap_rounding.statement import expected_gap_rounding
from replcalc.symbolic.compiled import LOG_FLOAT, Compiled, compiled
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    BETA0,
    RHO,
    RHO0,
    Composition,
    Derivation,
    Enclosure,
    K,
    Method,
    Proof,
    Result,
    alpha,
    beta,
    by_name,
    certify,
    k,
    promised,
    rho,
)

_GAP = expected_gap_rounding
_LAMBDA = _GAP.parameter("lambda")


# -- one answer per query, equal shares --------------------------------------------------------------------------------
@cache
def derive_naive() -> Derivation:
    """The rounding of Impagliazzo et al. for each query at rho/k and beta/k, on one common sample."""
    proof = Proof("naive", "Each query at rho/k", (K, RHO, ALPHA, BETA))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    failure = allowed_failure(share.beta_each, share.rho_each)
    proof.apply(rounding, rho=share.rho_each, alpha=alpha, beta=failure)
    return proof.derivation()


@cache
def derive_expected_gap() -> Derivation:
    """derived:expected-gap-rounding for each query at rho/k and beta/k, on one common sample."""
    proof = Proof("expected-gap", "Each query at rho/k, rounding by the expected gap", (K, RHO, ALPHA, BETA, _LAMBDA))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    one = proof.apply(_GAP, alpha=alpha, rho=share.rho_each, beta=share.beta_each, **by_name(_LAMBDA))
    return promised(proof, k * one.rho_achieved, k * one.beta_achieved)


@cache
def derive_base() -> Derivation:
    """One query for thm:main: at accuracy alpha/2, so that answers can be rounded to multiples of alpha/2."""
    proof = Proof("base", "One query at accuracy alpha/2", (RHO0, ALPHA, BETA0))
    failure = allowed_failure(BETA0.variable, RHO0.variable)
    proof.apply(rounding, names={"samples": "n0"}, rho=RHO0.variable, alpha=alpha / 2, beta=failure)
    return proof.derivation()


@cache
def derive_one() -> Derivation:
    """One query by expected-gap rounding: what squared votes start from."""
    proof = Proof("one", "One query", (ALPHA, RHO, BETA, _LAMBDA))
    proof.apply(_GAP, names={"samples": "n0"}, **by_name(ALPHA, RHO, BETA, _LAMBDA))
    return proof.derivation()


#: Replicabilities that squared votes may start from.
_STARTS = (0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.3, 0.35, 0.4, 0.5, 0.6)


def balanced_share(alpha_value: fmpq, rho_value: fmpq, beta_value: fmpq) -> fmpq:
    """The share of the accuracy at which both terms of expected-gap rounding agree, as a short decimal.

    Short means twelve digits of what is left of the accuracy: for small rho the share is next to 1, never 1.
    """
    values = {alpha: alpha_value, rho: rho_value, beta: beta_value}
    bits = 128 + int(rho_value.q.bit_length())  # 1 - share is about rho
    with ball_precision(bits):
        share = evaluate(_GAP.conclusion("lambda_balanced").formula, Environment(values), BallField(bits))
        return 1 - rounded_down(Enclosure.from_ball((1 - share).mid()).lower, 12)


@cache
def _rough_samples() -> Compiled:
    """ln of the samples of expected-gap rounding at the balanced share, from ln alpha, ln rho, ln beta."""
    balanced = {_LAMBDA.variable: _GAP.conclusion("lambda_balanced").formula}
    return compiled(_GAP.conclusion("samples").formula, LOG_FLOAT, balanced)


# -- ways --------------------------------------------------------------------------------------------------------------
def naive(question: Queries, digits: int) -> Result:
    """Each query at rho/k and beta/k: the promise is met by union bounds."""
    answer = certify(derive_naive(), question.point, digits=digits)
    return side_by_side("naive", "each query at rho/k", question, answer)


def expected_gap(question: Queries, digits: int) -> Result:
    """Each query at rho/k and beta/k, rounded by the expected gap of two estimates."""
    chosen = {"lambda": balanced_share(question.alpha, question.rho / question.k, question.beta / question.k)}
    answer = certify(derive_expected_gap(), question.point | chosen, digits=digits)
    title, shown = "each query at rho/k, expected-gap rounding", ("width", "rho_achieved", "beta_achieved")
    return side_by_side("expected-gap", title, question, answer, *shown, **chosen)


def _own_goal(question: Queries) -> tuple[Composition, dict[str, Any]]:
    """Copies of expected-gap rounding at the rho0 where rho0 n0(rho0)/(1 - rho0) is smallest, found roughly."""
    beta0 = rounded_down(question.beta / (4 * question.k), 3)
    given = {"alpha": log_rational(question.alpha), "beta": log_rational(beta0)}

    def cost(start: float) -> float:
        samples: float = _rough_samples()(rho=math.log(start), **given)
        return samples + math.log(start / (1 - start))

    start = min(_STARTS, key=cost)
    rho0 = rounded(start, 2)
    point = {"alpha": question.alpha, "rho": rho0, "beta": beta0}
    point["lambda"] = balanced_share(question.alpha, rho0, beta0)
    n0 = certify(derive_one(), point, digits=6, report=("n0",)).value("n0")
    goal = copies(question.k, n0, question.rho, rho0, beta0, question.beta, {})
    return goal, {"rho0": rho0, "beta0": beta0, "n0": n0}


def direct_tuned(question: Queries, digits: int) -> Result:
    """Squared votes on expected-gap rounding, whose replicability is chosen for them."""
    goal, extra = _own_goal(question)
    title = "squared votes, own start"
    return composed("direct", goal, digits, question=question, title=title, name="direct-tuned", extra=extra)


def _rounded(quantity: str, result: Result) -> tuple[str, ...]:
    return rounded_means(result, result.value(quantity))


def _base_text(samples: int, width: Any, more: str = "") -> str:
    """The algorithm that votes: one query, rounded."""
    return (
        f"The base algorithm of a query reads n = {samples:,} samples; its random string is an offset, uniform in "
        f"[0, a) with a = {typed(width)}; it answers the centre of the cell [offset + j a, offset + (j + 1) a), j an "
        f"integer, that holds the sample mean{more}."
    )


def _tuned_recipe(result: Result) -> tuple[str, ...]:
    share = balanced_share(result.question.alpha, result.extra["rho0"], result.extra["beta0"])
    return (_base_text(result.extra["n0"], 2 * share * result.question.alpha), *squared_votes(result))


def _theorem_recipe(name: str, result: Result) -> tuple[str, ...]:
    """The composition way on the paper's base algorithm, which answers to within alpha/2."""
    half = result.question.alpha / 2
    point = result.question.point | {"rho0": PAPER_RHO0, "beta0": result.extra["beta0"]}
    width = certify(derive_base(), point, digits=DIGITS).value("grid")
    base = _base_text(result.extra["n0"], width, f", rounded to the nearest multiple of {exact(half)}")
    return (base, *squared_votes(result))


#: thm:multi_dim_mean on the paper's base algorithm.
THEOREM = BaseTheorem(
    Queries.kind,
    many_queries,
    "c_queries",
    derive_base,
    "the paper's base algorithm",
    quick=("naive", "expected-gap", "rounding", "cosine", "gaussian", "direct-tuned"),
    guesses={**GUESSES, "direct-tuned": lambda at: guessed_votes(_own_goal(at)[0])},
    recipe=_theorem_recipe,
)


_OWN: tuple[tuple[str, str, Callable[[], Derivation], Any, bool, Callable[[Result], tuple[str, ...]]], ...] = (
    ("naive", "each query at rho/k", derive_naive, naive, True, partial(_rounded, "grid")),
    (
        "expected-gap",
        "each query at rho/k, expected-gap rounding",
        derive_expected_gap,
        expected_gap,
        True,
        partial(_rounded, "width"),
    ),
    ("direct-tuned", "squared votes on expected-gap rounding", derive_one, direct_tuned, False, _tuned_recipe),
)
METHODS = (
    *(
        Method(name, told, Queries.kind, derive, solve, (), quick, step)
        for name, told, derive, solve, quick, step in _OWN
    ),
    *THEOREM.methods(),
)
