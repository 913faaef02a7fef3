"""The claim on rounding with averaged accuracy (B6)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.cosine.claims import AVERAGED, N, alpha, k, lam, x
from replcalc.vocabulary import Parts, concluded, of, prove_identity


def _averaged(factor: int) -> Parts:
    """(2/a) integral of e^(-2Nx^2) from alpha - a/2 to alpha + a/2, a = 2 lambda alpha."""
    width = of(AVERAGED, "width", alpha=alpha, **{"lambda": lam})
    antiderivative = sp.sqrt(sp.pi / (8 * N)) * sp.erf(sp.sqrt(2 * N) * x)
    near, far = sp.symbols("near far", positive=True)
    ends = {sp.erfc(end * sp.sqrt(2) * alpha * sp.sqrt(N)): value for end, value in ((1 - lam, near), (1 + lam, far))}
    stated = of(AVERAGED, "beta", k=k, N=N, alpha=alpha, **{"lambda": lam}).xreplace(ends)
    return {
        "antiderivative": prove_identity(antiderivative.diff(x), sp.exp(-2 * N * x**2)),
        "left end": prove_identity(alpha - width / 2, (1 - lam) * alpha),
        "right end": prove_identity(alpha + width / 2, (1 + lam) * alpha),
        "factor": prove_identity(factor * k / width * sp.sqrt(sp.pi / (8 * N)) * (near - far), stated),
    }


CLAIMS = (
    concluded(
        "averaged.integral", AVERAGED, None,
        "Hoeffding's bound averaged over a uniform rounding error is a difference of error functions",
        "2/sqrt(pi)*sqrt(2*N)*sqrt(pi/(8*N))*exp(-2*N*x^2) = exp(-2*N*x^2) and "
        "{}*k/(2*lambda*alpha)*sqrt(pi/(8*N))*(near - far) = k*sqrt(2*pi)/(4*lambda*alpha*sqrt(N))*(near - far)",
        "N integer in [1, oo), x > 0, k integer in [1, oo), alpha > 0, lambda in (0, 1), near > 0, far > 0", "2", "1",
        steps=lambda: _averaged(2), given="Hoeffding's inequality and the fundamental theorem of calculus",
    ),
)  # fmt: skip
