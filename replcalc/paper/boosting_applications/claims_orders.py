"""The final orders of cor:thresholds, thm:heavy_hitters and thm:best_arm: thm:boost_beta with its three ingredients.

Notation: X is what stands inside the O~, Y = ln(e + X) >= 1, b = ln(1/beta), C and p the constants before boosting.
Whatever is at most X^(1/j) has a logarithm of at most Y/j. Numbers like ln 4 are replaced by rationals above them.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
    statement,
    tangent_above_logarithm,
)

THRESHOLDS, HEAVY, ARM = "cor:thresholds", "thm:heavy_hitters", "thm:best_arm"
s, t, u, v = sp.symbols("s t u v", nonnegative=True)
b, x = sp.symbols("b x", nonnegative=True)
rho, alpha, beta, nu, epsilon, tol, arms, stars, fails, count = sp.symbols(
    "rho alpha beta nu epsilon tau arms stars f N", positive=True
)
X, Y = 1 + x, 1 + t  # X >= 1, Y >= 1
ln2 = sp.log(2)


def _above(**numbers: Any) -> Parts:
    """Numbers and rationals above them: ln_4 = 7/5 says ln 4 <= 7/5."""
    return {name: prove_exact(at_most(sp.log(int(name[3:])), value)) for name, value in numbers.items()}


def _uncut(label: str, name: str, **given: Any) -> Any:
    """A sample size before it is rounded up."""
    return of(label, name, **given).args[0]


def _default(label: str, name: str) -> Any:
    """The constant that the statement has for the final order."""
    return sp.Rational(str(next(constant.default for constant in statement(label).hidden if constant.name == name)))


# -- thresholds --------------------------------------------------------------------------------------------------------
def _thresholds() -> Parts:
    """n_replic <= 256 7^p C X Y^(2 + p), n_tester <= 144 X Y, n_nonreplic <= 50 X Y, 3 for rounding up."""
    plain = {"C_thresholds_previous": 1, "p_thresholds_previous": 0}
    previous = of(THRESHOLDS, "n_previous", rho=rho / 4, alpha=alpha / 2, beta=rho / 4, log_star=stars, **plain)
    inside = stars**3 / (alpha * rho) ** 2 + b / alpha
    small = {stars: 1 + u, alpha: 1 / (1 + s), rho: 1 / (1 + t)}
    tester = _uncut("problem:pac/tester", "samples", alpha=alpha / 2, beta=fails / 4)
    fallback = _uncut("problem:pac/consistent-thresholds", "samples", alpha=alpha, beta=beta / 2)
    larger = next(iter(fallback.atoms(sp.Max)))
    logs = 4 * (sp.log(4) + sp.log(1 / beta)) + 8 * (sp.log(13) + sp.log(1 / alpha))
    factor, power = (_default(THRESHOLDS, f"{kind}_thresholds") for kind in "Cp")
    return {
        "1/rho^2 <= X": prove_by_form(at_most(1 / rho**2, inside), substitute=small),
        "1/alpha^2 <= X": prove_by_form(at_most(1 / alpha**2, inside), substitute=small),
        "b/alpha <= X": prove_by_form(at_most(b / alpha, inside), substitute=small),
        "numbers": _above(ln_4=R(7, 5), ln_256=R(28, 5), ln_13=R(13, 5)),
        "1/ln 2": prove_exact(at_most(1 / ln2, R(29, 20))),
        "ln(4/rho) <= 2 Y": prove_by_form(at_most(R(7, 5) + Y / 2, 2 * Y)),
        "n_replic": prove_identity(previous, 64 * stars**3 * (sp.log(4) + sp.log(1 / rho)) ** 2 / (alpha * rho) ** 2),
        "e + 256 X Y^2": prove_by_form(at_most(v + 256 * X * Y**2, 256 * (v + X) * Y**2)),
        "ln Y <= Y - 1": tangent_above_logarithm(sp.Integer(1)),
        "7 Y": prove_by_form(at_most(R(28, 5) + Y + 2 * (Y - 1), 7 * Y)),
        "n_tester": prove_identity(tester, 48 * (sp.log(4) + sp.log(1 / fails)) / alpha),
        "144 X Y": prove_by_form(at_most(48 * (2 * Y * X + X), 144 * X * Y)),
        "n_nonreplic": prove_identity(fallback.xreplace({larger: sum(larger.args)}), logs / (alpha * ln2)),
        "50 X Y": prove_by_form(at_most(R(29, 20) * (4 * R(12, 5) * X + 8 * (R(13, 5) + Y / 2) * X), 50 * X * Y)),
        "sum": prove_by_form(at_most(64 * (2 * Y) ** 2 * X + (144 + 50) * X * Y + 3, factor * X * Y**power)),
    }


def _thresholds_at(share: Any) -> Outcome:
    """At rho = alpha = beta = 1/2, log* d = 1: the replicable learner alone, against ``share`` times the order."""
    half = {"rho": R(1, 2), "alpha": R(1, 2), "beta": R(1, 2), "log_star": 1}
    needed = 64 * sp.log(8) ** 2 * 16
    constants = {f"{kind}_thresholds": _default(THRESHOLDS, f"{kind}_thresholds") for kind in "Cp"}
    return prove_exact(at_most(needed, share * of(THRESHOLDS, "n_new", **half, **constants)))


# -- heavy hitters -----------------------------------------------------------------------------------------------------
def _heavy() -> Parts:
    """With tau = min(epsilon, nu/2) >= epsilon/2: n_replic <= 586 8^p C X Y^(1 + p), test and fallback the rest.

    Candidates are collected with N <= 8 X Y samples, so ln N <= ln 8 + Y + ln Y <= ln 8 + 2 Y - 1.
    """
    plain = {"C_heavy_previous": 1, "p_heavy_previous": 0}
    stronger = nu - tol / 4
    replic = _uncut(
        "problem:heavy-hitters/replicable", "samples", rho=rho / 4, nu=stronger, epsilon=tol / 2, beta=rho / 4, **plain
    )
    logs = {name: sp.log(1 / symbol) for name, symbol in (("nu", nu), ("beta", beta))}
    test = {"nu": nu, "epsilon": tol, "beta": beta / 4}
    listed = _uncut("problem:heavy-hitters/tester", "n_estimate_list", **test)
    collected = _uncut("problem:heavy-hitters/tester", "n_collect", **test, nu_prime=stronger)
    seen = _uncut("problem:heavy-hitters/tester", "n_estimate_seen", **test, n_collect=count)
    first = _uncut("problem:heavy-hitters/fallback", "n_collect", nu=nu, epsilon=tol, beta=beta / 2)
    last = _uncut("problem:heavy-hitters/fallback", "samples", nu=nu, epsilon=tol, beta=beta / 2, n_collect=count)
    inside = 1 / (nu * epsilon**2 * rho**2) + b / epsilon**2
    small = {nu: 1 / (1 + t), rho: 1 / (1 + u)}
    factor, power = (_default(HEAVY, f"{kind}_heavy") for kind in "Cp")
    estimates = 2048  # 512/tau^2 <= 2048/epsilon^2 <= 2048 X
    test_cost = estimates * (R(28, 5) + Y / 3 + 1) * X + 8 * X * Y + estimates * (R(21, 5) + R(21, 10) + 2 * Y) * X
    fallback_cost = 8 * X * Y + estimates * (R(7, 2) + R(21, 10) + 2 * Y) * X
    return {
        **{
            f"{name} <= X": prove_by_form(at_most(power, inside).xreplace({epsilon: nu / (1 + s)}), substitute=small)
            for name, power in (("1/epsilon^2", epsilon**-2), ("1/nu^3", nu**-3), ("1/rho^2", rho**-2))
        },
        "nu' >= 7 nu/8": prove_by_form(at_least(nu - (nu / 2) / (1 + s) / 4, R(7, 8) * nu)),
        "numbers": _above(ln_4=R(7, 5), ln_8=R(21, 10), ln_32=R(7, 2), ln_64=R(21, 5)),
        "larger numbers": _above(ln_256=R(28, 5), ln_586=R(32, 5)),
        "candidates' number": prove_exact(at_most(sp.log(64 * R(8, 7)), R(22, 5))),
        "ln(4/rho) <= 2 Y": prove_by_form(at_most(R(7, 5) + Y / 2, 2 * Y)),
        "n_replic": prove_identity(replic, 64 * (sp.log(4) + sp.log(1 / rho)) / (stronger * tol**2 * rho**2)),
        "586": prove_exact(at_most(64 * R(8, 7) * 4 * 2, 586)),
        "e + 586 X Y": prove_by_form(at_most(v + 586 * X * Y, 586 * (v + X) * Y)),
        "ln Y <= Y - 1": tangent_above_logarithm(sp.Integer(1)),
        "8 Y": prove_by_form(at_most(R(32, 5) + Y + (Y - 1), 8 * Y)),
        "members": prove_identity(listed, 512 * (sp.log(256) + logs["nu"] + logs["beta"]) / tol**2),
        "candidates": prove_identity(collected, (sp.log(64) + sp.log(1 / stronger) + logs["beta"]) / stronger),
        "N <= 8 X Y": prove_by_form(at_most(R(8, 7) * (R(22, 5) + Y / 3 + 1) * X + 1, 8 * X * Y)),
        "estimates": prove_identity(seen, 512 * (sp.log(64) + sp.log(count) + logs["beta"]) / tol**2),
        "first": prove_identity(first, (sp.log(32) + logs["nu"] + logs["beta"]) / nu),
        "N <= 8 X Y in the fallback": prove_by_form(at_most((R(7, 2) + Y / 3 + 1) * X + 1, 8 * X * Y)),
        "last": prove_identity(last - count, 512 * (sp.log(32) + sp.log(count) + logs["beta"]) / tol**2),
        "sum": prove_by_form(at_most(586 * X * Y + test_cost + fallback_cost + 6, factor * X * Y**power)),
    }


def _heavy_at(share: Any) -> Outcome:
    """At nu = 1/2, epsilon = 1/4, rho = 1/2, beta = 1/4: estimating the members of a list, against the order."""
    point = {"nu": R(1, 2), "epsilon": R(1, 4), "beta": R(1, 4)}
    needed = of("problem:heavy-hitters/tester", "n_estimate_list", **point | {"beta": R(1, 16)})
    constants = {f"{kind}_heavy": _default(HEAVY, f"{kind}_heavy") for kind in "Cp"}
    return prove_exact(at_most(needed, share * of(HEAVY, "n_new", **point, rho=R(1, 2), **constants)))


# -- best arm ----------------------------------------------------------------------------------------------------------
def _best_arm() -> Parts:
    """64 C ln^3(4 arms/rho)/(rho alpha)^2 with ln(4 arms/rho) <= 3 ln(arms/rho); 512 ln(128 arms/beta) + 128 ln(64 arms
    /beta) for test and fallback, over alpha^2, and 3 for rounding up. h = ln 2 >= 2/3."""
    previous = of(ARM, "n_previous", rho=rho / 4, alpha=alpha / 2, beta=rho / 4, arms=arms, C_arm_previous=1)
    tester = _uncut("problem:best-arm/tester", "samples", alpha=alpha / 2, beta=beta / 4, arms=arms)
    fallback = _uncut("problem:best-arm/fallback", "samples", alpha=alpha, beta=beta / 2, arms=arms)
    h = sp.Symbol("h", positive=True)
    log, logs = h + t, sp.log(arms) + sp.log(1 / beta)
    cubed, extra = _default(ARM, "C_arm"), _default(ARM, "C_arm_beta")
    rest = 512 * (7 * h + log) + 128 * (6 * h + log) + 3
    return {
        "n_replic": prove_identity(previous, 64 * (2 * ln2 + sp.log(arms) + sp.log(1 / rho)) ** 3 / (rho * alpha) ** 2),
        "cube": prove_by_form(at_most(64 * (2 * h + log) ** 3, cubed * log**3)),
        "n_tester": prove_identity(tester, 512 * (7 * ln2 + logs) / alpha**2),
        "n_nonreplic": prove_identity(fallback, 128 * (6 * ln2 + logs) / alpha**2),
        "ln 2 >= 2/3": prove_exact(at_least(ln2, R(2, 3))),
        "rest": prove_by_form(at_most(rest, extra * log), substitute={h: R(2, 3) + s}),
    }


def _best_arm_at(share: Any) -> Outcome:
    """One arm, rho = beta = alpha = 1/2, C_arm_previous = 10^6: the replicable solver against ``share`` 1728 C."""
    half = {"rho": R(1, 2), "alpha": R(1, 2), "beta": R(1, 2), "arms": 1}
    large = sp.Integer(10) ** 6
    needed = 64 * large * sp.log(8) ** 3 * 16
    whole = of(ARM, "n_new", **half, C_arm=share * 1728 * large, C_arm_beta=_default(ARM, "C_arm_beta"))
    return prove_exact(at_most(needed, whole))


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "pac.thresholds-order",
        THRESHOLDS,
        at(3428),
        "With C (log* d)^3 ln^2(1/beta)/(alpha rho)^2 ln(e + .)^p before boosting, the paper's split needs at most "
        "(256 7^p C + 197) X ln(e + X)^(2 + p) samples, X = (log* d)^3/(alpha rho)^2 + ln(1/beta)/alpha, alpha <= 1.",
        _thresholds,
        lambda: _thresholds_at(R(1, 20)),
        printed_constant="O~",
        proved_constant="453 ln^2 for C = 1, p = 0",
        note="false with a twentieth of it",
        argued="that the bounds of the three parts may be put in and added up",
    ),
    Claim(
        "heavy.final-order",
        HEAVY,
        at(3551),
        "With C ln(1/beta)/(nu epsilon^2 rho^2) ln(e + .)^p before boosting, the paper's split needs at most "
        "(586 8^p C + 49414) X ln(e + X)^(1 + p) samples, X = 1/(nu epsilon^2 rho^2) + ln(1/beta)/epsilon^2 and "
        "beta < rho.",
        _heavy,
        lambda: _heavy_at(R(1, 1000)),
        printed_constant="O~",
        proved_constant="50000 ln for C = 1, p = 0",
        note="false with a thousandth of it",
        argued="that the bounds of the parts may be put in and added up",
    ),
    Claim(
        "best-arm.final-order",
        ARM,
        at(3583),
        "With C ln^3(arms/beta)/(rho alpha)^2 before boosting, the paper's split needs at most 1728 C ln^3(arms/rho)/"
        "(rho alpha)^2 + 5000 ln(arms/beta)/alpha^2 samples per arm, beta <= rho <= 1/2.",
        _best_arm,
        lambda: _best_arm_at(R(1727, 1728)),
        printed_constant="O(1)",
        proved_constant="1728 C and 5000",
        note="no factor below 1728 C: one arm, rho = 1/2, large C",
        argued="that the bounds of the three parts may be put in and added up",
    ),
)
