"""Claims on proportions of groups and on heavy hitters by a random threshold."""

import sympy as sp

from replcalc.vocabulary import Outcome, claim_with_control, claims_about, equal, prove_finite

number, b = sp.symbols("N b", integer=True, nonnegative=True)


def _size_bias(order: int, factor: int) -> Outcome:
    """Return b C(N,b) = N C(N-1,b-1): E B h(B) = N p E h(B'+1), B' of N - 1 draws, whatever h and p are."""
    relation = equal(b * sp.binomial(number, b), factor * number * sp.binomial(number - 1, b - 1))
    return prove_finite([relation], [(number, 1, order), (b, 1, number)])


CLAIMS = (
    *claims_about(
        """

        """
    ),
    *claims_about(
        """
        about derived:small-cells
        proportions.bennett: (1+u) ln(1+u) - u >= u^2/(2(1+u/3)): the rate of a rare group
            (1 + u)*log(1 + u) - u >= u^2/(2*(1 + {1/3|1/4}*u))
            on u >= 0
            proved 1/3 (u -> 0)

        proportions.per-unit: Chernoff's bound per unit of probability grows with the probability while N y^2 >= 2
            diff((p + y)*log(1 + y/p) - y, p) = log(1 + y/p) - y/p and u - log(1 + u) >= {1|1.1}*u^2/(2*(1 + u)) and \
                (y/p)^2/(2*(1 + y/p)) = y^2/(2*p*(p + y))
            on p in (0, 1), y in (0, 1), u >= 0
            given the mean value theorem

        proportions.middle: at the probability 1/4 - y/3 >= 1/6 the rate reaches Hoeffding's 2y^2, downwards at 1/4
            y^2/(2*({1/4|1/5} - y/3 + y/3)) = 2*y^2 and 1/4 - y/3 >= 1/6 and y^2/(2*1/4) = 2*y^2
            on y in (0, 1/4]

        about derived:proportions
        proportions.spread: the standard deviations of g groups add up to at most sqrt(g-1): equal ones have the most
            (1/g + d)^2 = 1/g^2 + 2*d/g + {1|2}*d^2 and g*(1 - 1/g) = g - 1 and 2*sqrt(w*p) <= w + p
            on g > 0, d > 0, w > 0, p > 0
            given the Cauchy-Schwarz inequality

        about derived:proportions-any
        proportions.heavy: groups of total probability s <= 1, at most K >= 2 of them, have s K - s^2 <= K - 1
            K*s - s^2 <= K - 1
            on K >= {2|3/2}, s in [0, 1]

        proportions.light: E(f - low)_+ <= e^(-1 - N kl(low, p))/(N s) at the tilt s, because u <= e^(u-1)
            exp(u) >= {1|1.1}*(1 + u) and exp(-u) >= 1 - u and 1 - p + p*(x*(1 - p)/(p*(1 - x))) = (1 - p)/(1 - x)
            on u >= 0, p in (0, 1), x in (0, 1)
            given Chernoff's method

        proportions.missed: 10 e^(-2Ny^2) averaged over the rounding error; the answer below the first boundary is at \
            most alpha
            up + down = {10|9}*exp(-2*N*y^2) and alpha - width/2 = low and alpha - width/2 + width - width/2 = alpha
            let up = derived:small-cells.above(y = y)
            let down = derived:small-cells.below(y = y)
            on y in (0, 1)
            given Hoeffding's inequality

        about derived:heavy-hitters
        heavy.per-unit: sqrt(2p(1-p)/N) per unit of p falls with p, so the lightest of the heavy elements has the \
            largest share
            2*(1 - p)/(N*p) >= {1|1.1}*2*(1 - q)/(N*q)
            on N integer in [1, oo), p in (0, 1), q in (0, 1)
            if q >= p
            given the variance of a binomial law
        """
    ),
    claim_with_control(
        "heavy.size-bias",
        "derived:heavy-hitters",
        None,
        "b C(N,b) = N C(N-1,b-1) for every 1 <= b <= N <= 40: by its value a binomial is 1 + one of N - 1 draws",
        _size_bias,
        (40, 1),
        (3, 2),
    ),
)
