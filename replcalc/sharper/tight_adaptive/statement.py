"""S6: adaptive composition, the leading constant 1/(4 pi) (proof.md)."""

from replcalc.paper.literature import GOLDSTEIN_2010
from replcalc.sharper.tight_adaptive.sign_integral import sign_integral
from replcalc.vocabulary import *

_m = natural("m")
_tau, _w, _eta = real("tau"), real("w"), real("eta")
_A, _B, _I, _G, _Pi, _gain, _forced = map(
    real, ("slope", "offset", "integral", "peak", "disagreement", "gain", "rho_forced")
)
_inaccurate = beta / (_w * _eta)

tight_adaptive = Statement(
    label="derived:tight-adaptive",
    kind="theorem",
    title="Adaptive composition lower bound, tight to the leading constant",
    meaning="A rho that m samples per round force on every algorithm for k adaptive threshold problems.",
    given=(
        K,
        Parameter(_tau, HALF_OPEN, "half the width of the window of biases"),
        RHO,
        BETA,
        Parameter(_m, COUNT, "samples of one round that are shown to be too few"),
        Parameter(_w, HALF_OPEN, "probability that the prior of the bias gives to each end; 1/3 in the paper"),
        Parameter(_eta, UNIT_OPEN, "a round is accurate if its errors at the two ends add up to at most this"),
    ),
    assumes=(
        below(_inaccurate, k * (1 - rho - beta)),
        below(rho, _forced),
        assuming(
            "replicability and failure hold for every bias, or on average under this prior: weight w at each end of "
            "the window, the rest uniform between"
        ),
    ),
    gives=(
        Conclusion(_A, "=", 2 * sqrt(_m) / sqrt(1 - 4 * _tau**2), "factor of the Gaussian slope"),
        Conclusion(_B, "=", (1 + 4 * _tau**2) / (1 - 4 * _tau**2), "slope lost to the normal approximation"),
        Conclusion(_I, "=", sign_integral(_A, _B), "the integral of 2p(1-p) over the largest slope"),
        Conclusion(_G, "=", 1 / (2 * (_A / sqrt(2 * pi) + _B)), "its largest integrand, at p = 1/2"),
        Conclusion(_Pi, ">=", (1 - 2 * _w) * (_I - _eta * _G) / (2 * _tau), "of an accurate round, on average"),
        Conclusion(_gain, "=", k * (1 - rho - beta) - _inaccurate, "rounds that count"),
        Conclusion(_forced, ">=", _Pi * _gain, "disagreement of two runs of m samples per round"),
        Conclusion(
            real("c_tight"), "=", _Pi * _tau * sqrt(_m), "disagreement times tau sqrt(m)", name="constant_tight"
        ),
        Conclusion(natural("m_tight"), ">=", _m + 1, "samples per round"),
    ),
    uses=("def:adaptive_game", "derived:adaptive-lower-bound"),
    cites=(GOLDSTEIN_2010,),
    notes=(
        "Fewer samples than m are no better: an algorithm may leave samples aside.",
        "In the paper's own game w = 1/3; an algorithm that guarantees rho and beta for every bias meets every w.",
        "constant_tight tends to (1-2w)/(2 sqrt(pi)) for many samples; rounding every round attains 1/(2 sqrt(pi)).",
    ),
)

STATEMENTS = (tight_adaptive,)
