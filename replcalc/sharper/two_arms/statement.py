"""Which of two means is larger: a shared threshold, uniform or of the distribution that is best for one coin."""

from typing import Any

from replcalc.paper.literature import HOEFFDING_1956, HOEFFDING_1963, KAAS_1980
from replcalc.sharper.means.statement import PAIRED, SAMPLES, SHARE, VARIANCE, gap_of, tail_mass
from replcalc.vocabulary import *

_N, _V, _lambda, _width, _gap = natural("N"), real("V"), real("lambda"), real("width"), real("gap")
_differ, _tail, _low, _high = (Symbol(name) for name in ("differ", "tail", "errs_low", "errs_high"))

two_arms = Statement(
    label="derived:two-arms",
    kind="theorem",
    title="Two arms are no harder than one coin",
    meaning="Successes of new and failures of old are counted; new is better if they reach a shared threshold.",
    given=(
        Parameter(_N, COUNT, "rewards of each arm"),
        Parameter(
            _differ,
            UNIT_CLOSED,
            "largest disagreement of 2N flips of a coin on an interval of biases, a threshold next to the mean as 1/2",
        ),
        Parameter(
            _tail,
            Domain(rational(0), rational(1, 2), False, False),
            "largest probability, at the ends of the interval, of a wrong answer for the coin that looks at the flips",
        ),
        Parameter(_low, UNIT_CLOSED, "probability of the answer new for the coin of bias (1 - alpha)/2"),
        Parameter(_high, UNIT_CLOSED, "probability of the answer old for the coin of bias (1 + alpha)/2"),
    ),
    assumes=(
        assuming("rewards lie in [0, 1], each arm has its own N draws, independent of each other and of the string"),
    ),
    gives=(
        Conclusion(natural("N_total"), "=", _N, "rewards of each arm", name="samples"),
        Conclusion(rho, "<=", largest(_differ, 2 * _tail * (1 - _tail)), "replicability for every pair of means"),
        Conclusion(beta, "<=", largest(_low, _high), "failure probability where the means differ by alpha or more"),
    ),
    uses=("def:replic", "derived:threshold-test"),
    cites=(HOEFFDING_1956.at("Theorem 4"), KAAS_1980),
    notes=("The coin is a pair of arms (of means p and 1 - p): no decision takes fewer than half the flips it needs.",),
)


def _state_comparison(label: str, title: str, granted: str, variance: Parameter, count: Any, spread: Any) -> Statement:
    """State which of two means is larger: (1 + difference)/2 is a mean of ``count`` draws of variance ``spread``."""
    return Statement(
        label=label,
        kind="theorem",
        title=title,
        meaning="New is better if the difference of the means reaches a shared threshold, uniform around zero.",
        given=(ALPHA, SAMPLES, SHARE, variance),
        assumes=(assuming(granted),),
        gives=(
            Conclusion(_width, "=", 2 * _lambda * alpha, "how far the threshold varies, around 0"),
            Conclusion(_gap, "<=", 2 * gap_of(count, spread), "expected distance of the differences of two runs"),
            Conclusion(rho, "<=", _gap / _width, "probability that two runs disagree"),
            Conclusion(
                beta,
                "<=",
                2 * tail_mass(count, spread, (1 - _lambda) * alpha / 2, (1 + _lambda) * alpha / 2) / _width,
                "probability of a wrong answer where the means differ by alpha or more",
            ),
        ),
        uses=("derived:variance-gap",),
        cites=(HOEFFDING_1963.at("Theorem 3"),),
    )


two_means = _state_comparison(
    "derived:two-means",
    "Which of two means is larger, by a shared threshold",
    "rewards lie in [0, 1] and have variance at most V (1/4 is no restriction), each arm has its own N independent "
    "draws",
    VARIANCE,
    2 * _N,
    _V,
)
two_means_paired = _state_comparison(
    "derived:two-means-paired",
    "Which of two means is larger, by a shared threshold, from pairs",
    "rewards lie in [0, 1] and come in N independent pairs, their differences of variance at most V (1 is no "
    "restriction)",
    PAIRED,
    _N,
    _V / 4,
)

STATEMENTS = (two_arms, two_means, two_means_paired)
