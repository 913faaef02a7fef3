"""Methods ``side-by-side`` and ``votes``: every problem by itself on one common sample, run once or by voting.

Polynomial time: no answers are sampled together. A problem is run once, or votes: with at most two answers per string
against a threshold, with any outputs by a lottery among the answers that pass it and a chain of further lotteries in
case that none does. The smallest common number of samples is taken at which disagreements (and failures) add up to no
more than is allowed; then as few base runs as that number allows.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any

from flint import fmpq

from replcalc.numbers.family import align
from replcalc.planning.assumption import is_adaptive
from replcalc.planning.blocks import smallest_samples
from replcalc.planning.recipe import write_sizes
from replcalc.search.optimise import log_rational, round_down
from replcalc.sharper.adaptive_second_moment.budget import (
    apply_adaptive_sums,
    find_allowed_sum,
    is_first_smaller,
    with_adaptive_guarantee,
)
from replcalc.sharper.votes.choice import (
    MOST_LINKS,
    Assignment,
    Chooser,
    ProblemKinds,
    divide_problems,
    find_log_limit,
    group_problems,
)
from replcalc.sharper.votes.forms import ONCE, UNIFORM, LotteryChain, N, PartNames, VoteForm, chain_lotteries
from replcalc.sharper.votes.statement import side_by_side, two_parts
from replcalc.vocabulary import (
    BETA,
    BETA0S,
    NS,
    RHO,
    RHO0S,
    Composition,
    Derivation,
    Family,
    K,
    Method,
    Proof,
    Result,
    bindings_by_name,
    certify,
    certify_at,
    composition_inputs,
    polynomial,
    with_goals,
)

QUANTITIES = ("samples", "rho", "beta", "runs")
#: What parts of the problems add up to.
_ADDED = ("rho", "beta", "runs")
#: Runs are spared where the disagreements add up to this much less than they may, and kinds are not too many.
_SLACK, _MANY = 1e-3, 300
#: Floats this near are equal.
_CLOSE = 1e-12
#: With so many times (a power of two) the largest n every choice is as good as it gets, in floats.
_FAR = 2000
#: How often the sum of adaptive problems is adjusted to what their failures leave of beta.
_TRIES = 4


@dataclass(frozen=True)
class Assigned:
    """The form of one problem and its numbers of votes."""

    form: VoteForm
    votes: tuple[int, ...]

    @property
    def blocks(self) -> int:
        """Blocks of its own size that it reads."""
        return sum(self.votes) + isinstance(self.form, LotteryChain) if self.votes else 1


@dataclass(frozen=True)
class VotingPart:
    """The problems that take one form: their kinds, how many of each, and their votes."""

    form: VoteForm
    kinds: tuple[int, ...]
    counts: tuple[int, ...]
    votes: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def derive(
    forms: tuple[VoteForm, ...] = (chain_lotteries(1),), *, with_failure: bool = False, first: bool | None = None
) -> Derivation:
    """Return the theorem of every form for its part of the problems; the parts add up.

    ``first``: of adaptive problems, whether the first theorem about them gives the last step.
    """
    parts = [PartNames(f"_{place}" if len(forms) > 1 else "") for place in range(1, len(forms) + 1)]
    inputs = [*((K,) if first is not None else ()), RHO, N, *((BETA,) if with_failure else ())]
    for form, part in zip(forms, parts, strict=True):
        inputs += [*part.families, *map(part.own, form.counts)]
    proof = Proof("votes", "Every problem by itself, as it pays for each", tuple(inputs))
    whole = add_parts(proof, [form.apply(proof, part) for form, part in zip(forms, parts, strict=True)])
    if first is not None:
        whole = apply_adaptive_sums(proof, whole.rho, whole.beta, first=first)
    return with_goals(proof, whole.rho, whole.beta)


def add_parts(proof: Proof, parts: Sequence[SimpleNamespace]) -> SimpleNamespace:
    """Return rho, beta and runs of all parts on one sample, by derived:two-parts."""
    whole, *others = parts
    for place, other in enumerate(others, 2):
        names = {} if place == len(parts) else {c.name: f"{c.name}_1_to_{place}" for c in two_parts.gives}
        sides = {f"{name}_one": value for name, value in vars(whole).items() if name in _ADDED}
        sides |= {f"{name}_other": value for name, value in vars(other).items() if name in _ADDED}
        whole = proof.apply(two_parts, names=names, N=N.variable, **sides)
    return whole


# -- the smallest number of samples ------------------------------------------------------------------------------------
def solve(goal: Composition, digits: int) -> Result:
    """Find the smallest certified N and the fewest runs at it; for adaptive problems, of the sum they may reach."""
    if not is_adaptive(goal):
        return _solve_fixed(goal, digits)
    total = find_allowed_sum(goal.rho, goal.k)
    for _ in range(_TRIES):
        found = _solve_fixed(replace(goal, rho=total, beta=None, adaptive=False), digits, goal)
        if found.answer is None or found.applicable or goal.beta is None:
            break
        spare = goal.beta - found.answer.value("beta").upper  # a smaller sum fails less
        if spare <= 0:
            break
        total = min(total, round_down(spare, 6))
    return found


def _solve_fixed(goal: Composition, digits: int, adaptive: Composition | None = None) -> Result:
    """Solve ``goal`` for fixed problems, as an answer to a question about adaptive problems if one is given."""
    kinds = group_problems(goal)
    edge = log_rational(goal.rho)
    if find_log_limit(kinds) > edge - _CLOSE and Chooser(kinds).choose(1).log_rho > edge + _CLOSE:
        return Result("votes", adaptive or goal, None, reason=_OUT_OF_REACH, derivation=derive())
    chooser, largest = Chooser(kinds), max(kinds.sizes)
    samples = _find_samples(goal, chooser, largest)
    if goal.beta is not None and chooser.choose(samples).log_beta > log_rational(goal.beta) + _CLOSE:
        careful, far = Chooser(kinds, goal.beta), largest << _FAR
        if not careful.is_hopeless(far, edge) and careful.choose(far).log_rho < edge:
            chooser, samples = careful, _find_samples(goal, careful, samples)
    parts = _build_parts(kinds, *_spend_slack(goal, chooser, samples))
    question = adaptive or goal
    first = None if adaptive is None else is_first_smaller(goal.rho, goal.k)
    steps = derive(tuple(part.form for part in parts), with_failure=question.beta is not None, first=first)
    inputs = build_inputs(goal, kinds, parts, samples) | _collect_targets(question)
    answer = certify_at(samples, steps, inputs, digits)
    chosen, effort = _describe_choice(parts), polynomial(answer.value("runs"))
    details = {"assigned": _assign_forms(kinds, parts)}
    result = Result("votes", question, answer, chosen=chosen, effort=effort, reported=QUANTITIES, details=details)
    return result if first is None else with_adaptive_guarantee(result, first=first)


def _collect_targets(goal: Composition) -> dict[str, Any]:
    """Return the targets of the whole."""
    failure = {} if goal.beta is None else {"beta": goal.beta}
    return {"rho": goal.rho} | failure | ({"k": goal.k} if is_adaptive(goal) else {})


_OUT_OF_REACH = (
    f"a lottery falls back with probability up to 9/8 rho0_i; after {MOST_LINKS} of them one by one the last run is "
    "still needed so often that the sum of the disagreements is not below rho"
)


def _find_samples(goal: Composition, chooser: Chooser, lowest: int) -> int:
    """Return the smallest N >= ``lowest`` at which the choice meets rho, certainly."""
    log_rho = log_rational(goal.rho)

    def applied(samples: int) -> tuple[Derivation, Mapping[str, Any]]:
        parts = _build_parts(chooser.kinds, chooser.choose(samples), samples)
        return derive(tuple(part.form for part in parts)), build_inputs(goal, chooser.kinds, parts, samples)

    return smallest_samples(goal, applied, lowest, rough=lambda samples: chooser.choose(samples).log_rho - log_rho)


def _spend_slack(goal: Composition, chooser: Chooser, samples: int) -> tuple[Assignment, int]:
    """Choose forms and the samples that votes use: problems run once while rho allows it, then fewer votes."""
    kinds, choice, log_rho = chooser.kinds, chooser.choose(samples), log_rational(goal.rho)
    if choice.log_rho > log_rho - _SLACK or len(kinds.rows) > _MANY or choice.splits_kinds:
        return choice, samples
    spare = math.exp(log_rho) * (1 - _SLACK / 2) - math.exp(choice.log_rho)
    parts, once, order = _build_parts(kinds, choice, samples), [], []
    for part in parts:
        log_rho0 = kinds.log_rho0[list(part.kinds)]
        voting = part.form.count_votes(kinds.blocks(samples)[list(part.kinds)], log_rho0)
        log_rhos = part.form.compute_log_bounds(voting, log_rho0)[0]
        for j, count, votes, lower in zip(part.kinds, part.counts, part.votes, log_rhos, strict=True):
            lost = count * (math.exp(kinds.log_rho0[j]) - math.exp(lower))
            runs = min(count * max(1, sum(votes)), 10**300)  # floats end near there
            order.append((lost / runs, lost, j))
    for _, lost, j in sorted(order):
        if lost <= spare:
            once.append(j)
            spare -= lost
    left = [n for j, n in enumerate(kinds.sizes) if j not in once]
    fewer = Chooser(kinds, chooser.beta, once)
    cast = min(samples, _find_samples(goal, fewer, min(left))) if left else samples
    return fewer.choose(cast), cast


def _build_parts(kinds: ProblemKinds, choice: Assignment, samples: int) -> tuple[VotingPart, ...]:
    """Return the parts of a choice, with votes cast on so many samples."""
    blocks = kinds.blocks(samples)
    return tuple(
        VotingPart(form, members, counts, form.list_votes(blocks[list(members)], kinds.log_rho0[list(members)]))
        for form, members, counts in choice.parts()
    )


def build_inputs(goal: Composition, kinds: ProblemKinds, parts: Sequence[VotingPart], samples: int) -> dict[str, Any]:
    """Return the inputs of the derivation: one part has the question's own runs, several have one run per kind."""
    found: dict[str, Any] = {"N": samples} | _collect_targets(goal)
    if len(parts) == 1:
        where = {kind: place for place, kind in enumerate(parts[0].kinds)}
        codes = [where[kind] for kind in kinds.codes]
        found |= {"n": goal.n, "rho0": goal.rho0, "beta0": goal.beta0}
        return found | {c.name: goal.n.select(column, codes) for c, column in _pair_columns(parts[0])}
    for place, part in enumerate(parts, 1):
        own, rows = PartNames(f"_{place}"), [kinds.rows[j] for j in part.kinds]
        values = [(n, goal.rho0.distinct[r], goal.beta0.distinct[b]) for n, r, b, _ in rows]
        columns = [*zip(own.families, zip(*values, strict=True), strict=True)]
        columns += [(own.own(c), column) for c, column in _pair_columns(part)]
        found |= {p.name: Family.from_runs(zip(column, part.counts, strict=True)) for p, column in columns}
    return found


