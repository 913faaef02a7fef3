"""What a test between two values of a mean needs at least, where the linear program answers in a moment."""

import math

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.planning.comparison import SampleBound
from replcalc.sharper.threshold_test.certificates import Task
from replcalc.sharper.threshold_test.method import lower_bound_of_test

_HALF = fmpq(1, 2)
#: Samples of the test, about, up to which it is answered in a moment.
MOST = 20_000


def one_coin(gap: fmpq, rho: fmpq, beta: fmpq, model: str) -> SampleBound | None:
    """Return flips that tell 1/2 - gap from 1/2 + gap; None where that is not quick to find."""
    if not is_quick(gap, rho, beta):
        return None
    return lower_bound_of_test(Task(_HALF - gap, _HALF + gap, rho, beta), model)


def is_quick(gap: fmpq, rho: fmpq, beta: fmpq) -> bool:
    """Return whether the linear program of derived:threshold-test-lower is solved in a moment."""
    if not gap < _HALF or not fmpq(1, 10**12) <= beta < _HALF or rho < fmpq(1, 100):
        return False
    return 1 / (to_float(gap) * to_float(rho)) ** 2 / (4 * math.pi) <= MOST
