"""Claims on the race of shared exponential clocks and on votes that are raced or turned into angles."""

import sympy as sp

from replcalc.sharper.votes.claims import compute_binomial_mass, q
from replcalc.vocabulary import Outcome, R, claim_with_control, claims_from_text, decide_relations, equal


def _prove_collapse(shift: int) -> Outcome:
    """T q(1-q) E[1/((K'+1)(T-K'))] = Pr[1 <= Bin(T+1,q) <= T]/(T+1) for T = 1..6."""
    found = []
    for votes in range(1, 7):
        left = sp.Add(*(compute_binomial_mass(votes - 1, j) * R(votes, (j + 1) * (votes - j)) for j in range(votes)))
        right = (1 - q ** (votes + 1) - (1 - q) ** (votes + 1)) / (votes + 1 + shift)
        found.append(equal(q * (1 - q) * left, right))
    return decide_relations(found)


CLAIMS = (
    *claims_from_text(
        "derived:race",
        """
        race.below-rejection: g(X) <= f(sqrt(2X - X^2)): never worse than first acceptance through Le Cam's inequality
            r*(2/sqrt(3) + r)/(1 + 2/sqrt(3)*r) <= {2|1.1}*r/(1 + r)
            on r in [0, 1]

        race.increasing-concave: g increases and is concave on [0,1]: dg/dr is positive and (dg/dr)/r falls
            diff(g, r) > {0|1} and diff(diff(g, r)/r, r) <= 0
            let g = r*(2/sqrt(3) + r)/(1 + 2/sqrt(3)*r)
            on r in (0, 1]
            given the mean value theorem
        """,
    ),
    *claims_from_text(
        "derived:binary-votes",
        """
        angles.failure: sin^2(pi x/2) <= (57/50) x: linear angles multiply a failure probability by at most 1.14
            y^2 <= {57/50|1.1}*2*asin(y)/pi
            on y in [0, 1]
            proved 1.1382...

        angles.ends: ln((m+1)/(m+u)) is convex in m for u <= 1: arcsine angles stay below arcsin sqrt(m/T) up to the \
            middle
            diff(diff(log((x + 1)/(x + u)), x), x) >= 0
            on x > 0, u in [0, {1|2}]
            given that a second difference >= 0 makes a sequence convex

        angles.convex: 1/sqrt(y(L-y)) is convex: its second derivative is (L^2 + 2(L-2y)^2)/(4(y(L-y))^(5/2))
            diff(diff(1/sqrt(y*(L - y)), y), y) = (L^2 + {2|1}*(L - 2*y)^2)/(4*(y*(L - y))^(5/2))
            on y > 0, L > 0
            if y < L
            given that a second derivative >= 0 makes a function convex
        """,
    ),
    *claims_from_text(
        "derived:raced-votes",
        """
        race.cosine: 1 - cos <= |v-v'|^2/(|v|^2+|v'|^2): the difference is cos (|v|-|v'|)^2/(|v|^2+|v'|^2)
            1 - c <= (v^2 + w^2 - 2*{1|1.1}*c*v*w)/(v^2 + w^2)
            on c in [0, 1], v > 0, w > 0
            proved 1 (equal norms)

        race.both-norms: the mean of two squares is at least the square of the mean: the votes of both runs count as \
            2T blocks
            (v^2 + w^2)/2 >= {1|1.01}*((v + w)/2)^2
            on v > 0, w > 0

        votes.exponent-increases: kl((1-s)u || u) increases in u: its derivative is a(1/z - 1 + ln z) with z <= 1
            diff(a*u*log(a*u/u) + (1 - a*u)*log((1 - a*u)/(1 - u)), u) = a*(1/z - 1 + log(z)) and 1 - z = (1 - a)/(1 \
                - a*u) and exp(s) - {1|2} + log(exp(-s)) >= 0
            let z = a*(1 - u)/(1 - a*u)
            on a in (0, 1], u in (0, 1), s >= 0
            given the mean value theorem

        votes.away-from-mean: kl(a || b) decreases in b below a and increases above: its derivative is (b-a)/(b(1-b))
            diff(a*log(a/u) + (1 - a)*log((1 - a)/(1 - u)), u) = (u - {1|2}*a)/(u*(1 - u))
            on a in (0, 1), u in (0, 1)
            given the mean value theorem

        votes.mirror: kl(1-x1 || 1-x0) = kl(x1 || x0): the normaliser fails with probability at most tau
            (1 - x)*log((1 - x)/(1 - y)) + (1 - (1 - x))*log((1 - (1 - x))/(1 - (1 - y))) = {1|2}*(x*log(x/y) + (1 - \
                x)*log((1 - x)/(1 - y)))
            on x in (0, 1), y in (0, 1)
            given the Chernoff-Hoeffding bound

        votes.normaliser: the squared norm of the votes is at least J D, D = (1-x1)^2/(1-x0), while the mean defect \
            is at most x0
            ((1 - x)/(1 - y))^2*(1 - y + s) >= {1|1.1}*(1 - x)^2/(1 - y)
            on x in [0, 1), y in [0, 1), s >= 0
            given that an average of squares is at least the square of the average

        votes.chi: two vote shares over T blocks differ by 2p(1-p)/T in mean square, so the expected squared \
            Hellinger distance is at most rho0/(T D)
            chi_sum = sum({1|2}*rho0[i]/(T[i]*((1 - x1[i])^2/(1 - x0[i]))), i, 1, k)
            given race.cosine and the variance of a binomial distribution

        votes.squares-below: v^2 <= v on [0, 1]: the mass of wrong answers is at most the plain votes over J D
            x^2 <= {1|0.99}*x
            on x in [0, 1]

        votes.tangent: e^x >= 1 + x for every real x, the one inequality behind the monotonicity
            exp(x) >= 1 + {1|1.001}*x
            on x in (-oo, oo)
        """,
    ),
    *claims_from_text(
        "derived:raced-votes-limit",
        """
        race.limit: with x0, x1 at rho0, N = (8/3) rho0/(1-rho0) (sum n)/rho^2 makes sqrt(8 chi/3) equal to rho
            8/3*rho0/((1 - rho0)*{1|9/10}*limit/rho^2) = rho^2 and r*(c + r)/(1 + c*r) <= c*r and X*(2 - X) <= 2*X
            let m = 1
            let c = 2/sqrt(3)
            on rho > 0, r in [0, 1], X in [0, 1]
            proved (8/3) rho0/(1-rho0)
            given the closed form of derived:race

        race.best-start: for base cost n1/rho0^2 the factor 8/(3 rho0(1-rho0)) is least at rho0 = 1/2, where it is \
            32/3
            factor >= {32/3|10.7} and half = 32/3
            let m = 1
            let half = derived:raced-votes-limit.factor(m = 1, rho0 = 1/2)
            proved 32/3

        race.crossover: (32/3) k <= k^2 from k = 11 on: composition overtakes k copies at rho/k in the limit
            half*k <= k^2
            let half = derived:raced-votes-limit.factor(m = 1, rho0 = 1/2)
            on k integer in [{11|10}, oo)
            proved 11

        race.groups: m groups cost m times the samples of one group in the limit
            m*sqrt(8*x/(3*m)) = sqrt(8*m*x/3) and limit = {1|2}*m*one
            let one = derived:raced-votes-limit.limit(m = 1)
            on x > 0
            given the union bound
        """,
    ),
    claim_with_control(
        "angles.collapse",
        "derived:binary-votes",
        None,
        "T q(1-q) E[1/((K'+1)(T-K'))] <= 1/(T+1) for T = 1, ..., 6: the sum is Pr[1 <= Bin(T+1,q) <= T]/(T+1), for "
        "every T on the page (proof.md)",
        _prove_collapse,
        0,
        1,
    ),
)
