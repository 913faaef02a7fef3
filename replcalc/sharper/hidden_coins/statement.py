"""Lower bounds for composing k problems that base algorithms solve rho0-replicably (proof.md)."""

from typing import Any

from replcalc.sharper.hidden_coins.charge import least_charge
from replcalc.vocabulary import *

_h, _lam, _z, _L = real("share"), real("lam"), real("z"), Symbol("L")
_m, _margin = real("charge"), real("margin")
SHARE = Parameter(_h, UNIT_OPEN, "share of coins that are hard")
WEIGHT = Parameter(_lam, UNIT_LEFT_OPEN, "weight of what answers about hard coins are charged")
REACH = Parameter(_z, POSITIVE, "how far from 0 a mean is sure, in standard deviations of n samples")
ROOM = Parameter(_L, NONNEGATIVE, "room beyond the thresholds, beyond which answers must be right")
_GUARANTEED = "the algorithm is rho-replicable and fails with probability at most beta on all instances of the problems"


def _conclude_charge() -> Conclusion:
    odds = 2 * _h / (1 - _h)
    return Conclusion(
        _m, ">=", least_charge(k, (1 - _lam) * odds, _lam), "least charge of an answer that is nowhere wrong"
    )


def _samples(margin: Any, samples: Any) -> tuple[Conclusion, ...]:
    return (
        Conclusion(_margin, "=", margin, "what failures leave"),
        Conclusion(real("samples_real"), ">=", samples, "samples, before rounding up"),
        Conclusion(Symbol("N_least"), ">=", ceiling(samples), "samples", name="samples"),
    )


hidden_coins = Statement(
    label="derived:hidden-coins-lower",
    kind="theorem",
    title="Composing k algorithms of one sample needs min(k rho0, (k rho0)^2)/rho^2 samples",
    meaning="k problems, each solved by one sample rho0-replicably, with two answers per string and no failure.",
    given=(K, RHO0, SHARE, WEIGHT, RHO, BETA),
    assumes=(below(_h, 4 * rho0), below(0, _margin), assuming(_GUARANTEED)),
    gives=(
        _conclude_charge(),
        *_samples(_m * (1 - rho - beta) / 8 - _h * k * beta / (pi * (1 - _h)), (_margin / rho) ** 2),
    ),
    uses=("def:replic", "derived:coins-lower"),
    notes=(
        "k rho0 vanishing: (k rho0)^2/rho^2 samples; k rho0 large and rho0 vanishing: k rho0/(8 rho^2).",
        "One problem: charge 2h/(1+h).",
    ),
)

hidden_means = Statement(
    label="derived:hidden-means-lower",
    kind="theorem",
    title="Composing k algorithms of n samples needs n (k rho0)^2/rho^2 samples while k rho0 is small",
    meaning="k problems, each solved by n samples rho0-replicably with failure beta0 and two answers per string.",
    given=(K, N, RHO0, BETA0, REACH, SHARE, WEIGHT, RHO, BETA),
    assumes=(
        at_most(erfc(_z / sqrt(rational(2))) / 2, beta0),
        below(_h / (_z * sqrt(pi)) + 2 * beta0, rho0),
        below(0, _margin),
        assuming(_GUARANTEED),
    ),
    gives=(
        _conclude_charge(),
        *_samples(
            (_m * (1 - rho - beta) / sqrt(pi) - _h * k * beta * sqrt(2 * pi) / (2 * (1 - _h))) / (2 * _z),
            n * (_margin / rho) ** 2,
        ),
    ),
    uses=("def:replic", "derived:hidden-coins-lower", "derived:gaussian-means-lower"),
    notes=("k rho0 large: n k rho0/(2 sqrt(pi) z rho^2) samples, z about sqrt(2 ln(1/beta0)).",),
)

location = Statement(
    label="derived:location-lower",
    kind="theorem",
    title="Composing k algorithms with binary outputs needs n k rho0^2/rho^2 samples",
    meaning="k locations against a shared threshold, each called low or high by n samples rho0-replicably.",
    given=(K, N, RHO0, BETA0, ROOM, RHO, BETA),
    assumes=(at_most(erfc(_L * sqrt(2 / pi) / rho0) / 2, beta0), below(0, _margin), assuming(_GUARANTEED)),
    gives=_samples(
        1 - rho - (1 + pi * sqrt(rational(2)) / 4) * beta, n * k * (rho0 * _margin / ((1 + 2 * _L) * rho)) ** 2
    ),
    uses=("def:replic", "derived:gaussian-means-lower"),
)

STATEMENTS = (hidden_coins, hidden_means, location)
