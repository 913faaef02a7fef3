"""Old or new on data (derived:two-means, -paired): the difference of two means against one shared threshold.

Rewards stand in one column and the variant of each row in another, or in two columns, a pair in every row. Means are
exact rationals on the grid of the data, and the comparison with the threshold is exact. More rewards than planned, and
variants of unequal sizes, only help (proof.md): the smaller one must have what the plan asks for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from replcalc.planning.comparison import Comparison
from replcalc.run.plans import find_rational, require_samples, scale_accuracy, scale_variance, write_guarantee
from replcalc.run.records import RunResult
from replcalc.run.rows import RowsRead, Sums, ValueRange, sum_columns, sum_variants
from replcalc.run.seeds import Shared
from replcalc.run.task import (
    FLAG,
    NAME,
    NAMES,
    POSITIVE,
    RANGE,
    Columns,
    Published,
    Read,
    Task,
    input_field,
)
from replcalc.sharper.two_arms.algorithm import TwoArmsTest, decide_by_optimal_threshold
from replcalc.sharper.two_arms.method_threshold import TwoMeans, ab_question, answer, ordinary_samples
from replcalc.vocabulary import InputError, Result

#: Most labels that an error lists.
_TOLD = 8


@dataclass(frozen=True, kw_only=True)
class VariantsTask(Task):
    """What tasks about two variants ask."""

    by: str = input_field(NAME, "The column that names the variant of a row.", "")
    reward: str = input_field(NAME, "The column of the rewards, beside by.", "")
    variants: tuple[str, ...] = input_field(
        NAMES,
        "Old and new: the values of by (left out: the two that occur, in alphabetical order), or columns.",
        (),
        also=("columns",),
    )
    paired: bool = input_field(FLAG, "A row holds a pair of rewards, in the columns of the variants.", False)
    alpha: str = input_field(POSITIVE, "Difference of the means from which the answer must be right.", also=("tau",))
    range: ValueRange = input_field(RANGE, "Range of the rewards (0,1 if not given).", ValueRange(0.0, 1.0))
    variance: str = input_field(POSITIVE, "Known bound on the variance of a reward; if paired, of a difference.", "")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.variants and len(self.variants) != 2:
            raise InputError("variants", ",".join(self.variants), "two names, old and new")
        self.refuse_conflicts()

    def refuse_conflicts(self) -> None:
        """Refuse columns that do not go together."""
        if self.paired and (self.by or self.reward):
            raise InputError("paired", "yes", "two columns of rewards as variants, neither by nor reward")
        if bool(self.by) != bool(self.reward):
            name = "by" if self.by else "reward"
            raise InputError(name, getattr(self, name), "the columns of the variant and of its reward, by and reward")

    def require_data(self) -> None:
        super().require_data()
        if self.paired and not self.variants:
            raise InputError("variants", None, "two columns of rewards")
        if not self.paired and not self.by:
            raise InputError("by", None, "the columns of the variant and of its reward, by and reward")

    @property
    def data_range(self) -> ValueRange | None:
        """The range, where there are data or it was given; without it the accuracy is a share of the range."""
        named = self.by or self.variants or self.range != ValueRange(0.0, 1.0)
        return self.range if named else None

    def describe(self, means: Mapping[str, Fraction]) -> tuple[tuple[str, float], ...]:
        """Return the means of the sample and their difference."""
        old, new = (float(self.range.value(means[name])) for name in self.variants)
        first, second = self.variants
        return (f"mean of {first}", old), (f"mean of {second}", new), (f"{second} minus {first}", new - old)

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "pairs of rewards" if self.paired else "rewards of each variant"

    def reads(self) -> Columns:
        return (self.variants, ()) if self.paired else ((self.reward,), (self.by,))

    def unfixed(self) -> str:
        return "variants" if self.by and not self.variants else ""

    def answer(self, read: Read, shared: Shared, progress: RowsRead | None = None, study: str = "") -> RunResult:
        """Add the variants found in the data to the question, if none were named, before anything is counted."""
        if self.by and not self.variants:
            return replace(self, variants=self._find_labels(read)).answer(read, shared, progress)
        return super().answer(read, shared, progress, study)

    def _find_labels(self, read: Read) -> tuple[str, ...]:
        labels: set[str] = set()
        for chunk in read():
            labels.update(chunk.texts[self.by].counts())
            if len(labels) > _TOLD:
                break
        if len(labels) != 2:
            found = ", ".join(sorted(labels)[:_TOLD])
            raise InputError(f"Column {self.by}", found, "two variants: name them in variants")
        return tuple(sorted(labels))

    def sums(self, plan: Result, read: Read) -> Sums:
        """Return exact sums of both variants; the smaller one must have enough."""
        if self.paired:
            found = sum_columns(read(), self.variants, self.range)
        else:
            found = sum_variants(read(), self.by, self.reward, self.variants, self.range)
        for variant in self.variants:
            require_samples(plan, found.counts[variant], f"Rewards of {variant}")
        return found

    def granted(self) -> str:
        """State what is assumed beside independent draws."""
        what = "a difference" if self.paired else "a reward"
        return f" if the variance of {what} is at most {self.variance}" if self.variance else ""


@dataclass(frozen=True, kw_only=True)
class AbTask(VariantsTask):
    """Is the new variant better than the old one? Right where their mean rewards differ by alpha or more.

    >>> import numpy, replcalc
    >>> coins, n = numpy.random.default_rng(3), 2500
    >>> shop = {"variant": ["old", "new"] * n, "bought": coins.random(2 * n) < numpy.array([0.3, 0.6] * n)}
    >>> asked = dict(by="variant", reward="bought", variants="old,new", alpha="0.1", rho="0.1", beta="0.05")
    >>> replcalc.plan.ab(**asked).best
    <Result: optimal, certified, 1361 samples>
    >>> replcalc.run.ab(shop, **asked, seed="test 7").answers
    {'better': 'new'}
    """

    name, title = "ab", "Replicable A/B decision"
    methods, quick = ("optimal", "threshold"), ("threshold",)
    examples = (
        "log.csv by=page reward=bought variants=old,new alpha=0.1 rho=0.05 beta=0.01 seed='test 7'",
        "log.csv by=page reward=bought variants=new,old alpha=0.2 rho=0.1 beta=0.01 seed='test 8'",
        "alpha=0.1 rho=0.05 beta=0.01",
        "alpha=0.005 rho=0.1 beta=0.05 variance=0.0291",
    )

    def question(self) -> TwoMeans:
        """Return the question; two means enter, so the grid may err twice."""
        within = self.data_range
        return ab_question(
            scale_accuracy(self.alpha, within, 2),
            self.rho,
            self.beta,
            paired=self.paired,
            variance=scale_variance(self.variance, within),
        )

    def compare_methods(self, question: TwoMeans, digits: int, methods: tuple[str, ...]) -> Comparison:
        return answer(question, digits, methods)

    def remark(self) -> str:
        """Say what an ordinary test needs, and so what replicability costs."""
        question = self.question()
        needed = f"{ordinary_samples(question):,} {'pairs' if question.paired else 'rewards of each variant'}"
        return (
            f"An ordinary two-sided test at level 0.05 with power 0.95 needs about {needed} (normal "
            "approximation); replicability costs the difference."
        )

    def guarantee(self, plan: Result) -> str:
        right = f"it is the better one where the means differ by {self.alpha} or more{self.granted()},"
        return write_guarantee(plan, "this variant", self.rho, right, self.beta, self.unit)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        if plan.method == "optimal":
            given = (self.by, self.reward, self.variants, self.range)
            rows, better, means = decide_by_optimal_threshold(plan, read, shared, *given)
            return Published(rows, {"better": better}, header=("question", "answer"), sample=self.describe(means))
        found = self.sums(plan, read)
        better = decide_by_uniform_threshold(plan, found, self.variants, shared)
        header = ("question", "answer")
        return Published(
            min(found.counts.values()), {"better": better}, header=header, sample=self.describe(found.means)
        )

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        if set(answers) != {"better"} or answers["better"] not in self.variants:
            return "its answer is none of the variants"
        threshold = TwoArmsTest(plan, shared, *self.variants).threshold if plan.method == "optimal" else 0
        blind = isinstance(threshold, str) and answers["better"] != threshold
        return f"with this seed the answer is {threshold}, whatever the data" if blind else ""


def decide_by_uniform_threshold(plan: Result, found: Sums, variants: tuple[str, ...], shared: Shared) -> str:
    """Return new if its mean exceeds that of old by the shared threshold, uniform around 0."""
    old, new = variants
    threshold, width = shared.uniform("ab", old, new), find_rational(plan, "width")
    difference = found.means[new] - found.means[old]
    return new if threshold.below(difference / width + Fraction(1, 2)) else old
