"""Best arm: an arm whose mean is within alpha of the best. Samples are counted per arm."""

from replcalc.paper.boosting_applications.statements import ARMS, arms, best_arm
from replcalc.paper.literature import HOEFFDING_1963, HOPKINS_2025, at
from replcalc.problems.boosting.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Option, Problem
from replcalc.problems.boosting.statements import LAM, cite_bound, hoeffding, lam, samples
from replcalc.problems.table_one.regime import Scale
from replcalc.vocabulary import *

_error = real("error")
_paper_error = best_arm.conclusion("error")
_estimates = samples(hoeffding(_error, beta / 16, arms), "samples per arm: every mean fails with beta/(16 arms)")

replicable = cite_bound(
    best_arm,
    "n_previous",
    label="problem:best-arm/replicable",
    title="Replicable best arm",
    meaning="The cited replicable algorithm for the best arm.",
    given=(RHO, ALPHA, BETA, ARMS),
)

tester = Statement(
    label="problem:best-arm/tester",
    source=at(3566),
    title="Testing an arm",
    meaning=(
        "Estimate every mean to within alpha/16 and accept the arm if it is estimated within 3 alpha/2 of the best."
    ),
    given=(ALPHA, BETA, ARMS),
    reaches=("beta",),
    gives=(_paper_error, best_arm.conclusion("margin"), _estimates),
    cites=(HOEFFDING_1963,),
)

separator = Statement(
    label="problem:best-arm/separator",
    title="Telling a gap of lam*alpha from a gap of alpha",
    meaning="With every mean estimated with error below (1 - lam) alpha/4, an arm within lam*alpha of the best is "
    "estimated within (1 + lam) alpha/2 of it, and an arm that is not within alpha is not.",
    given=(ALPHA, LAM, BETA, ARMS),
    reaches=("beta",),
    gives=(
        Conclusion(_error, "=", (1 - lam) * alpha / 4, "error of every estimate"),
        Conclusion(real("margin"), "=", (1 + lam) * alpha / 2, "estimated gap up to which it accepts"),
        samples(hoeffding(_error, beta, arms), "samples per arm of the tester"),
    ),
    cites=(HOEFFDING_1963,),
)

fallback = Statement(
    label="problem:best-arm/fallback",
    source=at(3578),
    title="Largest empirical mean",
    meaning="Estimate every mean to within alpha/16 and answer the arm with the largest estimate.",
    given=(ALPHA, BETA, ARMS),
    reaches=("beta",),
    gives=(_paper_error, _estimates),
    cites=(HOEFFDING_1963,),
)

sharp_fallback = Statement(
    label="problem:best-arm/sharp-fallback",
    title="Largest empirical mean, error alpha/2",
    meaning=(
        "With every mean estimated to within alpha/2, the largest estimate belongs to an arm within alpha of the best."
    ),
    given=(ALPHA, BETA, ARMS),
    reaches=("beta",),
    gives=(
        Conclusion(_error, "=", alpha / 2, "error of every estimate"),
        samples(hoeffding(_error, beta, arms), "samples per arm"),
    ),
    cites=(HOEFFDING_1963,),
)

STATEMENTS = (replicable, tester, separator, fallback, sharp_fallback)

PROBLEM = Problem(
    name="best-arm",
    title="Best arm",
    options=(Option(ARMS, "arms", 2),),
    unit="samples per arm",
    replicable=replicable,
    tester=tester,
    separator=separator,
    fallback=fallback,
    sharp_fallback=sharp_fallback,
    scales=(Scale(arms, "large", "|A|", "|A|"), SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
    notation="O",
    previous_citation=HOPKINS_2025,
)
