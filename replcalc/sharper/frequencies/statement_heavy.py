"""H: heavy hitters by one random threshold on all frequencies, (proof-heavy.md)."""

from __future__ import annotations

from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU, nu
from replcalc.vocabulary import (
    UNIT_OPEN,
    Conclusion,
    Domain,
    Parameter,
    Statement,
    below,
    beta,
    epsilon,
    exp,
    kl,
    largest,
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

STATEMENTS = (random_threshold,)
