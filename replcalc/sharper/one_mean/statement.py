"""One mean is solved: 1/(4 pi alpha^2 rho^2) samples, from above and from below (proof.md)."""

from __future__ import annotations

from replcalc.sharper.tight_adaptive.sign_integral import sign_integral
from replcalc.vocabulary import (
    BETA,
    COUNT,
    HALF_OPEN,
    RHO,
    Conclusion,
    Parameter,
    Statement,
    Symbol,
    alpha,
    asin,
    assuming,
    below,
    beta,
    ceiling,
    log,
    natural,
    pi,
    real,
    rho,
    sqrt,
)

_N = natural("N")
_a, _b, _I, _G = map(real, ("slope", "offset", "integral", "peak"))
_limit, _more, _forced = real("limit"), real("more"), real("rho_forced")

one_mean = Statement(
    label="derived:one-mean",
    kind="theorem",
    needs_simulator=True,
    title="One mean needs 1/(4 pi alpha^2 rho^2) samples, and they suffice",
    meaning="The mean of values in [0, 1] to within alpha: how many samples suffice, and that N are too few.",
    given=(
        Parameter(alpha, HALF_OPEN, "accuracy"),
        RHO,
        BETA,
        Parameter(_N, COUNT, "samples that are shown to be too few"),
    ),
    assumes=(
        below(rho, _forced),
        assuming("values lie in [0, 1], samples are independent; rho and beta are promised for all populations"),
    ),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(_limit, "=", 1 / (4 * pi * (alpha * rho) ** 2), "samples in the limit"),
        Conclusion(_more, "=", (1 + rho * sqrt(2 * pi * log(2 / beta))) ** 2, "what more suffices, as a factor"),
        Conclusion(Symbol("enough", integer=True), "<=", ceiling(_limit * _more), "samples that suffice"),
        Conclusion(_a, "=", sqrt(_N), "factor of the Gaussian slope"),
        Conclusion(_b, "=", (1 + 4 * alpha**2) / (2 * sqrt(1 - 4 * alpha**2)), "lost to the normal approximation"),
        Conclusion(_I, "=", sign_integral(_a, _b), "the integral of 2p(1-p) over the largest slope"),
        Conclusion(_G, "=", 1 / (2 * (_a / sqrt(2 * pi) + _b)), "its largest integrand, at p = 1/2"),
        Conclusion(
            _forced,
            ">=",
            (_I * (1 - rho - beta) - _G * beta) / (2 * asin(2 * alpha)),
            "disagreement of two runs of N samples, on average over the bias of a coin",
        ),
        Conclusion(Symbol("N_least", integer=True), ">=", _N + 1, "samples", name="samples"),
    ),
    uses=("def:replic", "derived:expected-gap-rounding", "derived:queries-lower"),
    notes=("The least number of samples over the limit tends to 1 as alpha, beta and rho sqrt(ln(1/beta)) vanish.",),
)

STATEMENTS = (one_mean,)
