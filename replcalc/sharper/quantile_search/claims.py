"""Claims on quantiles by binary search."""

import sympy as sp

from replcalc.vocabulary import Outcome, R, at_least, claim_with_control, claims_about, prove_finite

number, i, j = sp.symbols("N i j", integer=True, nonnegative=True)


def _median(order: int, half: sp.Rational) -> Outcome:
    """Decide that Pr[Bin(N, i/N) <= i] >= 1/2: a mean that is a whole number is the median, N up to the order.

    Of N - i successes of the other kind the same says Pr[Bin >= i] >= 1/2.
    """
    terms = sp.binomial(number, j) * i**j * (number - i) ** (number - j)
    relation = at_least(sp.Sum(terms, (j, 0, i)), half * number**number)
    return prove_finite([relation], [(number, 2, order), (i, 1, number - 1)])


CLAIMS = (
    *claims_about(
        """

        """
    ),
    *claims_about(
        """
        about derived:window
        quantiles.sides: 2G(1-G) falls from G = 1/2 on, and x(1-x) with the distance from 1/2
            2*x*(1 - x) = 1/2 - {2|1}*(x - 1/2)^2 and (1/2 - d)*(1/2 + d) = 1/4 - d^2
            on x > 0, d > 0

        about derived:quantile-search
        quantiles.stages: L comparisons have L(L-1)/2 pairs of an earlier and a later one (L <= 40)
            sum(j - 1, j, 1, n) = {1|2}*n*(n - 1)/2
            on n integer in [1, 40]

        quantiles.second-moment: two frequencies have a mean square distance of at most 1/(2N): what a comparison off \
            the reference costs
            2*(p*(1 - p)/N) + 2*(p - 1/2)^2/N = 1/({2|3}*N) and k*(levels*gap/width + levels*(levels - \
                1)/2*(deviation/width)/(width*sqrt(2*N))) = rho
            on p > 0, gap > 0, width > 0, deviation > 0
            given the variance of a binomial law
        """
    ),
    claim_with_control(
        "quantiles.median",
        "derived:window",
        None,
        "a binomial whose mean is a whole number has it as its median: N <= 30, every mean",
        _median,
        (30, R(1, 2)),
        (30, R(3, 5)),
    ),
)
