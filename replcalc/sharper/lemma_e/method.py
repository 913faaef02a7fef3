"""Way ``explicit``: thm:main with derived:lemma-e in place of lm:replic_to_pg: the paper's steps, all explicit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from itertools import accumulate
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.fields import BallField
from replcalc.numbers.logs import log_divergence, log_total, subtract
from replcalc.paper.main.largest_constant import chosen_constant, closeness_steps
from replcalc.paper.main.statements import main_algorithm, parameter_choice
from replcalc.planning.steps import lemma_e
from replcalc.search.optimise import crossing, from_log, log_rational, nearest_decimal, smallest_on
from replcalc.sharper.lemma_e.statement import GOOD, WRONG, replicable_to_pg_explicit
from replcalc.sharper.lemma_e.statement import replicable_to_pg_explicit as lemma
from replcalc.sharper.side_by_side.statement import failure_goal
from replcalc.statements.certification import SPARED_BITS, SPARED_FOR_INTEGERS, starting_bits
from replcalc.symbolic.compiled import LOG_FLOAT, Compiled, compiled
from replcalc.symbolic.node import Symbol
from replcalc.vocabulary import (
    BETA,
    BETA0,
    NS,
    RHO,
    RHO0S,
    UNIT_OPEN,
    Answer,
    C,
    Composition,
    Derivation,
    Family,
    Method,
    Parameter,
    Proof,
    Result,
    by_name,
    certify,
    common_inputs,
    exponential_time,
    family,
)

# -- looking for nu, h, l of derived:lemma-e in floating point; what is found is certified later -----------------------
# Write h = 1/2 + a and l = 1 - nu - b. The number of strings J fixes the smallest nu: 2 nu (1-nu) = rho0/g with
# g = e^(-ln(32/delta^2)/J). For T blocks the last terms of the lemma fix the smallest a and b,
#     kl(1/2+a || 1/2) = ln(64J/delta^2)/T,   kl(nu+b || nu) = ln(32/delta^2)/T,
# and then the first one fixes the smallest epsilon: sqrt(2L/T) ln(2(1+e)J/delta)/(1/2-nu-a-b).
# All sizes are carried as logarithms, so that rho = 1e-300 is no special case.
#: Relative room left above the smallest nu, a and b before they are rounded up.
_WIDER = 1e-7
#: -ln of the smallest step looked for.
_FARTHEST = 1e5
#: A smaller nu would save less than one part in 10^5 of the blocks.
_SMALLEST_NU = 1e-6


@dataclass(frozen=True)
class Strings:
    """J strings for one (rho0, delta): nu, and two logarithms of the lemma."""

    count: int
    log_delta: float
    nu: float
    good: float  # ln(32/delta^2)
    wrong: float  # ln(64 J/delta^2)

    @property
    def width(self) -> float:
        """1/2 - nu: what is left for l - h when T is large."""
        return 0.5 - self.nu

    def cost(self) -> float:
        """T epsilon^2 for large T."""
        return math.exp(_log_blocks(self, self.width)) if self.width > 0 else math.inf


def strings(count: int, rho0: float, log_delta: float) -> Strings | None:
    """The logarithms for J = ``count``; None if so few strings cannot contain a good one surely enough."""
    good, wrong = _logarithms(count, log_delta)
    ratio = 2 * rho0 * math.exp(min(good / count, 700.0))  # 2 rho0/g
    if ratio >= 1:
        return None
    nu = max(ratio / (2 * (1 + math.sqrt(1 - ratio))) * (1 + _WIDER), _SMALLEST_NU)
    if nu >= 0.5:
        return None
    return Strings(count, log_delta, nu, good, wrong)


def _logarithms(count: int, log_delta: float) -> tuple[float, float]:
    """GOOD and WRONG of the lemma, from its own expressions."""
    good, wrong = _compiled()(J=math.log(count), delta=log_delta)
    return math.exp(good), math.exp(wrong)


@cache
def _compiled() -> Compiled:
    return compiled((GOOD, WRONG), LOG_FLOAT)


@lru_cache(maxsize=4096)
def best_strings(rho0: float, log_delta: float, ceiling: int | None = None) -> Strings | None:
    """The J with the smallest cost for many blocks; at most ``ceiling`` strings. None if no J will do."""
    if rho0 >= 0.5:
        return None
    good = _logarithms(1, log_delta)[0]
    fewest = max(1, math.floor(good / -math.log(2 * rho0)) + 1) if rho0 > 0 else 1
    if ceiling is not None and fewest > ceiling:
        return None

    def cost(count: int) -> float:
        found = strings(count, rho0, log_delta)
        return math.inf if found is None else found.cost()

    high = math.log(fewest) + math.log(4096)
    if ceiling is not None:
        high = min(high, math.log(ceiling))
    if high > math.log(fewest):
        _, log_count = smallest_on(lambda x: cost(round(math.exp(x))), math.log(fewest), high, 1e-4)
        middle = round(math.exp(log_count))
    else:
        middle = fewest
    top = ceiling if ceiling is not None else middle + 2
    near = {fewest, *range(max(fewest, middle - 2), min(top, middle + 2) + 1)}
    best = min(sorted(near), key=cost)
    return strings(best, rho0, log_delta)


@dataclass(frozen=True)
class Votes:
    """For T blocks: ln of the smallest epsilon, and ln a, ln b."""

    log_epsilon: float
    log_a: float
    log_b: float


def votes(chosen: Strings, log_blocks: float) -> Votes | None:
    """None where so few blocks leave no room between h and l."""
    log_a = _log_step(0.5, math.log(chosen.wrong) - log_blocks)
    log_b = _log_step(chosen.nu, math.log(chosen.good) - log_blocks)
    if log_a is None or log_b is None:
        return None
    width = chosen.width - math.exp(log_a) - math.exp(log_b)
    if width <= 0 or math.log(2) + log_a + log_blocks < 0:  # (2h-1)T >= 1
        return None
    found = Votes(0.0, log_a, log_b)
    return replace(found, log_epsilon=log_epsilon_at(chosen, found, log_blocks))


def log_epsilon_at(chosen: Strings, found: Votes, log_blocks: float) -> float:
    """ln of the epsilon at which the first term of the lemma asks for so many blocks: it goes with 1/epsilon^2."""
    width = chosen.width - math.exp(found.log_a) - math.exp(found.log_b)
    return (_log_blocks(chosen, width) - log_blocks) / 2


def _log_blocks(chosen: Strings, width: float) -> float:
    """ln of the first term of the lemma at epsilon = 1 and l - h = width."""
    found: float = _cost_in_blocks()(J=math.log(chosen.count), delta=chosen.log_delta, width=math.log(width))
    return found


@cache
def _cost_in_blocks() -> Compiled:
    """The first term of the lemma's blocks at epsilon = 1, with l - h as one number."""
    l, h, epsilon = (lemma.parameter(name).variable for name in ("l", "h", "epsilon"))
    terms = lemma.conclusion("blocks").formula.args[0].args
    first = next(term for term in terms if term.has(epsilon))
    width = Symbol("width", positive=True)
    exponent = lemma.conclusion("L")
    whole = first.xreplace({exponent.variable: exponent.formula})
    return compiled(whole.xreplace({l: h + width, epsilon: 1}), LOG_FLOAT)


