"""The claim on advanced composition of private algorithms."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_from_text

CLAIMS = claims_from_text(
    "route:private",
    """
    private.advanced 668: advanced composition beats the basic one from k = 2 ln(1/delta') on: sqrt(2 k ln(1/delta')) \
        eps <= k eps
        sqrt(2*k*log(1/d))*eps <= k*eps
        on k integer in [1, oo), d in (0, 1), eps > 0
        if k >= {2|1}*log(1/d)
        proved 2 ln(1/delta')
    """,
    at,
)
