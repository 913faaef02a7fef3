"""Frequencies of g groups, or of any number of them, against one shared offset; heavy hitters by one threshold."""

from typing import Any

from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU, nu
from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.means.statement import HALF, SAMPLES, SHARE, hoeffding_mass
from replcalc.vocabulary import *

_N, _lambda, _y, _g, _K = natural("N"), real("lambda"), real("y"), natural("groups"), natural("heavy")
_width, _spread, _above, _below = map(real, ("width", "spread", "above", "below"))
_near, _far, _light, _p0, _low = map(real, ("near", "far", "light", "p0", "low"))
DRAWS = assuming(
    "the N draws are independent, each falls into one group; the offset is uniform and independent of them"
)
#: How many times e^(-2Ny^2) bounds the chance that some group is off by y, upwards and downwards.
UP, DOWN = rational(6), rational(4)
#: Distances up to which, and N y^2 from which, that holds.
FAR, MANY = rational(1, 4), rational(2)
#: Smaller failure probabilities are not distinguished: they have millions of digits.
NEVER = rational(1, 10**100)

small_cells = Statement(
    label="derived:small-cells",
    title="How far the frequency of some group is off, for any number of groups",
    meaning="Hoeffding's bound for all groups together, with a constant in place of their number.",
    given=(SAMPLES, Parameter(_y, POSITIVE, "distance of a frequency from its probability")),
    assumes=(DRAWS, at_most(_y, FAR), at_least(_N * _y**2, MANY)),
    gives=(
        Conclusion(_above, "<=", UP * exp(-2 * _N * _y**2), "sum over all groups: chance to be too frequent by y"),
        Conclusion(_below, "<=", DOWN * exp(-2 * _N * _y**2), "sum over all groups: chance to be too rare by y"),
    ),
    cites=(HOEFFDING_1963.at("Theorem 1"),),
)


def _gaps(groups: Any) -> Any:
    """Bound the sum of E|f - f'| over so many groups: two frequencies of p differ by the Gaussian constant."""
    return 2 * sqrt((groups - 1) / pi) * exp(loggamma(_N) - loggamma(_N + HALF))


_least, _most = (1 - _lambda) * alpha, (1 + _lambda) * alpha

proportions = Statement(
    label="derived:proportions",
    kind="theorem",
    title="Proportions of g groups by rounding all frequencies",
    meaning="The frequency of every group is rounded to a grid with one shared offset.",
    given=(Parameter(_g, Domain(rational(2), None, False, integer=True), "groups"), ALPHA, SAMPLES, SHARE),
    assumes=(DRAWS,),
    gives=(
        Conclusion(_width, "=", 2 * _lambda * alpha, "width of the grid"),
        Conclusion(_spread, "<=", _gaps(_g), "expected distances of two frequencies, all groups together"),
        Conclusion(rho, "<=", _spread / _width, "probability that two runs disagree on some group"),
        Conclusion(
            _near,
            "=",
            smallest(_most, largest(_least, sqrt(MANY / _N))),
            "distance from which the number of groups does not count",
        ),
        Conclusion(_far, "=", largest(_near, smallest(_most, FAR)), "distance up to which it does not count"),
        Conclusion(
            beta,
            "<=",
            (
                2 * _g * hoeffding_mass(_N, _least, _most)
                - largest(0, 2 * _g - UP - DOWN) * hoeffding_mass(_N, _near, _far)
            )
            / _width,
            "probability that some proportion is off by more than alpha",
        ),
    ),
    uses=("derived:small-cells", "derived:variance-gap", "derived:variance-rounding"),
    notes=("Rounded one by one, groups cost g^2/(4(g-1)) times as many samples in the limit of small rho.",),
)

