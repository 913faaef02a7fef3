"""Claims on composition by squared votes."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    at_least,
    at_most,
    concluded,
    correlated_error,
    equal,
    exponential_above_line,
    exponential_above_tangent,
    kl,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
    prove_on_box,
    term_of,
)

VOTES, LIMIT = "derived:squared-votes", "derived:squared-votes-limit"
R = sp.Rational

a, u, v, w, x0, x1, rho, rho0, p, x, y = sp.symbols("a u v w x0 x1 rho rho0 p x y", positive=True)
N, T, J, k = sp.symbols("N T J k", integer=True, positive=True)
s, t, H, c = sp.symbols("s t H c", nonnegative=True)


def _exponent_increases(shift: int) -> Parts:
    """d/du kl(au, u) = a(1/z - 1 + ln z) with z = a(1-u)/(1-au) <= 1; at z = e^-s the bracket is e^s - 1 - s."""
    z = a * (1 - u) / (1 - a * u)
    return {
        "derivative": prove_identity(kl(a * u, u).diff(u), a * (1 / z - 1 + shift + sp.log(z))),
        "z <= 1": prove_identity(1 - z, (1 - a) / (1 - a * u)),
        "in s": prove_identity(sp.exp(s) - 1 + sp.log(sp.exp(-s)), sp.exp(s) - 1 - s),
        "e^s >= 1 + s": exponential_above_tangent(),
    }


def _away_from_mean(start: sp.Rational) -> Parts:
    """d/db kl(a, b) = (b-a)/(b(1-b)): with odds x/1 and (x+s)/1, nonpositive below a, nonnegative above.

    ``start``: from which multiple of a's odds on b counts as above.
    """
    slope = (u - a) / (u * (1 - u))
    low, high = x / (1 + x), (x + s) / (1 + x + s)
    above = (start * x + s) / (1 + start * x + s)
    return {
        "derivative": prove_identity(kl(a, u).diff(u), slope),
        "below": prove_by_form(at_most(slope, 0), substitute={u: low, a: high}),
        "above": prove_by_form(at_least(slope, 0), substitute={u: above, a: low}),
    }


def _mirror() -> Parts:
    """At u = 1 - x0 and a u = 1 - x1 the exponent is kl(x1, x0), the tau of the statement."""
    return {
        "mirror": prove_identity(kl(1 - x1, 1 - x0), kl(x1, x0)),
        "tau": prove_identity(term_of(VOTES, "tau", T=T, x0=x0, x1=x1), sp.exp(-T * kl(x1, x0))),
    }


def _normaliser(power: int) -> Outcome:
    """((1-x1)/(1-x0))^2 (1 - mean defect) >= D for a mean defect of at most x0."""
    shrink = ((1 - x1) / (1 - x0)) ** power
    bound = term_of(VOTES, "D", x0=x0, x1=x1)
    inside = {x0: 1 - x, x1: 1 - x / (1 + w)}  # 1 - x0 = x and 1 - x1 = x/(1+w), with x <= 1 not needed
    return prove_by_form(at_least(shrink * (1 - x0 + s), bound), substitute=inside)


def _spread(factor: int) -> Outcome:
    """Var of a vote share is p(1-p)/T: from the generating function; two independent shares differ by twice it."""
    z = sp.Symbol("z", positive=True)
    law = (1 - p + p * z) ** T
    first, second = (law.diff(z, order).xreplace({z: sp.Integer(1)}) for order in (1, 2))
    variance = (second + first - first**2) / T**2
    return prove_identity(2 * variance, factor * p * (1 - p) / T)


def _chi(factor: int) -> Outcome:
    """Expected squared distance at most 2 J rho0/T over twice the smallest squared norm J D."""
    smallest = term_of(VOTES, "D", x0=x0, x1=x1)
    chi = term_of(VOTES, "chi", rho0=rho0, T=T, x0=x0, x1=x1)
    return prove_identity((factor * J * rho0 / T) / (2 * J * smallest), chi)


def _concave(factor: int) -> Outcome:
    """f at a mixture minus the mixture of f is 2 a(1-a)(x-y)^2/((1+x)(1+y)(1+ax+(1-a)y))."""
    middle = a * x + (1 - a) * y
    gap = correlated_error(middle) - a * correlated_error(x) - (1 - a) * correlated_error(y)
    return prove_identity(gap, factor * a * (1 - a) * (x - y) ** 2 / ((1 + x) * (1 + y) * (1 + middle)))


def _limit(factor: sp.Rational) -> Parts:
    """x0 = x1 = rho0: D = 1 - rho0, and 2 sqrt(2 chi) = rho at N = limit/rho^2 blocks (n = 1); f(x) <= 2x."""
    smallest = term_of(VOTES, "D", x0=rho0, x1=rho0)
    samples = factor * of(LIMIT, "limit", rho0=rho0) / rho**2
    chi = term_of(VOTES, "chi", rho0=rho0, T=samples, x0=rho0, x1=rho0)
    return {
        "D": prove_identity(smallest, 1 - rho0),
        "rho": prove_identity(2 * sp.sqrt(2 * chi), rho),
        "f(x) <= 2x": prove_by_form(at_most(correlated_error(x), 2 * x)),
        "f(x) >= 2x(1 - x)": prove_by_form(at_least(correlated_error(x), 2 * x * (1 - x))),
    }


def _best_start(value: int) -> Parts:
    """8/(rho0(1-rho0)) >= value with rho0 = 1/(1+x); equality at 1/2."""
    law = of(LIMIT, "law", rho0=rho0)
    return {
        "least": prove_by_form(
            at_least(law, value), 8 * (x - 1) ** 2 / x if value == 32 else None, substitute={rho0: 1 / (1 + x)}
        ),
        "attained": prove_exact(equal(law.xreplace({rho0: R(1, 2)}), value)),
    }


CLAIMS: tuple[Claim, ...] = (
    nudged(
        "votes.exponent-increases",
        VOTES,
        None,
        "kl((1-s)u || u) increases in u: its derivative is a(1/z - 1 + ln z) with z <= 1",
        _exponent_increases,
        0,
        1,
        given="the mean value theorem",
    ),
    nudged(
        "votes.away-from-mean",
        VOTES,
        None,
        "kl(a || b) decreases in b below a and increases above: its derivative is (b-a)/(b(1-b))",
        _away_from_mean,
        R(1),
        R(99, 100),
        given="the mean value theorem",
    ),
    concluded(
        "votes.mirror",
        VOTES,
        None,
        "kl(1-x1 || 1-x0) = kl(x1 || x0): the normaliser fails with probability at most tau",
        "(1 - x1)*log((1 - x1)/(1 - x0)) + (1 - (1 - x1))*log((1 - (1 - x1))/(1 - (1 - x0))) = {}*(x1*log(x1/x0) + "
        "(1 - x1)*log((1 - x1)/(1 - x0)))",
        "x0 in (0, 1), x1 in (0, 1)",
        "1",
        "2",
        steps=_mirror,
        given="the Chernoff-Hoeffding bound",
    ),
    concluded(
        "votes.cosine",
        VOTES,
        None,
        "1 - cos <= |v-v'|^2/(2|v||v'|): the difference is (|v|-|v'|)^2/(2|v||v'|)",
        "1 - c <= (v^2 + w^2 - 2*{}*c*v*w)/(2*v*w)",
        "c in [-1, 1], v > 0, w > 0",
        "1",
        "1.1",
        proved_constant="1/2 (equal norms)",
    ),
    concluded(
        "votes.total-variation",
        VOTES,
        None,
        "TV <= sqrt 2 H: H^2(2 - H^2) <= 2 H^2, with tv.le-cam",
        "H^2*(2 - H^2) <= {}*H^2",
        "H in [0, 1]",
        "2",
        "1.9",
        proved_constant="sqrt 2 (as H tends to 0)",
        given="tv.le-cam",
    ),
    concluded(
        "votes.normaliser",
        VOTES,
        None,
        "the squared norm of the votes is at least J D, D = (1-x1)^2/(1-x0), while the mean defect is at most x0",
        "(x + s)/(1 + w)^2 >= {}*x/(1 + w)^2",
        "x > 0, s >= 0, w > 0",
        "1",
        "1.1",
        steps=lambda: _normaliser(2),
        given="that an average of squares is at least the square of the average",
    ),
    nudged(
        "votes.spread",
        VOTES,
        None,
        "two independent vote shares over T blocks differ by 2p(1-p)/T in mean square",
        _spread,
        2,
        1,
        given="the variance of a binomial law",
    ),
    nudged(
        "votes.chi",
        VOTES,
        None,
        "the expected squared Hellinger distance is at most rho0/(T D)",
        _chi,
        2,
        3,
        given="votes.cosine and votes.spread",
    ),
    concluded(
        "votes.concave",
        VOTES,
        None,
        "f(x) = 2x/(1+x) is concave: f of a mixture exceeds the mixture of f by an explicit square",
        "2*(a*x + (1 - a)*y)/(1 + a*x + (1 - a)*y) - a*2*x/(1 + x) - (1 - a)*{}*y/(1 + y) = 2*a*(1 - a)*(x - "
        "y)^2/((1 + x)*(1 + y)*(1 + a*x + (1 - a)*y))",
        "a in [0, 1], x >= 0, y >= 0",
        "2",
        "2.1",
    ),
    nudged(
        "votes.squares-below",
        VOTES,
        None,
        "v^2 <= v on [0, 1]: the mass of wrong answers is at most the plain votes over J D",
        lambda bound: prove_on_box(at_most(x**2, bound), {x: (0, 1)}),
        x,
        R(99, 100) * x,
    ),
    concluded(
        "votes.limit",
        LIMIT,
        None,
        "with x0, x1 at rho0, N = 8 rho0/(1-rho0) (sum n)/rho^2 makes 2 sqrt(2 chi) equal to rho; f(x) ~ 2x",
        "2*x*(1 - x) <= 2*x/(1 + x) <= {}*x",
        "x > 0",
        "2",
        "1.9",
        steps=lambda: _limit(R(1)),
        proved_constant="8 rho0/(1-rho0)",
        given="the closed form of derived:squared-votes",
    ),
    concluded(
        "votes.best-start",
        LIMIT,
        None,
        "for base cost n1/rho0^2 the factor 8/(rho0(1-rho0)) is least at rho0 = 1/2, where it is 32",
        "8/(rho0*(1 - rho0)) >= {}",
        "rho0 in (0, 1)",
        "32",
        "33",
        steps=lambda: _best_start(32),
        proved_constant="32",
    ),
    concluded(
        "votes.crossover",
        LIMIT,
        None,
        "32 k <= k^2 from k = 32 on: composition ties with k copies at rho/k there, and needs less from k = 33 on",
        "32*k <= k^2",
        "k integer in [{}, oo)",
        "32",
        "31",
        proved_constant="32",
    ),
    Claim(
        "votes.tangent",
        VOTES,
        None,
        "e^x >= 1 + x for every real x, the one inequality behind the monotonicity",
        exponential_above_tangent,
        lambda: exponential_above_line(R(1001, 1000)),
    ),
)
