"""What a few means need at least: whoever finds one can test two of its values (derived:threshold-test-lower).

The answer within alpha tells 1/2 - t from 1/2 + t for every t > alpha, and by continuity for alpha itself. k queries
contain one.
"""

from flint import fmpq

from replcalc.planning.comparison import SampleBound
from replcalc.problems.queries.question import Queries
from replcalc.sharper.threshold_test.lower import one_coin

#: With more queries other bounds are larger.
FEW = 2


def lower_bounds(question: Queries, failure: fmpq | None) -> list[SampleBound | None]:
    """Return the bound of one coin, where it is quick to find and may be the largest."""
    if question.k > FEW:
        return []
    return [one_coin(question.alpha, question.rho, question.beta, "one coin, low or high")]
