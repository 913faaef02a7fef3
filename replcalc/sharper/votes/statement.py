"""Two parts of the problems on one sample, each answered by its own theorem (proof.md)."""

from __future__ import annotations

from replcalc.sharper.votes.statement_threshold import SAMPLES, SAMPLES_GIVEN
from replcalc.vocabulary import COUNT, NONNEGATIVE, Conclusion, Parameter, Statement, Symbol, beta, real, rho


def _given(place: str) -> tuple[Parameter, ...]:
    return (
        Parameter(real(f"rho_{place}"), NONNEGATIVE, f"disagreement of the {place} part"),
        Parameter(real(f"beta_{place}"), NONNEGATIVE, f"failure probability of the {place} part"),
        Parameter(Symbol(f"runs_{place}"), COUNT, "runs of base algorithms in it"),
    )


_ONE, _OTHER = _given("one"), _given("other")
_rho, _beta, _runs = ((a.variable, b.variable) for a, b in zip(_ONE, _OTHER, strict=True))

two_parts = Statement(
    label="derived:two-parts",
    kind="lemma",
    title="Two parts of the problems on one sample",
    meaning="Parts that read the same samples with strings of their own: disagreements and failures add up.",
    given=(SAMPLES_GIVEN, *_ONE, *_OTHER),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", _rho[0] + _rho[1], "disagreement of both together (union bound)"),
        Conclusion(beta, "<=", _beta[0] + _beta[1], "failure of both together (union bound)"),
        Conclusion(Symbol("runs"), "=", _runs[0] + _runs[1], "runs of base algorithms"),
    ),
    uses=("def:replic", "def:statistical_problem"),
)

STATEMENTS = (two_parts,)