def _pair_columns(part: VotingPart) -> list[tuple[Any, tuple[int, ...]]]:
    """Return every parameter that counts votes, with its values by kind."""
    return list(zip(part.form.counts, zip(*part.votes, strict=True), strict=True)) if part.form.counts else []


def _assign_forms(kinds: ProblemKinds, parts: Sequence[VotingPart]) -> Family[Assigned]:
    """Return the form of every problem in order."""
    members = [dict(zip(part.kinds, part.counts, strict=True)) for part in parts]
    forms = {
        (n, kind): Assigned(p.form, v) for n, p in enumerate(parts) for kind, v in zip(p.kinds, p.votes, strict=True)
    }
    pieces = divide_problems(kinds, members)
    return Family.from_runs((forms[part, kinds.codes[run]], count) for part, run, _, count in pieces)


def _describe_choice(parts: Sequence[VotingPart]) -> dict[str, Any]:
    """Return the name and votes of one form; of several, the number of problems of each and their votes."""
    if len(parts) == 1:
        names = ["votes" + count.name[1:] for count in parts[0].form.counts]
        columns = (column for _, column in _pair_columns(parts[0]))
        return {"form": parts[0].form.name} | dict(zip(names, columns, strict=True))
    takes: dict[str, int] = {}
    votes: dict[int, int] = {}
    for part in parts:
        name = part.form.name.replace(" ", "_")
        takes[name] = takes.get(name, 0) + sum(part.counts)
        votes |= {kind: sum(counts) for kind, counts in zip(part.kinds, part.votes, strict=True) if counts}
    form = {"form": next(iter(takes))} if len(takes) == 1 else {"form": "mixed"} | takes
    return form | {"votes": tuple(votes[kind] for kind in sorted(votes))}


