"""Claims of thm:boost_beta and of its first application, thm:boost_sq (TeX lines 3073-3240, and the table, 599)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    at_most,
    concluded,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
    prove_identity,
)

BOOST, SPLIT, QUERY, TABLE = "thm:boost_beta", "derived:boost-split", "thm:boost_sq", "table:only"
rho, beta, alpha, n, m = sp.symbols("rho beta alpha n m", positive=True)
s, u, L = sp.symbols("s u L", nonnegative=True)


# -- thm:boost_beta ----------------------------------------------------------------------------------------------------
def _in_both_cases(left: sp.Expr, right: sp.Expr) -> Outcome:
    """left <= right, where left has min(rho, beta): once for beta = rho + s, once for rho = beta + s, rho <= 1."""

    def with_minimum(smaller: sp.Symbol) -> sp.Expr:
        return left.xreplace({sp.Min(rho, beta): smaller})

    return prove_all(
        {
            "rho <= beta": prove_by_form(at_most(with_minimum(rho), right), substitute={beta: rho + s}),
            "beta <= rho": prove_by_form(at_most(with_minimum(beta), right), substitute={rho: beta + s}),
        }
    )


def _replicability(bound: sp.Expr) -> Outcome:
    return _in_both_cases(of(BOOST, "rho_new", rho=rho, beta=beta), bound)


def _failure(bound: sp.Expr) -> Outcome:
    return _in_both_cases(of(BOOST, "beta_new", rho=rho, beta=beta), bound)


# -- statistical queries -----------------------------------------------------------------------------------------------


def _hoeffding(size: sp.Expr, error: sp.Expr, failure: sp.Expr) -> Outcome:
    """2 exp(-2 n error^2) at n = size is the allowed failure probability."""
    return prove_identity(2 * sp.exp(-2 * size * error**2), failure)


def _log_four(constant: int) -> Parts:
    """ln(4/rho) <= constant ln(1/rho) for rho <= 1/2: ln(1/rho) = ln 2 + L."""
    ln2 = sp.Symbol("ln2", positive=True)
    return {
        "ln 4": prove_identity(sp.log(4), 2 * sp.log(2)),
        "bound": prove_by_form(at_most(2 * ln2 + (ln2 + L), constant * (ln2 + L))),
    }


CLAIMS = (
    concluded(
        "boost.replicability",
        BOOST,
        at(3114),
        "rho/4 + rho/4 + 2 min(rho, beta)/4 <= rho",
        "rho/4 + rho/4 + 2*Min(rho, beta)/4 <= {}*rho",
        "rho > 0, beta > 0",
        "1",
        "0.9",
        steps=lambda: _replicability(rho),
        printed_constant="1",
        proved_constant="1 (equality for beta >= rho)",
    ),
    concluded(
        "boost.failure",
        BOOST,
        at(3122),
        "min(rho, beta)/4 + beta/2 <= 3 beta/4",
        "Min(rho, beta)/4 + beta/2 <= {}*beta",
        "rho > 0, beta > 0",
        "3/4",
        "0.7",
        steps=lambda: _failure(R(3, 4) * beta),
        printed_constant="3/4",
        proved_constant="3/4",
    ),
    concluded(
        "sq.margins",
        QUERY,
        at(3172),
        "an estimate within alpha/4 separates the valid from the invalid: 5/4 < 3/2 < 7/4",
        "alpha + alpha/4 < {}*alpha < 2*alpha - alpha/4",
        "alpha > 0",
        "3/2",
        "1.8",
        printed_constant="1/4",
        proved_constant="any error below 1/2",
    ),
    nudged(
        "sq.tester-size",
        QUERY,
        at(3211),
        "8 ln(2/beta)/alpha^2 samples estimate a mean in [0,1] to within alpha/4 except with probability beta",
        lambda factor: _hoeffding(factor * sp.log(2 / beta) / alpha**2, alpha / 4, beta),
        8,
        7,
        given="Hoeffding's inequality",
    ),
    nudged(
        "sq.fallback-size",
        QUERY,
        at(3218),
        "ln(2/beta)/(2 alpha^2) samples estimate a mean in [0,1] to within alpha except with probability beta",
        lambda factor: _hoeffding(sp.log(2 / beta) / (factor * alpha**2), alpha, beta),
        2,
        3,
        given="Hoeffding's inequality",
    ),
    concluded(
        "sq.denominator",
        QUERY,
        at(3193),
        "rho - 2 beta >= rho/2 for beta <= rho/4",
        "rho - 2*beta >= {}*rho",
        "rho > 0, beta > 0",
        "1/2",
        "0.6",
        where_holds=("beta <= rho/4",),
        printed_constant="1/2",
        proved_constant="1/2 (beta = rho/4)",
    ),
    concluded(
        "sq.log-four",
        QUERY,
        at(3186),
        "ln(4/rho) <= 3 ln(1/rho) for rho <= 1/2",
        "log(4/rho) <= {}*log(1/rho)",
        "rho in (0, 1/2]",
        "3",
        "2.9",
        proved_constant="3 (rho = 1/2)",
    ),
    Claim(
        "sq.log-four-everywhere",
        QUERY,
        at(3186),
        "ln(4/rho) <= 100 ln(1/rho) for all rho < 1, as the O without a range for rho reads (rho = 99/100)",
        lambda: prove_exact(at_most(sp.log(R(400, 99)), 100 * sp.log(R(100, 99)))),
        lambda: _log_four(3),
        expected=Verdict.REFUTED,
        note="no constant works: ln(1/rho) tends to 0 while ln(4/rho) > ln 4",
    ),
    concluded(
        "rem.polynomial-costs",
        "rem:boost",
        at(3153),
        "A cost rho^-a alpha^-b at (rho/4, alpha/2) is 4^a 2^b times that at (rho, alpha), for all exponents.",
        "(rho/4)^(-a)*(alpha/2)^(-b) = {}^a*2^b*rho^(-a)*alpha^(-b)",
        "rho > 0, alpha > 0, a > 0, b > 0",
        "4",
        "5",
    ),
)
