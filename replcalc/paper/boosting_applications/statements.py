"""Applications of boosting: PAC learning, heavy hitters, best arm (TeX lines 3300-3600).

``n_previous`` is the cited bound before boosting, ``n_new`` the bound after. O~(X) is written C X ln(e + X)^p.
"""

from replcalc.paper.boosting.statements import n_new, n_replic, n_tester
from replcalc.paper.literature import BUN_2023, ESFANDIARI_2024, HOEFFDING_1963, HOPKINS_2025, at
from replcalc.paper.soft import SoftBound
from replcalc.vocabulary import *

_n_previous = real("n_previous")
d, class_size, log_star, nu, arms = map(real, ("d", "class_size", "log_star", "nu", "arms"))

LITTLESTONE = Parameter(d, COUNT, "Littlestone dimension of the class")
CLASS_SIZE = Parameter(class_size, COUNT, "number of hypotheses")
LOG_STAR = Parameter(log_star, COUNT, "iterated logarithm of d, for thresholds over {0, ..., d}")
NU = Parameter(nu, UNIT_OPEN, "probability from which an element counts as heavy")
EPSILON_HEAVY = Parameter(epsilon, UNIT_OPEN, "tolerance: what has probability at most nu - epsilon must be left out")
ARMS = Parameter(arms, COUNT, "number of arms")

_C_pac = real("C_pac")
_VC = Parameter(d, COUNT, "VC dimension of the class")

boosted_pac = Statement(
    label="lm:boost_pac",
    source=at(3305),
    title="PAC learning, boosted",
    meaning="A replicable learner for a class of VC dimension d can be boosted to failure probability beta for (d "
    "ln(1/alpha) + ln(1/beta))/alpha further samples.",
    given=(
        Parameter(rho, HALF_OPEN, "replicability"),
        Parameter(alpha, HALF_OPEN, "error of the hypothesis"),
        Parameter(beta, HALF_OPEN, "failure probability"),
        _VC,
        Parameter(n_replic, NONNEGATIVE, "samples of the replicable learner at (rho/4, alpha/2, rho/4)"),
    ),
    assumes=(assuming("realizable case: some hypothesis of the class has no error"),),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(
            n_new,
            "O",
            n_replic + _C_pac * (d * log(1 / alpha) + log(1 / beta)) / alpha,
            "samples of the boosted learner; the first term stands outside the O",
        ),
    ),
    hidden=(UnspecifiedConstant(_C_pac, 1, "factor of the O of the test and the fallback"),),
    uses=("thm:boost_beta", "lm:tester"),
    notes="The tester runs at min(rho, beta)/4, so for beta above rho the cost ln(1/rho)/alpha is missing; falling "
    "back on the replicable learner alone when beta >= rho/4 repairs it.",
)

_lit_old = SoftBound("littlestone_previous", d**12 * log(1 / beta) ** 3 / (alpha**2 * rho**2), "before boosting")
_lit_new = SoftBound("littlestone", d**12 / (alpha**2 * rho**2) + log(1 / beta) / alpha, "after boosting")

littlestone = Statement(
    label="cor:littlestone",
    source=at(3340),
    title="Finite Littlestone dimension, boosted",
    meaning="A class of Littlestone dimension d is learned replicably with d^12/(alpha rho)^2 samples up to "
    "logarithms, beta entering only through ln(1/beta)/alpha.",
    given=(RHO, ALPHA, BETA, LITTLESTONE),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(_n_previous, "O~", _lit_old.formula, "before boosting"),
        Conclusion(n_new, "O~", _lit_new.formula, "after boosting"),
    ),
    hidden=(*_lit_old.hidden, *_lit_new.hidden),
    uses=("lm:boost_pac",),
    cites=(BUN_2023,),
)

_C_fin, _C_fin_beta, _C_fin_old = map(real, ("C_finite", "C_finite_beta", "C_finite_previous"))
_H2 = log(class_size) ** 2

