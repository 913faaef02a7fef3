"""Heavy hitters: a list of every element of probability at least nu and of none of probability at most nu - epsilon.

The tolerance epsilon plays the part of the accuracy. Asking for tolerance lam*epsilon around the same middle means
nu - (1 - lam) epsilon/2 instead of nu; lam = 1/2 gives the paper's nu' = nu - epsilon/4, epsilon' = epsilon/2.
"""

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU, heavy_hitters, heavy_tester, nu
from replcalc.paper.literature import ESFANDIARI_2024, HOEFFDING_1963, at
from replcalc.problems.boosting.problem import SCALE_BETA, SCALE_RHO, Bindings, Option, Problem
from replcalc.problems.boosting.statements import cite_bound, hoeffding, lam, samples
from replcalc.problems.table_one.regime import Scale
from replcalc.vocabulary import *

_error, _list_size, _collected = real("error"), real("list_size"), real("n_collect")
_estimates_list, _estimates_seen = real("n_estimate_list"), real("n_estimate_seen")
_nu_prime = real("nu_prime")


def collecting(lightest: Any, failure: Any) -> Any:
    """Samples that show every element of probability at least ``lightest`` except with probability ``failure``: there
    are at most 1/lightest of them, each missed with probability at most exp(-n lightest)."""
    return ceiling(log(1 / (lightest * failure)) / lightest)


replicable = cite_bound(
    heavy_hitters,
    "n_previous",
    label="problem:heavy-hitters/replicable",
    title="Replicable heavy hitters",
    meaning="The cited replicable algorithm for heavy hitters.",
    given=(RHO, NU, EPSILON_HEAVY, BETA),
    assumes=(below(epsilon, nu),),
)

tester = Statement(
    label="problem:heavy-hitters/tester",
    source=at(3457),
    title="Testing a list of heavy hitters, every constant",
    meaning="Reject a list longer than 4/nu. Estimate its members to within epsilon/32 with failure beta/8 in all, "
    "reject if one looks light. Collect samples that show every element of probability at least nu' except with "
    "probability beta/16, estimate those with failure beta/8 in all, reject if one looks heavy and is not listed.",
    given=(NU, EPSILON_HEAVY, BETA),
    assumes=(at_most(epsilon, nu / 2),),
    reaches=("beta",),
    gives=(
        Conclusion(_nu_prime, "=", heavy_tester.conclusion("nu_prime").expression, "heaviness accepted"),
        Conclusion(_list_size, "<=", heavy_tester.conclusion("list_size").expression, "longest list"),
        Conclusion(_error, "=", heavy_tester.conclusion("error").expression, "error of every estimate"),
        Conclusion(
            _estimates_list, "=", ceiling(hoeffding(_error, beta / 8, _list_size)), "samples that estimate the list"
        ),
        Conclusion(_collected, "=", collecting(_nu_prime, beta / 16), "samples that collect candidates"),
        Conclusion(
            _estimates_seen, "=", ceiling(hoeffding(_error, beta / 8, _collected)), "samples to estimate the candidates"
        ),
        samples(_estimates_list + _collected + _estimates_seen, "samples of the tester"),
    ),
    uses=("lm:heavy_tester",),
    cites=(HOEFFDING_1963,),
)

_gap = (1 - lam) * epsilon / 2

separator = Statement(
    label="problem:heavy-hitters/separator",
    title="Telling tolerance lam*epsilon from tolerance epsilon",
    meaning="With g = (1 - lam) epsilon/2, a list valid for (nu - g, lam*epsilon) has at most 2/nu members, all "
    "heavier than nu - epsilon + g, and misses nothing as heavy as nu - g. Collect everything as heavy as nu "
    "(failure beta/2), estimate members and candidates from one fresh sample to within g/2 (failure beta/2), and "
    "reject if a member is estimated at most nu - epsilon + g/2 or a candidate left out at least nu - g/2.",
    given=(NU, EPSILON_HEAVY, Parameter(lam, UNIT_OPEN, "fraction of the tolerance to accept"), BETA),
    assumes=(at_most(epsilon, nu / 2),),
    reaches=("beta",),
    gives=(
        Conclusion(_list_size, "<=", 2 / nu, "longest list"),
        Conclusion(_error, "=", _gap / 2, "error of every estimate"),
        Conclusion(_collected, "=", collecting(nu, beta / 2), "samples that collect candidates"),
        samples(_collected + hoeffding(_error, beta / 2, _list_size + _collected), "samples of the tester"),
    ),
    cites=(HOEFFDING_1963,),
)

