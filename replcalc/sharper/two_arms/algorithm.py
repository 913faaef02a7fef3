"""Old or new on data: the difference of two means against one shared threshold, or a count against the best one.

Rewards stand in one column and the variant of each row in another, or in two columns, a pair in every row. Means are
exact rationals on the grid of the data, and comparisons with thresholds are exact. With a uniform threshold
(derived:two-means, -paired) more rewards than planned, and variants of unequal sizes, only help (proof.md): the smaller
one must have what the plan asks for.

The best distribution (derived:two-arms) is that of the planned number of rewards: of more the seed chooses those that
count (run/selecting.py), and of each variant they count in increasing order, so that the order of the data plays no
part. A reward that is neither the least nor the largest of its range becomes a coin by a shared uniform number of its
place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from replcalc.run.digest import choose_rows
from replcalc.run.plans import (
    find_rational,
    require_certified,
    require_samples,
    require_size,
    scale_accuracy,
    scale_variance,
    write_guarantee,
)
from replcalc.run.records import RunResult
from replcalc.run.rows import (
    Chunk,
    RowsRead,
    Sums,
    ValueRange,
    grid_points,
    require_known_labels,
    sum_columns,
    sum_variants,
)
from replcalc.run.seeds import Shared
from replcalc.run.task import FLAG, NAME, NAMES, POSITIVE, RANGE, Columns, Published, Read, Task, input_field
from replcalc.sharper.threshold_test.algorithm import LOW, count_successes, draw_test_threshold
from replcalc.sharper.two_arms.method import OPTIMAL, TwoMeans, ab_question, ordinary_samples
from replcalc.vocabulary import InputError, Result

#: Most labels that an error lists.
_MOST_LABELS = 8


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
            if len(labels) > _MOST_LABELS:
                break
        if len(labels) != 2:
            found = ", ".join(sorted(labels)[:_MOST_LABELS])
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

    def write_condition(self) -> str:
        """State what is assumed beside independent draws."""
        what = "a difference" if self.paired else "a reward"
        return f" if the variance of {what} is at most {self.variance}" if self.variance else ""


@dataclass(frozen=True)
class TwoArmsTest:
    """A certified plan by ``optimal`` of ``replcalc plan ab`` and the shared seed, for two variants by name."""

    plan: Result
    shared: Shared
    old: str
    new: str

    def __post_init__(self) -> None:
        require_certified(self.plan)

    @property
    def samples(self) -> int:
        """Rewards of each variant."""
        return self.plan.samples or 0

    @property
    def threshold(self) -> Fraction | str:
        stream = self.shared.stream("ab", self.old, self.new, "threshold")
        threshold = draw_test_threshold(self.plan.details["distribution"].distribution, stream)
        if isinstance(threshold, str):
            return self.old if threshold == LOW else self.new
        return threshold

    def successes(self, variant: str, rewards: Sequence[Fraction]) -> int:
        """Count the successes of rewards in [0, 1], exactly as many as planned."""
        require_size(len(rewards), self.samples, f"Rewards of {variant}")
        return count_successes(rewards[: self.samples], self.shared, "ab", variant)

    def answer(self, old: Sequence[Fraction], new: Sequence[Fraction]) -> str:
        """Return the name of the better variant."""
        threshold = self.threshold
        count = self.successes(self.new, new) + self.samples - self.successes(self.old, old)
        if isinstance(threshold, str):
            return threshold
        return self.new if count >= threshold else self.old


def decide_by_optimal_threshold(
    plan: Result, read: Read, shared: Shared, by: str, reward: str, variants: tuple[str, ...], within: ValueRange
) -> tuple[int, str, dict[str, Fraction]]:
    """Decide between two variants by a plan of ``optimal``.

    Args:
        plan: a certified plan.
        read: starts a pass over the data.
        shared: the shared seed.
        by: the column that names the variant of a row.
        reward: the column of the rewards.
        variants: old and new.
        within: the range of the rewards.

    Returns:
        The rewards of the smaller variant, the name of the better one, and the means of the rewards that count.
    """
    test = TwoArmsTest(plan, shared, *variants)
    rewards: dict[str, list[Fraction]] = {variant: [] for variant in variants}
    low, length = Fraction(within.low), Fraction(within.high) - Fraction(within.low)

    def check(chunk: Chunk) -> None:
        for known in require_known_labels(iter([chunk]), by, variants):
            grid_points(known, reward, within)

    counts, rows = choose_rows(read, (reward,), test.samples, shared, check, by, variants)
    for variant in variants:
        require_samples(plan, counts[variant], f"Rewards of {variant}")
    for chunk in require_known_labels(rows, by, variants):
        codes = chunk.texts[by].places_among(variants).tolist()
        for code, value in zip(codes, chunk.values[reward].tolist(), strict=True):
            rewards[variants[code]].append((Fraction(value) - low) / length)
    means = {variant: sum(found, Fraction(0)) / len(found) for variant, found in rewards.items()}
    return min(counts.values()), test.answer(*(sorted(rewards[variant]) for variant in variants)), means


@dataclass(frozen=True)
class TwoOptions:
    """One of two options from mean scores on a common sample: their difference against a shared threshold.

    ``width``: over which the threshold varies, around 0. ``name`` distinguishes choices with the same seed.
    """

    width: Fraction
    shared: Shared
    name: str = "choose"

    def choice(self, means: Mapping[str, Fraction]) -> str:
        old, new = means
        threshold = self.shared.uniform("two options", self.name, old, new)
        return new if threshold.below((means[new] - means[old]) / self.width + Fraction(1, 2)) else old


@dataclass(frozen=True, kw_only=True)
class AbTask(VariantsTask):
    """Is the new variant better than the old one? Right where their mean rewards differ by alpha or more.

    >>> import numpy, replcalc
    >>> coins, n = numpy.random.default_rng(3), 2500
    >>> shop = {"variant": ["old", "new"] * n, "bought": coins.random(2 * n) < numpy.array([0.3, 0.6] * n)}
    >>> question = dict(by="variant", reward="bought", variants="old,new", alpha="0.1", rho="0.1", beta="0.05")
    >>> replcalc.plan.ab(**question).best
    <Result: optimal, certified, 1361 samples>
    >>> replcalc.run.ab(shop, **question, seed="test 7").answers
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

    def remark(self) -> str:
        """Say what an ordinary test needs, and so what replicability costs."""
        question = self.question()
        needed = f"{ordinary_samples(question):,} {'pairs' if question.paired else 'rewards of each variant'}"
        return (
            f"An ordinary two-sided test at level 0.05 with power 0.95 needs about {needed} (normal "
            "approximation); replicability costs the difference."
        )

    def guarantee(self, plan: Result) -> str:
        right = f"it is the better one where the means differ by {self.alpha} or more{self.write_condition()},"
        return write_guarantee(plan, "this variant", self.rho, right, self.beta, self.unit)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        if plan.method == OPTIMAL:
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
        threshold = TwoArmsTest(plan, shared, *self.variants).threshold if plan.method == OPTIMAL else 0
        blind = isinstance(threshold, str) and answers["better"] != threshold
        return f"with this seed the answer is {threshold}, whatever the data" if blind else ""


def decide_by_uniform_threshold(plan: Result, found: Sums, variants: tuple[str, ...], shared: Shared) -> str:
    """Return new if its mean exceeds that of old by the shared threshold, uniform around 0."""
    old, new = variants
    threshold, width = shared.uniform("ab", old, new), find_rational(plan, "width")
    difference = found.means[new] - found.means[old]
    return new if threshold.below(difference / width + Fraction(1, 2)) else old
