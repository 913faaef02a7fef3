"""Claims of the heavy-hitters application (TeX lines 3430-3552)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim, Outcome, Parts, above, at_least, at_most, below, exponential_above_tangent, nudged, of, prove_by_form,
    prove_identity,
)  # fmt: skip

HEAVY, TESTER = "thm:heavy_hitters", "lm:heavy_tester"
R = sp.Rational

nu, epsilon, beta, size, p = sp.symbols("nu epsilon beta L p", positive=True)
s = sp.Symbol("s", nonnegative=True)
slack = sp.Symbol("slack", positive=True)


def _in(name: str) -> sp.Expr:
    """A quantity of the tester's statement in nu and epsilon."""
    return of(TESTER, name, nu=nu, epsilon=epsilon)


def _stronger() -> sp.Expr:
    """nu' - epsilon'."""
    return _in("nu_prime") - _in("epsilon_prime")


def _heavy_missing(error: sp.Expr) -> Outcome:
    """An element left out that makes the tester reject has probability above nu': no valid list is rejected for it."""
    return prove_by_form(above(_in("heavy_from") - error, _in("nu_prime")))


def _light_member(error: sp.Expr) -> Outcome:
    """A member of probability at most nu - epsilon is estimated below the line at which members are rejected."""
    return prove_by_form(below(nu - epsilon + error, _in("light_below")))


def _light_kept(error: sp.Expr) -> Outcome:
    """Members of a valid list have probability above nu' - epsilon' and are estimated above the rejection line."""
    return prove_by_form(at_least(_stronger() - error, _in("light_below")))


def _heavy_found(error: sp.Expr) -> Outcome:
    """An element of probability at least nu is estimated above the line from which a missing element is noticed."""
    return prove_by_form(at_least(nu - error, _in("heavy_from")))


def _fallback(threshold: sp.Expr) -> Parts:
    """The fallback lists what is estimated above the threshold, with error epsilon/32."""
    return {
        "heavy in": prove_by_form(above(nu - epsilon / 32, threshold)),
        "light out": prove_by_form(below(nu - epsilon + epsilon / 32, threshold)),
    }


def _list_size(fraction: sp.Rational) -> Outcome:
    """Members have probability above nu' - epsilon', so there are fewer than 1/(fraction nu) of them; epsilon < nu."""
    return prove_by_form(above(_stronger(), fraction * nu), substitute={nu: epsilon + slack})


def _estimate(factor: int) -> Outcome:
    """Hoeffding at n = factor ln(16 L/beta)/epsilon^2 for one of L estimates."""
    samples = factor * sp.log(16 * size / beta) / epsilon**2
    return prove_identity(2 * sp.exp(-2 * samples * _in("error") ** 2), beta / (8 * size))


