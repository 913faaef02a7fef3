"""Realizable PAC learning: finite Littlestone dimension, finite classes, thresholds on {0, ..., d}.

The cost of the replicable learners is cited with hidden constants; testers and fallbacks are explicit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy as sp
from flint import fmpq

from replcalc.problems.asymptotics import Scale
from replcalc.problems.problem import (
    BLUMER_1989,
    SCALE_ALPHA,
    SCALE_BETA,
    SCALE_RHO,
    Option,
    Problem,
    cited,
    lam,
    samples,
)
from replcalc.statements.expressions import kl
from replcalc.statements.notation import ALPHA, BETA, RHO, alpha, at_most, beta, real, rho
from replcalc.statements.statement import UNIT_OPEN, Conclusion, Parameter, Statement
from replcalc.theories.replicable_composition.boosting import bernoulli_tester
from replcalc.theories.replicable_composition.boosting_applications import (
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
from replcalc.theories.replicable_composition.literature import BUN_2023

tester = replace(
    bernoulli_tester,
    label="problem:pac/tester",
    title="Testing the error of a hypothesis",
    meaning=(
        "lm:tester with the answers swapped: accept the hypothesis if its empirical error stays below 3 alpha/2, which "
        "tells error at most alpha from error at least 2 alpha."
    ),
    gives=(
        bernoulli_tester.conclusion("threshold"),
        samples(bernoulli_tester.conclusion("n_tester").expression, "samples of the tester"),
    ),
    uses=("lm:tester",),
    needs_simulator=False,
    notes=(),
)

_threshold = real("threshold")
_odds = sp.log((1 - lam * alpha) / (1 - alpha))

separator = Statement(
    label="problem:pac/separator",
    kind="lemma",
    title="Telling error lam*alpha from error alpha",
    section="derived",
    line=0,
    meaning=(
        "Accept if the empirical error is at most the point that is equally far, in relative entropy, from lam*alpha "
        "and from alpha. By Chernoff's bound both mistakes have probability at most exp(-n kl)."
    ),
    given=(ALPHA, Parameter("lam", lam, UNIT_OPEN, "fraction of alpha that must be accepted"), BETA),
    gives=(
        Conclusion(
            "threshold", _threshold, "=", _odds / (_odds + sp.log(1 / lam)), "empirical error up to which it accepts"
        ),
        samples(sp.log(1 / beta) / kl(_threshold, alpha), "samples of the tester"),
    ),
    provenance="derived",
)

_VC_LEARNER = "A hypothesis consistent with the sample errs by more than alpha with probability at most beta."

vc_learner = Statement(
    label="problem:pac/consistent",
    kind="lemma",
    title="Consistent learner, VC dimension d",
    section="sec:app_boot_pac",
    line=3322,
    meaning=_VC_LEARNER + " The VC dimension is at most the Littlestone dimension d.",
    given=(ALPHA, BETA, LITTLESTONE),
    gives=(
        samples(
            sp.Max(4 * sp.log(2 / beta), 8 * d * sp.log(13 / alpha)) / (alpha * sp.log(2)),
            "samples of the consistent learner",
        ),
    ),
    cites=(BLUMER_1989.at("Theorem 2.1"),),
    provenance="literature",
)

finite_learner = Statement(
    label="problem:pac/consistent-finite",
    kind="lemma",
    title="Consistent learner, finite class",
    section="sec:app_boot_pac",
    line=3397,
    meaning=_VC_LEARNER + " Union bound over the class: each bad hypothesis survives with probability (1 - alpha)^n.",
    given=(ALPHA, BETA, CLASS_SIZE),
    gives=(samples((sp.log(class_size) + sp.log(1 / beta)) / alpha, "samples of the consistent learner"),),
    provenance="paper",
)

threshold_learner = Statement(
    label="problem:pac/smallest-positive",
    kind="lemma",
    title="Smallest positive example",
    section="derived",
    line=0,
    meaning=(
        "For thresholds, answer the smallest positive example. It errs by more than alpha only if no example falls "
        "into the shortest stretch above the true threshold that has mass above alpha: probability at most (1 - "
        "alpha)^n."
    ),
    given=(ALPHA, BETA),
    gives=(samples(sp.log(1 / beta) / alpha, "samples of the learner"),),
    provenance="derived",
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


LITTLESTONE_PROBLEM = Problem(
    name="pac-littlestone",
    title="PAC, Littlestone",
    options=(Option(LITTLESTONE, "--d", 1),),
    replicable=cited(
        littlestone,
        "n_previous",
        label="problem:pac-littlestone/replicable",
        title="Replicable learner, Littlestone dimension d",
        meaning="The cited replicable learner for a class of Littlestone dimension d.",
        given=(RHO, ALPHA, BETA, LITTLESTONE),
    ),
    tester=tester,
    separator=separator,
    fallback=vc_learner,
    sharp_fallback=vc_learner,
    scales=(Scale(d, "large", "d", "d"), SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
    notation="O~",
    previous_citation=BUN_2023,
)

FINITE_PROBLEM = Problem(
    name="pac-finite",
    title="PAC, finite classes",
    options=(Option(CLASS_SIZE, "--class-size", 2),),
    replicable=cited(
        finite_class,
        "n_previous",
        label="problem:pac-finite/replicable",
        title="Replicable learner, finite class",
        meaning="The cited replicable learner for a finite class; the bound is false as rho tends to 1.",
        given=(RHO, ALPHA, BETA, CLASS_SIZE),
        assumes=(at_most(rho, sp.Rational(1, 2)),),
    ),
    tester=tester,
    separator=separator,
    fallback=finite_learner,
    sharp_fallback=finite_learner,
    scales=(Scale(class_size, "large", "|H|", r"|\mathcal{H}|"), SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
    notation="O",
    previous_orders=(),  # the cited bound keeps log(1/(rho beta)) apart
    previous_citation=BUN_2023,
)


def _threshold_repairs(values: Mapping[str, fmpq]) -> tuple[str, ...]:
    if values["d"] == 1:
        return ("log* 1 = 0 would make the bound vanish, which is false; 1 is used in its place",)
    return ()


def _at_least_one(d_value: int) -> int:
    """log* d, and 1 for d = 1, where the printed power of log* d would vanish."""
    return max(1, log_star_of(d_value))


THRESHOLDS_PROBLEM = Problem(
    name="pac-thresholds",
    title="PAC, thresholds",
    options=(Option(LOG_STAR, "--d", 1, _at_least_one),),
    replicable=cited(
        thresholds,
        "n_previous",
        label="problem:pac-thresholds/replicable",
        title="Replicable learner of thresholds",
        meaning="The cited replicable learner for thresholds over {0, ..., d}.",
        given=(RHO, ALPHA, BETA, LOG_STAR),
    ),
    tester=tester,
    separator=separator,
    fallback=threshold_learner,
    sharp_fallback=threshold_learner,
    scales=(Scale(log_star, "large", "(log* d)", r"(\log^{*} d)"), SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
    notation="O~",
    repairs=_threshold_repairs,
    previous_citation=BUN_2023,
)
