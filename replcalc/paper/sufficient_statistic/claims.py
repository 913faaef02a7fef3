"""Claims on sufficient statistics (TeX lines 2687-2804)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_from_text

CLAIMS = claims_from_text(
    "thm:suff_stat",
    """
    suffstat.random-threshold 2737: two flips against a random threshold in 1, 2: runs differ with chance 2s(1-s) <= \
        3/8, s = theta(1-theta)
        2*theta*(1 - theta)^3 + 2*theta^2*(1 - theta)^2 + 2*theta^3*(1 - theta) = 2*s*(1 - s) <= {3/8|0.37}
        let s = theta*(1 - theta)
        on theta in [0, 1]
        proved 3/8

    suffstat.coins-only 2737: agreement over the coins alone is at least 1 - 2 rho for every pair of samples: 00 and \
        11 with the thresholds 1 and 2, rho = 3/8
        (1 - abs(0 - 1) + 1 - abs(0 - 1))/2 >= 1 - {2|3}*3/8
        expected refuted
        note 3/8-replicable by suffstat.random-threshold; the probability is over the two samples as well
    """,
    at,
)
