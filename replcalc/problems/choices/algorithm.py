"""Choices among options on data, by the plan of the best method: threshold, shared noise, race, rounded means.

The theorems about races are about runs of one size: of more rows the seed chooses those that count (run/digest.py).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from replcalc.planning.assumption import failure_or_half, parse_rounds, parse_unit
from replcalc.planning.comparison import Comparison
from replcalc.problems.choices.method import answer as compare_choices
from replcalc.run.digest import choose_rows
from replcalc.run.plans import (
    find_rational,
    require_samples,
    scale_accuracy,
    scale_variance,
    to_fraction,
    write_guarantee,
)
from replcalc.run.rows import Chunk, ValueRange, grid_points, require_known_labels, sum_columns, sum_variants
from replcalc.run.seeds import Shared
from replcalc.run.task import (
    COUNT,
    FLAG,
    NAME,
    NAMES_OR_COUNT,
    POSITIVE,
    PROBABILITY,
    RANGE,
    Columns,
    Published,
    Read,
    Task,
    input_field,
)
from replcalc.run.task import ROUNDS as ROUNDS_ALLOWED
from replcalc.sharper.means.algorithm import Rounding
from replcalc.sharper.shared_noise.algorithm import SharedNoise
from replcalc.sharper.softmax_race.algorithm import SoftmaxRace, choose_in_rounds
from replcalc.sharper.softmax_race.method import Choose, parse_choose_question, parse_top_question
from replcalc.sharper.two_arms.algorithm import TwoArmsTest, TwoOptions, decide_by_optimal_threshold
from replcalc.vocabulary import InputError, Result

UNIT = ValueRange(0.0, 1.0)


@dataclass(frozen=True, kw_only=True)
class ChooseTask(Task):
    """One of many options, its mean score within alpha of the best: models on one test set, arms, hypotheses.

    A column of scores for every option, all of one sample; or a row for every reward, with ``by`` and ``reward``.

        >>> import numpy, replcalc
        >>> question = dict(options="tree,forest,guess", alpha="0.3", rho="0.3", beta="0.05")
        >>> replcalc.plan.choose(**question).best
        <Result: noise, certified, 223 samples>
        >>> coins = numpy.random.default_rng(1)
        >>> right = {name: coins.random(1000) < p for name, p in (("tree", 0.7), ("forest", 0.9), ("guess", 0.3))}
        >>> replcalc.run.choose(right, **question, seed="s").answers
        {'chosen': 'forest'}

    The best two of four, in order, each with a mean within alpha of the second best:

        >>> question = dict(options="a,b,c,d", top=2, alpha="0.4", rho="0.4", beta="0.1")
        >>> replcalc.plan.choose(**question).samples
        631
        >>> scores = {name: coins.random(700) < p for name, p in zip("abcd", (0.9, 0.2, 0.4, 0.1))}
        >>> replcalc.run.choose(scores, **question, seed="s").answers
        {'list': '["a", "c"]'}
    """

    options: tuple[str, ...] | int = input_field(
        NAMES_OR_COUNT,
        "The options: a column of scores each, or the values of the column that by names; to plan, how many.",
        also=("columns", "column", "arms"),
    )
    by: str = input_field(NAME, "The column that names the option of a row.", "")
    reward: str = input_field(NAME, "The column of the rewards, beside by.", "")
    top: str = input_field(COUNT, "The best M options, in order (left out: the best one).", "")
    k: str = input_field(COUNT, "To plan: so many choices, each among so many options (left out: one).", "")
    common: bool = input_field(
        FLAG, "To plan: all options are scored on the same samples, as in columns of one file.", False
    )
    alpha: str = input_field(POSITIVE, "How far from the best mean the chosen one may be.", also=("tau",))
    beta: str = input_field(
        PROBABILITY, "Failure probability to guarantee, 0 < P < 1 (planning assumes half of rho).", "", data=True
    )
    range: ValueRange = input_field(RANGE, "Range of the scores (0,1 if not given).", UNIT)
    variance: str = input_field(
        POSITIVE, "Known bound on the variance of a reward; in columns, of the difference of two scores.", ""
    )
    max_rounds: str = input_field(
        ROUNDS_ALLOWED, "To plan: sampling rounds you can wait for (1e9 if not given); a run samples nothing.", ""
    )

    name, title, passes = "choose", "Replicable choice", "two passes"
    methods, quick = ("threshold", "noise", "softmax", "rounding"), ("noise", "softmax")
    examples = (
        "scores.csv columns=tree,forest,guess alpha=0.2 rho=0.1 beta=0.01 seed='model 3'",
        "log.csv options=old,new by=page reward=bought alpha=0.1 rho=0.1 beta=0.01 seed=s",
        "options=100 alpha=0.1 rho=0.1 beta=0.01",
        "options=1000 common= alpha=0.1 rho=0.1 beta=0.01",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count < 2:
            raise InputError("options", self.options, "at least two different names")
        if bool(self.by) != bool(self.reward):
            name = "by" if self.by else "reward"
            raise InputError(name, getattr(self, name), "the columns of the option and of its reward together")
        if self.top and not int(self.top) < self.count:
            raise InputError("top", self.top, f"fewer than all {self.count} options")
        if self.top and self.k:
            raise InputError("k", self.k, "one of top and k")

    def require_data(self) -> None:
        super().require_data()
        if not self.names:
            raise InputError("options", self.options, "the names of the options")
        if self.k:
            raise InputError("k", self.k, "a plan: a run makes one choice")
        if self.common and self.by:
            raise InputError("common", "yes", "columns of scores, no by")

    @property
    def names(self) -> tuple[str, ...]:
        """The options, where they have names."""
        return () if isinstance(self.options, int) else self.options

    @property
    def count(self) -> int:
        """How many options there are."""
        return self.options if isinstance(self.options, int) else len(self.options)

    @property
    def on_one_sample(self) -> bool:
        """Are all options scored on one sample?"""
        return self.common or bool(self.names and not self.by)

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "rows" if self.on_one_sample else "rewards of every option"

    # -- the plan --------------------------------------------------------------------------------------------------
    def question(self) -> Choose:
        """Return the question; two means enter a comparison, so the grid may err twice."""
        within = self.range if self.names or self.range != UNIT else None
        share, spread = scale_accuracy(self.alpha, within, 2), scale_variance(self.variance, within)
        if self.top:
            beta = self.beta or str(failure_or_half(None, parse_unit(self.rho, "rho"))[0])
            given = (self.count, self.top, share, self.rho, beta)
            return parse_top_question(*given, common=self.on_one_sample, variance=spread)
        question = parse_choose_question(
            self.count, share, self.rho, self.beta or None, self.k or None, common=self.on_one_sample, variance=spread
        )
        return replace(question, max_rounds=parse_rounds(self.max_rounds)) if self.max_rounds else question

    def compare_methods(self, question: Choose, digits: int, methods: tuple[str, ...]) -> Comparison:
        if self.top:
            return super().compare_methods(question, digits, methods)
        return compare_choices(question, digits, methods)

    # -- the run ---------------------------------------------------------------------------------------------------
    def guarantee(self, plan: Result) -> str:
        what = "a difference of two scores" if self.on_one_sample else "a reward"
        condition = f" if the variance of {what} is at most {self.variance}," if self.variance else ""
        if self.top:
            right = f"every mean in it is within {self.alpha} of the {self.top}-th largest{condition}"
            return write_guarantee(plan, "this list, in this order,", self.rho, right, self.beta, self.unit)
        right = f"its mean is within {self.alpha} of the largest{condition}"
        return write_guarantee(plan, "this option", self.rho, right, self.beta, self.unit)

    def reads(self) -> Columns:
        return ((self.reward,), (self.by,)) if self.by else (self.names, ())

    def means(self, plan: Result, read: Read, shared: Shared) -> dict[str, Fraction]:
        """Return exact means of as many rows as planned, as shares of the range."""
        columns, needed = self.reads()[0], plan.samples or 0

        def check(chunk: Chunk) -> None:
            for known in require_known_labels(iter([chunk]), self.by, self.names) if self.by else [chunk]:
                for name in columns:
                    grid_points(known, name, self.range)

        groups = self.names if self.by else ("",)
        counts, rows = choose_rows(read, columns, needed, shared, check, self.by, groups)
        for group, count in counts.items():
            require_samples(plan, count, f"Rewards of {group}" if self.by else "Rows")
        if self.by:
            return sum_variants(rows, self.by, self.reward, self.names, self.range).means
        return sum_columns(rows, self.names, self.range).means

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        header = ("question", "answer")
        if _is_optimal(plan):
            given = (self.by, self.reward, self.names, self.range)
            rows, chosen, means = decide_by_optimal_threshold(plan.details["ab"], read, shared, *given)
            return Published(rows, {"chosen": chosen}, (), header, self.describe(means))
        means = self.means(plan, read, shared)
        sample = self.describe(means)
        if self.top:
            found = choose_in_rounds(plan, means, int(self.top), shared)
            listed = {"list": json.dumps(found, ensure_ascii=False)}
            return Published(plan.samples or 0, listed, tuple(enumerate(found, 1)), ("place", "option"), sample)
        return Published(plan.samples or 0, {"chosen": choose_option(plan, means, shared)}, (), header, sample)

    def describe(self, means: Mapping[str, Fraction]) -> tuple[tuple[str, float], ...]:
        """Return the means of the sample."""
        return tuple((f"mean of {name}", float(self.range.value(mean))) for name, mean in means.items())

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        if self.top:
            return self._list_flaw(answers)
        if set(answers) != {"chosen"} or answers["chosen"] not in self.names:
            return "its answer is none of the options"
        threshold = TwoArmsTest(plan.details["ab"], shared, *self.names).threshold if _is_optimal(plan) else 0
        blind = isinstance(threshold, str) and answers["chosen"] != threshold
        return f"with this seed the answer is {threshold}, whatever the data" if blind else ""

    def _list_flaw(self, answers: Mapping[str, str]) -> str:
        try:
            (listed,) = (json.loads(answers[name]) for name in ("list",) if set(answers) == {"list"})
        except (ValueError, RecursionError):
            return "its answer is no list"
        known = isinstance(listed, list) and all(option in self.names for option in listed)
        return "" if known and len(listed) == int(self.top) == len(set(listed)) else "its list is none of so many"


def choose_option(plan: Result, means: Mapping[str, Fraction], shared: Shared) -> str:
    """Return the option that the method of a plan chooses."""
    if plan.method == "noise":
        return SharedNoise.from_plan(plan, shared).choice(means)
    if plan.method == "threshold":
        return TwoOptions(find_rational(plan, "width"), shared).choice(means)
    if plan.method == "rounding":
        grid = Rounding(find_rational(plan, "width"), shared)
        found = {option: grid.answer(option, mean) for option, mean in means.items()}
        return max(means, key=lambda option: found[option])  # the first of equals
    return SoftmaxRace(to_fraction(plan.chosen["eta"]), shared).choice(means)


def _is_optimal(plan: Result) -> bool:
    return "ab" in plan.details and plan.details["ab"].method == "optimal"
