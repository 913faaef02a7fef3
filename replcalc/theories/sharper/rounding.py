"""B6: one statistical query by random-offset rounding and the expected gap (docs/theory/expected-gap-rounding.md)."""

from __future__ import annotations

import sympy as sp

from replcalc.statements.notation import ALPHA, BETA, RHO, alpha, beta, real, rho
from replcalc.statements.statement import UNIT_OPEN, Conclusion, Parameter, Statement, assuming
from replcalc.theories.replicable_composition.literature import IMPAGLIAZZO_2022

SECTION = "derived"

_lambda, _N, _a, _gap = real("lambda"), sp.Symbol("N", integer=True, positive=True), real("a"), real("gap")

expected_gap_rounding = Statement(
    label="derived:expected-gap-rounding",
    kind="theorem",
    title="Statistical query by expected-gap rounding",
    section=SECTION,
    line=0,
    meaning="Rounding an N-sample mean to a grid of random offset answers a query, with no logarithm on the rho term.",
    given=(ALPHA, RHO, BETA, Parameter("lambda", _lambda, UNIT_OPEN, "share of the accuracy spent on rounding")),
    assumes=(assuming("the query takes values in [0, 1] and the samples are independent"),),
    gives=(
        Conclusion("width", _a, "=", 2 * _lambda * alpha, "width of the grid"),
        Conclusion(
            "samples",
            _N,
            "=",
            sp.ceiling(
                sp.Max(
                    1 / (4 * sp.pi * _lambda**2 * alpha**2 * rho**2),
                    sp.log(2 / beta) / (2 * (1 - _lambda) ** 2 * alpha**2),
                )
            ),
            "samples that suffice",
        ),
        Conclusion(
            "gap",
            _gap,
            "<=",
            sp.exp(sp.loggamma(_N + sp.Rational(1, 2)) - sp.loggamma(_N + 1)) / sp.sqrt(sp.pi),
            "expected distance of two independent means, C(2N,N)/4^N, attained by fair coins",
        ),
        Conclusion("gap_simple", real("gap_simple"), "<=", 1 / sp.sqrt(sp.pi * _N), "the same, rounded up"),
        Conclusion("rho_achieved", real("rho_achieved"), "<=", _gap / _a, "probability that two runs disagree"),
        Conclusion(
            "beta_achieved",
            real("beta_achieved"),
            "<=",
            2 * sp.exp(-2 * _N * (1 - _lambda) ** 2 * alpha**2),
            "probability that the answer is off by more than alpha",
        ),
        Conclusion(
            "lambda_balanced",
            real("lambda_balanced"),
            "=",
            1 / (1 + rho * sp.sqrt(2 * sp.pi * sp.log(2 / beta))),
            "the share at which both terms of the samples agree: the best one",
        ),
    ),
    cites=(IMPAGLIAZZO_2022.at("Theorem 2.3"),),
    provenance="derived",
    needs_simulator=True,
)

STATEMENTS = (expected_gap_rounding,)
