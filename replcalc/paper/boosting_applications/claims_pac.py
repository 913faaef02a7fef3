"""Claims of the PAC learning applications (TeX lines 3302-3429)."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    above,
    at_least,
    at_most,
    at_witness,
    below,
    concluded,
    equal,
    indicator,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_identity,
    prove_on_box,
    tangent_above_logarithm,
)

PAC, FINITE, THRESHOLDS = "lm:boost_pac", "cor:finite_class", "cor:thresholds"

alpha, rho, beta, size, d, v, y, N = sp.symbols("alpha rho beta H d v y N", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
s, t, u = sp.symbols("s t u", nonnegative=True)
ln2 = sp.Symbol("ln2", positive=True)


# -- tester and fallback -----------------------------------------------------------------------------------------------


# -- finite classes ----------------------------------------------------------------------------------------------------
def _bracket(rate: sp.Expr, log_size: sp.Expr) -> sp.Expr:
    """The printed bound at alpha = beta = 1/8 without its constants, ``log_size`` in place of ln|H|."""
    eighth = R(1, 8)
    printed = of(FINITE, "n_new", rho=rate, alpha=eighth, beta=eighth, C_finite=1, C_finite_beta=1, class_size=size)
    return printed.xreplace({sp.log(size): log_size})


def _bracket_bounded(bound: sp.Rational) -> Parts:
    """|H| = 2^N with N = M^3 and rho = 1 - v, v = 1/M^2 <= 1/4: the bound stays below a constant for every M >= 2.

    With ell = ln(1/rho) = v y and y <= 1/(1-v), because ln(1+w) <= w at w = v/(1-v).
    """
    ell = sp.Symbol("ell", positive=True)
    printed = _bracket(1 - v, v ** R(-3, 2) * sp.log(2)).xreplace({sp.log(1 / (1 - v)): ell})
    in_y = 8 * (sp.log(2) ** 2 * y**3 + v**4 * y**4) / (1 - v) ** 2 + 8 * sp.log(8)
    return {
        "in y": prove_identity(printed.xreplace({ell: v * y}), in_y),
        "ln(1+w) <= w": tangent_above_logarithm(sp.Integer(1)),
        "bounded": prove_on_box(at_most(in_y.xreplace({y: 1 / (1 - v)}), bound), {v: (0, R(1, 4))}),
    }


def _needed(factor: sp.Rational) -> Parts:
    """All labellings of N points: (1/2)(1-1/N)^m <= 1/8 + 1/8 forces m ln(N/(N-1)) >= ln 2, so m >= (N-1) ln 2."""
    w = 1 / (N - 1)
    return {
        "expected error": prove_exact(at_most(R(1, 8) + R(1, 8), factor * R(1, 4))),
        "ratio": prove_identity(1 / (1 - 1 / N), 1 + w),
        "ln(1+w) <= w": tangent_above_logarithm(sp.Integer(1)),
    }


def _finite_every_rho(constant: int) -> Outcome:
    """M = 1000: |H| = 2^(10^9), rho = 1 - 10^-6, alpha = beta = 1/8."""
    points = 10**9
    bound = constant * _bracket(1 - R(1, 10**6), points * sp.log(2))
    outcome = prove_exact(at_most((points - 1) * sp.log(2), bound))
    return at_witness(outcome, class_size="2^(10^9)", rho="1 - 10^-6", alpha="1/8", beta="1/8")


def _finite_repaired(constant: int) -> Parts:
    """rho <= 1/2: L = ln(1/rho) and h = ln|H| are ln 2 (1 + .), and the boosted terms a constant times the printed."""
    h, L = ln2 * (1 + s), ln2 * (1 + t)
    boosted = (h**2 + 3 * L) * (3 * L) ** 3 * 2 * 16  # alpha/2 and rho/4, ln(4/rho) <= 3 ln(1/rho)
    return {
        "replicable part": prove_by_form(at_most(boosted, constant * (h**2 + L) * L**3)),
        "fallback absorbed": prove_by_form(at_most(h * ln2**4, h**2 * L**3)),
    }


# -- thresholds --------------------------------------------------------------------------------------------------------
def log_star(value: int) -> int:
    """How often log2 must be applied until the value is at most 1: the height of the first tower 2^2^... >= value."""
    tower, height = 1, 0
    while tower < value:
        tower, height = 2**tower, height + 1
    return height


def _log_star(expected: Mapping[int, int]) -> Outcome:
    """log* d counts the towers 1, 2, 2^2, 2^2^2, ... below d: those of height up to 4 for d <= 65536."""
    d = sp.Symbol("d", integer=True, positive=True)
    towers = [sp.Integer(1)]
    for _ in range(3):
        towers.append(sp.Pow(2, towers[-1], evaluate=False))
    below_d = sum(indicator(sp.Lt(tower, d)) for tower in towers)
    cases = [Case(f"log* {value}", equal(below_d, height), [(d, value, value)]) for value, height in expected.items()]
    return prove_finite(cases)


def _thresholds_lower(constant: int) -> Parts:
    """Two labels of the point 0 of mass |s|, s uniform on [-2 alpha, 2 alpha]: rho >= (1/2)(4/9)(1/(3n))/(4 alpha)."""
    return {
        "Markov over the coins": prove_exact(at_most(4 * R(1, 16), R(1, 4))),
        "crossing": {"low": prove_exact(below(R(1, 4), R(1, 3))), "high": prove_exact(above(R(3, 4), R(2, 3)))},
        "product": prove_identity(R(1, 2) * R(4, 9) * (R(1, 3) / n) / (4 * alpha), 1 / (constant * n * alpha)),
    }


def _thresholds_printed() -> Outcome:
    """d = 1, beta = 1/16, rho = 2^-1000: what is needed times alpha, against 1000 ln(1/rho)^10 ln(1/beta)."""
    first = of(
        THRESHOLDS, "n_new", rho=rho, alpha=alpha, beta=beta, C_thresholds=1, p_thresholds=0, log_star=log_star(1)
    )
    outcome = prove_all(
        {
            "first term gone": prove_identity(first, sp.log(1 / beta) / alpha),
            "needed": prove_exact(at_most(R(2**1000, 54), 1000 * (1000 * sp.log(2)) ** 10 * sp.log(16))),
        }
    )
    return at_witness(outcome, d=1, rho="2^-1000", beta="1/16")


def _thresholds_repaired() -> Outcome:
    """(1 + log* 1)^3/(alpha rho)^2 is above the 1/(54 alpha rho) that is needed, for alpha, rho <= 1."""
    return prove_by_form(
        at_least((1 + log_star(1)) ** 3 / (alpha**2 * rho**2), 1 / (54 * alpha * rho)),
        substitute={alpha: 1 / (1 + s), rho: 1 / (1 + t)},
    )


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "pac.tester-cost",
        PAC,
        at(3312),
        "testing at min(rho, beta)/4 costs O(ln(1/beta)/alpha): ln(4/min(rho, beta)) <= 3 ln(1/beta) for beta < rho",
        "log(4/Min(rho, beta)) <= {}*log(1/beta)",
        "rho in (0, 1], beta in (0, 1/2]",
        "3",
        "2.9",
        where_holds=("beta < rho",),
        proved_constant="3",
        note="beta < rho by rem:boost (3154): otherwise the replicable learner's answer is returned untested",
    ),
    concluded(
        "pac.vc-logarithm",
        FINITE,
        at(3393),
        "the VC dimension of a finite class is at most log_2 |H|: shattering d points takes 2^d hypotheses",
        "d <= {}*log(2^d*(1 + t))",
        "d >= 0, t >= 0",
        "1/log(2)",
        "1",
        note="with the natural logarithm it fails for two hypotheses",
        given="that shattering d points takes 2^d hypotheses, |H| = 2^d (1 + t)",
    ),
    concluded(
        "pac.finite-union",
        FINITE,
        at(3400),
        "n = (ln|H| + ln(1/beta))/alpha makes |H|(1-alpha)^n at most beta",
        "1 - alpha <= exp(-alpha) and H*exp(-alpha*((log(H) + log(1/beta))/alpha)) = {}*beta",
        "H integer in [1, oo), alpha in (0, 1), beta in (0, 1)",
        "1",
        "2",
        given="the union bound",
    ),
    nudged(
        "pac.finite-bracket",
        FINITE,
        at(3379),
        "for |H| = 2^(M^3), rho = 1 - 1/M^2, alpha = beta = 1/8 the printed expression stays at most 36 for all M >= 2",
        _bracket_bounded,
        R(36),
        R(20),
        proved_constant="tends to 8 (ln 2)^2 + 8 ln 8 = 20.48",
        argued="that ln(1+w) <= w may be put in",
    ),
    nudged(
        "pac.finite-needed",
        FINITE,
        at(3379),
        "learning all labellings of N points to error and failure 1/8 takes m >= (N-1) ln 2 samples",
        _needed,
        sp.Integer(1),
        R(99, 100),
        note="by machine: from (1/2)(1-1/N)^m <= 1/4 to m; on the page: the expected error "
        "(docs/learning-lower-bounds.md)",
        given="the expected error of any learner (docs/learning-lower-bounds.md)",
    ),
    Claim(
        "pac.finite-every-rho",
        FINITE,
        at(3379),
        "the printed bound with a factor 10^6 covers |H| = 2^(10^9) at rho = 1 - 10^-6, which needs 6.9*10^8 samples",
        lambda: _finite_every_rho(10**6),
        lambda: _finite_repaired(2592),
        expected=Verdict.REFUTED,
        note="by pac.finite-bracket and pac.finite-needed no factor works as M grows; rho <= 1/2 repairs it",
    ),
    nudged(
        "pac.finite-repaired",
        FINITE,
        at(3379),
        "for rho <= 1/2 the boosted learner costs at most 2592 times the printed first term, and ln|H| is absorbed",
        _finite_repaired,
        2592,
        2591,
        proved_constant="2592 with these steps",
        given="pac.tester-cost",
    ),
    nudged(
        "pac.log-star",
        THRESHOLDS,
        at(3412),
        "log* 1 = 0: the first term of the threshold bound vanishes at d = 1",
        _log_star,
        {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 16: 3, 17: 4},
        {1: 1},
    ),
    nudged(
        "pac.thresholds-lower",
        THRESHOLDS,
        at(3412),
        "two thresholds and beta <= 1/16: a rho-replicable learner of n samples has rho >= 1/(54 n alpha)",
        _thresholds_lower,
        54,
        53,
        proved_constant="1/54 with these steps",
        note="by machine: Markov's share, the two crossings and the product; on the page: the rest "
        "(docs/learning-lower-bounds.md)",
        given="the rest of the argument (docs/learning-lower-bounds.md)",
    ),
    Claim(
        "pac.thresholds-at-one",
        THRESHOLDS,
        at(3412),
        "at d = 1 the printed bound, with a factor 1000 ln(1/rho)^10, covers the 1/(54 alpha rho) samples needed",
        _thresholds_printed,
        _thresholds_repaired,
        expected=Verdict.REFUTED,
        note="(1 + log* d)^3 repairs it",
    ),
)
