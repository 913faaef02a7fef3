"""Claims of the heavy-hitters application (TeX lines 3430-3552)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    Outcome,
    R,
    above,
    at_least,
    at_most,
    below,
    concluded,
    exponential_above_tangent,
    nudged,
    of,
    prove_by_form,
    prove_identity,
)

HEAVY, TESTER = "thm:heavy_hitters", "lm:heavy_tester"

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


def _list_size(fraction: sp.Rational) -> Outcome:
    """Members have probability above nu' - epsilon', so there are fewer than 1/(fraction nu) of them; epsilon < nu."""
    return prove_by_form(above(_stronger(), fraction * nu), substitute={nu: epsilon + slack})


def _estimate(factor: int) -> Outcome:
    """Hoeffding at n = factor ln(16 L/beta)/epsilon^2 for one of L estimates."""
    samples = factor * sp.log(16 * size / beta) / epsilon**2
    return prove_identity(2 * sp.exp(-2 * samples * _in("error") ** 2), beta / (8 * size))


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "heavy.stronger-problem",
        HEAVY,
        at(3454),
        "nu' - epsilon' = nu - epsilon + epsilon/4 and nu' < nu: the stronger problem's answers are answers",
        "(nu - eps/4) - eps/2 = nu - eps + eps/{} > nu - eps and nu - eps/4 < nu",
        "nu > 0, eps > 0",
        "4",
        "5",
        given="what an answer to (nu, epsilon) is",
    ),
    concluded(
        "heavy.factor-four",
        HEAVY,
        at(3450),
        "for nu/2 < epsilon < nu, solving at nu/2 costs at most 4 times as much: (nu/2)^2 >= epsilon^2/4",
        "(nu/2)^2 >= eps^2/{}",
        "nu > 0, eps > 0",
        "4",
        "3.9",
        where_holds=("eps < nu",),
        printed_constant="O(1)",
        proved_constant="4",
        given="a cost in proportion to 1/epsilon^2",
    ),
    concluded(
        "heavy.list-size",
        TESTER,
        at(3469),
        "nu' - epsilon' > nu/4 for epsilon < nu: a valid list has fewer than 4/nu members",
        "nu - eps/4 - eps/2 > {}*nu",
        "nu > 0, eps > 0",
        "1/4",
        "0.3",
        where_holds=("eps < nu",),
        steps=lambda: {"probability": _list_size(R(1, 4)), "size": prove_identity(1 / (nu / 4), _in("list_size"))},
        printed_constant="4",
        proved_constant="4; 8/5 under the assumed epsilon <= nu/2",
        given="that probabilities add up to at most 1",
    ),
    concluded(
        "heavy.list-size-half",
        TESTER,
        at(3469),
        "with epsilon <= nu/2 even nu' - epsilon' >= 5 nu/8: at most 8/(5 nu) members",
        "nu - eps/4 - eps/2 >= {}*nu",
        "nu > 0, eps > 0",
        "5/8",
        "0.63",
        where_holds=("eps <= nu/2",),
        proved_constant="8/5",
        given="that probabilities add up to at most 1",
    ),
    concluded(
        "heavy.missing-margin",
        TESTER,
        at(3487),
        "nu - epsilon/16 - epsilon/32 > nu': a valid list is never rejected for a missing element",
        "nu - eps/16 - eps/32 > nu - eps/{}",
        "nu > 0, eps > 0",
        "4",
        "12",
        steps=lambda: _heavy_missing(_in("error")),
        printed_constant="1/32",
        proved_constant="any error below 3/16 here",
        given="that every estimate is within epsilon/32",
    ),
    concluded(
        "heavy.light-margin",
        TESTER,
        at(3492),
        "nu - epsilon + epsilon/32 < nu' - epsilon' - epsilon/16: a member of probability <= nu - epsilon is rejected",
        "nu - eps + eps/32 < (nu - eps/4) - eps/2 - eps/{}",
        "nu > 0, eps > 0",
        "16",
        "4",
        steps=lambda: _light_member(_in("error")),
        printed_constant="1/32",
        proved_constant="any error below 3/16 here",
        given="that every estimate is within epsilon/32",
    ),
    concluded(
        "heavy.kept-margin",
        TESTER,
        at(3479),
        "nu' - epsilon' - epsilon/32 >= nu' - epsilon' - epsilon/16: members of a valid list are kept",
        "(nu - eps/4) - eps/2 - eps/32 >= (nu - eps/4) - eps/2 - eps/{}",
        "nu > 0, eps > 0",
        "16",
        "40",
        steps=lambda: _light_kept(_in("error")),
        printed_constant="1/32",
        proved_constant="1/16",
        given="that every estimate is within epsilon/32",
    ),
    concluded(
        "heavy.found-margin",
        TESTER,
        at(3496),
        "nu - epsilon/32 >= nu - epsilon/16: a missing element of probability at least nu is noticed",
        "nu - eps/32 >= nu - eps/{}",
        "nu > 0, eps > 0",
        "16",
        "40",
        steps=lambda: _heavy_found(_in("error")),
        printed_constant="1/32",
        proved_constant="1/16",
        given="that every estimate is within epsilon/32",
    ),
    concluded(
        "heavy.fallback-threshold",
        HEAVY,
        at(3530),
        "with error epsilon/32, listing from nu - epsilon/16 keeps all of at least nu and none of at most nu - epsilon",
        "nu - eps/32 > nu - eps/{} and nu - eps + eps/32 < nu - eps/16",
        "nu > 0, eps > 0",
        "16",
        "40",
        given="that every estimate is within epsilon/32",
    ),
    concluded(
        "heavy.failure",
        TESTER,
        at(3516),
        "beta/4 + beta/16 + beta/8 <= beta",
        "beta/4 + beta/16 + beta/8 <= {}*beta",
        "beta > 0",
        "1",
        "0.4",
        printed_constant="1",
        proved_constant="7/16",
    ),
    nudged(
        "heavy.estimate-size",
        TESTER,
        at(3475),
        "512 ln(16 L/beta)/epsilon^2 samples estimate one probability to within epsilon/32 but for beta/(8 L)",
        _estimate,
        512,
        500,
        given="Hoeffding's inequality",
    ),
    Claim(
        "heavy.candidates",
        HEAVY,
        at(3524),
        "n = ln(16/(nu beta))/nu samples miss an element of probability p >= nu with at most e^(-n nu) = nu beta/16",
        lambda: {
            "1 - p <= e^-p": exponential_above_tangent(),
            "exponent": prove_identity(sp.exp(-sp.log(16 / (nu * beta)) / nu * nu), nu * beta / 16),
            "at most 1/nu of them": prove_by_form(at_most((nu * beta / 16) / nu, beta / 8)),
        },
        lambda: prove_identity(sp.exp(-sp.log(15 / (nu * beta)) / nu * nu), nu * beta / 16),
        given="that draws are independent, and the union bound",
    ),
    concluded(
        "heavy.samples-absorbed",
        TESTER,
        at(3515),
        "1/nu <= 1/epsilon^2 for epsilon <= nu <= 1",
        "1/nu <= {}/eps^2",
        "nu in (0, 1], eps in (0, 1]",
        "1",
        "0.9",
        where_holds=("eps <= nu",),
    ),
)
