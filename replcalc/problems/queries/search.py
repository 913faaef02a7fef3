"""Parameters for k means answered to accuracy alpha, one after the other or with cosine noise; to be certified.

Each search returns the parameters of its statement by name, N among them. Noise: every accuracy and the size of the
noise go with 1/sqrt(N), so what rho and beta ask for at N = 1 gives N.
"""

import math
from collections.abc import Mapping
from functools import cache

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.search.optimise import (
    crossing,
    decimal_up,
    from_log,
    log_add,
    log_rational,
    round_down,
    smallest_on,
    whole,
)
from replcalc.sharper.adaptive_second_moment.statement import adaptive_accuracy, mean_deviation
from replcalc.sharper.adaptive_second_moment.statement import adaptive_rounding as adaptive_rounding_statement
from replcalc.sharper.cosine.statement import cosine_queries
from replcalc.sharper.means.search import exact, least_with_share, middle
from replcalc.sharper.means.statement import variance_rounding
from replcalc.statements.statement import Statement
from replcalc.symbolic.codegen import LOG, Compiled, compile_formula, in_parameters

#: Logarithms beyond which no parameter is looked for, and how finely.
_FAR, _FINE = 1e6, 1e-13


#: How far from an expectation a cell counts as near, in units of 1/sqrt(2N).
_NEAR = (0.5, 60.0)


def adaptive_rounding(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> dict[str, fmpq]:
    """Return N and lambda for means that are chosen one after the other, with x of derived:adaptive-accuracy."""
    sizes = arb(count)

    def one_mean(samples: int, share: arb) -> arb:
        given = {"k": arb(1), "alpha": arb(alpha), "V": arb(fmpq(1, 4)), "N": arb(samples), "lambda": share}
        return middle(variance_rounding, "beta", **given)

    def share_at(samples: int) -> arb:
        """Return the share by the better of two bounds on rho, one quadratic in 1/a and one linear."""
        deviation = middle(mean_deviation, "deviation", N=arb(samples))
        gap = middle(adaptive_rounding_statement, "gap", k=sizes, N=arb(samples), a=arb(1), deviation=deviation)
        second = sizes * (sizes - 1) / 2 * deviation / (2 * arb(samples)).sqrt()
        quadratic = (sizes * gap + ((sizes * gap) ** 2 + 4 * arb(rho) * second).sqrt()) / (2 * arb(rho))
        linear = sizes * (gap + 2 * deviation) / (2 * arb(rho))
        return (quadratic.min(linear) / (2 * arb(alpha))).mid()

    def near(samples: int, share: arb) -> arb:
        one = one_mean(samples, share)
        log_one = float(one.log()) if one > 0 else -_FAR  # too small for its ball
        each = float(1 / (share * arb(alpha) * (2 * arb(samples)).sqrt()))

        def log_failure(z: float) -> float:
            grown = count * math.log1p(each * z)
            met = (grown if grown > 40 else math.log(math.expm1(grown))) - math.log(each * z)
            return met + log_add(log_one, math.log(2) - z * z)

        _, best = smallest_on(log_failure, *_NEAR, 1e-4)
        return (arb(best) / (2 * arb(samples)).sqrt()).mid()

    def failure(samples: int, share: arb) -> arb:
        one = one_mean(samples, share)
        given = {"k": sizes, "N": arb(samples), "a": 2 * share * arb(alpha), "x": near(samples, share)}
        return middle(adaptive_accuracy, "beta", **given, beta_one=one)

    with ball_precision(128):
        guess = (sizes / (2 * arb(alpha) * arb(rho))) ** 2 / arb.pi()
    found = least_with_share(guess, beta, share_at, failure)
    with ball_precision(256):
        return found | {"x": round_down(exact(near(int(found["N"].p), arb(found["lambda"]))), 6)}


# -- noise -------------------------------------------------------------------------------------------------------------
@cache
def _formula(statement: Statement, name: str) -> Compiled:
    return compile_formula(in_parameters(statement, name), LOG)


def _least(statement: Statement, name: str, parameter: str, goal: float, given: Mapping[str, float]) -> float:
    """Return the least parameter at which a conclusion that falls with it gets down to the goal; all are logarithms."""
    formula = _formula(statement, name)
    found = crossing(lambda x: formula(**given, **{parameter: x}) - goal, _FAR, _FINE)
    return _FAR if found is None else found


def _room(*logarithms: float) -> float:
    """Return what floats of that size may be off by, and a little more."""
    return 1e-12 + 4e-15 * max(map(abs, logarithms))


def cosine(count: int, alpha: fmpq, rho: fmpq, beta: fmpq, groups: int = 1) -> dict[str, fmpq]:
    """N and the noise a for G = ``groups`` groups of almost equal size, at most g."""
    size = -(-count // groups)
    given = {"k": math.log(count), "N": 0.0, "G": math.log(groups), "g": math.log(size)}
    noise = _least(cosine_queries, "rho", "a", log_rational(rho), given)
    means = _least(cosine_queries, "beta", "alpha1", log_rational(beta), given)
    room = _room(noise, means)
    samples = whole(2 * (log_add(noise, means) - log_rational(alpha)) + room)
    spent = from_log(means - math.log(samples) / 2 + room / 5)
    alpha1 = decimal_up(spent, spent / 10**10)
    return {"N": fmpq(samples), "G": fmpq(groups), "g": fmpq(size), "a": alpha - alpha1}
