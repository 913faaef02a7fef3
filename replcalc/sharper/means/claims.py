"""Claims on means rounded to grids: how close two means are, tails, accuracies of their own."""

import sympy as sp

from replcalc.vocabulary import Outcome, R, at_least, at_most, claim_with_control, claims_about, prove_finite

number, j = sp.symbols("N j", integer=True, nonnegative=True)


def _beta_integral(order: int, factor: sp.Rational) -> Outcome:
    """2N int_0^1 (1-u^2)^(N-1) du = 4^N/C(2N,N), summed term by term for N up to the order."""
    relation = 2 * number * sp.Sum((-1) ** j * sp.binomial(number - 1, j) / (2 * j + 1), (j, 0, number - 1))
    value = 4**number / sp.binomial(2 * number, number)
    return prove_finite([at_most(relation, factor * value), at_least(relation, value)], [(number, 1, order)])


CLAIMS = (
    *claims_about(
        """
        about derived:variance-gap
        variance.cosine: 1 - cos y <= y^2/2: the second derivative of the difference is 1 - c >= 0 for a cosine c = 1 \
            - t
            {1|1/2} - (1 - t) >= 0
            on t >= 0
            given the mean value theorem

        variance.by-parts: the integral of (1 - (1-u^2)^N)/u^2 by parts leaves 2N (1-u^2)^(N-1)
            diff((1 - (1 - u^2)^N)/u, u) = {2|1}*N*(1 - u^2)^(N - 1) - (1 - (1 - u^2)^N)/u^2 and 2*(V + x^2) - 2*x^2 = \
                2*V
            on u in (0, 1), x > 0
            given integration by parts

        variance.no-promise: values in [0, 1] have variance at most 1/4, where the Gaussian form is above that of fair \
            coins: 4/pi <= 2
            p*(1 - p) <= {1/4|0.24} and 4/pi <= 2
            on p in [0, 1]
            given that a variance is at most that of a coin with the same mean, and Wallis's inequality

        about derived:variance-rounding
        variance.rate: slope and curvature of Hoeffding's rate, and the least curvature up to the end of the window
            diff(diff(p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)), x), x) = (1/(V + x) + 1/({1|2} - x))/(1 + V)
            p*(1 - q)/(q*(1 - p)) = (1 + x/V)/(1 - x) and 1/(V + x) >= 1/(V + x + z) and 1/(1 - x) >= 1
            let p = (V + x)/(1 + V)
            let q = V/(1 + V)
            on x in (0, 1), V > 0, z >= 0
            given the mean value theorem

        variance.square: a parabola under the rate is integrated by completing the square
            s*y + b*y^2/2 = b/2*(y + s/b)^2 - s^2/({2|1}*b)
            on s > 0, b > 0, y > 0
            given the fundamental theorem of calculus

        averaged.integral: Hoeffding's bound averaged over a uniform rounding error is a difference of error functions
            diff(sqrt(pi)/(2*s)*erf(s*x), x) = exp(-s^2*x^2)
            {2|1}*k/width*sqrt(pi/(8*N))*(near - far) = k*sqrt(2*pi)/(4*lambda*alpha*sqrt(N))*(near - far)
            alpha - width/2 = (1 - lambda)*alpha and alpha + width/2 = (1 + lambda)*alpha
            on x > 0, s > 0, near > 0, far > 0
            given Hoeffding's inequality and the fundamental theorem of calculus

        about derived:own-accuracies
        own.shares: values as shares of their ranges: errors are divided by the length, variances by its square
            (value + a - low)/length - (value - low)/length = a/length and ((value - low)/length - (a - low)/length)^2 \
                = (value - a)^2/length^{2|1}
            on value > 0, a > 0, low > 0, length > 0

        about derived:expected-gap-rounding
        gap.central-binomial: C(2N,N)/4^N <= 1/sqrt(pi N) for every N >= 1, by Wallis: (pi C(2N,N)/(2 4^N))^2 <= W_2N \
            W_(2N-1) = pi/(4N)
            -s^n + (n - 1)*s^(n - 2)*(1 - s^2) = (n - 1)*s^(n - 2) - {1|2}*n*s^n and (n + 1)*(n/(n + 1)*W)*w = n*W*w
            2*x*(2*x - 1)/x^2/4 = (2*x - 1)/(2*x) and s >= s^2 and sqrt(pi/(4*x))*2/pi = 1/sqrt(pi*x)
            on s in (0, 1], n > 0, W > 0, w > 0, x > 0
            proved 1 (as N tends to infinity)
            given Wallis' integrals

        gap.telescoping: (j-N) C(2N,j) = N(C(2N-1,j-1) - C(2N-1,j)), so fair coins have E|mean - mean'| = C(2N,N)/4^N \
            for every N
            (j - n)*w = {1|2}*n*(j*w/(2*n) - (2*n - j)*w/(2*n))
            on j > 0, n > 0, w > 0
            given summation term by term

        gap.thinned: 2w E phi(Y) + (1-2w) phi(0) <= E phi(Y) for phi(0) <= E phi(Y), w <= 1/2: a bias only lowers a \
            convex mean
            2*w*E + (1 - 2*w)*z <= {1|0.9}*E
            on w in [0, 1/2], E >= 0, z >= 0
            if z <= E
            given Jensen's inequality

        gap.below-table: with lambda = 1/2 the rho term 1/(pi (alpha rho)^2) is below the table's ln(1/rho)/(alpha \
            rho)^2, rho <= 1/2
            1/pi <= {1|0.4}*log(1/r)
            on r in (0, 1/2]
            constant ln(1/rho) -> 1/(4 pi lambda^2), no logarithm
        """
    ),
    claim_with_control(
        "variance.beta-integral",
        "derived:variance-gap",
        None,
        "2N int_0^1 (1-u^2)^(N-1) du = 4^N/C(2N,N) for every N <= 30, which is sqrt(pi) Gamma(N+1)/Gamma(N+1/2)",
        _beta_integral,
        (30, R(1)),
        (3, R(9, 10)),
        given="the binomial theorem",
    ),
)
