"""Claims of what follows: parallel best arms, Littlestone classes, the hard instance, remarks and facts in passing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations
from typing import Any

import sympy as sp

from replcalc.claims.claim import Claim, nudged
from replcalc.claims.formulas import of
from replcalc.formulas.language import above, at_least, at_most, equal
from replcalc.paper.applications.claims import log_failure, log_failure_at
from replcalc.paper.literature import at
from replcalc.prover.cases import at_witness
from replcalc.prover.finite import Case, called, indicator, prove_finite
from replcalc.prover.prove import Outcome, Parts, prove_exact, prove_identity
from replcalc.prover.signs import prove_by_form

ARMS, LITTLESTONE, REMARK, BOOST_INTRO = "thm:parallel_best_arm", "cor:littlestone", "rem:boost", "thm:boost_intro"
HARD, MARGINALS, QUERIES = "lm:hard_instance_exists", "lm:marginal_neg", "thm:multi_dim_mean"
STATISTIC, HEAVY, NAIVE, APPENDIX = "thm:intro_stuff_stat", "lm:heavy_tester", "sec:naive", "lm:pg_compose_het"
R = sp.Rational

alpha, rho, beta, nu, a, b, q = sp.symbols("alpha rho beta nu a b q", positive=True)
n, k, d = sp.symbols("n k d", integer=True, positive=True)
s, t, w = sp.symbols("s t w", nonnegative=True)
ln2 = sp.Symbol("ln2", positive=True)


# -- parallel best arms ------------------------------------------------------------------------------------------------
def _single_instance(weight: Any) -> Parts:
    """ln(a/beta0) <= weight ln(ka/(rho beta)) at c = 1/e, a >= 1 arms, rho, beta <= 1/2.

    With T = ln(k/(rho beta)) = 2 ln 2 + t: ln(1/beta0) <= 2 (1 + 1/e) T + 2 (arms.log-failure), ln a = s.
    """
    small = 2 * ln2 + t
    bound = at_most(s + 2 * (1 + sp.exp(-1)) * small + 2 * (small / (2 * ln2)), weight * (s + small))
    return {
        "ln(1/beta0)": log_failure(),
        "2 <= 2 T/(2 ln 2)": prove_by_form(at_most(1, small / (2 * ln2))),
        "sum": prove_by_form(bound),
    }


def _single_instance_at(weight: Any) -> Outcome:
    """k = 24, rho = 1/2, beta = 1/46, c = 1/e, one arm."""
    size = sp.log(24 * sp.log(48) * sp.log(46) * 46) + 1
    outcome = prove_exact(at_most(2 * size, weight * sp.log(24 * 2 * 46)))
    return at_witness(outcome, k=24, rho="1/2", beta="1/46", arms=1)


# -- Littlestone classes -----------------------------------------------------------------------------------------------
Labels = tuple[int, ...]


def littlestone_dimension(functions: frozenset[Labels]) -> int:
    """The depth of the deepest complete tree of points whose every branch some function follows; -1 for no function."""
    if not functions:
        return -1
    best = 0
    for point in range(len(next(iter(functions)))):
        split = [frozenset(f for f in functions if f[point] == label) for label in (0, 1)]
        if all(split):
            best = max(best, 1 + min(map(littlestone_dimension, split)))
    return best


def vc_dimension(functions: frozenset[Labels]) -> int:
    """The size of the largest set of points that shows all its labellings."""
    points = range(len(next(iter(functions))))
    sets = chain.from_iterable(combinations(points, size) for size in range(len(points) + 1))
    seen = ((len(chosen), len({tuple(f[x] for x in chosen) for f in functions})) for chosen in sets)
    return max(size for size, labellings in seen if labellings == 2**size)


def _dimensions(relation: Callable[[Any, Any], Any]) -> Outcome:
    """VC against Littlestone dimension of all 255 nonempty classes on three points; bit j of a class: is j a member?"""

    def of_class(dimension: Callable[[frozenset[Labels]], int]) -> Callable[[int, int], int]:
        def at(points: int, number: int) -> int:
            labels = (tuple(j >> p & 1 for p in range(points)) for j in range(2**points) if number >> j & 1)
            return dimension(frozenset(labels))

        return at

    chosen = sp.Symbol("c", integer=True, positive=True)
    sides = (called(name, 3, chosen) for name in ("vc", "littlestone"))
    functions = {"vc": of_class(vc_dimension), "littlestone": of_class(littlestone_dimension)}
    return prove_finite([Case("VC and Littlestone", relation(*sides), [(chosen, 1, 255)])], functions=functions)


def _boosted_littlestone(factor: int) -> Parts:
    """The cited bound at (rho/4, alpha/2, rho/4), logarithms that O~ hides left out: ln^3(4/rho) <= 27 ln^3(1/rho).

    With ln(1/rho) = ln 2 + t for rho <= 1/2.
    """
    plain = {"C_littlestone_previous": 1, "p_littlestone_previous": 0}
    cited = of(LITTLESTONE, "n_previous", rho=rho / 4, alpha=alpha / 2, beta=rho / 4, d=d, **plain)
    log = 3 * ln2 + t
    return {
        "scaled": prove_identity(cited, 64 * d**12 * sp.log(4 / rho) ** 3 / (alpha * rho) ** 2),
        "logarithm": prove_by_form(at_most(64 * log**3, factor * (ln2 + t) ** 3)),
    }


# -- the hard instance -------------------------------------------------------------------------------------------------
def _one_block(factor: Any) -> Outcome:
    """thm:multi_dim_mean with n queries at accuracy 1/100 costs 10^4 times the bound of one block."""
    means = of(QUERIES, "n", k=n, alpha=R(1, 100), rho=rho, beta=beta, C_queries=1, p_queries=0, q_queries=q)
    block = of(HARD, "samples_each", n=n, rho=rho, beta=beta, C_hard_each=1, p_hard_each=0, q_hard_each=q)
    return prove_identity(means, factor * block)


def _glued(extra: Any) -> Outcome:
    """The composed problem is one-way marginals with nk coins: lm:marginal_neg at d = nk is its lower bound."""
    alone = of(MARGINALS, "samples", d=n * k, C_marginal=1, p_marginal=q)
    return prove_identity(alone + extra, of(HARD, "samples_composed", n=n, k=k, C_hard_composed=1, p_hard_composed=q))


# -- remarks and facts in passing --------------------------------------------------------------------------------------
def _polynomial(base: int) -> Outcome:
    """A cost rho^-a alpha^-b at (rho/4, alpha/2) is base^a 2^b times that at (rho, alpha): their logarithms."""
    moved = -a * sp.log(rho / 4) - b * sp.log(alpha / 2)
    return prove_identity(moved, a * sp.log(base) + b * sp.log(2) - a * sp.log(rho) - b * sp.log(alpha))


def _bernoulli_sum(extra: int) -> Outcome:
    """Given the number j of ones among n flips, each of w arrangements has probability 1/w, whatever theta is."""
    theta, arrangements = sp.symbols("theta w", positive=True)
    j = sp.Symbol("j", integer=True, positive=True)
    one = theta**j * (1 - theta) ** (n - j)
    return prove_identity(one / (arrangements * theta**j * (1 - theta) ** (n - j + extra)), 1 / arrangements)


def _collected(count: int) -> Parts:
    """n_1 = (8/(7 nu)) ln(count/(7 nu beta)): at most 8/(7 nu) elements reach nu' >= 7 nu/8, missed at most beta/16."""
    least = R(7, 8) * nu
    samples = sp.log(count / (7 * nu * beta)) / least
    return {
        "nu' >= 7 nu/8": prove_by_form(at_least(nu - (nu / 2) / 4, least)),
        "missed": prove_identity(1 / least * sp.exp(-samples * least), beta / 16),
    }


