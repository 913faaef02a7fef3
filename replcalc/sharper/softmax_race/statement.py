"""The best of many options by shared exponential clocks, sped up by exp(eta score): one (proof.md), k (proof-top.md).

Separate: every option has N draws of its own. Common: every option is scored on the same N samples.
"""

from typing import Any

from replcalc.paper.boosting_applications.statements import arms
from replcalc.paper.literature import GLASSER_1961, HOEFFDING_1963
from replcalc.vocabulary import *

_N, _eta, _V = natural("N"), real("eta"), real("V")
_swing, _spread, _root, _glasser = map(real, ("swing", "spread", "root", "glasser"))
_drift, _tilt, _rho_each, _beta_each = map(real, ("drift", "tilt", "rho_each", "beta_each"))

OPTIONS = Parameter(arms, Domain(rational(2), None, False, integer=True), "number of options")
SAMPLES = Parameter(_N, COUNT, "samples of every option")
ETA = Parameter(_eta, POSITIVE, "how much faster a clock runs for a larger score: by exp(eta score)")
_GLASSER = 2 / sqrt(3)


def write_bend(x: Any) -> Any:
    """Return cosh x - 1, without cancellation."""
    return (exp(x / 2) - exp(-x / 2)) ** 2 / 2


def _write_centred_moment(bound: int) -> Any:
    """Return ln E exp(s (X - EX)) at s = eta/N, at most, for X - EX <= bound of variance at most V (Hoeffding)."""
    s, square = _eta / _N, rational(bound**2)
    return log((_V * exp(s * bound) + square * exp(-_V * s / bound)) / (square + _V))


def _make_race_theorem(
    label: str, title: str, meaning: str, variance: Parameter, granted: str, swing: Any, drift: Any, limit: str
) -> Statement:
    """Build the theorem for one kind of draws: ``swing`` is one round's factor - 1, ``drift`` N times a logarithm."""
    spread_bound = 1 + (1 - 1 / arms) * (exp(_N * log(1 + exp(4 * _eta / _N) * _swing)) - 1)
    return Statement(
        label=label,
        kind="theorem",
        title=title,
        meaning=meaning,
        given=(K, OPTIONS, ALPHA, SAMPLES, ETA, variance),
        assumes=(assuming(granted),),
        gives=(
            Conclusion(_swing, "<=", swing, "what exchanging one draw of both runs adds to the mean of cosh"),
            Conclusion(_spread, "<=", spread_bound, "mean inverse square affinity of the distributions of two runs"),
            Conclusion(_root, "<=", sqrt(1 - 1 / _spread), "spread of the odds between the two distributions"),
            Conclusion(_glasser, "=", _GLASSER * sqrt(1 - 1 / arms**2), "Glasser's constant for so many atoms"),
            Conclusion(
                _rho_each, "<=", _root * (_glasser + _root) / (1 + _glasser * _root), "disagreement on one choice"
            ),
            Conclusion(_drift, "<=", drift, "logarithm of the moment of the difference of two mean scores"),
            Conclusion(_tilt, "<=", (arms - 1) * exp(_drift - _eta * alpha), "mean odds of a bad option"),
            Conclusion(_beta_each, "<=", _tilt / (1 + _tilt), "probability that one choice is bad"),
            Conclusion(rho, "<=", k * _rho_each, "probability that two runs disagree on some choice"),
            Conclusion(beta, "<=", k * _beta_each, "probability that some choice is worse than the best by over alpha"),
        ),
        uses=("derived:race",),
        cites=(GLASSER_1961, HOEFFDING_1963),
        notes=(f"For small rho the samples approach {limit} V ln^2((A-1)/beta)/(alpha rho)^2.",),
    )


softmax_race = _make_race_theorem(
    "derived:softmax-race",
    "The best of many options by a race",
    "Clocks that two runs share, one per option, each sped up by exp(eta mean score): the first to ring is chosen.",
    Parameter(_V, Domain(rational(0), rational(1, 4), upper_open=False), "variance of a reward, at most"),
    "rewards lie in [0, 1] and have variance at most V (1/4 is no restriction), every option of every choice has its "
    "own N "
    "independent draws",
    (1 + 2 * _V * write_bend(_eta / (2 * _N))) ** 2 - 1,
    _N * smallest((_eta / _N) ** 2 / 4, 2 * _write_centred_moment(1)),
    "(2/3)",
)
softmax_race_common = _make_race_theorem(
    "derived:softmax-race-common",
    "The best of many options on a common sample by a race",
    "The same where every option is scored on the same samples: models on one test set, hypotheses on one sample.",
    Parameter(_V, Domain(rational(0), rational(1), upper_open=False), "variance of a difference of scores, at most"),
    "scores lie in [0, 1], differences of two of them have variance at most V (1 is no restriction), the N samples are "
    "independent and the same for all options",
    _V * write_bend(_eta / _N) / 2,
    _N * smallest((_eta / _N) ** 2 / 2, _write_centred_moment(2)),
    "(1/3)",
)

