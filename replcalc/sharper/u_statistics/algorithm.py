"""AUC on real data (derived:u-statistic-groups).

The mean over all pairs is an exact rational: pairs are counted with whole numbers, from sorted columns. Equal scores
count one half. The mean is rounded to a grid of shared offset, and which cell holds it is decided exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from replcalc.run.plans import explain_numbers, find_rational, require_samples, scale_accuracy, write_guarantee
from replcalc.run.rows import ValueRange
from replcalc.run.seeds import Shared
from replcalc.run.task import NAME, NAMES, POSITIVE, Columns, Published, Read, Task, input_field
from replcalc.sharper.means.algorithm import Rounding
from replcalc.sharper.u_statistics.method import PairMean, pair_mean_question
from replcalc.vocabulary import InputError, Result

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


#: What is published.
UNIT = ValueRange(0.0, 1.0)


def larger(low: Array, high: Array) -> Fraction:
    """Return how often a value of ``high`` exceeds one of ``low``, equal ones counted one half."""
    import numpy as np

    ordered = np.sort(low)
    twice = sum(int(np.searchsorted(ordered, high, side=side).sum()) for side in ("left", "right"))
    return Fraction(twice, 2 * len(low) * len(high))


@dataclass(frozen=True, kw_only=True)
class AucTask(Task):
    """The area under the ROC curve of a score: how often it ranks a positive row above a negative one.

    >>> import numpy, replcalc
    >>> question = dict(label="ill", alpha="0.2", rho="0.2", beta="0.05")
    >>> replcalc.plan.auc(**question).samples
    123
    >>> ill = numpy.arange(300) % 2
    >>> teams = [{"score": numpy.random.default_rng(t).normal(ill), "ill": ill} for t in (1, 2)]
    >>> ours, theirs = (replcalc.run.auc(team, "score", **question, seed="study 7") for team in teams)
    >>> ours.answers == theirs.answers
    True
    """

    score: str = input_field(NAME, "The column of the scores.", "", also=("column", "columns"), data=True)
    label: str = input_field(NAME, "The column that says which class a row is of.", "", also=("by",), data=True)
    classes: tuple[str, ...] = input_field(NAMES, "The two classes, the negative one first (default 0,1).", ("0", "1"))
    alpha: str = input_field(POSITIVE, "Accuracy of the area, 0 < A < 1.", also=("tau",))

    name, title, unit, methods = "auc", "Replicable AUC", "rows of each class", ("rounded-pairs",)
    examples = (
        "log.csv score=bought label=page classes=old,new alpha=0.1 rho=0.1 beta=0.01 seed='study 7'",
        "log.csv score=bought label=page classes=new,old alpha=0.2 rho=0.2 beta=0.01 seed='study 8'",
        "alpha=0.05 rho=0.1 beta=0.01",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.classes) != 2:
            raise InputError("classes", ",".join(self.classes), "two classes, the negative one first")

    def reads(self) -> Columns:
        return (self.score,), (self.label,)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        """Compute the answer; the scores of both classes are kept in memory."""
        import numpy as np

        found: tuple[list[Array], list[Array]] = ([], [])
        for chunk in read():
            labels = chunk.texts[self.label]
            codes = labels.places_among(self.classes)
            if (codes < 0).any():
                place, allowed = int((codes < 0).argmax()), " or ".join(self.classes)
                raise InputError(f"Row {chunk.row(place)}, column {self.label}", labels[place], allowed)
            for code in (0, 1):
                found[code].append(chunk.values[self.score][codes == code])
        low, high = (np.concatenate(parts) for parts in found)
        rows = min(len(low), len(high))
        require_samples(plan, rows, "Rows of the smaller class")
        mean = larger(low, high)
        sample = ((f"{self.name} of {self.score}", float(mean)),)
        return Published(rows, {self.name: self.round_mean(plan, mean, shared)}, sample=sample)

    def question(self) -> PairMean:
        return pair_mean_question(scale_accuracy(self.alpha, UNIT if self.score else None), self.rho, self.beta)

    def guarantee(self, plan: Result) -> str:
        right = f"it is within {self.alpha} of that of the population"
        return write_guarantee(plan, "this figure", self.rho, right, self.beta, self.unit)

    def round_mean(self, plan: Result, mean: Fraction, shared: Shared) -> str:
        """Round the mean over pairs, as it is published."""
        grid = Rounding(find_rational(plan, "width"), shared)
        return UNIT.write(grid.answer(f"{self.name} {self.score} {self.label}", mean))

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        share = UNIT.share(answers[self.name]) if set(answers) == {self.name} else None
        if share is None:
            return f"its answer is no {self.name}"
        again = self.round_mean(plan, min(max(share, Fraction(0)), Fraction(1)), shared)
        return "" if again == answers[self.name] else "its answer is no point of the seed's grid"

    def explain_difference(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        return explain_numbers(one, two, {self.name: Fraction(self.alpha)}, self.beta)
