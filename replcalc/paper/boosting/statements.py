"""Section "Boosting Success Probability": the general construction, statistical queries and the Bernoulli tester.

TeX lines 3073-3300. Sample sizes of the three ingredients are parameters: n_replic(rho/4, alpha/2, rho/4),
n_tester(alpha/2, min(rho, beta)/4) and n_nonreplic(alpha, beta/2), each at the point named.
"""

from replcalc.paper.literature import HOEFFDING_1963, IMPAGLIAZZO_2022, at
from replcalc.vocabulary import *

n_replic, n_tester, n_nonreplic, n_new = map(real, ("n_replic", "n_tester", "n_nonreplic", "n_new"))
_rho_replic, _beta_replic = real("rho_replic"), real("beta_replic")
_beta_tester, _beta_nonreplic = real("beta_tester"), real("beta_nonreplic")

#: The settings of the three ingredients, shared by the algorithm and the theorem about it.
SPLIT: tuple[Conclusion, ...] = (
    Conclusion(_rho_replic, "=", rho / 4, "replicability asked of the replicable solver"),
    Conclusion(real("alpha_replic"), "=", alpha / 2, "accuracy asked of the replicable solver"),
    Conclusion(_beta_replic, "=", rho / 4, "failure probability asked of the replicable solver"),
    Conclusion(real("alpha_tester"), "=", alpha / 2, "accuracy the tester must accept; it rejects 2x"),
    Conclusion(_beta_tester, "=", smallest(rho, beta) / 4, "failure probability asked of the tester"),
    Conclusion(real("alpha_nonreplic"), "=", alpha, "accuracy asked of the fallback"),
    Conclusion(_beta_nonreplic, "=", beta / 2, "failure probability asked of the fallback"),
)

_INGREDIENTS = (
    Parameter(n_replic, NONNEGATIVE, "samples of the replicable solver at (rho/4, alpha/2, rho/4)"),
    Parameter(n_tester, NONNEGATIVE, "samples of the tester at (alpha/2, min(rho, beta)/4)"),
    Parameter(n_nonreplic, NONNEGATIVE, "samples of the fallback at (alpha, beta/2)"),
)

_TESTABLE = assuming(
    "the tester accepts every answer valid at its accuracy and rejects every answer invalid at twice that accuracy, "
    "each except with its failure probability"
)

hybrid_algorithm = Statement(
    label="alg:hybrid",
    source=at(3127),
    title="Solve, test, fall back",
    meaning="Run the replicable solver at twice the accuracy, test its answer on fresh samples, and if the test "
    "rejects, answer with a solver that need not be replicable.",
    given=(RHO, ANY_ALPHA, BETA),
    reaches=("rho", "beta"),
    gives=SPLIT,
)

boosting = Statement(
    label="thm:boost_beta",
    source=at(3086),
    title="Boosting the success probability",
    meaning="With an approximate tester, a rho-replicable algorithm of failure probability beta costs a replicable "
    "solver of failure probability rho/4, plus a test and a fallback whose cost in beta is not multiplied by 1/rho^2.",
    given=(RHO, ANY_ALPHA, BETA, *_INGREDIENTS),
    assumes=(_TESTABLE,),
    gives=(
        *SPLIT,
        Conclusion(n_new, "=", n_replic + n_tester + n_nonreplic, "samples of the boosted algorithm"),
        Conclusion(
            real("rho_new"), "<=", _rho_replic + _beta_replic + 2 * _beta_tester, "its replicability, at most rho"
        ),
        Conclusion(real("beta_new"), "<=", _beta_tester + _beta_nonreplic, "its failure probability, at most 3 beta/4"),
    ),
    uses=("alg:hybrid", "def:statistical_problem", "def:replic"),
    notes=(
        "The printed statement omits that the new algorithm's failure probability is beta.",
        "The test and the fallback need samples of their own: the sum of sizes says so, the pseudocode does not.",
    ),
)

_C_boost = real("C_boost")

