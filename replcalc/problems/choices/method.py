"""The best of several options: all methods side by side; rounding every mean, and the parallel best-arm theorem.

Samples are counted per instance and option; where all options are scored on one sample, that sample is counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from replcalc.paper.applications.statements import parallel_best_arm
from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.planning.comparison import Comparison, pick_lower_bound, rank_results, solve_all
from replcalc.planning.method import names
from replcalc.planning.proving import ACHIEVED
from replcalc.planning.recipe import write_parameter
from replcalc.problems.best_arm.statements import replicable
from replcalc.problems.queries.theorem import BaseTheorem
from replcalc.sharper.means.search import least_rounding
from replcalc.sharper.means.statement import LARGEST_VARIANCE, variance_rounding
from replcalc.sharper.softmax_race.method import PER_OPTION, Choose
from replcalc.sharper.softmax_race.statement import options_through_means
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    BETA0,
    RHO,
    RHO0,
    Derivation,
    K,
    Method,
    Proof,
    Result,
    alpha,
    bindings_by_name,
    certify,
    k,
    polynomial,
    with_goals,
)

#: Methods that apply the paper's theorem.
_PAPER = ("paper", "paper-tuned")


@dataclass(frozen=True, repr=False)
class ChooseAnswer(Comparison):
    """All methods for a choice among options, and what no algorithm can undercut."""


def answer(question: Choose, digits: int, wanted: Sequence[str] = ()) -> ChooseAnswer:
    """Compare every method on the question, or those that are ``wanted``."""
    results = rank_results(solve_all(question, wanted or _list_methods(question), digits))
    unit = "samples" if question.common else PER_OPTION
    return ChooseAnswer(question, results, digits, question.max_rounds, unit, pick_lower_bound(question, results))


def _list_methods(question: Choose) -> tuple[str, ...]:
    """Return the methods for a question of these options and instances."""
    known = {"threshold": question.arms == 2, "softmax-joint": question.k > 1 and not question.common}
    known |= dict.fromkeys(_PAPER, not question.common)
    return tuple(name for name in names(question.kind) if known.get(name, True))


# -- rounding ----------------------------------------------------------------------------------------------------------
@cache
def derive_rounding() -> Derivation:
    """Derive the method that rounds the mean of every option within alpha/2 and takes the largest."""
    own = tuple(variance_rounding.parameter(name) for name in ("N", "lambda"))
    proof = Proof("rounding", "Every mean rounded", (K, RHO, ALPHA, BETA, ARMS, *own))
    wanted = proof.apply(options_through_means, k=k, arms=arms, alpha=alpha)
    bound = bindings_by_name(*own) | {"k": wanted.means, "alpha": wanted.accuracy}
    whole = proof.apply(variance_rounding, names=ACHIEVED, V=LARGEST_VARIANCE, **bound)
    return with_goals(proof, whole.rho, whole.beta)


def rounding(question: Choose, digits: int) -> Result:
    """Round the means of all options within alpha/2, each to a grid of its own; take the option of the largest."""
    count, accuracy = question.k * question.arms, question.alpha / 2
    chosen = least_rounding(count, accuracy, question.rho, question.beta)
    found = certify(derive_rounding(), question.point | chosen, digits=digits)
    samples, shares, reported = int(chosen["N"].p), {"lambda": chosen["lambda"]}, (*ACHIEVED.values(), "width")
    extra: dict[str, Any] = {"samples": samples} | {name: found.value(called) for name, called in ACHIEVED.items()}
    extra |= {} if question.common else {"samples_total": samples * count}
    result = Result("rounding", question, found, extra=extra, chosen=shares, reported=reported)
    return replace(result, title="every mean rounded to a random grid", effort=polynomial(question.k))


def _rounding_recipe(result: Result) -> tuple[str, ...]:
    question = result.question
    width = write_parameter(result.chosen["lambda"] * question.alpha)
    each, drawn = ("", "") if question.k == 1 else (" of every instance", " of every option of every instance")
    draw = f"Draw {result.samples:,} fresh rewards of every option{each}; take the mean of each."
    if question.common:
        draw = f"Draw {result.samples:,} fresh samples; take the mean score of every option{each} on all of them."
    return (
        f"Agree on a random seed; derive from it an offset for every option{each}, uniform in [0, a) with a = {width}.",
        draw,
        "Replace every mean by the centre of the cell [offset + j a, offset + (j + 1) a), j an integer, that holds it.",
        f"Output the option{drawn and ' of every instance'} with the largest of these values, the first one of equals.",
    )


# -- the paper's theorem -----------------------------------------------------------------------------------------------
@cache
def derive_base() -> Derivation:
    """One instance for thm:main: the cited algorithm at (rho0, beta0)."""
    proof = Proof("base", "One instance", (RHO0, ALPHA, BETA0, ARMS))
    proof.apply(replicable, names={"samples": "n0"}, rho=RHO0.variable, alpha=alpha, beta=BETA0.variable, arms=arms)
    return proof.derivation()


def _with_total(question: Choose, result: Result) -> Result:
    """Add the samples of all instances and options to those per instance and option."""
    if result.samples is None:
        return result
    total = result.samples * question.k * question.arms
    return replace(result, extra={**result.extra, "samples_total": total})


#: The parallel best-arm theorem on the cited replicable algorithm.
THEOREM = BaseTheorem(Choose.kind, parallel_best_arm, "c_arms", derive_base, "the cited algorithm", _PAPER, _with_total)


_SUMMARY = "the means of all options within alpha/2, every one rounded to a random grid"
METHODS = (
    Method("rounding", _SUMMARY, Choose.kind, derive_rounding, rounding, recipe=_rounding_recipe),
    *THEOREM.methods(),
)