finite_class = Statement(
    label="cor:finite_class",
    source=at(3373),
    title="Finite class, boosted",
    meaning="A finite class is learned replicably with (ln^2 of its size + ln(1/rho)) ln^3(1/rho)/(alpha rho^2) "
    "samples and ln(1/beta)/alpha more.",
    given=(RHO, ALPHA, BETA, CLASS_SIZE),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(
            _n_previous,
            "O",
            _C_fin_old * (_H2 + log(1 / (rho * beta))) * log(1 / rho) ** 3 / (alpha * rho**2),
            "before boosting",
        ),
        Conclusion(
            n_new,
            "O",
            _C_fin * (_H2 + log(1 / rho)) * log(1 / rho) ** 3 / (alpha * rho**2) + _C_fin_beta * log(1 / beta) / alpha,
            "after boosting",
        ),
    ),
    hidden=(
        UnspecifiedConstant(_C_fin_old, 1, "factor of the O before boosting"),
        UnspecifiedConstant(_C_fin, 1, "factor of the O of the replicable part"),
        UnspecifiedConstant(_C_fin_beta, 1, "factor of the O of the test and the fallback"),
    ),
    uses=("lm:boost_pac",),
    cites=(BUN_2023,),
    notes="Printed for every rho, but false as rho tends to 1, where the first term vanishes while ln(class "
    "size)/alpha samples are needed; rho <= 1/2 repairs it.",
)

_thr_old = SoftBound("thresholds_previous", log_star**3 * log(1 / beta) ** 2 / (alpha**2 * rho**2), "before boosting")
_thr_new = SoftBound(
    "thresholds",
    log_star**3 / (alpha**2 * rho**2) + log(1 / beta) / alpha,
    "after boosting",
    (453, 2, "proved for 1 and 0 before boosting; for others 256 7^p C + 197 and 2 + p: claim pac.thresholds-order"),
)

thresholds = Statement(
    label="cor:thresholds",
    source=at(3407),
    title="Thresholds, boosted",
    meaning="Thresholds on {0, ..., d} are learned replicably with (log* d)^3/(alpha rho)^2 samples up to logarithms "
    "and ln(1/beta)/alpha more.",
    given=(RHO, ANY_ALPHA, BETA, LOG_STAR),
    assumes=(at_most(alpha, 1),),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(_n_previous, "O~", _thr_old.formula, "before boosting"),
        Conclusion(n_new, "O~", _thr_new.formula, "after boosting"),
    ),
    hidden=(*_thr_old.hidden, *_thr_new.hidden),
    uses=("lm:boost_pac",),
    cites=(BUN_2023,),
    notes=(
        (
            "At d = 1 the iterated logarithm is 0 and the printed bound loses rho altogether; (1 + log* d)^3 repairs "
            "it. The domain here starts at log* d = 1."
        ),
        "The proof bounds n_replic(rho, alpha, beta); the printed left-hand side has rho in place of beta.",
        "Printed for every alpha > 0; from alpha = 1 on every threshold will do, and the bound is for alpha <= 1.",
    ),
)

_nu_prime, _eps_prime = real("nu_prime"), real("epsilon_prime")
_STRONGER = (
    Conclusion(_nu_prime, "=", nu - epsilon / 4, "heaviness of the stronger problem"),
    Conclusion(_eps_prime, "=", epsilon / 2, "tolerance of the stronger problem"),
)
_heavy_old = SoftBound("heavy_previous", log(1 / beta) / (nu * epsilon**2 * rho**2), "before boosting")
_heavy_new = SoftBound(
    "heavy",
    1 / (nu * epsilon**2 * rho**2) + log(1 / beta) / epsilon**2,
    "after boosting",
    (50_000, 1, "proved for 1 and 0 before boosting; for others 586 8^p C + 49,414 and 1 + p: claim heavy.final-order"),
)

heavy_hitters = Statement(
    label="thm:heavy_hitters",
    source=at(3439),
    title="Heavy hitters, boosted",
    meaning="A list of all elements of probability at least nu and none of at most nu - epsilon, found replicably with "
    "1/(nu epsilon^2 rho^2) samples up to logarithms and ln(1/beta)/epsilon^2 more.",
    given=(RHO, BETA, NU, EPSILON_HEAVY),
    assumes=(below(beta, rho), below(epsilon, nu)),
    reaches=("rho", "beta"),
    gives=(
        *_STRONGER,
        Conclusion(_n_previous, "O~", _heavy_old.formula, "before"),
        Conclusion(n_new, "O~", _heavy_new.formula, "after boosting"),
    ),
    hidden=(*_heavy_old.hidden, *_heavy_new.hidden),
    uses=("thm:boost_beta", "lm:heavy_tester"),
    cites=(ESFANDIARI_2024,),
    notes="The introduction leaves out elements of probability < nu - epsilon, this section those <= nu - epsilon.",
)

