"""From which beta on boosting wins: where the samples with boosting fall below those without.

Every beta that is tried is decided by certified numbers of samples: boosting wins at ``wins`` and does not at
``not_yet``, one per cent above it. Boosting is compared with the replicable solver that is boosted.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import ReplcalcError
from replcalc.planning.comparison import Comparison
from replcalc.problems.boosting.exact_tester import ExactTester
from replcalc.problems.boosting.inputs import Boosting
from replcalc.problems.boosting.method import boost, compare_boosting, exact_pac_tester
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.boosting.registry import get
from replcalc.search.optimise import log_rational, round_down

#: Smallest beta looked at, as ln(1/beta): about 1e-17000.
_FARTHEST = 40_000.0
#: The same where a split is searched in floats, which underflow below 1e-300.
_FARTHEST_FLOAT = 660.0
_STEP = fmpq(101, 100)
#: Digits that suffice to count samples.
_DIGITS = 10


@dataclass(frozen=True)
class Crossover:
    """Boosting needs fewer samples at ``wins`` (None: at no beta looked at, down to ``down_to``).

    ``not_yet`` is a slightly larger beta at which it does not (None: it wins at every beta up to 9/10).
    """

    wins: fmpq | None
    not_yet: fmpq | None
    down_to: fmpq


def crossover(problem: Problem, inputs: Mapping[str, fmpq], split: str, settings: Mapping[str, Any]) -> Crossover:
    """Find and certify the largest beta at which boosting needs fewer samples than the solver that is boosted.

    Bisects on ln(1/beta), then moves by one per cent until boosting wins here and not one step above.
    """

    def wins(value: fmpq) -> bool:
        found = boost(problem, {**inputs, "beta": value}, split=split, settings=settings, digits=_DIGITS)
        fewer: bool = found.value("n_new") < found.value("n_previous")
        return fewer

    farthest = _FARTHEST if split == "paper" else _FARTHEST_FLOAT
    near, down_to = math.log(10 / 9), beta_at(farthest)
    if wins(beta_at(near)):
        return Crossover(fmpq(9, 10), None, down_to)
    far = min(max(2 * log_rational(4 / inputs["rho"]), 4.0), farthest)
    while not wins(beta_at(far)):
        if far >= farthest:
            return Crossover(None, None, down_to)
        near, far = far, min(2 * far, farthest)
    while far - near > 0.01:
        middle = (near + far) / 2
        near, far = (near, middle) if wins(beta_at(middle)) else (middle, far)
    value = round_down(beta_at(far), 3)
    for _ in range(40):
        above = value * _STEP
        if not wins(value):
            value = round_down(value / _STEP, 3)
        elif above < 1 and wins(above):
            value = round_down(above, 4)
        else:
            return Crossover(value, above, down_to)
    raise ReplcalcError("the crossing could not be certified")


def beta_at(exponent: float) -> fmpq:
    """Return exp(-exponent) as a short exact decimal, also far below the range of floats."""
    decimals = exponent / math.log(10)
    whole = math.floor(decimals)
    mantissa = round(10 ** (9 - (decimals - whole)))
    return fmpq(mantissa) * fmpq(10) ** (-9 - whole)


@dataclass(frozen=True, repr=False)
class Boosted(Comparison):
    """The methods, best first; ``split`` is the one asked for.

    ``crossing``: from which beta on it needs fewer samples than the solver it boosts; ``exact_tester``: the smallest
    tester by exact binomial tails.
    """

    split: str = "paper"
    crossing: Crossover | None = None
    exact_tester: ExactTester | None = None

    _writer: ClassVar[tuple[str, str]] = ("problems", "report_boosting")


def answer_boosting(question: Boosting, split: str = "paper", digits: int = 20) -> Boosted:
    """Return the whole answer of ``replcalc boost``."""
    found = compare_boosting(question, split, digits)
    crossing = crossover(get(question.problem), question.values, split, question.settings)
    return Boosted(
        question,
        found.results,
        digits,
        unit=found.unit,
        split=split,
        crossing=crossing,
        exact_tester=exact_pac_tester(found[split]),
    )
