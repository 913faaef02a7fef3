"""Method ``joint``: the problems vote and race together, in as few groups as the sampling rounds allow.

Two kinds of votes: squared votes over J shared strings (derived:raced-votes), and votes as angles where every string
has at most two answers (derived:binary-votes). One group for all problems needs the fewest samples, but its race takes
about C^k rounds, C = L/D for squared votes with L possible answers per string and C = 2 for angles; m groups of g
problems take m (1 + C^g) rounds and about m times the samples. Of either kind the fewest groups are taken whose rounds
are within ``max_rounds``; of the two kinds the one with fewer samples. Where the number of possible answers is not
known, two are assumed and the figure for the rounds is only a lower bound.
"""

import math
from dataclasses import replace
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.fields import ExactField, ball_precision
from replcalc.planning.assumption import ROUNDS
from replcalc.planning.blocks import smallest_samples
from replcalc.planning.effort import UNKNOWN_OUTPUTS, effort_of_votes
from replcalc.planning.proving import derive_alone
from replcalc.planning.recipe import describe_groups, describe_race, write_sizes
from replcalc.search.optimise import log_rational
from replcalc.sharper.race.search import Choice, VotesSearch
from replcalc.sharper.race.statement import GROUPS, arcsine_is_nearer, binary_votes, race_rounds, raced_votes
from replcalc.statements.certification import starting_bits
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.vocabulary import (
    BETA,
    BETA0S,
    NS,
    RHO,
    RHO0S,
    UNIT_OPEN,
    Answer,
    Composition,
    Derivation,
    Effort,
    Enclosure,
    Family,
    Method,
    Parameter,
    Proof,
    Result,
    bindings_by_name,
    blocks,
    certify_at,
    composition_inputs,
    family,
    k,
    with_goals,
)

NAME, SQUARED, ANGLES = "joint", "squared votes", "votes as angles"
N, T, J, X0, X1 = (raced_votes.parameter(name) for name in ("N", "T", "J", "x0", "x1"))
#: x0 and x1 are parameters of the analysis: the failure probability has its own.
Y0, Y1 = (
    Parameter(family(name), UNIT_OPEN, f"{of.name} in the bound on the failure probability")
    for name, of in (("y0", X0), ("y1", X1))
)
SQUARED_QUANTITIES = ("samples", "rho", "beta", "J", "x0", "x1", "D", "chi", "omega", "tau", "runs")
ANGLE_QUANTITIES = ("samples", "rho", "beta", "distance", "runs")
QUANTITIES = ("samples", "rho", "beta", "runs")


def solve(goal: Composition, digits: int) -> Result:
    """Return the certified result with fewest samples among both kinds of votes, each in the fewest groups allowed."""
    allowed = ROUNDS if goal.max_rounds is None else goal.max_rounds
    found = [_find_fewest_groups(goal, digits, allowed)]
    if goal.outputs.two:
        found.append(solve_angles(goal, digits, _find_largest_group(fmpq(2), goal.k, allowed)))
    return min(found, key=lambda result: result.rank)


def _find_fewest_groups(goal: Composition, digits: int, allowed: fmpq) -> Result:
    """Solve by squared votes; how often a candidate is accepted is only known once x0 and x1 are chosen."""
    outputs = goal.outputs.count or UNKNOWN_OUTPUTS
    # ln of the rounds where x0 and x1 are as small as they may be
    sparing = goal.k * math.log(outputs) - sum((log_rational(1 - rho0) * count for rho0, count in goal.rho0.runs), 0.0)
    size = goal.k if sparing <= log_rational(allowed) else goal.k - 1
    while True:
        result = solve_squared(goal, digits, size)
        if result.answer is None or size <= 1 or (result.effort and result.effort.within(allowed)):
            return result
        choices = fmpq(outputs) / result.value("D").lower
        size = max(1, min(size - 1, _find_largest_group(choices, goal.k, allowed)))