# -- words -------------------------------------------------------------------------------------------------------------
#: Ranges of problems that are written out.
_RANGES = 6


def recipe(result: Result) -> tuple[str, ...]:
    """Return the steps of every part, with the votes of every size."""
    n_of, assigned = align(result.question.n, result.details["assigned"])
    parts: dict[VoteForm, dict[int, set[tuple[int, ...]]]] = {}
    for n, does in zip(n_of.values, assigned.values, strict=True):
        parts.setdefault(does.form, {}).setdefault(n, set()).add(does.votes)
    draw = f"Draw {result.samples:,} fresh samples, used by every problem."
    if len(parts) == 1:
        seed, *steps = _write_steps(*next(iter(parts.items())))
        return (f"Agree on a random seed. For every problem i derive from it {seed}", draw, *steps)
    seed = "Agree on a random seed; all strings, thresholds and clocks are derived from it, for every problem its own."
    lines = [seed, draw]
    for form, votes in parts.items():
        first, *steps = _write_steps(form, votes)
        placed = result.details["assigned"]
        runs = (
            (placed.first_index(run) - 1, count) for run, (does, count) in enumerate(placed.runs) if does.form == form
        )
        lines += [f"{name_problems(runs).capitalize()}: derive from the seed, for every one of them, {first}", *steps]
    return tuple(lines)


