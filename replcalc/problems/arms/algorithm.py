"""The best of several arms on real data (derived:arms-through-means).

All arms' means are estimated to within alpha/2, replicably (``queries.algorithm.estimates``); the arm of the largest
estimate is within alpha of the best. Equal estimates give equal arms, ties go to the arm named first. The data are
either one column per arm, or one column of rewards and one that names the arm of each row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from replcalc.data.columns import summed, summed_by
from replcalc.data.plan import promise, require_samples
from replcalc.data.shares import share_of_range
from replcalc.data.streams import Shared
from replcalc.data.task import NAME, NAMES, Columns, Published, Read, asked
from replcalc.problems.queries.algorithm import RangedTask, best_plan, estimates
from replcalc.problems.queries.question import arms_question
from replcalc.vocabulary import InputError, Result


@dataclass(frozen=True, kw_only=True)
class BestArmTask(RangedTask):
    """An arm whose mean reward is within alpha of the largest: a column per arm, or ``by`` and ``reward`` columns.

    >>> import numpy, replcalc
    >>> coins = numpy.random.default_rng(3)
    >>> pages = {"old": coins.random(2000) < 0.3, "new": coins.random(2000) < 0.9}
    >>> asked = dict(range=(0, 1), alpha="0.3", rho="0.2", beta="0.05", seed="s")
    >>> replcalc.run.best_arm(pages, ["old", "new"], **asked).answers
    {'best arm': 'new'}
    """

    arms: tuple[str, ...] = asked(
        NAMES, "The arms: a column of rewards each, or the values of the column that by names.", also=("columns",)
    )
    by: str = asked(NAME, "The column that names the arm of a row.", "")
    reward: str = asked(NAME, "The column of the rewards, beside by.", "")

    name, title, unit = "best-arm", "Replicable best arm", "rewards of every arm"
    examples = (
        "ab.csv columns=old,new range=0,1 alpha=0.1 rho=0.1 beta=0.01 seed='test 7'",
        "log.csv arms=old,new by=page reward=bought range=0,1 alpha=0.1 rho=0.1 beta=0.01 seed=s",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.arms) < 2:
            raise InputError("arms", ",".join(self.arms), "at least two different names")
        if bool(self.by) != bool(self.reward):
            raise InputError("by", self.by or None, "the columns of the arm and of its reward together")

    def plan(self) -> Result:
        """Two means enter a comparison, so the grid may err twice."""
        share = share_of_range(self.alpha, self.range, 2)
        return best_plan(arms_question(1, len(self.arms), share, self.rho, self.beta), self.max_rounds)

    def guarantee(self, plan: Result) -> str:
        right = f"its mean is within {self.alpha} of the largest"
        return promise(plan, "this arm", self.rho, right, self.beta, self.unit)

    def reads(self) -> Columns:
        return ((self.reward,), (self.by,)) if self.by else (self.arms, ())

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        """An arm with fewer rewards than the plan needs is refused."""
        if self.by:
            sums = summed_by(read(), self.by, self.reward, self.arms, self.range)
        else:
            sums = summed(read(), self.arms, self.range)
        for arm in self.arms:
            require_samples(plan, sums.counts[arm], f"Rewards of arm {arm}")
        found = estimates(plan, sums.means, shared)
        best = max(self.arms, key=lambda arm: found[arm])  # the first of equals
        return Published(min(sums.counts.values()), {"best arm": best})

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        known = set(answers) == {"best arm"} and answers["best arm"] in self.arms
        return "" if known else "its answer is none of the arms"
