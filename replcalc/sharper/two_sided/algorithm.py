"""Same or different on data (derived:same-mean, -arms, -pairs): a distance against one shared threshold.

The distance of a column's mean from a value, or of the means of two variants, is an exact rational on the grid of the
data; three answers, decided exactly. More rows than planned only help (proof.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from replcalc.numbers.exact import parse_rational
from replcalc.run.plans import (
    find_rational,
    require_samples,
    scale_accuracy,
    scale_variance,
    to_fraction,
    write_guarantee,
)
from replcalc.run.rows import GRID_ERROR, ValueRange, sum_columns
from replcalc.run.seeds import Shared
from replcalc.run.task import NAME, NUMBER, Columns, Published, Read, input_field
from replcalc.sharper.two_arms.algorithm import VariantsTask
from replcalc.sharper.two_sided.method import Same, same_question
from replcalc.vocabulary import InputError, Result

SAME, BELOW, ABOVE = "same", "below", "above"


def side(plan: Result, distance: Fraction, shared: Shared, name: str) -> int:
    """Return the side of the value that the distance is on, -1 or 1; 0 if it does not reach the threshold."""
    low, width = find_rational(plan, "low"), find_rational(plan, "width")
    reached = shared.uniform("same", name).below((abs(distance) - low) / width)
    return 0 if not reached else 1 if distance > 0 else -1


@dataclass(frozen=True, kw_only=True)
class SameTask(VariantsTask):
    """Is a mean the same as a value, or are two variants the same? Two-sided and equivalence tests, with the side.

    The same up to ``near`` (0: a two-sided test), different from ``alpha`` on.

        >>> import numpy, replcalc
        >>> coins = numpy.random.default_rng(5)
        >>> question = dict(column="heads", value="0.5", alpha="0.1", rho="0.2", beta="0.05")
        >>> replcalc.plan.same(**question).samples
        1782
        >>> [replcalc.run.same({"heads": coins.random(1800) < p}, **question, seed="s").answers for p in (0.5, 0.35)]
        [{'heads': 'same'}, {'heads': 'below'}]
    """

    column: str = input_field(NAME, "The column whose mean is compared with value.", "")
    value: str = input_field(NUMBER, "The value that the mean is compared with.", "")
    near: str = input_field(NUMBER, "Distance up to which it is the same (0 if not given: a two-sided test).", "0")

    name, title, methods, quick = "same", "Replicable two-sided test", ("threshold",), ()
    examples = (
        "visits.csv column=clicked value=0.5 alpha=0.05 rho=0.1 beta=0.01 seed=May",
        "log.csv by=page reward=bought variants=old,new alpha=0.1 near=0.02 rho=0.1 beta=0.01 seed='test 7'",
        "value=0.5 alpha=0.05 near=0.025 rho=0.1 beta=0.01",
    )

    def refuse_conflicts(self) -> None:
        if not self.column:
            super().refuse_conflicts()
        elif self.by or self.reward or self.variants or self.paired:
            raise InputError("column", self.column, "either a column with a value, or two variants")
        if self.value and (self.by or self.variants or self.paired):
            raise InputError("value", self.value, "a column whose mean is compared with it, no variants")
        if self.value and not 0 <= self._place <= 1:
            raise InputError("value", self.value, "a value in the range of the data")

    def require_data(self) -> None:
        if not (self.column or self.value):
            super().require_data()
        elif not (self.column and self.value):
            missing = "value" if self.column else "column"
            raise InputError(missing, None, "a column and the value that its mean is compared with")

    @property
    def data_range(self) -> ValueRange | None:
        return self.range if self.column else super().data_range

    @property
    def _place(self) -> Fraction:
        """The value as a share of the range."""
        return (to_fraction(parse_rational(self.value, "value")) - Fraction(self.range.low)) / self.range.length

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "rows" if self.column or self.value else super().unit

    def reads(self) -> Columns:
        return ((self.column,), ()) if self.column else super().reads()

    def question(self) -> Same:
        """Return the question, with room for the error of the grid in every mean."""
        single = bool(self.column or self.value)
        errors, within = 1 if single else 2, self.data_range
        near = parse_rational(self.near, "near")
        if within is not None:
            close = to_fraction(near) / within.length + errors * GRID_ERROR
            near = fmpq(close.numerator, close.denominator)
        if not 0 <= near < 1:
            raise InputError("near", self.near, "a distance from 0 to below alpha")
        what = "mean" if single else "pairs" if self.paired else "arms"
        share, spread = scale_accuracy(self.alpha, within, errors), scale_variance(self.variance, within)
        return same_question(what, share, self.rho, self.beta, near, spread)

    def guarantee(self, plan: Result) -> str:
        margin = "" if self.near == "0" else f" up to {self.near}"
        where = f"it is the same{margin} or differs by {self.alpha} or more{self.write_condition()},"
        right = f"the answer is right where {where}"
        return write_guarantee(plan, "this answer", self.rho, right, self.beta, self.unit)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        if self.column:
            found = sum_columns(read(), (self.column,), self.range)
            require_samples(plan, found.rows)
            answer = (SAME, ABOVE, BELOW)[side(plan, found.means[self.column] - self._place, shared, self.column)]
            mean = float(self.range.value(found.means[self.column]))
            return Published(found.rows, {self.column: answer}, sample=((f"mean of {self.column}", mean),))
        found, (old, new) = self.sums(plan, read), self.variants
        answer = (SAME, new, old)[side(plan, found.means[new] - found.means[old], shared, f"{old}\x1f{new}")]
        header = ("question", "answer")
        return Published(
            min(found.counts.values()), {"better": answer}, header=header, sample=self.describe(found.means)
        )

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        name, known = (self.column, (SAME, ABOVE, BELOW)) if self.column else ("better", (SAME, *self.variants))
        return "" if set(answers) == {name} and answers[name] in known else f"its answer is none of {', '.join(known)}"
