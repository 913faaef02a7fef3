"""Statements of thm:main that fail as printed for want of a hypothesis: explicit counterexamples, exactly."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from replcalc.paper.literature import at
from replcalc.paper.main.claims_constant import log_at_least
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    above,
    at_hypotheses,
    at_least,
    at_most,
    at_witness,
    below,
    equal,
    of,
    prove_by_form,
    prove_exact,
    prove_finite,
)

MAIN, PRECONDITION = "thm:main", "cl:c_small_pg_compose_precond_hold"

#: Samples with which rounding a mean at a random threshold is 1/10000-replicable on every coin (gap.central-binomial).
ROUNDING_SAMPLES = 31_830_989
# -- thm:main ----------------------------------------------------------------------------------------------------------
#: A factor and an exponent for the O and the polylogarithm of thm:main; any others fail further out.
FACTOR, EXPONENT = 10**6, 10


def _one_sample(premises: Mapping[str, Outcome], log: sp.Expr, samples: int, target: sp.Expr, base: sp.Expr) -> Outcome:
    """k = 1: do the hypotheses hold, and does the bound on n leave one sample?

    The problem is to name the point a point mass on {0, 1} sits on. Without a sample one of the two is named wrongly
    with probability at least 1/2, so a failure bound below 1/2 needs a sample: n >= 1.
    """
    failure = FACTOR * sp.sqrt(base) * log
    needs = {"failure bound below 1/2": prove_exact(below(failure, R(1, 2)))}
    conclusion = prove_exact(at_least(FACTOR * samples * log**EXPONENT / target**2, 1))
    return at_hypotheses({**premises, **needs}, conclusion, k=1, n_1=samples, rho=target, beta0=base)


def large_rho(samples: int = ROUNDING_SAMPLES, power: int = 40) -> Outcome:
    """rho = 10^power, beta0 = rho^-2: k/(rho beta0) = rho. Rounding at a random threshold never fails on point masses.

    It is 1/10000-replicable on every coin if 1/sqrt(pi n_1) is at most that.
    """
    rho = sp.Integer(10) ** power
    premises = {
        "base algorithm 1/10000-replicable": prove_exact(at_least(sp.pi * samples, 10**8)),
        "rho > 0": prove_exact(above(rho, 0)),
        "base algorithm fails at most beta0": prove_exact(at_least(rho**-2, 0)),
    }
    return _one_sample(premises, sp.log(rho), samples, rho, rho**-2)


NEAR_ONE = 1 - R(1, 10**9)


def beta0_near_one(base: sp.Expr = NEAR_ONE) -> Outcome:
    """rho = 1; the base algorithm guesses by a shared coin: it never disagrees with itself, and fails half the time."""
    premises = {"base algorithm fails at most beta0": prove_exact(at_most(R(1, 2), base))}
    return _one_sample(premises, sp.log(1 / base), 1, sp.Integer(1), base)


def _with_ranges(factor: int = 1) -> Parts:
    """rho <= 1 and beta0 <= 1/4: the printed n with constant and exponent 1 is at least the sum of the n_i, so one.

    In the form N ln(k/(rho beta0))/rho^2 with N = 1 + s, rho = 1/(1 + r) and the logarithm ln 4 + t, ln 4 = 1 + u.
    """
    s, r, t, u = sp.symbols("s r t u", nonnegative=True)
    printed = of(MAIN, "samples", C_main=1, p_main=1, rho=1 / (1 + r))
    log = next(iter(printed.atoms(sp.log)))
    total = next(iter(printed.atoms(sp.Sum)))
    bound = printed.xreplace({log: 1 + u + t, total: 1 + s})
    return {
        "ln 4 >= 1": prove_exact(at_least(sp.log(4), 1)),
        "ln(k/(rho beta0)) >= ln 4": log_at_least(4, R(1, 4)),
        "n >= 1": prove_by_form(at_least(bound, factor)),
    }


def _costs(equal_sizes: bool) -> Outcome:
    """k = 2: eps_i^2 is proportional to n_i/(sum n) + 1/k, so the cost n_i/eps_i^2 to n_i/(n_i/(sum n) + 1/k)."""
    sizes, j = sp.IndexedBase("n"), sp.Symbol("j", integer=True, nonnegative=True)
    values = (2, 2) if equal_sizes else (1, 3)
    first, second = (sizes[i] / (sizes[i] / sp.Sum(sizes[j], (j, 0, 1)) + R(1, 2)) for i in (0, 1))
    outcome = prove_finite([Case("n_1/eps_1^2 and n_2/eps_2^2", equal(first, second))], tables={sizes: values})
    return at_witness(outcome, k=2, n=str(values))


coin, other, bit, answer, second = sp.symbols("r s x a b", integer=True, nonnegative=True)


CLAIMS = (
    Claim(
        "statement.main-large-rho",
        MAIN,
        at(241),
        "thm:main, with a factor 10^6 and ln^10, leaves at least one sample for every rho > 0 (k = 1, rho = 10^40)",
        large_rho,
        _with_ranges,
        expected=Verdict.REFUTED,
        note="with rho <= 1 and beta0 <= 1/4 there is always one; any other factor and exponent fail at a larger rho",
    ),
    Claim(
        "statement.main-beta0-near-one",
        MAIN,
        at(249),
        "thm:main, with a factor 10^6 and ln^10, leaves at least one sample for every beta0 < 1 (k = rho = 1)",
        beta0_near_one,
        _with_ranges,
        expected=Verdict.REFUTED,
        note="beta0 <= 1/4 repairs it; ln(k/(rho beta0)) tends to 0 otherwise",
    ),
    Claim(
        "statement.log-two",
        PRECONDITION,
        at(918),
        "ln 2 = 1",
        lambda: prove_exact(equal(sp.log(2), 1)),
        lambda: prove_exact(at_least(sp.log(4), 1)),
        expected=Verdict.REFUTED,
        note="with beta0 <= 1/4 the logarithm is at least ln 4 > 1, which is all that is used",
    ),
    Claim(
        "statement.equal-costs",
        MAIN,
        at(835),
        "the chosen eps_i make n_i/eps_i^2 the same for all i (k = 2, n = (1, 3): 4/3 against 12/5)",
        lambda: _costs(equal_sizes=False),
        lambda: _costs(equal_sizes=True),
        expected=Verdict.REFUTED,
        note="because of the term 1/k they agree only up to a factor",
    ),
)