proportions_any = Statement(
    label="derived:proportions-any",
    kind="theorem",
    title="Proportions of any number of groups",
    meaning="The same grid, whose first boundary is a shared threshold: below it all groups have one answer.",
    given=(
        ALPHA,
        SAMPLES,
        SHARE,
        Parameter(
            _K,
            Domain(rational(2), None, False, integer=True),
            "groups of probability above 1/(heavy + 1) there can be: those count as heavy in the analysis",
        ),
    ),
    assumes=(
        DRAWS,
        at_most((1 + _lambda) * alpha, FAR),
        at_least(_N * ((1 - _lambda) * alpha) ** 2, MANY),
        below(1, (_K + 1) * (1 - _lambda) * alpha),
    ),
    gives=(
        Conclusion(_width, "=", 2 * _lambda * alpha, "width of the grid"),
        Conclusion(_low, "=", (1 - _lambda) * alpha, "smallest first boundary"),
        Conclusion(_p0, "=", 1 / (_K + 1), "probability up to which a group is light"),
        Conclusion(_spread, "<=", _gaps(_K), "expected distances of two frequencies, all heavy groups together"),
        Conclusion(
            _light,
            "<=",
            2 * exp(-1 - _N * kl(_low, _p0)) / (_N * _p0 * log(_low * (1 - _p0) / (_p0 * (1 - _low)))),
            "the same above the smallest boundary, all light groups together",
        ),
        Conclusion(rho, "<=", (_spread + _light) / _width, "probability that two runs disagree on some group"),
        Conclusion(
            beta,
            "<=",
            largest((UP + DOWN) * hoeffding_mass(_N, _least, _most) / _width, NEVER),
            "probability that some proportion is off by more than alpha",
        ),
    ),
    uses=("derived:small-cells", "derived:variance-gap", "derived:variance-rounding"),
    notes=("The groups need not be known, nor be finitely many: what does not occur has the answer of the rare ones.",),
)

_margin, _shifted = real("margin"), real("shifted")
_gap_heavy, _gap_light = real("gap_heavy"), real("gap_light")
_lowest = nu - epsilon + (1 - _lambda) * epsilon / 2

random_threshold = Statement(
    label="derived:heavy-hitters",
    kind="theorem",
    title="Heavy hitters by a random threshold",
    meaning="List every element whose frequency reaches one shared threshold, uniform on part of the tolerance.",
    given=(
        NU,
        EPSILON_HEAVY,
        Parameter(_N, Domain(rational(2), None, False, integer=True), "samples"),
        Parameter(_lambda, UNIT_OPEN, "share of the tolerance that the threshold varies over"),
        Parameter(_p0, UNIT_OPEN, "probability below which an element counts as light in the analysis"),
    ),
    assumes=(
        below(epsilon, nu),
        below(_p0 * (_N - 1), _N * _lowest - 1),
        below((nu - epsilon) * (_N - 1), _N * _lowest - 1),
    ),
    gives=(
        Conclusion(_margin, "=", (1 - _lambda) * epsilon / 2, "distance of the thresholds to either end"),
        Conclusion(_low, "=", nu - epsilon + _margin, "smallest threshold"),
        Conclusion(_width, "=", _lambda * epsilon, "how far the thresholds reach above it"),
        Conclusion(_shifted, "=", (_N * _low - 1) / (_N - 1), "the smallest threshold, one draw taken away"),
        Conclusion(
            _gap_heavy,
            "<=",
            2 * sqrt((1 - _p0) / (pi * _p0)) * exp(loggamma(_N) - loggamma(_N + HALF)),
            "expected gap of two frequencies, per unit of probability, of elements that are not light",
        ),
        Conclusion(
            _gap_light,
            "<=",
            2 * exp(-(_N - 1) * kl(_shifted, _p0)),
            "the same above the smallest threshold, of light elements",
        ),
        Conclusion(rho, "<=", largest(_gap_heavy, _gap_light) / _width, "replicability"),
        Conclusion(
            beta,
            "<=",
            exp(-_N * kl(nu - _margin, nu)) / nu + exp(-(_N - 1) * kl(_shifted, nu - epsilon)) / _low,
            "probability that a heavy element is missing or one lighter than the tolerance is listed",
        ),
    ),
    uses=("derived:variance-gap",),
    notes=(
        "For small rho the samples approach (4/pi)(1-p)/p/(epsilon rho)^2 with p = nu - epsilon: no logarithm.",
        "Nothing is collected first: the elements need not be known, nor be finitely many.",
    ),
)

STATEMENTS = (small_cells, proportions, proportions_any, random_threshold)
