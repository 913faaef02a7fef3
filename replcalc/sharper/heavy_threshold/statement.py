"""Heavy hitters by one random threshold for all elements (proof.md)."""

from __future__ import annotations

from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU, nu
from replcalc.paper.literature import HOEFFDING_1963
from replcalc.vocabulary import (
    BETA, COUNT, RHO, UNIT_OPEN, Conclusion, Parameter, Statement, assuming, below, beta, ceiling, epsilon, exp,
    largest, log, natural, rational, real, rho, sqrt,
)  # fmt: skip

_N, _lambda = natural("N"), real("lambda")
_light, _tau, _width, _error = real("light"), real("tau"), real("width"), real("error")
_candidates, _share = real("candidates"), real("share")
#: Elements of probability below KAPPA (nu - epsilon) are hardly ever listed.
KAPPA = rational(9, 10)
#: Share of rho for that.
RARE = rational(1, 100)
_exponent = KAPPA - 1 - log(KAPPA)

LAMBDA = Parameter(_lambda, UNIT_OPEN, "share of the tolerance from which the threshold is drawn")
_about = (
    Conclusion(_light, "=", nu - epsilon, "probability up to which nothing may be listed"),
    Conclusion(_tau, "=", KAPPA * _light, "elements lighter than this are never listed but for a rare event"),
    Conclusion(_width, "=", _lambda * epsilon, "width of the interval that the threshold is drawn from"),
    Conclusion(_error, "=", (1 - _lambda) * epsilon / 2, "error of the frequencies that is allowed for"),
    Conclusion(_candidates, "<=", 1 / nu + 2 / _light, "elements and sets of light ones that may err"),
)

heavy_threshold = Statement(
    label="derived:heavy-threshold",
    kind="theorem",
    title="Heavy hitters by one random threshold",
    meaning=(
        "List the elements whose frequency among N samples is at least a threshold, uniform on an interval of width "
        "lambda*epsilon in the middle of [nu - epsilon, nu] and shared by both runs."
    ),
    given=(NU, EPSILON_HEAVY, Parameter(_N, COUNT, "samples"), LAMBDA),
    assumes=(below(epsilon, nu), assuming("the samples are independent; the elements may be any")),
    gives=(
        *_about,
        Conclusion(
            rho,
            "<=",
            sqrt(2 / (_tau * _N)) / _width + 4 / _tau * exp(-_N * _light * _exponent),
            "probability that two runs list different elements",
        ),
        Conclusion(beta, "<=", _candidates * exp(-2 * _N * _error**2), "probability that the list is not valid"),
    ),
    cites=(HOEFFDING_1963,),
    needs_simulator=True,
)

heavy_samples = Statement(
    label="derived:heavy-threshold-samples",
    kind="corollary",
    title="Samples of heavy hitters by one random threshold",
    meaning=heavy_threshold.meaning,
    given=(RHO, NU, EPSILON_HEAVY, BETA, LAMBDA),
    assumes=heavy_threshold.assumes,
    gives=(
        *_about,
        Conclusion(
            real("samples"),
            "=",
            ceiling(
                largest(
                    2 / (_tau * _width**2 * ((1 - RARE) * rho) ** 2),
                    log(4 / (_tau * RARE * rho)) / (_light * _exponent),
                    log(_candidates / beta) / (2 * _error**2),
                )
            ),
            "samples that suffice",
        ),
        Conclusion(
            _share,
            "=",
            1 / (1 + (1 - RARE) * rho * sqrt(_tau * log(_candidates / beta))),
            "the share at which the first and the last term agree: the best one",
            name="lambda_balanced",
        ),
    ),
    uses=("derived:heavy-threshold",),
)

STATEMENTS = (heavy_threshold, heavy_samples)