@cache
def _failure() -> tuple[Compiled, Compiled]:
    """The lemma's failure probability without any string, and what every string adds to it."""
    failure, strings = lemma.conclusion("failure").formula, lemma.conclusion("J").variable
    none, one = (failure.xreplace({strings: count}) for count in (0, 1))  # it is linear in the strings
    return compiled(none, LOG_FLOAT), compiled(one - none, LOG_FLOAT)


@lru_cache(maxsize=8)
def _per_string(goal: Composition) -> float:
    """ln of what one string more for every algorithm adds to the failure probability."""
    each = [_failure()[1](beta0=log_rational(beta0)) for beta0 in goal.beta0.distinct]
    return log_total([each[code] for code in goal.beta0.codes], goal.beta0.counts)


def most_strings(goal: Composition, log_deltas: Iterable[tuple[float, int]]) -> int | None:
    """The most strings per algorithm that max_strings and the goal on the failure probability allow.

    ``log_deltas``: ln delta_i with how many algorithms have it.
    """
    if goal.beta is None:
        return goal.max_strings
    spilt, _ = _failure()
    deltas, counts = zip(*log_deltas, strict=True)
    lost = log_total([spilt(delta=log_delta) for log_delta in deltas], counts)
    each = _per_string(goal)
    room = subtract(log_rational(goal.beta), lost)
    allowed = math.floor(math.exp(min(room - each, 40.0)) * (1 - 1e-12)) if room > -math.inf else 0
    return allowed if goal.max_strings is None else min(allowed, goal.max_strings)


