"""The best of many options: add noise that all runs share to the mean scores and take the largest (proof.md).

The noise: an option J, uniform, gets 0; every other option i gets U_i, independent, on [0, w]. Uniform U_i suit few
options, truncated exponential ones of rate eta suit many. Separate: every option has N draws of its own. Common: every
option is scored on the same N samples.
"""

from typing import Any

from replcalc.paper.boosting_applications.statements import arms
from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.means.statement import gap_of
from replcalc.sharper.softmax_race.statement import OPTIONS, write_bend
from replcalc.vocabulary import *

_N, _w, _eta, _V = natural("N"), real("w"), real("eta"), real("V")
_gap, _kappa, _theta, _sigma, _level, _excess = map(real, ("gap", "kappa", "theta", "sigma", "level", "excess"))
_HALF = rational(1, 2)
SAMPLES = Parameter(_N, COUNT, "samples of every option, at least")
WIDTH = Parameter(_w, POSITIVE, "width of the noise")
RATE = Parameter(_eta, POSITIVE, "rate of the exponential noise")
_SEPARATE_VARIANCE, _COMMON_VARIANCE = (
    Parameter(_V, Domain(rational(0), most, upper_open=False), f"variance of {what}, at most")
    for most, what in ((rational(1, 4), "a reward"), (rational(1), "a difference of two scores"))
)
_SEPARATE = (
    "rewards lie in [0, 1] and have variance at most V (1/4 always holds), every option has N or more own draws, "
    "their number fixed beforehand, independent of each other, of the other options and of the shared noise"
)
_VARIANCE = " differences of two of them have variance at most V (1 always holds),"
_COMMON = (
    "scores lie in [0, 1],{} there are N or more independent samples, the same for all options, their number fixed "
    "beforehand, independent of the shared noise"
)
_DISAGREE = "probability that two runs disagree on some choice"
_FAIL = "probability that some choice is worse than the best by over alpha"


def _normal_mass(count: Any, low: Any, high: Any) -> Any:
    """Return the integral of exp(-count x^2) from ``low`` to ``high``."""
    return sqrt(pi / (4 * count)) * (erfc(sqrt(count) * low) - erfc(sqrt(count) * high))


def _uniform_failure(count: Any) -> Any:
    """Return the failure bound of uniform noise, Pr[deviation >= x] being at most exp(-count x^2); w < alpha."""
    low = alpha - _w
    mass = _normal_mass(count, low, alpha)
    first = (exp(-count * low**2) - exp(-count * alpha**2)) / (2 * count) - low * mass  # the integral of (w - u) T
    inside = mass / (arms * _w) + (arms - 2) / arms * first / _w**2
    return (arms - 1) * (exp(-count * alpha**2) / 2 + inside)


def _exponential_failure(count: Any) -> Any:
    """Return the same for truncated exponential noise of rate eta; w may be larger than alpha."""
    full = 1 - exp(-_eta * _w)
    low, reach, shift = largest(alpha - _w, 0), smallest(alpha, _w), _eta / (2 * count)
    stretch = _eta**2 / (4 * count)
    falling = exp(stretch - _eta * alpha) * _normal_mass(count, low - shift, alpha - shift)
    rising = exp(stretch + _eta * alpha - 2 * _eta * _w) * _normal_mass(count, low + shift, alpha + shift)
    beyond = exp(-_eta * reach) - exp(-_eta * _w)  # u between alpha and w, where the tail bound is 1
    back = exp(-_eta * _w) - exp(_eta * reach - 2 * _eta * _w)
    one = (_eta * falling + beyond) / (arms * full)
    both = (arms - 2) / arms * (_eta * (falling - rising) + beyond - back) / (2 * full**2)
    return (arms - 1) * (exp(-count * alpha**2) / 2 + one + both)


