"""Claims on adaptive problems: sums of squares, the largest mean deviation, leaving the most likely answer."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:adaptive-sums",
        """
        adaptive.staircase: 3 x^2 (1 - x) <= 1 - x^3 for 0 <= x <= 1
            {3|3.01}*x^2*(1 - x) <= 1 - x^3
            on x in [0, 1]
            proved 3 (x -> 1)
        """,
    ),
    *claims_from_text(
        "derived:mean-deviation",
        """
        adaptive.trigamma-integrand: t >= (1 + t/2)(1 - e^-t) for t >= 0
            t >= (1 + {1/2|0.51}*t)*(1 - exp(-t))
            on t >= 0
            proved 1/2 (t -> 0)

        adaptive.log-concave: (ln psi)'' <= -1/(2a^2); p^nu (1-p)^(N-nu+1) is largest at nu/(N+1)
            1/a - 1/a^2 - (1/a + {1/2|1/3}/a^2 - 1/a^2) = -1/(2*a^2) and nu*(1 - p) - (N - nu + 1)*p = nu - (N + 1)*p
            on a > 0, p in (0, 1), nu > 0
            proved 1/2
            given Gautschi's bounds on the trigamma function
        """,
    ),
    *claims_from_text(
        "derived:adaptive-one-sample",
        """
        adaptive.likely-answer: 2e - e^2 <= 3/2 (1 - (1-e)^2 - e^2) for 0 <= e <= 1/2
            2*e - e^2 <= {3/2|1.49}*(1 - (1 - e)^2 - e^2)
            on e in [0, 1/2]
            proved 3/2 (e = 1/2)

        adaptive.unlikely-answer: 2e - e^2 <= 3/2 e for 1/2 <= e <= 1
            2*e - e^2 <= {3/2|1.49}*e
            on e in [1/2, 1]
            proved 3/2 (e = 1/2)
        """,
    ),
)
