"""The claim on recovering the homogeneous composition."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.paper.omitted_proofs.claims import R
from replcalc.vocabulary import Case, Outcome, Verdict, at_least, at_witness, nudged, prove_finite


# -- appendix ----------------------------------------------------------------------------------------------------------
def _recovered(alphabet: int) -> Outcome:
    """X uniform on 2^100 strings, A(X) one of 2^20 values, B one of ``alphabet``: a guess is right once per pair."""
    length, bits, letters = sp.symbols("n r B", positive=True)
    most = sp.Min(1, 2**bits * letters / 2**length)
    case = Case("recovered with probability 1/2", at_least(most, R(1, 2)))
    return at_witness(prove_finite([case], given={length: 100, bits: 20, letters: alphabet}), n=100, r=20)


CLAIMS = (
    nudged(
        "appendix.recovery", "lm:pg_compose_het", at(3804),
        "B with values in {0, 1, error} recovers X from {0,1}^n together with A of r = O(log n) bits (n = 100, r = 20)",
        _recovered, 3, 2**100 + 1,
        expected=Verdict.REFUTED,
        note="the range of B has to be {0,1}^n with an error token",
    ),
)  # fmt: skip