fallback = Statement(
    label="problem:heavy-hitters/fallback",
    source=at(3518),
    title="Collect and estimate",
    meaning="Collect samples that show every element of probability at least nu except with probability beta/16, "
    "estimate them to within epsilon/32 with failure beta/8 in all, list those estimated above nu - epsilon/16.",
    given=(NU, EPSILON_HEAVY, BETA),
    reaches=("beta",),
    gives=(
        Conclusion(_error, "=", heavy_tester.conclusion("error").expression, "error of every estimate"),
        Conclusion(_collected, "=", collecting(nu, beta / 16), "samples that collect candidates"),
        samples(_collected + hoeffding(_error, beta / 8, _collected), "samples of the solver"),
    ),
    cites=(HOEFFDING_1963,),
)

sharp_fallback = Statement(
    label="problem:heavy-hitters/sharp-fallback",
    title="Collect and estimate to half the tolerance",
    meaning="Collect everything as heavy as nu (failure beta/2), estimate it with error below epsilon/2 (failure "
    "beta/2), list what is estimated at least nu - epsilon/2.",
    given=(NU, EPSILON_HEAVY, BETA),
    reaches=("beta",),
    gives=(
        Conclusion(_error, "=", epsilon / 2, "error of every estimate"),
        Conclusion(_collected, "=", collecting(nu, beta / 2), "samples that collect candidates"),
        samples(_collected + hoeffding(_error, beta / 2, _collected), "samples of the solver"),
    ),
    cites=(HOEFFDING_1963,),
)

STATEMENTS = (replicable, tester, separator, fallback, sharp_fallback)


def _bind(values: Bindings) -> dict[str, Any]:
    """Bind nu and epsilon: epsilon above nu/2 is replaced by nu/2, but for the cited solver ``alone``, which takes it.

    The inner problem keeps the middle of the tolerated band.
    """
    bound = dict(values)
    limit = bound["nu"] / 2
    inner = bound.pop("alpha")
    full = bound.pop("full", inner)
    scale = inner / full
    tolerance = full if bound.pop("alone", False) else smallest(full, limit)
    bound["epsilon"] = scale * tolerance
    bound["nu"] = bound["nu"] - (1 - scale) * tolerance / 2
    return bound


def _repairs(values: Mapping[str, fmpq]) -> tuple[str, ...]:
    if values["epsilon"] > values["nu"] / 2:
        instead = f"epsilon = nu/2 = {short(values['nu'] / 2)} is solved instead"
        why = "a harder problem whose solutions solve the one asked for"
        return (f"epsilon = {short(values['epsilon'])} is above nu/2: {instead}, {why}",)
    return ()


PROBLEM = Problem(
    name="heavy-hitters",
    title="Heavy-hitters",
    options=(Option(NU, "nu"),),
    accuracy=EPSILON_HEAVY,
    replicable=replicable,
    tester=tester,
    separator=separator,
    fallback=fallback,
    sharp_fallback=sharp_fallback,
    scales=(Scale(nu, "small", "nu", r"\nu"), Scale(epsilon, "small", "epsilon", r"\epsilon"), SCALE_RHO, SCALE_BETA),
    notation="O~",
    orders=((beta, rho), (epsilon, nu)),
    previous_orders=((beta, rho), (epsilon, nu)),
    bind=_bind,
    repairs=_repairs,
    previous_citation=ESFANDIARI_2024,
    tester_knows_full=True,
)
