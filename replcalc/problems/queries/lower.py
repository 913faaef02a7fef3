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
from dataclasses import replace

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.planning.comparison import Least
from replcalc.problems.queries.question import Arms, Queries

_HALF = fmpq(1, 2)
#: Samples of the test, about, up to which it is answered in a moment.
MOST = 20_000
#: Queries and instances: with more of them other bounds are larger.
FEW = 2


def lower_bounds(question: Queries | Arms, failure: fmpq | None) -> list[Least | None]:
    """The bound of one coin, where it is quick to find and may be the largest."""
    if question.k > FEW:
        return []
    if not isinstance(question, Arms):
        return [one_coin(question.alpha, question.rho, question.beta, "one coin, low or high")]
    found = one_coin(question.alpha / 2, question.rho, question.beta, "two arms as one coin")
    each = 0 if found is None else (found.samples + 1) // 2
    return [replace(found, samples=each)] if found is not None and each > 1 else []


def one_coin(gap: fmpq, rho: fmpq, beta: fmpq, model: str) -> Least | None:
    """Flips that tell 1/2 - gap from 1/2 + gap; None where that is not quick to find."""
    if not is_quick(gap, rho, beta):
        return None
    from replcalc.sharper.threshold_test.certificates import Task
    from replcalc.sharper.threshold_test.method import bound_of_test

    return bound_of_test(Task(_HALF - gap, _HALF + gap, rho, beta), model)


def is_quick(gap: fmpq, rho: fmpq, beta: fmpq) -> bool:
    """Whether the linear program of derived:threshold-test-lower is solved in a moment."""
    if not gap < _HALF or not fmpq(1, 10**12) <= beta < _HALF or rho < fmpq(1, 100):
        return False
    return 1 / (to_float(gap) * to_float(rho)) ** 2 / (4 * math.pi) <= MOST
