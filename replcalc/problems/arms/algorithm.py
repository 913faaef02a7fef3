"""The best of several arms on real data (derived:arms-through-means).

All arms' means are estimated to within alpha/2, replicably (``means.estimates``); the arm of the largest estimate is
within alpha of the best. Equal estimates give equal arms, ties go to the arm named first. The data are either one
column per arm, or one column of rewards and one that names the arm of each row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from replcalc.ask.result import Result
from replcalc.data.columns import Chunk, PromisedRange, RowsRead, summed, summed_by
from replcalc.data.plan import promise, require_size
from replcalc.data.receipt import Done, made
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.problems.queries.algorithm import ROUNDS, best_plan, estimates, share_of_range
from replcalc.problems.queries.question import arms_question


@dataclass(frozen=True)
class BestArmTask:
    """The arms in an order fixed beforehand, the range of the rewards, the promise.

    ``by`` and ``reward``: the columns that name the arm of a row and hold its reward; empty: a column per arm.
    """

    arms: tuple[str, ...]
    within: PromisedRange
    alpha: str
    rho: str
    beta: str
    by: str = ""
    reward: str = ""
    max_rounds: str = ROUNDS

    unit = "rewards of every arm"

    def __post_init__(self) -> None:
        if len(self.arms) < 2 or len(set(self.arms)) != len(self.arms):
            raise InputError("arms" if self.by else "columns", ",".join(self.arms), "at least two different names")

    def plan(self) -> Result:
        """Two means enter a comparison, so the grid may err twice."""
        share = share_of_range(self.alpha, self.within, 2)
        return best_plan(arms_question(1, len(self.arms), share, self.rho, self.beta), self.max_rounds)

    def to_json(self) -> dict[str, Any]:
        return {
            "task": "best-arm", "arms": list(self.arms), "range": [repr(self.within.low), repr(self.within.high)],
            "alpha": self.alpha, "rho": self.rho, "beta": self.beta, "max_rounds": self.max_rounds,
        }  # fmt: skip

    def guarantee(self, plan: Result) -> str:
        right = f"its mean is within {self.alpha} of the largest"
        return promise(plan, "this arm", self.rho, right, self.beta, self.unit)


def answer(task: BestArmTask, parts: Iterator[Chunk], shared: Shared, progress: RowsRead | None = None) -> Done:
    """Carry out the certified plan; an arm with fewer rewards than it needs is refused."""
    plan = task.plan()
    if task.by:
        sums = summed_by(parts, task.by, task.reward, task.arms, task.within, progress)
    else:
        sums = summed(parts, task.arms, task.within, progress)
    for arm in task.arms:
        require_size(sums.counts[arm], plan.samples or 0, f"Rewards of arm {arm}", f", which '{plan.way}' needs")
    found = estimates(plan, sums.means, shared)
    best = max(task.arms, key=lambda arm: found[arm])  # the first of equals
    data = {"rows": min(sums.counts.values()), "digest": sums.digest}
    receipt = made(task.to_json(), plan, shared, data, {"best arm": best}, task.guarantee(plan))
    return Done("Replicable best arm", plan, receipt, ("question", "answer"), (("best arm", best),), task.unit)
