"""Two arms by the best distribution on data (derived:two-arms): one threshold from the shared seed, one count.

The distribution is that of the planned number of rewards: of more the seed chooses those that count (run/selecting.py),
and of each variant they count in increasing order, so that the order of the data plays no part. A reward that is
neither the least nor the largest of its range becomes a coin by a shared uniform number of its place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from replcalc.run.digest import choose_rows
from replcalc.run.plans import require_certified, require_samples, require_size
from replcalc.run.rows import Chunk, ValueRange, grid_points, require_known_labels
from replcalc.run.seeds import Shared
from replcalc.run.task import Read
from replcalc.sharper.threshold_test.algorithm import LOW, count_successes, draw_test_threshold
from replcalc.vocabulary import Result


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
    plan: Result,
    read: Read,
    shared: Shared,
    by: str,
    reward: str,
    variants: tuple[str, ...],
    within: ValueRange,
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

    ``width``: over which the threshold varies, around 0. ``name`` tells choices with the same seed apart.
    """

    width: Fraction
    shared: Shared
    name: str = "choose"

    def choice(self, means: Mapping[str, Fraction]) -> str:
        old, new = means
        threshold = self.shared.uniform("two options", self.name, old, new)
        return new if threshold.below((means[new] - means[old]) / self.width + Fraction(1, 2)) else old
