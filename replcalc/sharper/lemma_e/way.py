"""Way ``explicit``: thm:main with derived:lemma-e in place of lm:replic_to_pg: the paper's steps, all explicit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

from flint import fmpq

from replcalc.ask.steps import lemma_e
from replcalc.numbers.enclosure import short
from replcalc.numbers.fields import BallField
from replcalc.paper.main.largest_constant import chosen_constant, closeness_steps
from replcalc.paper.main.statements import main_algorithm, parameter_choice
from replcalc.search.optimise import log_rational
from replcalc.sharper.lemma_e.search import best_strings, blocks_for, exact_shape, most_strings
from replcalc.sharper.lemma_e.statement import replicable_to_pg_explicit
from replcalc.sharper.side_by_side.statement import failure_goal
from replcalc.statements.certification import SPARED_BITS, SPARED_FOR_INTEGERS, starting_bits
from replcalc.vocabulary import (
    BETA, BETA0, NS, RHO, RHO0S, UNIT_OPEN, Answer, C, Composition, Derivation, Family, Parameter, Proof, Result, Way,
    by_name, certify, common_inputs, exponential_time, family,
)  # fmt: skip

BETA0_EACH = Parameter(family("beta0_each"), UNIT_OPEN, "failure probability of the i-th base algorithm")
SHAPE = tuple(
    Parameter(family(name), UNIT_OPEN, replicable_to_pg_explicit.parameter(name).meaning) for name in ("nu", "h", "l")
)
#: Shapes are searched for at most this many sizes; the others take that of the nearest larger one.
_SHAPES = 16
#: Bits beyond those of the whole numbers: for the rounding of a formula, and against one of many being in doubt.
_ROOM = 36

QUANTITIES = (
    "samples", "rho", "beta", "epsilon", "delta", "delta_prime", "epsilon_k", "delta_k", "epsilon_star", "delta_star",
    "gamma_star", "blocks", "J",
)  # fmt: skip


def convert_each(proof: Proof, *, epsilon: Any, delta: Any, beta0: Any) -> Any:
    """derived:lemma-e for every i."""
    names = {"samples": "samples_each", "failure": "failure_each"}
    asked = {"beta0": beta0, "epsilon": epsilon, "delta": delta}
    return proof.apply_each(replicable_to_pg_explicit, names=names, **by_name(NS, RHO0S), **asked, **by_name(*SHAPE))


def derive(*, with_failure: bool = False, conditioned: bool = False) -> Derivation:
    """thm:main, step by step, with Lemma E; ``conditioned`` on the sample without loss, or as the paper does it."""
    inputs = (NS, RHO, RHO0S, BETA0, BETA0_EACH, C, *SHAPE) + ((BETA,) if with_failure else ())
    proof = Proof("explicit", "Replicable composition as in thm:main, every constant explicit", inputs)
    budget = closeness_steps(proof, conditioned=conditioned)
    each = convert_each(proof, epsilon=budget.epsilon, delta=budget.delta, beta0=BETA0_EACH.entry)
    whole = proof.apply(main_algorithm, samples_each=each.samples, failure_each=each.failure)
    if with_failure:
        proof.apply(failure_goal, achieved=whole.beta, target=BETA.variable)
    return proof.derivation()


def solve(goal: Composition, digits: int, *, conditioned: bool = False) -> Result:
    """Fix c as in the way ``paper``, then nu, h and l for every size; certify."""
    if goal.worst_rho0 >= fmpq(1, 2):
        return Result("explicit", goal, None, no_good_string(goal.worst_rho0), derivation=derive())
    constant = chosen_constant(goal, conditioned=conditioned)
    c = constant["c"]
    blocks, codes = _blocks(goal)
    logs = _log_budget(goal, c, blocks)
    deltas = [(log_delta, block.count) for (_, log_delta), block in zip(logs, blocks, strict=True)]
    found = _shapes(blocks, logs, most_strings(goal, deltas)) or _shapes(blocks, logs, goal.max_strings)
    if found is None:
        return Result("explicit", goal, None, too_few_strings(goal), derivation=derive())
    columns, log_votes = found
    shapes = {name: goal.n.select(column, codes) for name, column in zip(("nu", "h", "l"), columns, strict=True)}
    derivation = derive(with_failure=goal.beta is not None, conditioned=conditioned)
    inputs = common_inputs(goal) | {"rho0": goal.rho0, "beta0_each": goal.beta0, "c": c, **shapes}
    # k whole numbers of so many bits must come out, with a hundred thousand to one that none is in doubt
    needed = (log_votes + math.log(goal.k)) / math.log(2) + _ROOM
    spared = SPARED_BITS if needed < starting_bits(digits) - SPARED_BITS else SPARED_FOR_INTEGERS
    answer = certify(derivation, inputs, digits=digits, report=QUANTITIES, spared_bits=spared)
    return Result(
        "explicit",
        goal,
        answer,
        chosen={**constant, **{name: shapes[name].values for name in shapes}},
        effort=exponential_time(goal.k, runs_of(goal, answer), digits),
        reported=QUANTITIES,
    )


def runs_of(goal: Composition, answer: Answer) -> int:
    """Lemma E runs every one of its blocks under every one of its strings."""
    columns = zip(goal.n.counts, answer.value("J"), answer.value("blocks"), strict=True)
    return sum(count * strings * blocks for count, strings, blocks in columns)


def no_good_string(rho0: fmpq) -> str:
    """Why Lemma E says nothing: the margin is what rho0 lacks to 1/2."""
    margin = short(rho0 - fmpq(1, 2))
    return f"derived:lemma-e: g = rho0/(2 nu (1-nu)) < 1 needs rho0 < 1/2 (rho0 = {short(rho0)}, margin {margin})"


def too_few_strings(goal: Composition) -> str:
    allowed = "" if goal.max_strings is None else f" gets by with at most {goal.max_strings} strings (max_strings)"
    return f"derived:lemma-e: no choice of nu, h, l{allowed or ' was found'}"


@dataclass(frozen=True)
class _Block:
    """Algorithms that take one shape: rho0 and n of the largest, how many are like it, and all others together."""

    rho0: fmpq
    n: int
    alike: int
    others: int
    samples: int  # of the others, in all

    @property
    def count(self) -> int:
        return self.alike + self.others

    @property
    def runs(self) -> list[tuple[fmpq, int]]:
        """Two runs with the same number and the same sum."""
        return [(fmpq(self.n), self.alike)] + ([(fmpq(self.samples, self.others), self.others)] if self.others else [])


def _blocks(goal: Composition) -> tuple[list[_Block], tuple[int, ...]]:
    """At most _SHAPES blocks of algorithms, by rho0 and then by size; and for every run its block."""
    rho0s = sorted(goal.rho0.distinct)
    rank = [rho0s.index(rho0) for rho0 in goal.rho0.distinct]
    pairs = list(zip(map(rank.__getitem__, goal.rho0.codes), goal.n.values, strict=True))
    members: dict[tuple[int, int], int] = {}
    for pair, count in zip(pairs, goal.n.counts, strict=True):
        members[pair] = members.get(pair, 0) + count
    ordered = sorted(members, reverse=True)
    step = -(-len(ordered) // _SHAPES)
    blocks = []
    for start in range(0, len(ordered), step):
        (place, n), *others = ordered[start : start + step]
        count, samples = sum(map(members.__getitem__, others)), sum(pair[1] * members[pair] for pair in others)
        blocks.append(_Block(rho0s[place], n, members[place, n], count, samples))
    block_of = {pair: position // step for position, pair in enumerate(ordered)}
    return blocks, tuple(map(block_of.__getitem__, pairs))


def _log_budget(goal: Composition, c: fmpq, blocks: Sequence[_Block]) -> list[tuple[float, float]]:
    """(ln epsilon, ln delta) of the paper's parameter choice for the largest of every block.

    The choice depends on an algorithm's own size and on the sum of all: so the others are put together.
    """
    field = BallField(64)
    sizes = [run for block in blocks for run in block.runs]
    values, counts = zip(*sizes, strict=True)
    with field.active():
        merged = Family(values, range(len(values)), counts)
        found = parameter_choice.evaluate(field, n=merged, rho=goal.rho, beta0=goal.worst_beta0, c=c)
        places = accumulate((len(block.runs) for block in blocks[:-1]), initial=0)
        return [(float(found["epsilon"][p].log()), float(found["delta"][p].log())) for p in places]


def _shapes(
    blocks: Sequence[_Block], logs: Sequence[tuple[float, float]], ceiling: int | None
) -> tuple[list[tuple[fmpq, ...]], float] | None:
    """nu, h and l for every block, fit for its largest size and so for all of it; and ln of the most votes."""
    shapes, most = [], 0.0
    for block, (log_epsilon, log_delta) in zip(blocks, logs, strict=True):
        chosen = best_strings(math.exp(log_rational(block.rho0)), log_delta, ceiling)
        found = None if chosen is None else blocks_for(chosen, log_epsilon)
        if chosen is None or found is None:
            return None
        shapes.append(exact_shape(chosen, found[1]))
        most = max(most, found[0])
    return list(zip(*shapes, strict=True)), most


WAYS = (
    Way(
        "explicit",
        "thm:main with Lemma E: no hidden constant",
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=False,
        recipe=partial(lemma_e, raced=False),
        on_screen=False,
    ),
)
