"""The claim on advanced composition of private algorithms."""

from __future__ import annotations

from replcalc.paper.literature import at
from replcalc.vocabulary import concluded

CLAIMS = (
    concluded(
        "private.advanced",
        "route:private",
        at(668),
        "sqrt(2 k ln(1/delta')) eps <= k eps from k = 2 ln(1/delta') on: advanced composition beats the basic one.",
        "sqrt(2*k*log(1/d))*eps <= k*eps",
        "k integer in [1, oo), d in (0, 1), eps > 0",
        "2",
        "1",
        where_holds=("k >= {}*log(1/d)",),
        proved_constant="2 ln(1/delta')",
    ),
)