def _nearly_optimal(size: Any) -> Parts:
    """2 rho lies above the infimum rho and rho/2 below it: strict inequalities, which need rho > 0."""
    doubled, halved = above(2 * size, size), above(size, size / 2)
    return {"2 rho > rho": prove_by_form(doubled), "rho > rho/2": prove_by_form(halved)}


def _max_information(bits: int, factor: Any) -> Outcome:
    """Max-information (beta = 0) of naming a uniform sample: the largest ratio over all events, against 2^bits.

    An event on pairs (x, z) holds ``named`` of the pairs x = z and ``others``; it has probability named/size under the
    joint law and (named + others)/size^2 under the product. Every pair of numbers belongs to some event.
    """
    size, named, others = sp.symbols("size named others", integer=True, nonnegative=True)
    ratio = (named / size) / ((named + others) / size**2)
    every = [(named, 0, size), (others, indicator(sp.Eq(named, 0)), size**2 - size)]
    cases = [
        Case("every event", at_most(ratio, factor * size), every),
        Case("the event x = z = 1", equal(ratio, factor * size), [(named, 1, 1), (others, 0, 0)]),
    ]
    return prove_finite(cases, given={size: 2**bits})


def _advanced(share: Any) -> Outcome:
    """sqrt(2 k ln(1/delta')) <= k, squared, for k = 2 ln(1/delta')/share + s: advanced below basic composition."""
    log = sp.Symbol("log", positive=True)
    rounds = 2 * log / share + s
    return prove_by_form(at_most(2 * rounds * log, rounds**2))