def blocks_for(chosen: Strings, log_epsilon: float) -> tuple[float, Votes] | None:
    """ln T at which the smallest epsilon is the given one, with a and b there."""
    low = math.log(chosen.cost()) - 2 * log_epsilon
    high = low
    while (found := votes(chosen, high)) is None or found.log_epsilon > log_epsilon:
        high += 0.5
        if high > low + 200:
            return None
    for _ in range(60):
        middle = (low + high) / 2
        trial = votes(chosen, middle)
        if trial is None or trial.log_epsilon > log_epsilon:
            low = middle
        else:
            high, found = middle, trial
    return high, found


def _log_step(base: float, target: float) -> float | None:
    """ln of the step x with kl(base + x || base) = e^target, to ten digits; None if no step is as large as that."""
    log_base, log_rest = math.log(base), math.log1p(-base)

    def lacking(minus_log_s: float) -> float:
        """How far the divergence at s = e^-x exceeds the target: it falls with x."""
        return log_divergence(log_base, log_rest, -minus_log_s) - target

    if lacking(0.0) <= 0:
        return None
    found = crossing(lacking, 1.0 - target / 2, 0.0, _FARTHEST, -1.8, 1e-11)
    return None if found is None else log_rest - found


def exact_shape(chosen: Strings, found: Votes) -> tuple[fmpq, fmpq, fmpq]:
    """nu, h and l as rationals, rounded to the safe side: nu, a and b up."""
    nu = _up(from_log(math.log(chosen.nu)), min(chosen.nu, chosen.width))
    a, b = from_log(found.log_a + 1e-9), from_log(found.log_b + 1e-9)
    return nu, fmpq(1, 2) + _digits_up(a), 1 - nu - _digits_up(b)


def _up(x: fmpq, gap: float) -> fmpq:
    """x rounded up at the sixth digit of ``gap``."""
    unit = fmpq(10) ** (math.floor(math.log10(gap)) - 6)
    return fmpq((x / unit).ceil()) * unit


def _digits_up(x: fmpq) -> fmpq:
    """x rounded up to seven digits."""
    rounded = nearest_decimal(x, x / 1000)
    return rounded if rounded >= x else nearest_decimal(x * (1 + fmpq(1, 10**6)), x / 1000)


BETA0_EACH = Parameter(family("beta0_each"), UNIT_OPEN, "failure probability of the i-th base algorithm")
SHAPE = tuple(
    Parameter(family(name), UNIT_OPEN, replicable_to_pg_explicit.parameter(name).meaning) for name in ("nu", "h", "l")
)
#: Shapes are searched for at most this many sizes; the others take that of the nearest larger one.
_SHAPES = 16
#: Bits beyond those of the whole numbers: for the rounding of a formula, and against one of many being in doubt.
_ROOM = 36

QUANTITIES = (
    "samples",
    "rho",
    "beta",
    "epsilon",
    "delta",
    "delta_prime",
    "epsilon_k",
    "delta_k",
    "epsilon_star",
    "delta_star",
    "gamma_star",
    "blocks",
    "J",
)


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


METHODS = (
    Method(
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
