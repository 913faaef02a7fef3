"""Where the factors go: one goal by the paper's steps, then with one step after the other replaced by a better one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from flint import fmpq

from replcalc.numbers.errors import UnknownName, UnmetCondition
from replcalc.paper.main import method as paper
from replcalc.paper.main import method_tuned as tuned
from replcalc.planning.comparison import refuse_unknown
from replcalc.sharper.lemma_e import method as explicit
from replcalc.sharper.raced_votes import method as direct
from replcalc.sharper.separate import method as separate
from replcalc.sharper.side_by_side import method as naive
from replcalc.sharper.total_variation import method as sharp
from replcalc.statements.showing import Shown
from replcalc.vocabulary import Composition, PrecisionExhausted, Result


@dataclass(frozen=True)
class Stage:
    """One bar of the waterfall: what changed against the stage before, and the certified result."""

    name: str
    change: str
    statements: tuple[str, ...]
    result: Result

    @property
    def samples(self) -> int | None:
        return self.result.samples if self.result.applicable else None


@dataclass(frozen=True, repr=False)
class Waterfall(Shown):
    """The stages in order, and running side by side for reference."""

    goal: Composition
    stages: tuple[Stage, ...]
    side_by_side: Result
    digits: int = 20

    _writer: ClassVar[tuple[str, str]] = ("compositions", "waterfall_report")

    def __getitem__(self, name: str) -> Stage:
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise UnknownName("stage", name, "one of " + ", ".join(stage.name for stage in self.stages))

    def saved(self, stage: int) -> fmpq | None:
        """How many times fewer samples than the last stage before that has a figure; None for the first of them."""
        here = self.stages[stage].samples
        before = [s.samples for s in self.stages[:stage] if s.samples is not None]
        return fmpq(before[-1], here) if before and here is not None else None

    def relative(self, stage: int) -> fmpq | None:
        """The samples in units of (sum of the n_i)/rho^2."""
        samples = self.stages[stage].samples
        total = sum(n * count for n, count in self.goal.n.runs)
        return None if samples is None else fmpq(samples) * self.goal.rho**2 / total


#: name, what changes, the statements that do it, how to solve it
_STAGES: tuple[tuple[str, str, tuple[str, ...], Callable[[Composition, int], Result]], ...] = (
    ("paper", "as printed, a universal c, hidden constants at their placeholders", ("thm:main",), paper.solve),
    ("paper-tuned", "lm:pg_compose_het itself, and the largest c that works", ("lm:pg_compose_het",), tuned.solve),
    ("explicit", "Lemma E in place of lm:replic_to_pg: every constant explicit", ("derived:lemma-e",), explicit.solve),
    (
        "conditioning",
        "conditioning on the sample without loss",
        ("derived:conditioning",),
        partial(explicit.solve, conditioned=True),
    ),
    (
        "total variation",
        "non-adaptive composition through total variation, parameters optimised (the way sharp has the race as well)",
        ("derived:nonadaptive-tv", "derived:tv-to-replicable"),
        partial(sharp.solve, raced=False),
    ),
    (
        "squared votes",
        "strings and answers weighted by their squared votes, in place of the pipeline",
        ("derived:squared-votes",),
        partial(direct.solve, theorem=direct.REJECTION),
    ),
    ("direct", "a race in place of first acceptance", ("derived:race", "derived:raced-votes"), direct.solve),
    ("separate", "votes and lotteries, nothing sampled", ("derived:lottery", "derived:threshold-two"), separate.solve),
)


def waterfall(goal: Composition, digits: int = 20) -> Waterfall:
    """Every stage, certified."""
    refuse_unknown(goal.settings, [constant.name for constant in paper.derive().hidden])
    stages = []
    for name, change, statements, solve in _STAGES:
        try:
            result = solve(goal, digits)
        except (PrecisionExhausted, UnmetCondition) as error:
            result = Result(name, goal, None, str(error))
        stages.append(Stage(name, change, statements, result))
    return Waterfall(goal, tuple(stages), naive.solve(goal, digits), digits)