def name_problems(places: Iterable[tuple[int, int]]) -> str:
    """Return which problems, counted from 1, given (first, how many) from 0 on: "problems 1 to 3, 7"."""
    joined: list[tuple[int, int]] = []
    for first, count in places:
        if joined and sum(joined[-1]) == first:
            joined[-1] = (joined[-1][0], joined[-1][1] + count)
        else:
            joined.append((first, count))
    spans = [f"{a + 1:,}" if c == 1 else f"{a + 1:,} to {a + c:,}" for a, c in joined[:_RANGES]]
    more = " and so on" if len(joined) > _RANGES else ""
    return f"problem{'s' if sum(c for _, c in joined) > 1 else ''} {', '.join(spans)}{more}"


def _write_steps(form: VoteForm, votes: dict[int, set[tuple[int, ...]]]) -> tuple[str, ...]:
    """Return the steps for the problems that take one form."""
    if form == ONCE:
        return (
            "a random string r_i for its algorithm.",
            "Run each of these algorithms once with its string, on the first n_i samples; output its answer.",
        )
    run = "For every problem i run its algorithm with string r_i once on each of its first T_i blocks; count answers."
    numbers = f"The numbers of votes are {_write_votes(votes)}."
    threshold = f"a threshold m_i among 0, ..., T_i - 1, {_write_weights(form)}"
    if not isinstance(form, LotteryChain):
        decide = "it has more than m_i votes"
        if form == UNIFORM:
            threshold, decide = "a uniform number u_i in (0, 1)", "its share of the T_i votes exceeds u_i"
        order = "Of the two answers that are possible with string r_i call one the first, by an order fixed beforehand."
        return (
            f"a random string r_i for its algorithm and {threshold}. {numbers}",
            "For every problem i cut the first T_i n_i of them into T_i blocks of n_i samples.",
            run,
            f"{order} Output it for problem i if {decide}, and the other one if not.",
        )
    each, last, where = "these", "a second string r'_i", ""
    again: tuple[str, ...] = ()
    if len(form.counts) > 1:
        each, last, where = "for every lottery", "the last string", " in any lottery"
        again = ("If none has, do the same with the next number of votes: further blocks, string, clocks, threshold.",)
    clocks = "a clock for every answer that comes up (a number uniform in (0, 1), named by the answer)"
    return (
        f"{each}: a random string r_i for its algorithm, {clocks} and {threshold}; and {last} for one run. {numbers}",
        "For every problem i cut its samples into blocks of n_i, one for every vote and one more.",
        run,
        "If some answers have more than m_i votes, output for problem i the one of them with the smallest clock.",
        *again,
        f"If none has{where}, run the algorithm of problem i with {last} on one further block and output that answer.",
    )


