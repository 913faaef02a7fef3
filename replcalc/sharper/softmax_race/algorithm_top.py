"""The k best of many options on data (derived:top-options, -common): one race after the other among those left."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from replcalc.run.plans import plan_by, promise, share_of_range, variance_share
from replcalc.run.seeds import Shared
from replcalc.run.task import COUNT, Published, Read, asked
from replcalc.sharper.softmax_race.algorithm import OptionsTask, SoftmaxRace
from replcalc.sharper.softmax_race.method_top import top_question
from replcalc.vocabulary import InputError, Result


def first_in_races(plan: Result, means: Mapping[str, Fraction], rounds: int, shared: Shared) -> list[str]:
    """The winners of so many races, each with clocks of its own, among those that did not win before."""
    eta, left, found = plan.chosen["eta"], dict(means), []
    for place in range(1, rounds + 1):
        race = SoftmaxRace(Fraction(int(eta.p), int(eta.q)), shared, f"round {place}")
        found.append(race.choice(left))
        del left[found[-1]]
    return found


@dataclass(frozen=True, kw_only=True)
class TopTask(OptionsTask):
    """The best k of many options in order, each with a mean within alpha of the k-th best.

    A column of scores for every option, all of one sample; or a row for every reward, with ``by`` and ``reward``.

        >>> import numpy, replcalc
        >>> asked = dict(options="a,b,c,d", k=2, alpha="0.4", rho="0.4", beta="0.1")
        >>> replcalc.run.top(None, **asked)
        <Result: softmax, certified, 631 samples>
        >>> coins = numpy.random.default_rng(1)
        >>> scores = {name: coins.random(700) < p for name, p in zip("abcd", (0.9, 0.2, 0.4, 0.1))}
        >>> replcalc.run.top(scores, **asked, seed="s").answers
        {'list': '["a", "c"]'}
    """

    k: str = asked(COUNT, "How many.")

    name, title = "top", "Replicable ranking"
    examples = (
        "scores.csv columns=tree,forest,guess k=2 alpha=0.4 rho=0.2 beta=0.05 seed='model 3'",
        "options=a,b,c,d,e,f,g,h,i,j by=page reward=bought k=3 alpha=0.05 rho=0.1 beta=0.01",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not int(self.k) < len(self.options):
            raise InputError("k", self.k, f"fewer than all {len(self.options)} options")

    def plan(self) -> Result:
        """Two means enter a comparison, so the grid may err twice."""
        share = share_of_range(self.alpha, self.range, 2)
        spread, common = variance_share(self.variance, self.range), not self.by
        asked = (len(self.options), self.k, share, self.rho, self.beta)
        return plan_by(top_question(*asked, common=common, variance=spread), "softmax")

    def guarantee(self, plan: Result) -> str:
        right = f"every mean in it is within {self.alpha} of the {self.k}-th largest{self.granted()}"
        return promise(plan, "this list, in this order,", self.rho, right, self.beta, self.unit)

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        found = first_in_races(plan, self.means(plan, read, shared), int(self.k), shared)
        listed = {"list": json.dumps(found, ensure_ascii=False)}
        return Published(plan.samples or 0, listed, tuple(enumerate(found, 1)), ("place", "option"))

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        try:
            (listed,) = (json.loads(answers[name]) for name in ("list",) if set(answers) == {"list"})
        except (ValueError, RecursionError):
            return "its answer is no list"
        known = isinstance(listed, list) and all(option in self.options for option in listed)
        return "" if known and len(listed) == int(self.k) == len(set(listed)) else "its list is none of k options"