def _find_largest_group(choices: fmpq, k: int, allowed: fmpq) -> int:
    """Return the largest g <= k at which m (1 + C^g) <= ``allowed`` for the m = ceil(k/g) groups; at least 1."""
    most, log_choices, best = log_rational(allowed), log_rational(choices), 1
    for g in range(1, min(k, 4000) + 1):
        power = g * log_choices
        if math.log(-(-k // g)) + power + math.log1p(math.exp(-power)) > most:
            break
        best = g
    return best


# -- squared votes -----------------------------------------------------------------------------------------------------
@lru_cache(maxsize=16)
def derive(*, with_failure: bool = False, common: bool = True) -> Derivation:
    """Derive squared votes and the goals. ``common``: one rho0, so omega is one number; otherwise they add up."""
    inputs = (NS, RHO, RHO0S, BETA0S, N, T, J, X0, X1, Y0, Y1, *((BETA,) if with_failure else ()), GROUPS)
    proof = Proof(NAME, "Direct composition by squared votes and a race", inputs)
    common_names = {} if common else {"omega": "omega_largest", "omega_sum": "omega"}
    votes = bindings_by_name(NS, RHO0S, BETA0S, N, T, J, GROUPS)
    names = {**common_names, "beta": "beta_at_x"}
    whole = proof.apply(raced_votes, names=names, **votes, **bindings_by_name(X0, X1))
    again = {c.name: f"{c.name}_at_y" for c in raced_votes.gives if c.name != "beta"}
    failing = proof.apply(raced_votes, names=again, **votes, x0=Y0.entry, x1=Y1.entry)
    return with_goals(proof, whole.rho, failing.beta)


def solve_squared(goal: Composition, digits: int, size: int) -> Result:
    """Solve by squared votes in groups of at most ``size`` problems: search J, x0, x1, then certify the least N.

    If nothing meets both goals, the samples for rho show by how much beta is missed.
    """
    parts = -(-goal.k // size)
    sought, choice = goal, VotesSearch(goal, parts).choose()
    if not choice.reaches and goal.beta is not None:
        sought = replace(goal, beta=None)
        choice = VotesSearch(sought, parts).choose()
    samples = _find_samples(sought, choice, parts) if choice.reaches else choice.samples
    common = len(goal.rho0.distinct) == 1
    derivation = derive(with_failure=goal.beta is not None, common=common)
    places = dict(zip(("x0", "x1", "y0", "y1"), (*choice.x, *choice.y), strict=True))
    inputs = composition_inputs(goal) | places | blocks(goal, samples) | {"J": choice.strings, GROUPS.name: parts}
    answer = certify_at(samples, derivation, inputs, digits)
    chosen: dict[str, Any] = {"group": size, "form": SQUARED} if parts > 1 else {"form": SQUARED}
    chosen["J"] = choice.strings
    for name, values in places.items():
        chosen[name] = values.distinct[0] if len(set(values.distinct)) == 1 else values.values
    chosen["T"] = inputs["T"].values
    effort, reason = _compute_squared_effort(goal, choice, answer, parts, digits), _explain_miss(goal, answer)
    return Result(NAME, goal, answer, reason=reason, chosen=chosen, effort=effort, reported=SQUARED_QUANTITIES)


def _find_samples(goal: Composition, choice: Choice, parts: int) -> int:
    """Return the least N for which rho and beta are PROVED at the chosen parameters."""
    given = {"n": goal.n, "rho0": goal.rho0, "beta0": goal.beta0, "J": choice.strings, GROUPS.name: parts}
    lowest = max(goal.n.distinct)
    theorem = derive_alone(NAME, raced_votes, NS, RHO0S, BETA0S, N, T, J, X0, X1, GROUPS)

    def least(x: tuple[Family[fmpq], Family[fmpq]], bound: str) -> int:
        inputs = given | {"x0": x[0], "x1": x[1]}
        guess = max(choice.samples, lowest)
        return smallest_samples(goal, lambda n: (theorem, inputs | blocks(goal, n)), lowest, guess, bound)

    samples = least(choice.x, "rho")
    return samples if goal.beta is None else max(samples, least(choice.y, "beta"))


def _compute_squared_effort(goal: Composition, choice: Choice, answer: Answer, parts: int, digits: int) -> Effort:
    """Bound the rounds: one group accepts a candidate with probability at least prod D_i/L; else race-rounds."""
    runs, smallest = answer.value("runs"), answer.value("D")
    outputs = goal.outputs.count
    if parts > 1:
        choices = fmpq(outputs or UNKNOWN_OUTPUTS) / smallest.lower
        return _compute_race_effort(choices, goal.k, parts, runs, digits, at_least=outputs is None)
    x0s, x1s = choice.x
    if len(x0s.distinct) == len(x1s.distinct) == 1 and isinstance(smallest, Enclosure) and smallest.is_exact:
        return effort_of_votes([(smallest.lower, x0s.length)], runs, digits, outputs)
    places: dict[tuple[int, int], int] = {}
    for first, second, count in zip(x0s.codes, x1s.codes, x0s.counts, strict=True):
        places[first, second] = places.get((first, second), 0) + count
    expression, shares = raced_votes.conclusion("D").expression, []
    for (first, second), count in places.items():
        x0, x1 = Family.constant(x0s.distinct[first], 1), Family.constant(x1s.distinct[second], 1)
        one = Environment({k: 1}, {X0.variable: x0, X1.variable: x1})
        shares.append((evaluate(expression, one, ExactField()), count))
    return effort_of_votes(shares, runs, digits, outputs)


def _compute_race_effort(
    choices: Any, problems: int, parts: int, runs: int, digits: int, *, at_least: bool = False
) -> Effort:
    """Bound the rounds by derived:race-rounds; with one group they grow exponentially with k."""
    with ball_precision(starting_bits(digits)):
        rounds = race_rounds.bound("rounds", choices=choices, g=-(-problems // parts), m=parts)
        figure = Enclosure.from_ball(rounds.log() / arb(10).log())
    return Effort(runs, figure, parts == problems, rounds_at_least=at_least)


def _explain_miss(goal: Composition, answer: Answer) -> str:
    """Return why the goal is missed: the failing condition, and what no choice of parameters can get below."""
    if not answer.unmet:
        return ""
    text = answer.unmet[0].describe()
    if goal.beta is not None:
        terms = zip(goal.n.counts, goal.rho0.values, goal.beta0.values, strict=True)
        floor = sum((count * beta0 / (1 - rho0) for count, rho0, beta0 in terms), fmpq(0))
        if floor >= goal.beta:
            text += f"; beta cannot get below the sum of beta0_i/(1-rho0_i) = {short(floor)}"
    if goal.max_strings is not None:
        text += f"; more than {goal.max_strings} strings may help"
    return text


# -- votes as angles ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=8)
def derive_angles(*, with_failure: bool = False) -> Derivation:
    """Derive votes as angles and the goals."""
    inputs = (NS, RHO, RHO0S, BETA0S, N, T, GROUPS) + ((BETA,) if with_failure else ())
    proof = Proof(NAME, "Votes as angles, a race for every group", inputs)
    whole = proof.apply(binary_votes, **bindings_by_name(NS, RHO0S, BETA0S, N, T, GROUPS))
    return with_goals(proof, whole.rho, whole.beta)


def solve_angles(goal: Composition, digits: int, size: int) -> Result:
    """Solve by votes as angles in groups of at most ``size`` problems: the smallest N for which rho is PROVED."""
    parts = -(-goal.k // size)
    given = composition_inputs(goal) | {GROUPS.name: parts}
    search, lowest = derive_angles(), max(goal.n.distinct)
    triples = zip(goal.n.values, goal.n.counts, goal.rho0.values, strict=True)
    limit = sum((count * n * min(fmpq(1, 4), rho0 * fmpq(5, 4)) for n, count, rho0 in triples), fmpq(0))
    guess = max(lowest, int((8 * parts * limit / (3 * goal.rho**2)).ceil()))  # where rho is small
    samples = smallest_samples(goal, lambda n: (search, given | blocks(goal, n)), lowest, guess)
    inputs = given | blocks(goal, samples)
    answer = certify_at(samples, derive_angles(with_failure=goal.beta is not None), inputs, digits)
    chosen: dict[str, Any] = {"group": size, "form": ANGLES} if parts > 1 else {"form": ANGLES}
    chosen |= {"groups": parts, "votes": tuple(inputs["T"].distinct)}
    effort = _compute_race_effort(2, goal.k, parts, answer.value("runs"), digits)
    return Result(NAME, goal, answer, chosen=chosen, effort=effort, reported=ANGLE_QUANTITIES)


# -- words -------------------------------------------------------------------------------------------------------------
def recipe(result: Result) -> tuple[str, ...]:
    """Return the steps with every parameter filled in."""
    goal, samples = result.question, result.samples or 0
    divided, inside = describe_groups(goal.k, result.chosen.get("group"))
    cut = f"cut them into T_i = floor({samples:,}/n_i) blocks of n_i samples for problem i"
    draw = f"Draw {samples:,} fresh samples, used by every problem; {cut}"
    if result.chosen["form"] == SQUARED:
        strings = result.chosen["J"]
        clocks, run = describe_race("one pair (string, answer) per problem", inside)
        return (
            (
                f"{divided}Agree on a random seed. Derive from it J = {strings:,} random strings for every one of the "
                f"{goal.k:,} algorithms, and {clocks}."
            ),
            f"{draw} ({write_sizes(goal.n, lambda n: f'T = {samples // n:,}')}).",
            (
                "For every problem i and every one of its strings j run the algorithm on each of the T_i blocks; "
                "let V_i(j, y) be the number of blocks with answer y. The distribution P_i gives the pair (j, y) "
                "probability proportional to V_i(j, y)^2."
            ),
            run,
            "Output the answers of the pairs in that vector.",
        )
    clocks, run = describe_race("one answer per problem", inside)

    def describe_votes(n: int) -> str:
        pairs = zip(goal.n.values, goal.rho0.values, strict=True)
        nearer = {arcsine_is_nearer(samples // n, rho0) for size, rho0 in pairs if size == n}
        kinds = {"arcsine" if arcsine else "linear" for arcsine in nearer}
        return f"T = {samples // n:,}, {' or, by rho0, '.join(sorted(kinds))} angles"

    return (
        f"{divided}Agree on a random seed. Derive from it a random string r_i for every algorithm, and {clocks}.",
        f"{draw} ({write_sizes(goal.n, describe_votes)}).",
        (
            "Run the i-th algorithm with string r_i once on each of its blocks. Of its two answers (in an order fixed "
            "beforehand) let K_i be the number of votes for the larger one."
        ),
        (
            "The larger answer gets probability sin(phi)^2, the other one cos(phi)^2, where phi = (pi/2) (d_0 + ... + "
            "d_(K-1))/(d_0 + ... + d_(T-1)) with K = K_i, T = T_i and d_m = 1/sqrt((m + 1)(T - m)) for arcsine angles, "
            "d_m = 1 for linear ones."
        ),
        run,
        "Output the answers in that vector.",
    )


SUMMARY = "all problems vote and race together, in as few groups as the sampling rounds allow"
METHODS = (Method(NAME, SUMMARY, Composition.kind, derive, solve, QUANTITIES, polynomial=False, recipe=recipe),)
