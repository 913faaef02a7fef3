"""The claim on resampling from a sufficient statistic."""

from __future__ import annotations

from replcalc.vocabulary import concluded

STATISTIC = "derived:sufficient-statistic"


CLAIMS = (
    concluded(
        "suffstat.convex",
        STATISTIC,
        None,
        "w a^2 + (1-w) b^2 >= (w a + (1-w) b)^2: averaging over the redrawing coins never loses agreement",
        "w*a^2 + (1 - w)*b^2 >= {}*(w*a + (1 - w)*b)^2",
        "w in [0, 1], a >= 0, b >= 0",
        "1",
        "1.1",
        proved_constant="1 (equal values)",
        given="Jensen's inequality",
    ),
)
