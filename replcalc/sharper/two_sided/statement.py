"""Same or different: two-sided and equivalence tests by one shared threshold (proof.md)."""

from typing import Any

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.means.statement import PAIRED, SAMPLES, SHARE, VARIANCE, gap_of, tail_mass
from replcalc.vocabulary import *

_N, _V, _lambda = natural("N"), real("V"), real("lambda")
_near, _start = Symbol("near"), Symbol("start")
_margin, _low, _width, _gap = map(real, ("margin", "low", "width", "gap"))
_same, _different = real("beta_same"), real("beta_different")

NEAR = Parameter(_near, Domain(rational(0), rational(1), lower_open=False), "distance up to which it is the same")
START = Parameter(_start, UNIT_CLOSED, "share of what the threshold leaves of the margin that lies below it")


def _state_two_sided(
    label: str, title: str, granted: str, variance: Parameter, count: Any, spread: Any, scale: int
) -> Statement:
    """``scale`` times a mean of ``count`` draws in [0, 1] of variance at most ``spread``, against a value."""
    above = _start * (1 - _lambda) * _margin

    def mass(low: Any, high: Any) -> Any:
        return scale * tail_mass(count, spread, low / scale, high / scale) / _width

    return Statement(
        label=label,
        kind="theorem",
        title=title,
        meaning="A distance at most near is the same, one of alpha or more is different, and on which side is said; "
        "in between any answer that two runs share will do.",
        given=(ALPHA, NEAR, SAMPLES, SHARE, START, variance),
        assumes=(assuming(granted), below(_near, alpha)),
        gives=(
            Conclusion(_margin, "=", alpha - _near, "from the same to different"),
            Conclusion(_low, "=", _near + above, "the smallest threshold"),
            Conclusion(_width, "=", _lambda * _margin, "how far the threshold varies from there"),
            Conclusion(_gap, "<=", scale * gap_of(count, spread), "expected distance of what two runs compare"),
            Conclusion(rho, "<=", _gap / _width, "probability that two runs disagree"),
            Conclusion(
                _same,
                "<=",
                mass(above, above + _width) + mass(_near + above, _near + above + _width),
                "probability that the same is called different",
            ),
            Conclusion(
                _different,
                "<=",
                mass(_margin - above - _width, _margin - above),
                "probability that different is called the same, or different on the other side",
            ),
            Conclusion(beta, "<=", largest(_same, _different), "probability of a wrong answer"),
        ),
        uses=("derived:variance-gap",),
        cites=(HOEFFDING_1963.at("Theorem 3"),),
    )


same_mean = _state_two_sided(
    "derived:same-mean",
    "Is a mean the same as a value? By a shared threshold",
    "values lie in [0, 1] and have variance at most V (1/4 is no restriction), the N draws are independent",
    VARIANCE,
    _N,
    _V,
    1,
)
same_arms = _state_two_sided(
    "derived:same-arms",
    "Are two means the same? By a shared threshold",
    "rewards lie in [0, 1] and have variance at most V (1/4 is no restriction), each arm has its own N independent "
    "draws",
    VARIANCE,
    2 * _N,
    _V,
    2,
)
same_pairs = _state_two_sided(
    "derived:same-pairs",
    "Are two means the same? By a shared threshold, from pairs",
    "rewards lie in [0, 1] and come in N independent pairs, their differences of variance at most V (1 is no "
    "restriction)",
    PAIRED,
    _N,
    _V / 4,
    2,
)

STATEMENTS = (same_mean, same_arms, same_pairs)
