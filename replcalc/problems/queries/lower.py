"""What one mean and the better of two arms need at least: whoever finds them can test (derived:threshold-test-lower).

- A mean within alpha: the answer tells 1/2 - t from 1/2 + t for every t > alpha, and by continuity for alpha itself.
  k queries contain one.
- The better of two arms: with biases (1+s)/2 and (1-s)/2 and the flips of the second turned over, N flips of each are
  2N flips of one coin; an arm within alpha of the best is the better one for every s > alpha. Further arms always give
  nothing. So 2N flips test 1/2 - alpha/2 from 1/2 + alpha/2. Parallel instances contain one.

Many samples exclude much by other means (nonadaptive_lower): beyond ``MOST`` the linear program is not asked.
"""

from __future__ import annotations

import math

from flint import fmpq

from replcalc.ask.least import Least
from replcalc.numbers.exact import to_float
from replcalc.problems.queries.question import Arms, Queries

_HALF = fmpq(1, 2)
#: Samples of the test, about, up to which it is answered in a moment.
MOST = 20_000
#: Queries and instances: with more of them other bounds are larger.
FEW = 2


def lower_bounds(question: Queries | Arms, failure: fmpq | None) -> list[Least | None]:
    """The bound of one coin, where it is quick to find and may be the largest."""
    arms = isinstance(question, Arms)
    gap = question.alpha / 2 if arms else question.alpha
    if question.k > FEW or not gap < _HALF or not fmpq(1, 10**12) <= question.beta < _HALF:
        return []
    about = 1 / (to_float(gap) * to_float(question.rho)) ** 2 / (4 * math.pi)
    if about > MOST or question.rho < fmpq(1, 100):
        return []
    from replcalc.sharper.threshold_test.certificates import Task
    from replcalc.sharper.threshold_test.way import bound_of_test

    task = Task(_HALF - gap, _HALF + gap, question.rho, question.beta)
    found = bound_of_test("binomial", task, "one coin, low or high")
    if found is None or not arms:
        return [found]
    each = (found.samples + 1) // 2
    return [Least(found.statement, each, "two arms as one coin")] if each > 1 else []
