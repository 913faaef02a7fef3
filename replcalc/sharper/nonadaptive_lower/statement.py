"""L: lower bounds for non-adaptive problems (proof.md)."""

from typing import Any

from replcalc.paper.literature import GOLDSTEIN_2010
from replcalc.sharper.tight_adaptive.sign_integral import sign_integral
from replcalc.vocabulary import *

_N = natural("N")
_tau, _angle, _margin, _forced = real("tau"), real("angle"), real("margin"), real("rho_forced")
_GUARANTEED = "the algorithm is rho-replicable and fails with probability at most beta "
_WINDOW = Domain(rational(0), rational(1, 2), True, False)


def _at_least(expression: Any) -> tuple[Conclusion, Conclusion]:
    """Return the bound as a real number and as a number of samples."""
    return (
        Conclusion(real("samples_real"), ">=", expression, "samples, before rounding up"),
        Conclusion(Symbol("N_least"), ">=", ceiling(expression), "samples", name="samples"),
    )


coins = Statement(
    label="derived:coins-lower",
    kind="theorem",
    title="The signs of k coins need k/rho^2 samples",
    meaning="Each sample flips k coins of biases within tau of 1/2; biases at the ends must be distinguished.",
    given=(K, Parameter(_tau, _WINDOW, "half the width of the window of biases; 1/2: coins that are sure"), RHO, BETA),
    assumes=(below((1 + 4 / pi) * beta, 1 - rho), assuming(_GUARANTEED + "for all k biases in the window")),
    gives=(
        Conclusion(_angle, "=", asin(2 * _tau), "half the window in the angle of unit Fisher information"),
        Conclusion(_margin, "=", 1 - rho - (1 + 4 / pi) * beta, "what failures leave"),
        *_at_least(k * (pi * _margin / (8 * _angle * rho)) ** 2),
    ),
    uses=("def:replic",),
    notes=("For sure coins (tau = 1/2) the bound is (1-rho)^2 k/(16 rho^2) as beta vanishes.",),
)

_a, _b, _I, _G = map(real, ("slope", "offset", "integral", "peak"))

queries = Statement(
    label="derived:queries-lower",
    kind="theorem",
    title="The signs of k coins, by the normal approximation",
    meaning="A rho that N samples force on algorithms that distinguish biases 1/2 - tau and 1/2 + tau of k coins.",
    given=(
        K,
        Parameter(_tau, HALF_OPEN, "half the width of the window of biases"),
        RHO,
        BETA,
        Parameter(_N, COUNT, "samples that are shown to be too few"),
    ),
    assumes=(below(rho, _forced), assuming(_GUARANTEED + "for all k biases in the window")),
    gives=(
        Conclusion(_angle, "=", asin(2 * _tau), "half the window in the angle of unit Fisher information"),
        Conclusion(_a, "=", sqrt(_N), "factor of the Gaussian slope"),
        Conclusion(_b, "=", (1 + 4 * _tau**2) / (2 * sqrt(1 - 4 * _tau**2)), "slope lost to the normal approximation"),
        Conclusion(_I, "=", sign_integral(_a, _b), "the integral of 2p(1-p) over the largest slope"),
        Conclusion(_G, "=", 1 / (2 * (_a / sqrt(2 * pi) + _b)), "its largest integrand, at p = 1/2"),
        Conclusion(
            _forced,
            ">=",
            sqrt(k) * (_I * (1 - rho - beta) - _G * beta) / (2 * _angle),
            "disagreement of two runs of N samples, on average over the biases",
        ),
        Conclusion(Symbol("N_least"), ">=", _N + 1, "samples", name="samples"),
    ),
    uses=("def:replic", "derived:coins-lower"),
    cites=(GOLDSTEIN_2010,),
    notes=(
        "For small rho and tau the bound approaches k/(4 pi tau^2 rho^2), twice that of derived:coins-lower.",
        "Answers to k statistical queries that are accurate to alpha tell the signs for every tau > alpha.",
    ),
)

gaussian_means = Statement(
    label="derived:gaussian-means-lower",
    kind="theorem",
    title="The signs of k Gaussian means need k/(pi tau^2 rho^2) samples",
    meaning="Each sample is N(mu, I_k); the signs of means of size tau must be found.",
    given=(K, Parameter(_tau, POSITIVE, "size of a mean whose sign must be found"), RHO, BETA),
    assumes=(below((1 + pi * sqrt(2) / 4) * beta, 1 - rho), assuming(_GUARANTEED + "for all means in [-tau, tau]^k")),
    gives=(
        Conclusion(_margin, "=", 1 - rho - (1 + pi * sqrt(2) / 4) * beta, "what failures leave"),
        *_at_least(k * (_margin / (_tau * rho)) ** 2 / pi),
    ),
    uses=("def:replic", "derived:coins-lower"),
    notes=("Attained for k = 1 as rho vanishes: the sign of the mean against a random threshold.",),
)

STATEMENTS = (coins, queries, gaussian_means)