softmax_race_joint = Statement(
    label="derived:softmax-race-joint",
    kind="theorem",
    title="Many choices by one race over all combinations",
    meaning="One clock for every combination of choices: affinities of independent instances multiply.",
    given=(
        K,
        Parameter(_spread, Domain(rational(1), None), "mean inverse square affinity of one instance"),
        Parameter(_beta_each, Domain(rational(0), rational(1)), "probability that one choice is bad"),
    ),
    assumes=(assuming("the instances have draws of their own, independent of each other"),),
    gives=(
        Conclusion(
            _root, "<=", sqrt(1 - exp(-k * log(_spread))), "spread of the odds between the distributions of two runs"
        ),
        Conclusion(rho, "<=", _root * (_GLASSER + _root) / (1 + _GLASSER * _root), "disagreement on the combination"),
        Conclusion(beta, "<=", 1 - (1 - _beta_each) ** k, "probability that some choice is bad"),
    ),
    uses=("derived:race", "derived:softmax-race"),
)

_growth, _moment, _squares = map(real, ("growth", "moment", "squares"))


def _make_top_theorem(theorem: Statement, label: str, title: str) -> Statement:
    """Return the theorem for the draws of a theorem about one choice."""
    own = tuple(theorem.parameter(name) for name in ("N", "eta", "V"))
    return Statement(
        label=label,
        kind="theorem",
        title=title,
        meaning="k rounds; in each a race of fresh shared clocks among the options that are left, sped up by exp(eta "
        "mean score).",
        given=(K, OPTIONS, ALPHA, *own),
        assumes=(*theorem.assumes, at_most(k, arms - 1)),
        gives=(
            theorem.conclusion("swing"),
            Conclusion(_growth, "<=", exp(_N * log(1 + exp(4 * _eta / _N) * _swing)) - 1, "the same of all draws"),
            Conclusion(_root, "<=", sqrt(1 - 1 / (1 + (1 - 1 / arms) * _growth)), "spread of the odds"),
            Conclusion(
                _moment,
                "<=",
                2 / sqrt(3) * sqrt(1 - 1 / arms**2) * _root,
                "root mean square of the disagreement of one race, given both samples",
            ),
            Conclusion(rho, "<=", k * _moment, "disagreement of two runs on the ordered list"),
            theorem.conclusion("drift"),
            Conclusion(_tilt, "<=", exp(_drift - _eta * alpha), "mean odds of a bad option against one of the k best"),
            Conclusion(_squares, "<=", smallest(2 - 1 / k, pi**2 / 6 - 1 / (k + 1)), "the sum of 1/r^2 over r = 1..k"),
            Conclusion(
                beta,
                "<=",
                k * (arms - k) * _squares * _tilt,
                "probability that some chosen one is worse than the k-th best by over alpha",
            ),
        ),
        uses=(theorem.label, "derived:adaptive-second-moment"),
        cites=(GLASSER_1961, HOEFFDING_1963),
    )


#: The theorems for draws of every option's own, and for a common sample.
RACES = (softmax_race, softmax_race_common)
TOPS = (
    _make_top_theorem(softmax_race, "derived:top-options", "The k best of many options by races"),
    _make_top_theorem(
        softmax_race_common, "derived:top-options-common", "The k best of many options on a common sample by races"
    ),
)

#: Of the closed form: what the second-order terms cost, and samples per unit of eta from which that holds.
_SECOND_ORDER, _LEAST_PER_ETA = rational(103, 100), 160

_samples_bound = ceiling(largest(_LEAST_PER_ETA * _eta, _SECOND_ORDER * exp(3 * rho**2 / 4) * _eta**2 / (6 * rho**2)))
softmax_samples = Statement(
    label="derived:softmax-race-samples",
    kind="corollary",
    title="Samples of the best of many options, in closed form",
    meaning=softmax_race.meaning,
    given=(RHO, ALPHA, BETA, OPTIONS),
    assumes=softmax_race.assumes,
    gives=(
        Conclusion(_eta, "=", (log((arms - 1) / beta) + 3 * rho**2 / 2) / alpha, "speed of the clocks"),
        Conclusion(real("samples"), "=", _samples_bound, "samples per option that suffice"),
    ),
    uses=("derived:softmax-race",),
)

options_through_means = Statement(
    label="derived:arms-through-means",
    kind="corollary",
    title="k choices from k A means",
    meaning="Means of all options within alpha/2 have their largest entries at options within alpha of the best.",
    given=(K, OPTIONS, ALPHA),
    assumes=(assuming("rewards lie in [0, 1]"),),
    gives=(
        Conclusion(real("means"), "=", k * arms, "means to be estimated"),
        Conclusion(real("accuracy"), "=", alpha / 2, "accuracy of each"),
    ),
    notes=("Equal estimates give equal options (ties go to the first): replicability and failure are the means'.",),
)

STATEMENTS = (*RACES, softmax_race_joint, softmax_samples, options_through_means, *TOPS)