# -- facts in passing --------------------------------------------------------------------------------------------------
def _expected_cost(factor: Any) -> Parts:
    """A threshold at distance d of the bias is told apart with 1/d^2 samples, or all 1/rho^2 are taken: on average over
    the thresholds at distance 1/N, 2/N, ..., 1 at most factor/rho. In the limit of N it is 2/rho - 1."""
    parts, inverse, j = sp.symbols("N r j", integer=True, positive=True)
    mean = sp.Sum(sp.Min((parts / j) ** 2, inverse**2, evaluate=False), (j, 1, parts)) / parts
    cases = [Case("average cost", at_most(mean, factor * inverse), [(parts, 1, 32), (inverse, 1, parts)])]
    share = rho / k
    return {
        "thresholds on a grid": prove_finite(cases),
        "in the limit": prove_by_form(at_most(rho * rho**-2 + (1 / rho - 1), factor / rho)),
        "k coins at rho/k": prove_identity(k * (factor / share), factor * k**2 / rho),
    }


def _perfect_tester(factor: Any) -> Parts:
    """Two runs differ only if the candidates do (at most rho) or are equal and invalid (at most rho).

    The union bound, and a world near it: 20 strings, 5 samples. On strings 1 to 5 the candidate names the sample, on 6
    to 9 it is invalid and the fallback names the sample, else it is 0; candidates differ, or are invalid, with
    probability 4/20 each, and the answers differ with 9/25.
    """
    apart, invalid, s1 = sp.symbols("apart invalid s1", nonnegative=True)
    r, x, y = sp.symbols("r x y", integer=True, nonnegative=True)

    def candidate(sample: Any) -> Any:
        return indicator(sp.Le(r, 5), sample, indicator(sp.Le(r, 9), -1, 0))

    def answer(sample: Any) -> Any:
        return indicator(sp.Ge(candidate(sample), 0), candidate(sample), sample)

    def differ(of_sample: Callable[[Any], Any]) -> Any:
        return sp.Sum(indicator(sp.Ne(of_sample(x), of_sample(y))), (r, 1, 20), (x, 0, 4), (y, 0, 4)) / 500

    size = R(1, 5)
    world = [
        Case("candidates differ", equal(differ(candidate), size)),
        Case("candidates invalid", equal(sp.Sum(indicator(sp.Lt(candidate(x), 0)), (r, 1, 20), (x, 0, 4)) / 100, size)),
        Case("answers differ", at_most(differ(answer), factor * size)),
    ]
    # rho is the larger of the two: apart + s, and once more invalid + s
    unions = {
        "invalid <= apart": prove_by_form(
            at_most(apart + invalid, factor * (apart + s)), substitute={apart: invalid + s1}
        ),
        "apart <= invalid": prove_by_form(
            at_most(apart + invalid, factor * (invalid + s)), substitute={invalid: apart + s1}
        ),
    }
    return {"a world": prove_finite(world), **unions}


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "arms.log-failure", ARMS, at(1255),
        "ln(1/beta0) <= 2 (1 + 1/e) ln(k/(rho beta)) + 2 ln(1/c), as for queries.",
        lambda: {
            "A + B": prove_identity(sp.log(k / rho) + sp.log(1 / beta), sp.log(k / (rho * beta))),
            "bound": log_failure(),
        },
        lambda: log_failure_at(R(5, 4)),
        printed_constant="Theta(1)", proved_constant="2 (1 + 1/e)",
    ),
    Claim(
        "arms.one-instance", ARMS, at(1261),
        "ln(a/beta0) <= (2 + 2/e + 1/ln 2) ln(ka/(rho beta)) at c = 1/e: the cubes are of the same order.",
        lambda: _single_instance(2 * (1 + sp.exp(-1)) + 1 / ln2),
        lambda: _single_instance_at(R(5, 2)),
        printed_constant="O(1)", proved_constant="2 + 2/e + 1/ln 2 = 4.178",
    ),
    nudged(
        "littlestone.vc-below", LITTLESTONE, at(3368),
        "The VC dimension is at most the Littlestone dimension: all 255 classes on three points, by enumeration.",
        _dimensions, at_most, equal,
        note="by machine: three points; for any class a shattered set, asked point by point, is a complete tree",
    ),
    nudged(
        "littlestone.boosted", LITTLESTONE, at(3362),
        "At (rho/4, alpha/2, rho/4) the cited bound is at most 1728 d^12 ln^3(1/rho)/(alpha rho)^2 for rho <= 1/2.",
        _boosted_littlestone, 1728, 1727,
        printed_constant="O~(1)", proved_constant="1728",
    ),
    nudged(
        "rem.polynomial-costs", REMARK, at(3153),
        "A cost rho^-a alpha^-b at (rho/4, alpha/2) is 4^a 2^b times that at (rho, alpha), for all exponents.",
        _polynomial, 4, 3,
    ),
    Claim(
        "boost.intro-form", BOOST_INTRO, at(560),
        "With costs rho^-a alpha^-b and ln(4/beta) <= 3 ln(1/beta), beta <= 1/2, it is of the order of thm:boost_beta.",
        lambda: {"solver": _polynomial(4), "tester": prove_by_form(at_most(2 * ln2 + (ln2 + t), 3 * (ln2 + t)))},
        lambda: prove_by_form(at_most(2 * ln2 + (ln2 + t), R(29, 10) * (ln2 + t))),
        proved_constant="3",
    ),
    nudged(
        "hard.one-block", HARD, at(3705),
        "One block is n queries at accuracy 1/100: thm:multi_dim_mean gives 10^4 n rho^-2 polylog(1/beta).",
        _one_block, 10**4, 10**4 - 1,
        printed_constant="O~(1)", proved_constant="10^4",
    ),
    nudged(
        "hard.glued", MARGINALS, at(3710),
        "The composed problem is one-way marginals with nk coins, so its lower bound is the lemma's at d = nk.",
        _glued, 0, n,
    ),
    Claim(
        "suffstat.halved", STATISTIC, at(456),
        "Starting from rho/2 costs a factor 4 where the samples grow as 1/rho^2, and twice rho/2 is rho.",
        lambda: {
            "cost": prove_identity((rho / 2) ** -2, 4 * rho**-2),
            "loss": prove_identity(of(STATISTIC, "rho_new", rho=rho / 2, beta=beta, n=n), rho),
        },
        lambda: prove_identity((rho / 2) ** -2, 3 * rho**-2),
        proved_constant="4",
    ),
    nudged(
        "suffstat.bernoulli-sum", STATISTIC, at(2787),
        "For coin flips the sum is sufficient: given it, the law of the sample does not depend on the bias.",
        _bernoulli_sum, 0, 1,
    ),
    nudged(
        "heavy.collected", HEAVY, at(3483),
        "(8/(7 nu)) ln(128/(7 nu beta)) samples contain every element of probability nu' but for beta/16.",
        _collected, 128, 127,
        printed_constant="Theta(1)", proved_constant="8/7",
    ),
    nudged(
        "naive.nearly-optimal", NAIVE, at(3609),
        "If the infimum rho is positive, 2 rho is above it and rho/2 below it.",
        _nearly_optimal, rho, s,
        note="at rho = 0 neither holds, which is why rho > 0 is assumed (3608)",
    ),
    nudged(
        "naive.coordinate-sampling", NAIVE, at(680),
        "min(1/d^2, 1/rho^2) averages at most 2/rho over d = 1/N, ..., 1: k coins at rho/k cost 2 k^2/rho in all.",
        _expected_cost, 2, R(3, 2),
        printed_constant="O(1)", proved_constant="2",
        note="why a coin needs 1/rho samples in expectation (quoted from hopkins2024replicability, section 1.1.3)",
    ),
    nudged(
        "boost.perfect-tester", BOOST_INTRO, at(526),
        "With a tester that never errs, two runs give the same answer with probability at least 1 - 2 rho.",
        _perfect_tester, 2, R(7, 4),
        printed_constant="2", proved_constant="2",
    ),
    nudged(
        "appendix.max-information", APPENDIX, at(3795),
        "Naming a uniform sample of two bits has max-information ln 4 (beta = 0): all events on pairs enumerated.",
        _max_information, (2, 1), (1, R(1, 2)),
    ),
    nudged(
        "private.advanced", "route:private", at(668),
        "sqrt(2 k ln(1/delta')) eps <= k eps from k = 2 ln(1/delta') on: advanced composition beats the basic one.",
        _advanced, 1, R(101, 100),
        proved_constant="2 ln(1/delta')",
    ),
)  # fmt: skip