boosting_order = Statement(
    label="rem:boost",
    source=at(3152),
    title="Boosting in O-form",
    meaning="Where the costs are polynomial in their parameters, boosting costs, up to a constant, the replicable "
    "solver at failure probability rho plus the tester and the fallback at failure probability beta.",
    given=(
        Parameter(n_replic, NONNEGATIVE, "samples of the replicable solver at (rho, alpha, rho)"),
        Parameter(n_tester, NONNEGATIVE, "samples of the tester at (alpha, beta)"),
        Parameter(n_nonreplic, NONNEGATIVE, "samples of the fallback at (alpha, beta)"),
    ),
    assumes=(
        assuming("constant factors in rho, alpha, beta change the costs by constant factors"),
        assuming("beta < rho; otherwise the replicable solver is used alone"),
    ),
    gives=(Conclusion(n_new, "O", _C_boost * (n_replic + n_tester + n_nonreplic), "boosted samples"),),
    hidden=(UnspecifiedConstant(_C_boost, 1, "factor of the O in the boosted samples"),),
    uses=("thm:boost_beta",),
)

_C_sq_previous, _C_sq_replic, _C_sq_beta = real("C_sq_previous"), real("C_sq_replic"), real("C_sq_beta")

boosted_query = Statement(
    label="thm:boost_sq",
    source=at(3175),
    title="Statistical query, boosted",
    meaning="One bounded mean to within alpha, rho-replicably: ln(1/rho)/(alpha rho)^2 samples, and ln(1/beta)/alpha^2 "
    "more for failure probability beta.",
    given=(RHO, ANY_ALPHA, BETA),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(
            real("n_previous"), "O", _C_sq_previous * log(1 / smallest(rho, beta)) / (alpha**2 * rho**2), "unboosted"
        ),
        Conclusion(
            n_new,
            "O",
            _C_sq_replic * log(1 / rho) / (alpha**2 * rho**2) + _C_sq_beta * log(1 / beta) / alpha**2,
            "samples with boosting",
        ),
    ),
    hidden=(
        UnspecifiedConstant(_C_sq_previous, 1, "factor of the O of the replicable solver"),
        UnspecifiedConstant(_C_sq_replic, 1, "factor of the O of the replicable part"),
        UnspecifiedConstant(_C_sq_beta, 1, "factor of the O of the test and the fallback"),
    ),
    uses=("thm:boost_beta",),
    cites=(IMPAGLIAZZO_2022.at("Theorem 2.3"), HOEFFDING_1963),
    notes=(
        "As rho tends to 1 the printed bound loses its first term: ln(4/rho) is not O(ln(1/rho)) there.",
        "Failure probability beta is meant but not printed.",
    ),
)

bernoulli_tester = Statement(
    label="lm:tester",
    source=at(3240),
    title="Testing a small mean",
    meaning="Comparing an empirical mean with 3 alpha/2 tells a coin of mean at least 2 alpha from one of mean at most "
    "alpha with about ln(1/beta)/alpha samples.",
    given=(Parameter(alpha, UNIT_OPEN, "the smaller of the two means to tell apart, the other being 2 alpha"), BETA),
    reaches=("beta",),
    gives=(
        Conclusion(real("threshold"), "=", 3 * alpha / 2, "the empirical mean is compared with this"),
        Conclusion(n_tester, "=", 24 * log(1 / beta) / alpha, "samples that suffice for both errors"),
        Conclusion(real("miss"), "<=", exp(-n_tester * alpha / 24), "error for a mean of at least 2 alpha"),
        Conclusion(real("false_alarm"), "<=", exp(-n_tester * alpha / 12), "error for a mean of at most alpha"),
    ),
    notes=(
        (
            "The two-sided Chernoff bound the proof quotes, for every deviation and without a factor 2, is false; "
            "the two one-sided bounds it needs, at deviations 1/4 and 1/2, hold, and so does the lemma."
        ),
        "It accepts large means, whereas boosting needs a tester that accepts small errors: swap the two answers.",
        "For alpha > 1/2 the first case is empty.",
    ),
)

STATEMENTS = (boosting, hybrid_algorithm, boosting_order, boosted_query, bernoulli_tester)