def _write_votes(votes: dict[int, set[tuple[int, ...]]]) -> str:
    """Return the votes by size; if algorithms of one size differ in votes, from the least to the most."""

    def counts(n: int) -> str:
        columns = zip(*sorted(votes[n]), strict=True)
        spans = (f"{min(c):,}" + (f" to {max(c):,}" if min(c) < max(c) else "") for c in columns)
        return "T = " + " + ".join(spans)

    return write_sizes(Family.of(votes), counts)


def _write_weights(form: VoteForm) -> str:
    """Return a phrase that names the distribution of the threshold."""
    table = "LOTTERY" if isinstance(form, LotteryChain) else "TWO_ANSWERS"
    tabled = f"with the weights that replcalc.sharper.votes.weights.{table}.weights(T_i) lists"
    root = "the number m with probability proportional to sqrt(m (T_i - 1 - m))"
    if not form.closed:
        return tabled
    return root if form.closed == len(form.counts) else f"{root} (from lottery {form.closed + 1} on {tabled})"


# -- side by side ------------------------------------------------------------------------------------------------------
def derive_side_by_side(*, with_failure: bool = False, first: bool | None = None) -> Derivation:
    """Derive union bounds on disagreement and failure, one common sample; ``first``: as in ``derive``."""
    proof = Proof("side-by-side", "Side by side", (NS, RHO, RHO0S, BETA0S) + ((BETA,) if with_failure else ()))
    whole = proof.apply(side_by_side, **bindings_by_name(NS, RHO0S, BETA0S))
    if first is not None:
        whole = apply_adaptive_sums(proof, whole.rho, whole.beta, first=first)
    return with_goals(proof, whole.rho, whole.beta)


def solve_side_by_side(goal: Composition, digits: int) -> Result:
    """Run every problem once: the best where the rho0_i add up to at most rho."""
    total = sum((rho0 * count for rho0, count in goal.rho0.runs), fmpq(0))
    first = is_first_smaller(total, goal.k) if is_adaptive(goal) else None
    steps = derive_side_by_side(with_failure=goal.beta is not None, first=first)
    answer = certify(steps, composition_inputs(goal), digits=digits, exact_runs=10**7)
    result = Result("side-by-side", goal, answer, effort=polynomial(goal.k), reported=METHODS[0].quantities)
    return result if first is None else with_adaptive_guarantee(result, first=first)


def write_side_by_side(result: Result) -> tuple[str, ...]:
    """Return the steps."""
    return (
        f"Agree on a random seed; derive from it one random string for each of the {result.question.k:,} algorithms.",
        f"Draw {result.samples:,} fresh samples.",
        "Run every algorithm once with its string, the i-th on the first n_i of these samples.",
        "Output all answers.",
    )


_ONCE = "run every algorithm once on one sample; works when the rho0_i add up to at most rho"
_VOTES = "every problem by itself, once or by votes: (sum of rho0_i sqrt n_i)^2/rho^2, polynomial time"
_method = partial(Method, kind=Composition.kind, adaptive=True)
METHODS = (
    _method("side-by-side", _ONCE, derive=derive_side_by_side, solve=solve_side_by_side, recipe=write_side_by_side),
    _method("votes", _VOTES, derive=derive, solve=solve, quantities=QUANTITIES, polynomial=True, recipe=recipe),
)