_C_heavy_list, _C_heavy_test = real("C_heavy_list"), real("C_heavy_tester")
_log_heavy = log(1 / (nu * beta))

heavy_tester = Statement(
    label="lm:heavy_tester",
    source=at(3457),
    title="Testing a list of heavy hitters",
    meaning="A proposed list is checked for size, for light members and for missing heavy elements, with about "
    "ln(1/(nu beta))/epsilon^2 samples.",
    given=(BETA, NU, EPSILON_HEAVY),
    assumes=(at_most(epsilon, nu / 2),),
    reaches=("beta",),
    gives=(
        *_STRONGER,
        Conclusion(real("list_size"), "<=", 4 / nu, "longest list that is not rejected at once"),
        Conclusion(real("error"), "=", epsilon / 32, "error allowed in every estimated probability"),
        Conclusion(
            real("light_below"), "=", _nu_prime - _eps_prime - epsilon / 16, "a member estimated below this is rejected"
        ),
        Conclusion(real("heavy_from"), "=", nu - epsilon / 16, "estimate from which a missing element is noticed"),
        Conclusion(real("n_list"), "Theta", _C_heavy_list * _log_heavy / nu, "samples that show every heavy element"),
        Conclusion(n_tester, "O", _C_heavy_test * _log_heavy / epsilon**2, "samples of the tester"),
    ),
    hidden=(
        UnspecifiedConstant(_C_heavy_list, 1, "factor of the Theta in the samples that collect candidates"),
        UnspecifiedConstant(_C_heavy_test, 1, "factor of the O in the samples of the tester"),
    ),
    cites=(HOEFFDING_1963,),
    notes=(
        "Printed with 'failure probability at least 1 - beta'; at most beta is meant.",
        "An element of probability exactly nu must be listed: 'more than nu' in the proof should read 'at least nu'.",
    ),
)

_C_arm, _C_arm_beta, _C_arm_old = map(real, ("C_arm", "C_arm_beta", "C_arm_previous"))

best_arm = Statement(
    label="thm:best_arm",
    source=at(3583),
    title="Best arm, boosted",
    meaning="An arm within alpha of the best is found replicably with ln^3(arms/rho)/(alpha rho)^2 samples per arm and "
    "ln(arms/beta)/alpha^2 more.",
    given=(RHO, ALPHA, BETA, ARMS),
    assumes=(at_most(beta, rho), at_most(rho, rational(1, 2))),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(real("error"), "=", alpha / 16, "error allowed in every estimated mean, test and fallback"),
        Conclusion(real("margin"), "=", 3 * alpha / 2, "the test accepts an arm estimated within this of the best"),
        Conclusion(
            _n_previous, "O", _C_arm_old * log(arms / beta) ** 3 / (rho**2 * alpha**2), "samples per arm, unboosted"
        ),
        Conclusion(
            n_new,
            "O",
            _C_arm * log(arms / rho) ** 3 / (rho**2 * alpha**2) + _C_arm_beta * log(arms / beta) / alpha**2,
            "samples per arm after boosting",
        ),
    ),
    hidden=(
        UnspecifiedConstant(_C_arm_old, 1, "factor of the O before boosting"),
        UnspecifiedConstant(
            _C_arm, 1728, "factor of the O of the replicable part", "proved: 1728 C_arm_previous (best-arm.final-order)"
        ),
        UnspecifiedConstant(
            _C_arm_beta, 5000, "factor of the O of the test and the fallback", "proved: claim best-arm.final-order"
        ),
    ),
    uses=("thm:boost_beta",),
    cites=(HOPKINS_2025.at("Theorem 3.3"), HOEFFDING_1963),
    notes="Two union bounds are printed 'with probability at least beta/8'; at least 1 - beta/8 is meant.",
)

STATEMENTS = (boosted_pac, littlestone, finite_class, thresholds, heavy_hitters, heavy_tester, best_arm)
