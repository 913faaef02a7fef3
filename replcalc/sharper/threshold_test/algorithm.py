"""The best replicable test on data (derived:threshold-test): one threshold from the shared seed, one comparison.

The values lie in [0, 1]. The t-th shared uniform number u_t makes x_t a success if u_t < x_t, so a coin
stays what it is; the statistic is the number of successes. Every uniform number belongs to a place in the sample, not
to a value, so two runs use the same ones.

The threshold is drawn exactly: the probabilities are multiples of one unit, and a uniform whole number picks one. The
distribution is that of the planned number of samples: of more rows the seed chooses those that count
(run/selecting.py), and they count in increasing order, so that the order of the data plays no part.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from flint import fmpq

from replcalc.planning.comparison import Comparison
from replcalc.run.digest import choose_rows
from replcalc.run.plans import require_certified, require_samples, to_fraction, write_guarantee
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared, Stream
from replcalc.run.task import NAME, NUMBER, Columns, Published, Read, Task, input_field
from replcalc.sharper.threshold_test.certificates import ThresholdDistribution, TwoValues
from replcalc.sharper.threshold_test.method import answer, two_values
from replcalc.vocabulary import InputError, Result

LOW, HIGH = "low", "high"


def draw_test_threshold(distribution: ThresholdDistribution, stream: Stream) -> Fraction | str:
    """Return the threshold, or the answer that is given without a look."""
    masses: list[fmpq] = [*distribution.weights, distribution.always_low, distribution.always_high]
    unit = math.lcm(*(int(mass.q) for mass in masses))
    choices: list[Fraction | str] = [*map(to_fraction, distribution.thresholds), LOW, HIGH]
    place = stream.below(unit)
    for index, mass in enumerate(masses):
        place -= int((mass * unit).p)
        if place < 0:
            return choices[index]
    raise AssertionError("the masses of a distribution add up to one")


def count_successes(values: Sequence[Fraction], shared: Shared, *names: str) -> int:
    """Count the values that are 1, and those between 0 and 1 whose place has a shared uniform number below them."""
    for value in values:
        if not 0 <= value <= 1:
            raise InputError("values", value, "values between 0 and 1")
    split = ((t, x) for t, x in enumerate(values) if 0 < x < 1)
    return sum(x == 1 for x in values) + sum(shared.uniform(*names, "coin", t).below(x) for t, x in split)


@dataclass(frozen=True)
class ThresholdTest:
    """A certified plan of ``replcalc test`` and the shared seed. ``name`` distinguishes tests with the same seed."""

    plan: Result
    shared: Shared
    name: str = "test"

    def __post_init__(self) -> None:
        require_certified(self.plan)

    @property
    def samples(self) -> int:
        return self.plan.samples or 0

    @property
    def threshold(self) -> Fraction | str:
        distribution: Any = self.plan.details["distribution"].distribution
        return draw_test_threshold(distribution, self.shared.stream("test", self.name, "threshold"))

    def statistic(self, values: Sequence[Fraction]) -> int:
        """Return the statistic of the first ``samples`` values; further ones are not looked at."""
        require_samples(self.plan, len(values))
        return count_successes(values[: self.samples], self.shared, "test", self.name)

    def answer(self, values: Sequence[Fraction]) -> str:
        """ "low" or "high"."""
        threshold, statistic = self.threshold, self.statistic(values)
        if isinstance(threshold, str):
            return threshold
        return HIGH if statistic >= threshold else LOW


@dataclass(frozen=True, kw_only=True)
class TestTask(Task):
    """Is the mean of a column at most low or at least high? The best replicable test there is.

    >>> import numpy, replcalc
    >>> question = dict(column="clicked", low="0.4", high="0.6", rho="0.1", beta="0.001")
    >>> replcalc.plan.test(**question).samples
    1272
    >>> visits = {"clicked": numpy.random.default_rng(4).random(1300) < 0.7}
    >>> replcalc.run.test(visits, **question, seed="May").answers
    {'clicked': 'high'}
    """

    __test__: ClassVar[bool] = False  # no test of pytest's

    column: str = input_field(NAME, "The column: 0 and 1, or values in [0, 1].", "", also=("columns",), data=True)
    low: str = input_field(NUMBER, "The answer must be low where the mean is at most this.")
    high: str = input_field(NUMBER, "The answer must be high where the mean is at least this.")

    name, title, passes, methods = "test", "Replicable test", "two passes", ("threshold",)
    examples = (
        "visits.csv column=clicked low=0.4 high=0.6 rho=0.1 beta=0.001 seed=May",
        "visits.csv column=clicked low=0.3 high=0.6 rho=0.1 beta=0.01 seed=June",
        "low=0.02 high=0.03 rho=0.1 beta=0.05",
    )

    def question(self) -> TwoValues:
        return two_values(self.low, self.high, self.rho, self.beta)

    def compare_methods(self, question: TwoValues, digits: int, methods: tuple[str, ...]) -> Comparison:
        return answer(question, digits)

    def guarantee(self, plan: Result) -> str:
        right = f"it is right where the mean is at most {self.low} or at least {self.high},"
        return write_guarantee(plan, "this answer", self.rho, right, self.beta)

    def reads(self) -> Columns:
        return (self.column,), ()

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        test = ThresholdTest(plan, shared, self.column)
        counts, rows = choose_rows(read, (self.column,), test.samples, shared, self._refuse_outside)
        require_samples(plan, counts[""])
        values = sorted(value for chunk in rows for value in chunk.values[self.column].tolist())
        exact = [Fraction(value) for value in values]
        sample = ((f"mean of {self.column}", float(sum(exact) / len(exact))),)
        return Published(len(values), {self.column: test.answer(exact)}, sample=sample)

    def _refuse_outside(self, chunk: Chunk) -> None:
        """Refuse values outside [0, 1]."""
        import numpy as np

        values = chunk.values[self.column]
        allowed = np.isfinite(values) & (values >= 0) & (values <= 1)
        if not allowed.all():
            place = int(allowed.argmin())
            raise InputError(
                f"Row {chunk.row(place)}, column {self.column}", f"{values[place]:.17g}", "a value between 0 and 1"
            )

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        if set(answers) != {self.column} or answers[self.column] not in (LOW, HIGH):
            return "its answer is neither low nor high"
        threshold = ThresholdTest(plan, shared, self.column).threshold
        blind = isinstance(threshold, str) and answers[self.column] != threshold
        return f"with this seed the answer is {threshold}, whatever the data" if blind else ""