def _uniform(label: str, title: str, variance: Parameter, granted: str, gap: Any, count: Any) -> Statement:
    return Statement(
        label=label,
        kind="theorem",
        title=title,
        meaning="Noise that all runs share, uniform on [0, w] and 0 for one option, is added; the largest is chosen.",
        given=(K, OPTIONS, ALPHA, SAMPLES, WIDTH, variance),
        assumes=(below(_w, alpha), assuming(granted)),
        gives=(
            Conclusion(_gap, "<=", gap, "expected distance of a difference of two mean scores between two runs"),
            Conclusion(rho, "<=", k * (arms - 1) * _gap / (2 * _w), _DISAGREE),
            Conclusion(beta, "<=", k * _uniform_failure(count), _FAIL),
        ),
        uses=("derived:variance-gap",),
        cites=(HOEFFDING_1963,),
        notes=("For small rho and own draws the samples approach (A-1)^2/(2 pi alpha^2 rho^2) for every beta.",),
    )


#: By Jensen's inequality over pairs: the mean variance of a difference of two of A scores in [0, 1] is at most this.
_MEAN_VARIANCE = smallest(_V, -ceiling(-(arms**2) / 4) / (arms * (arms - 1) / 2))
uniform_noise = _uniform(
    "derived:uniform-noise",
    "The best of a few options by shared uniform noise",
    _SEPARATE_VARIANCE,
    _SEPARATE,
    2 * gap_of(2 * _N, _V),
    _N,
)
uniform_noise_common = _uniform(
    "derived:uniform-noise-common",
    "The best of a few options on a common sample by shared uniform noise",
    _COMMON_VARIANCE,
    _COMMON.format(_VARIANCE),
    2 * gap_of(_N, _MEAN_VARIANCE / 4),
    _N / 2,
)

_MIXED = (1 + log(1 + sqrt(rational(2))) / sqrt(rational(2))) / 2


def _exponential(
    label: str, title: str, variance: tuple[Parameter, ...], granted: str, gap: Any, spread: Any, theta: Any, scale: Any
) -> Statement:
    """``spread``: a bound on the mean square of what ``gap`` bounds the mean of; ``scale``: weight of both."""
    excess_bound = _MIXED * (sqrt(_theta / (1 - _theta)) * sqrt(_sigma - _level**2) - (_gap - _level))
    return Statement(
        label=label,
        kind="theorem",
        title=title,
        meaning="Noise that all runs share, exponential up to w and 0 for one option, is added; the largest is chosen.",
        given=(K, OPTIONS, ALPHA, SAMPLES, WIDTH, RATE, *variance),
        assumes=(below(_theta, 1), assuming(granted)),
        gives=(
            Conclusion(_kappa, "=", exp(-(arms - 1) * log(1 - exp(-_eta * _w))), "what cutting the noise costs"),
            Conclusion(_gap, "<=", gap, "expected distance of mean scores between two runs"),
            Conclusion(_sigma, "<=", spread, "expected square of that distance"),
            Conclusion(_theta, "<=", theta, "variance of the density of a tie, relative to its mean square"),
            Conclusion(
                _level,
                "=",
                smallest(_gap, sqrt(_sigma * (1 - _theta))),
                "distance up to which the bound rises along the whole path from one run to the other",
            ),
            Conclusion(_excess, "<=", excess_bound, "what correlation adds"),
            Conclusion(rho, "<=", k * scale * _kappa * _eta * (_gap + _excess), _DISAGREE),
            Conclusion(beta, "<=", k * _exponential_failure(_N if variance else _N / 2), _FAIL),
        ),
        uses=("derived:variance-gap",),
        cites=(HOEFFDING_1963,),
        notes=("For small rho and own draws the samples grow like ln^2(A)/(2 pi alpha^2 rho^2) for every beta.",),
    )


exponential_noise = _exponential(
    "derived:exponential-noise",
    "The best of many options by shared exponential noise",
    (_SEPARATE_VARIANCE,),
    _SEPARATE,
    2 * gap_of(2 * _N, _V),
    4 * _V / _N,
    4 * _V * _N * exp(2 * _eta / _N) * write_bend(_eta / _N),
    _HALF,
)
exponential_noise_common = _exponential(
    "derived:exponential-noise-common",
    "The best of many options on a common sample by shared exponential noise",
    (),
    _COMMON.format(""),
    exp(loggamma(_N + _HALF) - loggamma(_N + 1)) / sqrt(pi),
    1 / (2 * _N),
    _N * exp(4 * _eta / _N) * write_bend(2 * _eta / _N),
    rational(1),
)

STATEMENTS = (uniform_noise, uniform_noise_common, exponential_noise, exponential_noise_common)
