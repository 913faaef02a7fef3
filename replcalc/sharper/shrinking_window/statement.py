"""A lower bound for one mean, two arms and k queries that depends on the failure probability (proof.md)."""

from replcalc.sharper.tight_adaptive.sign_integral import sign_integral
from replcalc.vocabulary import *

_N, _tau, _inner, _r = natural("N"), real("tau"), real("inner"), real("r")
_angle, _log_moment, _failure = map(real, ("angle", "log_moment", "beta_inner"))
_slope, _offset, _integral, _peak, _forced = map(real, ("slope", "offset", "integral", "peak", "rho_forced"))
_HALF = rational(1, 2)
_OUTER_BIAS, _INNER_BIAS = _HALF - _tau, _HALF - _inner

_failure_bound = smallest(1, exp(((_r - 1) * log(beta) + _N * _log_moment) / _r))
shrinking_window = Statement(
    label="derived:shrinking-window",
    kind="theorem",
    title="A lower bound for coins that depends on the failure probability",
    meaning="The rho that N samples force on whoever tells the biases 1/2 - tau and 1/2 + tau of k coins apart.",
    given=(
        K,
        Parameter(_tau, HALF_OPEN, "half the width of the window of biases"),
        RHO,
        BETA,
        Parameter(_N, COUNT, "samples that are shown to be too few"),
        Parameter(_inner, HALF_OPEN, "half the width of the smaller window, on which the disagreement is averaged"),
        Parameter(_r, Domain(rational(1), None), "order of the moment of the likelihood ratio"),
    ),
    assumes=(
        below(_inner, _tau),
        below(_failure, 1 - rho),
        below(rho, _forced),
        assuming(
            "the algorithm is rho-replicable and fails with probability at most beta for all biases in the window"
        ),
    ),
    gives=(
        Conclusion(_angle, "=", asin(2 * _inner), "half the smaller window in the angle of unit Fisher information"),
        Conclusion(
            _log_moment,
            "=",
            log(
                exp(_r * log(_INNER_BIAS) + (1 - _r) * log(_OUTER_BIAS))
                + exp(_r * log(1 - _INNER_BIAS) + (1 - _r) * log(1 - _OUTER_BIAS))
            ),
            "logarithm of the r-th moment of the likelihood ratio of one flip",
        ),
        Conclusion(_failure, "<=", _failure_bound, "failure probability at the ends of the smaller window"),
        Conclusion(_slope, "=", sqrt(_N), "factor of the Gaussian slope"),
        Conclusion(
            _offset, "=", (1 + 4 * _inner**2) / (2 * sqrt(1 - 4 * _inner**2)), "slope lost to the normal approximation"
        ),
        Conclusion(_integral, "=", sign_integral(_slope, _offset), "the integral of 2p(1-p) over the largest slope"),
        Conclusion(_peak, "=", 1 / (2 * (_slope / sqrt(2 * pi) + _offset)), "its largest integrand, at p = 1/2"),
        Conclusion(
            _forced,
            ">=",
            sqrt(k) * (_integral * (1 - rho - _failure) - _peak * _failure) / (2 * _angle),
            "disagreement of two runs of N samples, on average over the smaller window",
        ),
        Conclusion(Symbol("N_least"), ">=", _N + 1, "samples", name="samples"),
    ),
    uses=("def:replic", "derived:queries-lower"),
    notes=("One mean needs (1/(rho sqrt(2 pi)) + sqrt(ln(1/beta)))^2/(2 alpha^2) samples as alpha and beta vanish.",),
)

STATEMENTS = (shrinking_window,)
