"""H: heavy hitters by one random threshold on all frequencies, searched and in closed form (proof-heavy.md)."""

from __future__ import annotations

from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU, nu
from replcalc.paper.literature import HOEFFDING_1963
from replcalc.vocabulary import (
    BETA,
    RHO,
    UNIT_OPEN,
    Conclusion,
    Domain,
    Parameter,
    Statement,
    below,
    beta,
    ceiling,
    epsilon,
    exp,
    kl,
    largest,
    log,
    loggamma,
    natural,
    pi,
    rational,
    real,
    rho,
    sqrt,
)

_N, _lambda, _p0 = natural("N"), real("lambda"), real("p0")
_margin, _low, _width, _shifted = map(real, ("margin", "low", "width", "shifted"))
_heavy, _light = real("gap_heavy"), real("gap_light")
_lowest = nu - epsilon + (1 - _lambda) * epsilon / 2
LAMBDA = Parameter(_lambda, UNIT_OPEN, "share of the tolerance that the threshold varies over")

random_threshold = Statement(
    label="derived:heavy-hitters",
    kind="theorem",
    needs_simulator=True,
    title="Heavy hitters by a random threshold",
    meaning="List every element whose frequency reaches one shared threshold, uniform on part of the tolerance.",
    given=(
        NU,
        EPSILON_HEAVY,
        Parameter(_N, Domain(rational(2), None, False, integer=True), "samples"),
        LAMBDA,
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
            _heavy,
            "<=",
            2 * sqrt((1 - _p0) / (pi * _p0)) * exp(loggamma(_N) - loggamma(_N + rational(1, 2))),
            "expected gap of two frequencies, per unit of probability, of elements that are not light",
        ),
        Conclusion(
            _light,
            "<=",
            2 * exp(-(_N - 1) * kl(_shifted, _p0)),
            "the same above the smallest threshold, of light elements",
        ),
        Conclusion(rho, "<=", largest(_heavy, _light) / _width, "replicability"),
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

_lightest, _tau, _error, _candidates, _share = map(real, ("light", "tau", "error", "candidates", "share"))
#: p0 of the closed form, as a share of nu - epsilon.
KAPPA = rational(9, 10)
#: Share of rho that the closed form leaves unused.
SPARE = rational(1, 100)
_exponent = KAPPA - 1 - log(KAPPA)

heavy_samples = Statement(
    label="derived:heavy-hitters-samples",
    kind="corollary",
    title="Samples of heavy hitters by a random threshold, in closed form",
    meaning=random_threshold.meaning,
    given=(RHO, NU, EPSILON_HEAVY, BETA, LAMBDA),
    assumes=(below(epsilon, nu),),
    gives=(
        Conclusion(_lightest, "=", nu - epsilon, "probability up to which nothing may be listed"),
        Conclusion(_tau, "=", KAPPA * _lightest, "the p0 of the theorem: lighter elements count as light"),
        Conclusion(_width, "=", _lambda * epsilon, "how far the thresholds reach above the smallest"),
        Conclusion(_error, "=", (1 - _lambda) * epsilon / 2, "distance of the thresholds to either end"),
        Conclusion(_candidates, "=", 1 / nu + 2 / _lightest, "factor before the exponential in the failure"),
        Conclusion(
            real("samples"),
            "=",
            ceiling(
                largest(
                    2 / (_tau * _width**2 * ((1 - SPARE) * rho) ** 2),
                    log(4 / (_tau * SPARE * rho)) / (_lightest * _exponent),
                    log(_candidates / beta) / (2 * _error**2),
                )
            ),
            "samples that suffice",
        ),
        Conclusion(
            _share,
            "=",
            1 / (1 + (1 - SPARE) * rho * sqrt(_tau * log(_candidates / beta))),
            "the share at which the first and the last term agree: the best one",
            name="lambda_balanced",
        ),
    ),
    uses=("derived:heavy-hitters",),
    cites=(HOEFFDING_1963,),
)

STATEMENTS = (random_threshold, heavy_samples)
