"""Claims on means over pairs."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:u-statistic-groups",
        """
        pairs.rest: what is not linear in the draws has variance v/N^2: N^2 uncorrelated pairs
            N*N*v/N^4 = v/N^{2|3}
            on v > 0
            given Hoeffding's formula for the variance of a U-statistic

        pairs.angle: x s + y c <= sqrt(x^2 + y^2) on the circle: the linear part and the rest share the variance 1/4
            (x^2 + y^2)*(s^2 + c^2) - (x*s + y*c)^2 = (x*c - y*s)^2 and p*(1 - p) <= {1/4|0.249}
            on x > 0, y > 0, s > 0, c > 0, p in [0, 1]
            given that a point of the circle is (s, c)

        pairs.gap: the expected distance, squared: the Gaussian constant of the linear part and the variance of the \
            rest
            4*pi*N^2*gap^2 = 4*N^2*exp(2*(loggamma(N) - loggamma(0.5*(1 + 2*N)))) + {2|1}*pi
            given the Cauchy-Schwarz inequality
        """,
    ),
)