def _absorbed(factor: int) -> Outcome:
    """factor/nu <= 1/epsilon^2 with nu = 1/(1 + slack) and epsilon = 1/(1 + slack + s)."""
    return prove_by_form(
        at_least(1 / epsilon**2, factor / nu), substitute={epsilon: 1 / (1 + slack + s), nu: 1 / (1 + slack)}
    )


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "heavy.stronger-problem", HEAVY, at(3454),
        "nu' - epsilon' = nu - epsilon + epsilon/4 and nu' < nu: the stronger problem's answers are answers",
        lambda: {
            "difference": prove_identity(_stronger(), nu - epsilon + epsilon / 4),
            "heavier": prove_by_form(below(_in("nu_prime"), nu)),
            "lighter": prove_by_form(above(_stronger(), nu - epsilon)),
        },
        lambda: prove_identity(_stronger(), nu - epsilon + epsilon / 2),
    ),
    nudged(
        "heavy.factor-four", HEAVY, at(3450),
        "for nu/2 < epsilon < nu, solving at nu/2 costs at most 4 times as much: (nu/2)^2 >= epsilon^2/4",
        lambda share: prove_by_form(at_least((nu / 2) ** 2, share * epsilon**2), substitute={nu: epsilon + s}),
        R(1, 4), R(26, 100),
        printed_constant="O(1)", proved_constant="4",
    ),
    Claim(
        "heavy.list-size", TESTER, at(3469),
        "nu' - epsilon' > nu/4 for epsilon < nu: a valid list has fewer than 4/nu members",
        lambda: {"probability": _list_size(R(1, 4)), "size": prove_identity(1 / (nu / 4), _in("list_size"))},
        lambda: _list_size(R(26, 100)),
        printed_constant="4", proved_constant="4; 8/5 under the assumed epsilon <= nu/2",
    ),
    nudged(
        "heavy.list-size-half", TESTER, at(3469),
        "with epsilon <= nu/2 even nu' - epsilon' >= 5 nu/8: at most 8/(5 nu) members",
        lambda share: prove_by_form(at_least(_stronger(), share * nu), substitute={nu: 2 * epsilon + s}),
        R(5, 8), R(63, 100),
        proved_constant="8/5",
    ),
    Claim(
        "heavy.missing-margin", TESTER, at(3487),
        "nu - epsilon/16 - epsilon/32 > nu': a valid list is never rejected for a missing element",
        lambda: _heavy_missing(_in("error")), lambda: _heavy_missing(R(3, 16) * epsilon),
        printed_constant="1/32", proved_constant="any error below 3/16 here",
    ),
    Claim(
        "heavy.light-margin", TESTER, at(3492),
        "nu - epsilon + epsilon/32 < nu' - epsilon' - epsilon/16: a member of probability <= nu - epsilon is rejected",
        lambda: _light_member(_in("error")), lambda: _light_member(R(3, 16) * epsilon),
        printed_constant="1/32", proved_constant="any error below 3/16 here",
    ),
    Claim(
        "heavy.kept-margin", TESTER, at(3479),
        "nu' - epsilon' - epsilon/32 >= nu' - epsilon' - epsilon/16: members of a valid list are kept",
        lambda: _light_kept(_in("error")), lambda: _light_kept(R(7, 100) * epsilon),
        printed_constant="1/32", proved_constant="1/16",
    ),
    Claim(
        "heavy.found-margin", TESTER, at(3496),
        "nu - epsilon/32 >= nu - epsilon/16: a missing element of probability at least nu is noticed",
        lambda: _heavy_found(_in("error")), lambda: _heavy_found(R(7, 100) * epsilon),
        printed_constant="1/32", proved_constant="1/16",
    ),
    nudged(
        "heavy.fallback-threshold", HEAVY, at(3530),
        "with error epsilon/32, listing from nu - epsilon/16 keeps all of at least nu and none of at most nu - epsilon",
        _fallback, nu - epsilon / 16, nu - epsilon / 32,
    ),
    nudged(
        "heavy.failure", TESTER, at(3516),
        "beta/4 + beta/16 + beta/8 <= beta",
        lambda bound: prove_by_form(at_most(beta / 4 + beta / 16 + beta / 8, bound)), beta, R(43, 100) * beta,
        printed_constant="1", proved_constant="7/16",
    ),
    nudged(
        "heavy.estimate-size", TESTER, at(3475),
        "512 ln(16 L/beta)/epsilon^2 samples estimate one probability to within epsilon/32 but for beta/(8 L)",
        _estimate, 512, 500,
    ),
    Claim(
        "heavy.candidates", HEAVY, at(3524),
        "n = ln(16/(nu beta))/nu samples miss an element of probability p >= nu with at most e^(-n nu) = nu beta/16",
        lambda: {
            "1 - p <= e^-p": exponential_above_tangent(),
            "exponent": prove_identity(sp.exp(-sp.log(16 / (nu * beta)) / nu * nu), nu * beta / 16),
            "at most 1/nu of them": prove_by_form(at_most((nu * beta / 16) / nu, beta / 8)),
        },
        lambda: prove_identity(sp.exp(-sp.log(15 / (nu * beta)) / nu * nu), nu * beta / 16),
    ),
    nudged(
        "heavy.samples-absorbed", TESTER, at(3515),
        "1/nu <= 1/epsilon^2 for epsilon <= nu <= 1",
        _absorbed, 1, 2,
    ),
)  # fmt: skip
