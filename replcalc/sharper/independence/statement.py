"""Are two binary columns independent? Their covariance against one shared threshold (proof.md)."""

from __future__ import annotations

from typing import Any

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.small_variance.statement import HALF, SHARE, hoeffding_mass, variance_mass
from replcalc.sharper.two_sided.statement import START
from replcalc.vocabulary import (
    Conclusion,
    Domain,
    Parameter,
    Statement,
    alpha,
    assuming,
    beta,
    exp,
    largest,
    loggamma,
    natural,
    pi,
    rational,
    real,
    rho,
    smallest,
    sqrt,
)

_N, _lambda, _start = natural("N"), real("lambda"), START.variable
_low, _width, _gap, _blocks = map(real, ("low", "width", "gap", "blocks"))
_same, _different = real("beta_same"), real("beta_different")

ROWS = Parameter(_N, Domain(rational(2), None, False, integer=True), "rows")
COVARIANCE = Parameter(alpha, Domain(rational(0), rational(1, 4), True, False), "covariance from which it must be seen")


def _mass(variance: Any, most: Any, low: Any, high: Any) -> Any:
    """The integral of a tail of U: its kernel has values in [-1/2, 1/2], exceeds its mean by at most ``most`` and has
    at most this variance; U is an average of means of ``blocks`` independent kernels."""
    scaled = variance_mass(_blocks, variance / most**2, low / most, high / most)
    return smallest(hoeffding_mass(_blocks, low, high), most * scaled) / _width


independence = Statement(
    label="derived:independence",
    kind="theorem",
    needs_simulator=True,
    title="Are two binary columns independent? By a shared threshold",
    meaning="The unbiased covariance of N pairs of bits against a threshold that two runs share: independent, or "
    "dependent with its sign.",
    given=(COVARIANCE, ROWS, SHARE, START),
    assumes=(assuming("the N pairs of bits are independent draws of one law"),),
    gives=(
        Conclusion(_low, "=", _start * (1 - _lambda) * alpha, "the smallest threshold"),
        Conclusion(_width, "=", _lambda * alpha, "how far the threshold varies from there"),
        Conclusion(
            _gap,
            "<=",
            smallest(
                sqrt((_N + 2) / (8 * _N)) / sqrt(_N - 1),
                exp(loggamma(_N) - loggamma(_N + HALF)) / (2 * sqrt(pi)) + 1 / (sqrt(2 * _N) * sqrt(_N - 1)),
            ),
            "expected distance of two covariances",
        ),
        Conclusion(rho, "<=", _gap / _width, "probability that two runs disagree"),
        Conclusion(_blocks, "=", (_N - 1) / 2, "independent pairs of rows, at least"),
        Conclusion(
            _same,
            "<=",
            2 * _mass(rational(1, 16), HALF, _low, _low + _width),
            "probability that independent columns are called dependent",
        ),
        Conclusion(
            _different,
            "<=",
            _mass(rational(1, 8), rational(3, 4), alpha - _low - _width, alpha - _low),
            "probability that a covariance of alpha or more is missed, or its sign",
        ),
        Conclusion(beta, "<=", largest(_same, _different), "probability of a wrong answer"),
    ),
    uses=("derived:variance-gap",),
    cites=(HOEFFDING_1963,),
)

STATEMENTS = (independence,)
