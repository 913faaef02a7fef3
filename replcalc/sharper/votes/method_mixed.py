"""Method ``mixed``: some of the problems race together, in one or several parts, the others are answered by themselves.

Every part is a question of its own, with a share of rho and beta, answered by the method ``joint`` or
``votes``; all of them read one sample, and by derived:two-parts their bounds add up.
``partition`` looks for the parts in floats.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from flint import fmpq

from replcalc.planning.assumption import ROUNDS
from replcalc.planning.composition import weakest_outputs
from replcalc.planning.effort import add_efforts
from replcalc.planning.method import get
from replcalc.planning.proving import FAILURE_GOAL, REPLICABILITY_GOAL
from replcalc.search.optimise import from_log, log_rational, round_down
from replcalc.sharper.race import method as joint
from replcalc.sharper.votes import method as separate
from replcalc.sharper.votes.choice import Chooser, ProblemKinds, divide_problems, group_problems
from replcalc.sharper.votes.forms import N
from replcalc.sharper.votes.partition import SQUARED, Partition, PartitionSearch, RacedPart
from replcalc.statements.derivation import tag_parameter
from replcalc.vocabulary import (
    BETA,
    RHO,
    Composition,
    Derivation,
    Family,
    Method,
    Parameter,
    Proof,
    Result,
    certify_at,
    with_goals,
)

QUANTITIES = ("samples", "rho", "beta", "runs")
#: Kinds of problems among which parts are looked for.
MOST_KINDS = 300
#: Smaller numbers, and sizes beyond the inverse, are not searched: their squares would leave the floats.
_SMALLEST = fmpq(1, 10**120)
#: A mixture is not worth its complication where one method for all takes at most this much more.
GAIN = fmpq(101, 100)
#: How often the shares of rho are adjusted, and digits of a share.
_TRIES, _DIGITS = 5, 8
#: Parts get so many times the failures that floats estimate.
_MORE = 1.004
#: Digits to which parts are certified while shares are sought.
_TRIAL_DIGITS = 6


@dataclass(frozen=True)
class MixedPart:
    """A part of the problems: its own question and answer, and which problems they are.

    ``places``: (first, how many) of consecutive problems of the whole, in order.
    """

    result: Result
    places: tuple[tuple[int, int], ...]

    @property
    def members(self) -> Iterator[int]:
        return (first + each for first, count in self.places for each in range(count))


@lru_cache(maxsize=16)
def derive(parts: tuple[Derivation, ...] = (), *, with_failure: bool = False) -> Derivation:
    """Return the derivation of every part for its problems; the parts add up."""
    parts = parts or (joint.derive(), separate.derive())
    tags = [f"_{place}" for place in range(1, len(parts) + 1)]
    inputs = [RHO, N, *((BETA,) if with_failure else ())]
    for steps, tag in zip(parts, tags, strict=True):
        inputs += [tag_parameter(p, tag) for p in _select_own_inputs(steps)]
    proof = Proof("mixed", "Some problems race together, the others by themselves", tuple(inputs))
    goals = (REPLICABILITY_GOAL, FAILURE_GOAL)
    whole = separate.add_parts(
        proof, [proof.include(steps, tag, (N.name,), without=goals) for steps, tag in zip(parts, tags, strict=True)]
    )
    return with_goals(proof, whole.rho, whole.beta)


def _select_own_inputs(steps: Derivation) -> Iterator[Parameter]:
    """Yield the inputs that belong to the part: not the common sample, nor its targets."""
    return (p for p in steps.inputs if p.name not in (N.name, RHO.name, BETA.name))


# -- solving -----------------------------------------------------------------------------------------------------------
def solve(goal: Composition, digits: int) -> Result:
    """Return the parts that floats suggest, with the shares of rho at which all of them need about as many samples."""
    kinds, allowed = group_problems(goal), ROUNDS if goal.max_rounds is None else goal.max_rounds
    once = sum((rho0 * count for rho0, count in goal.rho0.runs), fmpq(0))
    smallest = min(goal.rho, goal.beta or goal.rho, *goal.rho0.distinct, *goal.beta0.distinct)
    beyond_floats, count = smallest < _SMALLEST or max(goal.n.distinct) > 1 / _SMALLEST, len(kinds.rows)
    reasons = {
        "there is one problem": goal.k == 1,
        "every problem may run once: that is all it takes": once <= goal.rho,
        "parts are looked for in floats, and some number here is beyond them": beyond_floats,
        f"parts are looked for among {MOST_KINDS} kinds of problems at most: {count} here": count > MOST_KINDS,
    }
    refused = partial(Result, "mixed", goal, None, derivation=derive())
    for reason, applies in reasons.items():
        if applies:
            return refused(reason)
    search, result = PartitionSearch(kinds, allowed), None
    for _ in range(_TRIES):
        found = search.find_smallest()
        if found is None or not found[1].is_mixed or search.is_one_method_enough(int(found[0] * GAIN)):
            return refused(
                "one method for all of the problems needs no more samples than a mixture, as far as was found"
            )
        result = _certify_parts(goal, kinds, *found, digits)
        if result is None or result.effort is None or result.effort.within(allowed):
            break
        # strings are not infinitely many: races take more rounds than estimated in floats
        excess = float(result.effort.rounds_log10) * math.log(10) - log_rational(allowed)
        search.log_rounds -= max(math.log(2), excess / 2)
    return result or refused("no shares of rho and beta were found at which every part meets its guarantee")


@dataclass(frozen=True)
class _Part:
    """A part's question, but for its share of rho; ``raced`` None: the problems that are answered by themselves."""

    goal: Composition
    places: tuple[tuple[int, int], ...]
    raced: RacedPart | None

    def solve(self, rho: fmpq, digits: int) -> Result:
        goal = replace(self.goal, rho=rho)
        if self.raced is None:
            return separate.solve(goal, digits)
        solve = joint.solve_squared if self.raced.theorem == SQUARED else joint.solve_angles
        return solve(goal, digits, -(-goal.k // self.raced.groups))


def _certify_parts(
    goal: Composition, kinds: ProblemKinds, samples: int, partition: Partition, digits: int
) -> Result | None:
    """Return the parts certified, at the best shares of rho found; None where some part never meets its bounds.

    At N samples the others disagree as often as they do; what is left of rho is for the races. Their samples for that
    tell the next N. Where the largest n asks for more samples than they need, the races spend less of it: with a small
    disagreement they take fewer rounds.
    """
    parts = _divide_problems(goal, kinds, partition)
    others, raced = parts[len(partition.raced) :], parts[: len(partition.raced)]
    weights = [part.rho for part in partition.raced]
    chooser = Chooser(group_problems(others[0].goal), others[0].goal.beta) if others else None
    best: tuple[int, list[fmpq]] | None = None
    spent, least = 1.0, max(goal.n.distinct)
    for _ in range(_TRIES):
        rho_alone = fmpq(0) if chooser is None else _round_up(from_log(chooser.choose(samples).log_rho))
        if rho_alone >= goal.rho:
            samples = int(samples * GAIN) + 1
            continue
        parts_of_rho = (fmpq(*(spent * weight / sum(weights)).as_integer_ratio()) for weight in weights)
        shares = [round_down((goal.rho - rho_alone) * part, _DIGITS) for part in parts_of_rho]
        found = [part.solve(share, _TRIAL_DIGITS) for part, share in zip(raced, shares, strict=True)]
        if not all(one.certified for one in found):
            break
        needed = [one.samples or 0 for one in found]
        most = max(needed)
        reached = max(most, samples) if others else most
        if best is None or reached <= best[0]:
            best = reached, [*shares, *([rho_alone] if others else [])]
        weights = [w * math.sqrt(count / most) for w, count in zip(weights, needed, strict=True)]
        spent = min(1.0, spent * math.sqrt(most / least)) if max(most, samples) <= least else 1.0
        samples = most if most > samples else max(least, math.isqrt(most * samples))
    if best is None:
        return None
    solved = [part.solve(share, digits) for part, share in zip(parts, best[1], strict=True)]
    if not all(one.certified for one in solved):
        return None
    return _join_parts(goal, [MixedPart(one, part.places) for one, part in zip(solved, parts, strict=True)], digits)


def _round_up(value: fmpq) -> fmpq:
    """Return a little more than a float says, as a short decimal."""
    return round_down(value * (1 + fmpq(1, 10**6)), _DIGITS)


def _join_parts(goal: Composition, parts: Sequence[MixedPart], digits: int) -> Result:
    """Return the parts as one answer: every figure of every part again, and their sums."""
    answers = [part.result.answer for part in parts]
    samples = max(part.result.samples or 0 for part in parts)
    steps = derive(tuple(a.derivation for a in answers if a), with_failure=goal.beta is not None)
    inputs: dict[str, Any] = {"N": samples, "rho": goal.rho} | ({} if goal.beta is None else {"beta": goal.beta})
    chosen: dict[str, Any] = {"parts": len(parts)}
    for place, (part, answer) in enumerate(zip(parts, answers, strict=True), 1):
        assert answer is not None
        inputs |= {
            tag_parameter(p, f"_{place}").name: answer.inputs[p.name] for p in _select_own_inputs(answer.derivation)
        }
        described = {"method": part.result.method, "problems": part.result.question.k, "J": part.result.chosen.get("J")}
        chosen |= {f"{name}_{place}": value for name, value in described.items() if value is not None}
    answer = certify_at(samples, steps, inputs, digits)
    effort = add_efforts([part.result.effort for part in parts if part.result.effort], digits)
    return Result(
        "mixed", goal, answer, chosen=chosen, effort=effort, reported=QUANTITIES, details={"parts": tuple(parts)}
    )


# -- questions of the parts --------------------------------------------------------------------------------------------
def _divide_problems(goal: Composition, kinds: ProblemKinds, partition: Partition) -> list[_Part]:
    """Return the raced parts, then the others if there are any; of a kind the first problems are in the first part."""
    members = [part.members for part in partition.raced] + ([partition.alone] if partition.alone else [])
    raced = [*partition.raced, *([None] if partition.alone else [])]
    runs: list[list[tuple[int, int, int]]] = [[] for _ in members]  # run, first problem, how many
    for part, *piece in divide_problems(kinds, members):
        runs[part].append((piece[0], piece[1], piece[2]))
    found = []
    for pieces, beta, race in zip(runs, _share_failures(goal.beta, partition), raced, strict=True):
        families: tuple[Family[Any], ...] = (goal.n, goal.rho0, goal.beta0, goal.each_output)
        n, rho0, beta0, outputs = (
            Family.from_runs((family.values[run], count) for run, _, count in pieces) for family in families
        )
        several = outputs if len(outputs.distinct) > 1 else None
        question = replace(goal, n=n, rho0=rho0, beta0=beta0, beta=beta, assumed={})
        question = replace(question, outputs=weakest_outputs(outputs.distinct), outputs_by_row=several)
        found.append(_Part(question, tuple((first, count) for _, first, count in pieces), race))
    return found


def _share_failures(beta: fmpq | None, partition: Partition) -> list[fmpq | None]:
    """Give every part as much of beta as it fails; the rest goes to races of squared votes, which gain by it."""
    alone = [partition.beta_alone] if partition.alone else []
    fails = [part.beta for part in partition.raced] + alone
    squared = [part.beta if part.theorem == SQUARED else 0.0 for part in partition.raced] + [0.0 for _ in alone]
    if beta is None:
        return [None] * len(fails)
    spare, all_squared = max(0.0, 1 - partition.beta * _MORE / float(beta)), sum(squared) or math.inf
    pairs = zip(fails, squared, strict=True)
    shares = [part * _MORE / float(beta) + spare * more / all_squared for part, more in pairs]
    least = max(1.0, sum(shares))
    return [round_down(beta * fmpq(*(share / least).as_integer_ratio()), _DIGITS) for share in shares]


# -- words -------------------------------------------------------------------------------------------------------------
def recipe(result: Result) -> tuple[str, ...]:
    """Return the steps of every part."""
    lines = [f"Draw {result.samples:,} fresh samples, used by every part; every part has random strings of its own."]
    for number, part in enumerate(result.details["parts"], 1):
        steps_of = get(part.result.method).recipe
        assert steps_of is not None
        first, *steps = steps_of(part.result)
        lines.append(
            f"Part {number}, {separate.name_problems(part.places)}, by the method {part.result.method}: {first}"
        )
        lines += [step.replace("Draw", "Take", 1).replace("fresh samples", "of the samples") for step in steps]
    return tuple(lines)


_SUMMARY, _KIND = "some problems race together, the others by themselves, on one sample", Composition.kind
METHODS = (
    Method("mixed", _SUMMARY, _KIND, derive, solve, QUANTITIES, polynomial=False, recipe=recipe, on_screen=False),
)
