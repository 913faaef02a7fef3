"""Realizable PAC learning: finite Littlestone dimension, finite classes, thresholds on {0, ..., d}.

The cost of the replicable learners is cited with unspecified constants; testers and fallbacks are explicit.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.paper.boosting.statements import bernoulli_tester
from replcalc.paper.boosting_applications.statements import (
    CLASS_SIZE,
    LITTLESTONE,
    LOG_STAR,
    class_size,
    d,
    finite_class,
    littlestone,
    log_star,
    thresholds,
)
from replcalc.paper.literature import BUN_2023, at, quoted_at
from replcalc.problems.boosting.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Option, Problem
from replcalc.problems.boosting.statements import BLUMER_1989, LAM, cite_bound, lam, samples
from replcalc.problems.table_one.regime import Scale
from replcalc.vocabulary import *

tester = replace(
    bernoulli_tester,
    label="problem:pac/tester",
    title="Testing the error of a hypothesis",
    meaning="lm:tester with the answers swapped: accept the hypothesis if its empirical error stays below 3 alpha/2, "
    "which tells error at most alpha from error at least 2 alpha.",
    gives=(
        bernoulli_tester.conclusion("threshold"),
        samples(bernoulli_tester.conclusion("n_tester").expression, "samples of the tester"),
    ),
    uses=("lm:tester",),
    notes=(),
)

_threshold = real("threshold")
_odds = log((1 - lam * alpha) / (1 - alpha))

separator = Statement(
    label="problem:pac/separator",
    title="Telling error lam*alpha from error alpha",
    meaning="Accept if the empirical error is at most the point that is equally far, in relative entropy, from "
    "lam*alpha and from alpha. By Chernoff's bound both mistakes have probability at most exp(-n kl).",
    given=(ALPHA, LAM, BETA),
    reaches=("beta",),
    gives=(
        Conclusion(_threshold, "=", _odds / (_odds + log(1 / lam)), "empirical error up to which it accepts"),
        samples(log(1 / beta) / kl(_threshold, alpha), "samples of the tester"),
    ),
)

_VC_LEARNER = "A hypothesis consistent with the sample errs by more than alpha with probability at most beta."


def _vc_samples(dimension: Any) -> Any:
    return largest(4 * log(2 / beta), 8 * dimension * log(13 / alpha)) / (alpha * log(2))


vc_learner = Statement(
    label="problem:pac/consistent",
    source=quoted_at(3322),
    title="Consistent learner, VC dimension d",
    meaning=_VC_LEARNER + " The VC dimension is at most the Littlestone dimension d.",
    given=(ALPHA, BETA, LITTLESTONE),
    reaches=("beta",),
    gives=(samples(_vc_samples(d), "samples of the consistent learner"),),
    cites=(BLUMER_1989.at("Theorem 2.1"),),
)

vc_learner_of_thresholds = Statement(
    label="problem:pac/consistent-thresholds",
    source=at(3428),
    title="Consistent learner of thresholds",
    meaning=_VC_LEARNER + " Thresholds have VC dimension 1.",
    given=(ALPHA, BETA),
    reaches=("beta",),
    gives=(samples(_vc_samples(1), "samples of the consistent learner"),),
    uses=("problem:pac/consistent",),
    cites=(BLUMER_1989.at("Theorem 2.1"),),
)

finite_learner = Statement(
    label="problem:pac/consistent-finite",
    source=at(3397),
    title="Consistent learner, finite class",
    meaning=_VC_LEARNER + " Union bound over the class: each bad hypothesis survives with probability (1 - alpha)^n.",
    given=(ALPHA, BETA, CLASS_SIZE),
    reaches=("beta",),
    gives=(samples((log(class_size) + log(1 / beta)) / alpha, "samples of the consistent learner"),),
)

threshold_learner = Statement(
    label="problem:pac/smallest-positive",
    title="Smallest positive example",
    meaning="For thresholds, answer the smallest positive example. It errs by more than alpha only if no example falls "
    "into the shortest stretch above the true threshold that has mass above alpha: probability at most (1 - alpha)^n.",
    given=(ALPHA, BETA),
    reaches=("beta",),
    gives=(samples(log(1 / beta) / alpha, "samples of the learner"),),
)

replicable_littlestone = cite_bound(
    littlestone,
    "n_previous",
    label="problem:pac-littlestone/replicable",
    title="Replicable learner, Littlestone dimension d",
    meaning="The cited replicable learner for a class of Littlestone dimension d.",
    given=(RHO, ALPHA, BETA, LITTLESTONE),
)

replicable_finite = cite_bound(
    finite_class,
    "n_previous",
    label="problem:pac-finite/replicable",
    title="Replicable learner, finite class",
    meaning="The cited replicable learner for a finite class; the bound is false as rho tends to 1.",
    given=(RHO, ALPHA, BETA, CLASS_SIZE),
    assumes=(at_most(rho, rational(1, 2)),),
)

replicable_thresholds = cite_bound(
    thresholds,
    "n_previous",
    label="problem:pac-thresholds/replicable",
    title="Replicable learner of thresholds",
    meaning="The cited replicable learner for thresholds over {0, ..., d}.",
    given=(RHO, ALPHA, BETA, LOG_STAR),
)

STATEMENTS = (
    replicable_littlestone,
    replicable_finite,
    replicable_thresholds,
    tester,
    separator,
    vc_learner,
    vc_learner_of_thresholds,
    finite_learner,
    threshold_learner,
)


def log_star_of(d_value: int) -> int:
    """log* d to base 2, exactly: how often log2 must be taken until at most 1 remains, i.e. the least t for which the
    tower 2^2^...^2 of t twos is at least d."""
    count, tower = 0, 1
    while tower < d_value:
        count += 1
        if tower > 1 << 20:  # the next tower has more digits than any number that can be typed
            break
        tower = 1 << tower
    return count


def _learning(
    option: Option, scale: Scale, replicable: Statement, learner: Statement, sharp: Statement | None = None, **more: Any
) -> Problem:
    """Learning a class of the size ``option``: any learner is a fallback, and the tester counts errors."""
    return Problem(
        options=(option,),
        replicable=replicable,
        tester=tester,
        separator=separator,
        fallback=learner,
        sharp_fallback=sharp or learner,
        scales=(scale, SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
        previous_citation=BUN_2023,
        tester_counts=True,
        **more,
    )


LITTLESTONE_PROBLEM = _learning(
    Option(LITTLESTONE, "d", 1),
    Scale(d, "large", "d", "d"),
    replicable_littlestone,
    vc_learner,
    name="pac-littlestone",
    title="PAC, Littlestone",
    notation="O~",
)

FINITE_PROBLEM = _learning(
    Option(CLASS_SIZE, "class_size", 2),
    Scale(class_size, "large", "|H|", r"|\mathcal{H}|"),
    replicable_finite,
    finite_learner,
    name="pac-finite",
    title="PAC, finite classes",
    notation="O",
    previous_orders=(),  # the cited bound keeps log(1/(rho beta)) apart
)


def _threshold_repairs(values: Mapping[str, fmpq]) -> tuple[str, ...]:
    if values["d"] == 1:
        return ("log* 1 = 0 would make the bound vanish, which is false; 1 is used in its place",)
    return ()


def _at_least_one(d_value: int) -> int:
    """Return log* d, and 1 for d = 1, where the printed power of log* d would vanish."""
    return max(1, log_star_of(d_value))


THRESHOLDS_PROBLEM = _learning(
    Option(LOG_STAR, "d", 1, _at_least_one),
    Scale(log_star, "large", "(log* d)", r"(\log^{*} d)"),
    replicable_thresholds,
    vc_learner_of_thresholds,
    threshold_learner,
    name="pac-thresholds",
    title="PAC, thresholds",
    notation="O~",
    repairs=_threshold_repairs,
)
