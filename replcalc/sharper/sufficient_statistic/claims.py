"""The claim on resampling from a sufficient statistic."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:sufficient-statistic
    suffstat.convex: w a^2 + (1-w) b^2 >= (w a + (1-w) b)^2: averaging over the redrawing coins never loses agreement
        w*a^2 + (1 - w)*b^2 >= {1|1.1}*(w*a + (1 - w)*b)^2
        on w in [0, 1], a >= 0, b >= 0
        proved 1 (equal values)
        given Jensen's inequality
    """
)
