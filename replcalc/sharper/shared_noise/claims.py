"""Claims on choosing by shared noise."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:uniform-noise-common",
        """
        noise.pairs: of A scores that are 0 or 1, m of them 1, at most a quarter of A^2 pairs differ
            m*(A - m) <= {1/4|6/25}*A^2
            on m > 0, A > 0
        """,
    ),
    *claims_from_text(
        "derived:exponential-noise",
        """
        noise.path: along the path from one run to the other the weights of both runs have squares that add up to at \
            most 1
            t^2 + (1 - t)^2 <= {1|9/10}
            on t in [0, 1]

        noise.maximum: 1 + k^2 = 1/(1 - theta) where k^2 = theta/(1 - theta): the bound rises up to the level along \
            the whole path
            1 + theta/(1 - theta) = {1|2}/(1 - theta)
            on theta in (0, 1)

        noise.tangent: at the level l = sigma sqrt(1 - theta) the bound has the slope 1 - s: k l/sqrt(sigma^2 - l^2) = s
            theta/(1 - theta)*l^2/(sigma^2 - l^2) = {1|2}
            let l = sigma*sqrt(1 - theta)
            on theta in (0, 1), sigma > 0
        """,
    ),
)
