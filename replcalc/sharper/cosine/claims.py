"""Claims on cosine noise."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:cosine",
        """
        cosine.student: tan(pi x/2a) is Student t_3 over sqrt 3: total mass 1, variance 1
            2/(1 + t^2)^2 = 1/(1 + t^2) + diff(t/(1 + t^2), t) and {1|2}*t^2*2/(1 + t^2)^2 = 1/(1 + t^2) - diff(t/(1 \
                + t^2), t)
            (1 + (sqrt(3)*t)^2/3)^2 = (1 + t^2)^2
            on t > 0
            given the fundamental theorem of calculus

        cosine.distance: TV <= sqrt(pi/2)|d|/a, TV(P x Q, Q x P) <= sqrt(pi)|d|/a, and rho is its mean
            1/2*sqrt(2/pi)*(pi/a)*d = sqrt(pi/2)*d/a and {sqrt(2)|1}*(1/2*sqrt(2/pi)*(pi/a)*d) = sqrt(pi)*d/a and \
                sqrt(pi)/a*distance = rho
            on d > 0
            given the Fisher information of the cosine noise

        cosine.groups: (sqrt x + sqrt y)^2 <= 2(x + y): G groups of k queries cost sqrt(G k) in distance
            (sqrt(x) + sqrt(y))^2 <= {2|1.9}*(x + y)
            on x >= 0, y >= 0
            given that groups add up in root mean square

        cosine.points: a race whose points have mean weight w looks at 1/w + 1 points: 2^g + 1 for g queries
            1/w*(1 - w) + 1 + {1|0} = 1/w + 1
            on w in (0, 1]
            given the mean of a geometric distribution

        cosine.tie: groups of 20 queries need fewer samples than rounding one by one in the limit: (pi/2)/20 <= 1/(4 \
            pi)
            pi/2/{20|19} <= 1/(4*pi)
            proved 2 pi^2 = 19.74
            given derived:cosine and derived:expected-gap-rounding
        """,
    ),
)
