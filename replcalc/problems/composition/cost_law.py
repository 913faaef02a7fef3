"""When the base algorithm can be bought at any rho0 for n(rho0) = n_1/rho0^2 samples: where to start, and when it pays.

Running k copies at rho/k side by side costs n_1 k^2/rho^2. Squared votes and a race from k copies at rho0 cost about
8/(3 rho0 (1-rho0)) k n_1/rho^2: least, 32/3 k n_1/rho^2, at rho0 = 1/2. So composition overtakes the copies from k = 11
on in the limit of small rho; here both are counted exactly, with every overhead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.errors import UnmetCondition
from replcalc.numbers.exact import parse_positive, parse_probability
from replcalc.planning.assumption import Assumed, Assumption
from replcalc.planning.comparison import Comparison
from replcalc.planning.defaults import BETA0
from replcalc.search.optimise import rounded_down, smallest_on
from replcalc.sharper.raced_votes import method as direct
from replcalc.sharper.squared_votes.search import VotesSearch
from replcalc.vocabulary import Composition, Family, Result

#: rho0 is looked for between these, on the logit scale, and rounded to three decimals.
_LOWEST, _HIGHEST = 0.02, 0.96
#: The search for the k at which composition overtakes gives up beyond this.
_MOST = 10**6


@dataclass(frozen=True)
class CostLaw:
    """n(rho0) = ceil(n_1/rho0^2) samples for rho0-replicability, failure beta0 at every rho0; and what is promised.

    ``rho0``: where to start from, if that is fixed.
    """

    n1: fmpq
    rho: fmpq
    beta0: fmpq
    beta: fmpq | None = None
    max_strings: int | None = None
    rho0: fmpq | None = None
    assumed: Mapping[str, Assumption] = field(default_factory=dict, hash=False, compare=False)

    @staticmethod
    def parsed(
        n1: Any, rho: Any, *, beta0: Any = None, beta: Any = None, max_strings: int | None = None, rho0: Any = None
    ) -> CostLaw:
        bound = None if beta is None else parse_probability(beta, "beta")
        assumed = Assumed()
        return CostLaw(
            parse_positive(n1, "law"),
            parse_probability(rho, "rho"),
            assumed.parsed("beta0", beta0, BETA0, parse_probability),
            bound,
            max_strings,
            None if rho0 is None else parse_probability(rho0, "rho0"),
            assumed,
        )

    def size(self, rho0: fmpq) -> int:
        """Samples of one base algorithm."""
        return max(1, int((self.n1 / rho0**2).ceil()))

    def copies(self, k: int) -> int:
        """Samples of k copies at rho/k side by side."""
        return self.size(self.rho / k)

    def goal(self, k: int, rho0: fmpq) -> Composition:
        """k problems started at rho0; composition wins with one sample less than the copies, however many strings."""
        n, rho0s, beta0s = (Family.constant(value, k) for value in (self.size(rho0), rho0, self.beta0))
        return Composition(
            n,
            self.rho,
            rho0s,
            beta0s,
            beta=self.beta,
            max_strings=self.max_strings,
            assumed=self.assumed,
            samples=self.copies(k) - 1,
        )


@dataclass(frozen=True)
class Start:
    """The best rho0 to start k problems from, the certified composition from there, and what k copies would cost."""

    k: int
    rho0: fmpq
    goal: Composition
    result: Result
    copies: int

    @property
    def composition_wins(self) -> bool:
        return self.result.samples is not None and self.result.samples < self.copies


@dataclass(frozen=True, repr=False, kw_only=True)
class LawPlan(Comparison):
    """The best start at the k asked for (if any), at the first k at which composition pays, and one k before.

    As a comparison it is about the first of these that there is. ``obstacle``: why composition pays nowhere.
    """

    law: CostLaw
    asked: Start | None
    first: Start | None
    before: Start | None
    obstacle: str = ""

    _writer: ClassVar[tuple[str, str]] = ("compositions", "law_report")


def plan_law(law: CostLaw, k: int | None = None, digits: int = 20) -> LawPlan:
    """Where to start k problems from, and from which k on that beats k copies at rho/k."""
    asked, first, before, why = None if k is None else best_start(law, k, digits), None, None, ""
    try:
        first, before = overtakes(law, digits)
    except UnmetCondition:
        if asked is None:
            raise
        why = obstacle(law, digits)
    shown = asked or first
    assert shown is not None
    return LawPlan(shown.goal, (shown.result,), digits, law=law, asked=asked, first=first, before=before, obstacle=why)


def best_start(law: CostLaw, k: int, digits: int = 20) -> Start:
    """The rho0 (three decimals) from which squared votes need the fewest samples."""
    rho0 = _best_rho0(law, k)
    goal = law.goal(k, rho0)
    result = direct.solve(goal, digits)
    if not result.applicable:
        raise UnmetCondition(direct.RACE.statement.label, "the goal", result.reason)
    return Start(k, rho0, goal, result, law.copies(k))


def overtakes(law: CostLaw, digits: int = 20) -> tuple[Start, Start | None]:
    """The smallest k at which composition needs fewer samples than k copies at rho/k, and the best at k - 1.

    The advantage grows with k, so the k is bisected; the figures at the two k returned are certified, and strings are
    no object there. That composition stays ahead for every larger k is not proved.
    """

    def wins(k: int) -> bool:
        samples = _least(law, k, _best_rho0(law, k))
        return samples is not None and samples < law.copies(k)

    high = 2
    while not wins(high):
        high *= 2
        if high > _MOST:
            label = direct.RACE.statement.label
            raise UnmetCondition(label, "composition overtakes k copies", f"not for k up to {_MOST}")
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if wins(middle):
            high = middle
        else:
            low = middle
    found = best_start(law, high, digits)
    while not found.composition_wins:  # the search is a fraction of a percent off at most
        high += 1
        found = best_start(law, high, digits)
    before = best_start(law, high - 1, digits) if high > 1 else None
    while before is not None and before.composition_wins:
        high -= 1
        found, before = before, best_start(law, high - 1, digits) if high > 1 else None
    return found, before


def obstacle(law: CostLaw, digits: int = 20) -> str:
    """Why composition overtakes nowhere, in a sentence: without the bound on beta it may."""
    text = f"Composition overtakes k copies at rho/k for no k up to {_MOST:,}."
    if law.beta is None:
        return text
    try:
        free, _ = overtakes(replace(law, beta=None), digits)
    except UnmetCondition:
        return text
    found, needed = free.result.beta, short(rounded_down(law.beta * (1 - free.rho0) / free.k, 2))
    shown = "" if found is None else f", where it fails with probability {short(found, 3)}"
    return (
        f"Composition meets beta = {short(law.beta)} at no k at which it would overtake k copies at rho/k: beta is the "
        f"obstacle. Without it composition overtakes from k = {free.k}{shown}; beta0 below {needed} is needed there."
    )


def _best_rho0(law: CostLaw, k: int) -> fmpq:
    if law.rho0 is not None:
        return law.rho0

    def log_samples(logit: float) -> float:
        samples = _least(law, k, _rounded(1 / (1 + math.exp(-logit))))
        return math.inf if samples is None else math.log(samples)

    low, high = (math.log(p / (1 - p)) for p in (_LOWEST, _HIGHEST))
    _, logit = smallest_on(log_samples, low, high, 0.02)
    near = _rounded(1 / (1 + math.exp(-logit)))
    # sizes are integers: of all rho0 with one size the smallest is best, and there may be few sizes
    candidates = {near, fmpq(1, 2)}
    for size in range(max(1, law.size(near) - 3), law.size(near) + 4):
        square = int((law.n1 * 10**6 / size).ceil())
        smallest = fmpq(math.isqrt(square - 1) + 1, 1000)  # the least three decimals with n1/rho0^2 <= size
        if 0 < smallest < 1:
            candidates.add(smallest)
    return min(sorted(candidates), key=lambda rho0: (_least(law, k, rho0) or math.inf, abs(rho0 - fmpq(1, 2))))


def _rounded(rho0: float) -> fmpq:
    return fmpq(round(1000 * rho0), 1000)


def _least(law: CostLaw, k: int, rho0: fmpq) -> int | None:
    """The fewest samples for k problems started at rho0, by the float search."""
    log_strings = math.inf if law.max_strings is None else math.log(law.max_strings)
    found = VotesSearch(law.goal(k, rho0), direct.RACE.model).least_samples(log_strings)
    return None if found is None else found[0]
