"""The best of many options on data (derived:softmax-race, -common): shared clocks, sped up by exp(eta mean score).

Every option has an exponential clock from the shared seed, made from comparisons of uniform reals alone. The smallest
clock/exp(eta mean) is found in balls: with 64 digits of every clock, and if two options stay open, with twice as many.
So the choice is that of the ideal race on real numbers, on every machine.

The theorem is about runs of one size: of more rows the seed chooses those that count (run/selecting.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.planning.comparison import ranked, solve_all
from replcalc.run.digest import choose_rows
from replcalc.run.plans import (
    promise,
    rational_quantity,
    require_certified,
    require_samples,
    share_of_range,
    variance_share,
)
from replcalc.run.rows import Chunk, PromisedRange, grid_points, sum_columns, sum_variants
from replcalc.run.seeds import Shared
from replcalc.run.task import NAME, NAMES, POSITIVE, RANGE, Columns, Published, Read, RunTask, asked
from replcalc.sharper.race.algorithm import exponential_draw
from replcalc.sharper.shared_noise.algorithm import SharedNoise
from replcalc.sharper.softmax_race.method import choose_question
from replcalc.sharper.two_arms.algorithm import TwoArmsTest, TwoOptions, decide_by_best_law
from replcalc.vocabulary import InputError, PrecisionExhausted, Result

#: Digits up to which a comparison is followed: that many equal ones have probability 2^-16384.
_MOST_BITS = 1 << 14
#: Methods whose plans are found at once.
QUICK = ("noise", "softmax")


@dataclass(frozen=True)
class SoftmaxRace:
    """``name`` tells choices with the same seed apart."""

    eta: Fraction
    shared: Shared
    name: str = ""

    def choice(self, means: Mapping[str, Fraction]) -> str:
        """The option whose clock rings first, given the mean scores of all options."""
        drawn = {option: exponential_draw(self.shared.stream("choose", self.name, option)) for option in means}
        top, bits = max(means.values()), 64
        while bits <= _MOST_BITS:
            with ball_precision(bits + 64):
                rings = {}
                for option, mean in means.items():
                    whole, part = drawn[option]
                    late = self.eta * (top - mean)
                    clock = arb((whole << bits) + part.floor(bits)).union(arb((whole << bits) + part.floor(bits) + 1))
                    rings[option] = clock * arb(fmpq(late.numerator, late.denominator)).exp()
                first = min(rings, key=lambda option: float(rings[option].mid().log()))
                if all(rings[first] < ring for option, ring in rings.items() if option != first):
                    return first
            bits *= 2
        raise PrecisionExhausted(f"choose: two clocks agree in {_MOST_BITS} digits")


@dataclass(frozen=True, kw_only=True)
class OptionsTask(RunTask):
    """What tasks about many options ask: a column for each, of one sample, or a row for every reward."""

    options: tuple[str, ...] = asked(
        NAMES, "The options: a column of scores each, or the values of the column that by names.", also=("columns",)
    )
    by: str = asked(NAME, "The column that names the option of a row.", "")
    reward: str = asked(NAME, "The column of the rewards, beside by.", "")
    alpha: str = asked(POSITIVE, "How far from the best mean the chosen one may be.")
    range: PromisedRange = asked(RANGE, "Range of the scores (0,1 if not given).", PromisedRange(0.0, 1.0))
    variance: str = asked(POSITIVE, "Promised variance of a reward; in columns, of the difference of two scores.", "")

    passes = "two passes"

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.options) < 2:
            raise InputError("options", ",".join(self.options), "at least two different names")
        if bool(self.by) != bool(self.reward):
            raise InputError("by", self.by or None, "the columns of the option and of its reward together")

    @property
    def unit(self) -> str:  # type: ignore[override]
        return "rewards of every option" if self.by else "rows"

    def granted(self) -> str:
        """What is taken for granted beside independent draws."""
        what = "a reward" if self.by else "a difference of two scores"
        return f" if the variance of {what} is at most {self.variance}," if self.variance else ""

    def reads(self) -> Columns:
        return ((self.reward,), (self.by,)) if self.by else (self.options, ())

    def means(self, plan: Result, read: Read, shared: Shared) -> dict[str, Fraction]:
        """Exact means of as many rows as planned, as shares of the range."""
        columns, needed = self.reads()[0], plan.samples or 0

        def checked(chunk: Chunk) -> None:
            for name in columns:
                grid_points(chunk, name, self.range)

        groups = self.options if self.by else ("",)
        counts, rows = choose_rows(read, columns, needed, shared, checked, self.by, groups)
        for group, count in counts.items():
            require_samples(plan, count, f"Rewards of {group}" if self.by else "Rows")
        if self.by:
            return sum_variants(rows, self.by, self.reward, self.options, self.range).means
        return sum_columns(rows, self.options, self.range).means


@dataclass(frozen=True, kw_only=True)
class ChooseTask(OptionsTask):
    """One of many options, its mean score within alpha of the best: models on one test set, arms, hypotheses.

    A column of scores for every option, all of one sample; or a row for every reward, with ``by`` and ``reward``.

        >>> import numpy, replcalc
        >>> asked = dict(options="tree,forest,guess", alpha="0.3", rho="0.3", beta="0.05")
        >>> replcalc.run.choose(None, **asked)
        <Result: noise, certified, 223 samples>
        >>> coins = numpy.random.default_rng(1)
        >>> right = {name: coins.random(1000) < p for name, p in (("tree", 0.7), ("forest", 0.9), ("guess", 0.3))}
        >>> replcalc.run.choose(right, **asked, seed="s").answers
        {'chosen': 'forest'}
    """

    name, title = "choose", "Replicable choice"
    examples = (
        "scores.csv columns=tree,forest,guess alpha=0.2 rho=0.1 beta=0.01 seed='model 3'",
        "log.csv options=old,new by=page reward=bought alpha=0.1 rho=0.1 beta=0.01 seed=s",
        "columns=tree,forest,guess alpha=0.1 rho=0.1 beta=0.01",
    )

    def plan(self) -> Result:
        """The best plan; two options are an A/B decision."""
        return self._best_of("threshold", *QUICK) if len(self.options) == 2 else self._best_of(*QUICK)

    def rough_plan(self) -> Result:
        """The same without the search for the best distribution of a threshold, which takes seconds."""
        return self._best_of(*QUICK)

    def _best_of(self, *methods: str) -> Result:
        """Two means enter a comparison, so the grid may err twice."""
        share = share_of_range(self.alpha, self.range, 2)
        spread, common = variance_share(self.variance, self.range), not self.by
        asked = (len(self.options), share, self.rho, self.beta)
        question = choose_question(*asked, common=common, variance=spread)
        return require_certified(ranked(solve_all(question, methods, 20))[0])

    def guarantee(self, plan: Result) -> str:
        right = f"its mean is within {self.alpha} of the largest{self.granted()}"
        return promise(plan, "this option", self.rho, right, self.beta, self.unit)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        if self._by_best_law(plan):
            given = (self.by, self.reward, self.options, self.range)
            rows, chosen = decide_by_best_law(plan.details["ab"], read, shared, *given)
            return Published(rows, {"chosen": chosen}, header=("question", "answer"))
        rule: SharedNoise | SoftmaxRace | TwoOptions
        if plan.method == "noise":
            rule = SharedNoise.from_plan(plan, shared)
        elif plan.method == "threshold":
            rule = TwoOptions(rational_quantity(plan, "width"), shared)
        else:
            eta = plan.chosen["eta"]
            rule = SoftmaxRace(Fraction(int(eta.p), int(eta.q)), shared)
        chosen = rule.choice(self.means(plan, read, shared))
        return Published(plan.samples or 0, {"chosen": chosen}, header=("question", "answer"))

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        if set(answers) != {"chosen"} or answers["chosen"] not in self.options:
            return "its answer is none of the options"
        told = TwoArmsTest(plan.details["ab"], shared, *self.options).threshold if self._by_best_law(plan) else 0
        blind = isinstance(told, str) and answers["chosen"] != told
        return f"with this seed the answer is {told}, whatever the data" if blind else ""

    @staticmethod
    def _by_best_law(plan: Result) -> bool:
        return "ab" in plan.details and plan.details["ab"].method == "best-law"
