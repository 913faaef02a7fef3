"""k base algorithms together, as the calculator's plan says: the method's own procedure on one sample.

``carry_out`` takes the certified Result of ``compose`` for the methods ``side-by-side``, ``votes``, ``joint`` and
``mixed``; votes, strings and groups are the plan's. The base algorithms must
be as replicable and as reliable as the question says: that is a hypothesis on them, not something a run can check.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from replcalc.run.plans import require_certified, require_samples
from replcalc.run.seeds import Shared
from replcalc.sharper.race.algorithm import Angles, SquaredVotes
from replcalc.sharper.race.method import ANGLES
from replcalc.sharper.votes.algorithm import BaseRun, Lotteries, ThresholdVotes
from replcalc.sharper.votes.forms import LotteryChain
from replcalc.sharper.votes.method import Assigned
from replcalc.vocabulary import InputError, Result

METHODS = ("side-by-side", "votes", "joint", "mixed")


@dataclass(frozen=True)
class BaseAlgorithm:
    """A base algorithm by name. ``outputs``: every answer it can give, in an order of its own; races need them."""

    name: str
    run: BaseRun
    outputs: tuple[Hashable, ...] = ()


def carry_out(
    plan: Result,
    algorithms: Sequence[BaseAlgorithm],
    sample: Sequence[Any],
    shared: Shared,
    most_rounds: int = 10**7,
    most_runs: int = 10**8,
) -> tuple[Any, ...]:
    """Return one answer per algorithm, from one sample that all of them read.

    Plans that take more than ``most_runs`` runs of base algorithms or ``most_rounds`` points of a race are refused.
    """
    require_certified(plan)
    goal = plan.question
    if plan.method not in METHODS:
        raise InputError("plan", plan.method, "a plan of one of the methods " + ", ".join(METHODS))
    if len(algorithms) != goal.k or len({a.name for a in algorithms}) != goal.k:
        raise InputError("algorithms", len(algorithms), f"{goal.k} of different names, as the plan has")
    require_samples(plan, len(sample), "sample")
    if plan.runs is None or plan.runs > most_runs or not (plan.effort and plan.effort.within(most_rounds)):
        limits = f"at most {most_runs:,} runs of base algorithms and {most_rounds:,} rounds"
        raise InputError("plan", plan.method, limits, "max_strings and max_rounds make plans that can be run")
    sizes = list(goal.n.members())
    if plan.method == "side-by-side":
        return tuple(OneRun(n, shared).answer(a.name, sample, a.run) for n, a in zip(sizes, algorithms, strict=True))
    if plan.method == "votes":
        return _vote(plan, algorithms, sample, shared, sizes)
    if plan.method == "mixed":
        found: dict[int, Any] = {}
        for part in plan.details["parts"]:
            members = tuple(part.members)
            mine = [algorithms[place] for place in members]
            answers = carry_out(part.result, mine, sample, shared, most_rounds, most_runs)
            found |= zip(members, answers, strict=True)
        return tuple(found[place] for place in range(goal.k))
    return _race(plan, algorithms, sample[: plan.samples], shared, sizes, most_rounds)


def _vote(
    plan: Result, algorithms: Sequence[BaseAlgorithm], sample: Sequence[Any], shared: Shared, sizes: list[int]
) -> tuple[Any, ...]:
    """Answer every problem by itself, by the form and with the votes that were certified for it."""
    does = plan.details["assigned"].members()
    return tuple(
        _one(each, size, shared).answer(a.name, sample, a.run)
        for each, size, a in zip(does, sizes, algorithms, strict=True)
    )


def _one(does: Assigned, size: int, shared: Shared) -> Any:
    """Return the procedure for one problem."""
    if isinstance(does.form, LotteryChain):
        return Lotteries(does.votes, size, shared, does.form.closed)
    if not does.votes:
        return OneRun(size, shared)
    return ThresholdVotes(does.votes[0], size, shared, does.form.distribution)


@dataclass(frozen=True)
class OneRun:
    """The base algorithm itself, on its first ``size`` samples."""

    size: int
    shared: Shared

    def answer(self, name: str, sample: Sequence[Any], base: BaseRun) -> Any:
        return base(sample[: self.size], self.shared.stream("string", name, 0))


def _race(
    plan: Result,
    algorithms: Sequence[BaseAlgorithm],
    sample: Sequence[Any],
    shared: Shared,
    sizes: list[int],
    rounds: int,
) -> tuple[Any, ...]:
    for a in algorithms:
        if not a.outputs:
            raise InputError("outputs", None, f"every answer that '{a.name}' can give: a race is run over them")
    size = plan.chosen.get("group", len(algorithms))
    angles = plan.chosen["form"] == ANGLES
    strings = 1 if angles else plan.chosen["J"]
    found: list[Any] = []
    for first in range(0, len(algorithms), size):
        group, blocks = algorithms[first : first + size], sizes[first : first + size]
        counted = [_count_votes(a, sample, n, strings, shared) for a, n in zip(group, blocks, strict=True)]
        if not angles:
            squared = SquaredVotes(strings, tuple(a.outputs for a in group), shared, rounds)
            found += squared.answer(counted, group[0].name)
            continue
        rho0 = tuple(plan.question.rho0.members())[first : first + size]
        counts = [_second(a, table) for a, table in zip(group, counted, strict=True)]
        drawn = Angles(tuple(len(sample) // n for n in blocks), rho0, shared, rounds).answer(counts, group[0].name)
        found += [a.outputs[bit] for a, bit in zip(group, drawn, strict=True)]
    return tuple(found)


def _count_votes(
    a: BaseAlgorithm, sample: Sequence[Any], size: int, strings: int, shared: Shared
) -> Counter[tuple[int, Any]]:
    """Return how many of the blocks answer y under string j."""
    return Counter(
        (j, a.run(sample[t * size : (t + 1) * size], shared.stream("string", a.name, j)))
        for j in range(strings)
        for t in range(len(sample) // size)
    )


def _second(a: BaseAlgorithm, table: Counter[tuple[int, Any]]) -> int:
    """Return votes for the second of two answers."""
    if len(a.outputs) != 2 or any(answer not in a.outputs for _, answer in table):
        raise InputError("outputs", a.outputs, f"the two answers that '{a.name}' can give")
    return table[0, a.outputs[1]]
