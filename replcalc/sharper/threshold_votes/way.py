"""Way ``separate``: every problem by itself, votes against a shared threshold (derived:threshold-two, -any).

Polynomial time: no answers are sampled together. With at most two answers per string the uniform threshold competes;
whichever needs fewer samples is taken.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any

from replcalc.ask.blocks import Excess, one_term, rough_excess, smallest_samples
from replcalc.ask.recipe import sizes
from replcalc.formulas.compiled import LOG_FLOAT, LOG_NUMPY, Compiled, compiled, in_parameters
from replcalc.formulas.target import Target
from replcalc.numbers.fields import ball_precision
from replcalc.sharper.threshold_votes.statement import (
    threshold_any,
    threshold_two,
    uniform_threshold,
    vote_kappa,
    vote_kappa_closed,
)
from replcalc.vocabulary import (
    BETA, BETA0S, NS, RHO, RHO0S, Composition, Derivation, Parameter, Proof, Result, Statement, Way, by_name,
    certify_at, family_inputs, polynomial, promised,
)  # fmt: skip

N = threshold_two.parameter("N")
QUANTITIES = ("samples", "rho", "beta", "runs")
#: kappa is computed for at most so many votes and so many different numbers of them; beyond, its closed form.
MOST_VOTES, MOST_KAPPAS = 1000, 6
#: ln T beyond which kappa is a multiple of 1/sqrt T to all digits of a float.
_ASYMPTOTIC = 60.0


@dataclass(frozen=True)
class ThresholdForm:
    """One kind of threshold: its statement, the parameter that counts the votes, and the votes of N//n blocks."""

    name: str
    statement: Statement
    count: Parameter
    least: int  # blocks that the smallest admissible count needs
    counted: Callable[[Any], Any]  # blocks -> the parameter, also for arrays
    votes: Callable[[Any], Any]  # the parameter -> votes
    weighed: bool = True  # does kappa enter?


TWO = ThresholdForm(
    "threshold", threshold_two, threshold_two.parameter("T"), 3, lambda blocks: blocks, lambda count: count
)
UNIFORM = ThresholdForm(
    "uniform threshold", uniform_threshold, uniform_threshold.parameter("T"), 1, lambda b: b, lambda c: c, weighed=False
)
ANY = ThresholdForm(
    "threshold and second string",
    threshold_any,
    threshold_any.parameter("H"),
    5,
    lambda b: (b - 1) // 2,
    lambda c: 2 * c,
)


def derive(form: ThresholdForm = ANY, *, computed: bool = True, with_failure: bool = False) -> Derivation:
    """kappa for every i, the theorem, and the goals."""
    inputs = (NS, RHO, RHO0S, BETA0S, N, form.count) + ((BETA,) if with_failure else ())
    proof = Proof("separate", "Every problem by itself, votes against a shared threshold", inputs)
    given = by_name(NS, RHO0S, BETA0S, N, form.count)
    if form.weighed:
        count = form.count.entry
        each = proof.apply_each(vote_kappa if computed else vote_kappa_closed, T=2 * count if form is ANY else count)
        given["kappa"] = each.kappa
    whole = proof.apply(form.statement, **given)
    return promised(proof, whole.rho, whole.beta)


def solve(goal: Composition, digits: int) -> Result:
    """The form that needs fewest samples, certified at the smallest N that meets rho."""
    forms = (TWO, UNIFORM) if goal.outputs.two else (ANY,)
    found = [(_samples(goal, form), form) for form in forms]
    reached = [(choice, form) for choice, form in found if choice is not None]
    if not reached:
        return Result("separate", goal, None, reason=_out_of_reach(goal), derivation=derive(forms[0]))
    (samples, computed), form = min(reached, key=lambda entry: entry[0][0])
    derivation = derive(form, computed=computed, with_failure=goal.beta is not None)
    inputs = family_inputs(goal) | _blocks(goal, form, samples)
    answer = certify_at(samples, derivation, inputs, digits)
    chosen = {"form": form.name, "votes": tuple(map(form.votes, inputs[form.count.name].distinct))}
    effort = polynomial(answer.value("runs"))
    return Result("separate", goal, answer, chosen=chosen, effort=effort, reported=QUANTITIES)


def _out_of_reach(goal: Composition) -> str:
    return (
        "a second string is asked with probability 2 rho0_i and disagrees with probability rho0_i: the sum of "
        "2 rho0_i^2 is not below rho"
    )


def _blocks(goal: Composition, form: ThresholdForm, samples: int) -> dict[str, Any]:
    return {"N": samples, form.count.name: goal.n.map(lambda n: form.counted(samples // n))}


def _samples(goal: Composition, form: ThresholdForm) -> tuple[int, bool] | None:
    """The smallest N that meets rho, and whether kappa was computed for it; None if no N does."""
    lowest = form.least * max(goal.n.distinct)
    if form is ANY:
        rest = sum((2 * r * r * count for r, count in zip(goal.rho0.values, goal.n.counts, strict=True)), 0 * goal.rho)
        if rest >= goal.rho:
            return None
    rough = rough_excess(goal, _log_term(form), terms=partial(_log_terms, form))

    def least(computed: bool, rough: Excess, guess: int | None) -> int:
        inputs = family_inputs(goal)
        derivation = derive(form, computed=computed)
        return smallest_samples(goal, derivation, lambda N: inputs | _blocks(goal, form, N), lowest, rough, guess)

    samples = least(False, rough, None)
    counts = {form.votes(form.counted(samples // n)) for n in goal.n.distinct}
    if not form.weighed or len(counts) > MOST_KAPPAS or max(counts) > MOST_VOTES:
        return samples, False
    gain = _log_gain(max(counts))
    return least(True, lambda N: rough(N) + gain, samples), True


def _log_gain(votes: int) -> float:
    with ball_precision(64):
        closed, best = (float(entry.bound("kappa", bits=64, T=votes)) for entry in (vote_kappa_closed, vote_kappa))
    return math.log(best / closed)


@cache
def _log_kappa(target: Target = LOG_FLOAT) -> Compiled:
    return compiled(in_parameters(vote_kappa_closed, "kappa"), target)


@lru_cache(maxsize=1 << 16)
def _log_closed(votes: int) -> float:
    log_votes = math.log(votes)
    top = min(log_votes, _ASYMPTOTIC)
    return float(_log_kappa()(T=top)) - (log_votes - top) / 2


@cache
def _log_term(form: ThresholdForm) -> Callable[[int, float], float]:
    """(blocks, ln rho0) -> ln of one algorithm's term of rho, from the statement's own formula."""
    formula = _term(form, LOG_FLOAT)

    def log_term(blocks: int, log_rho0: float) -> float:
        count = form.counted(blocks)
        if form.weighed:
            return float(formula(kappa=_log_closed(form.votes(count)), rho0=log_rho0))
        return float(formula(rho0=log_rho0, **{form.count.name: math.log(count)}))

    return log_term


def _log_terms(form: ThresholdForm, blocks: Any, log_rho0: Any) -> Any:
    """The same for arrays."""
    import numpy as np

    count = form.counted(blocks)
    if not form.weighed:
        return _term(form, LOG_NUMPY)(rho0=log_rho0, **{form.count.name: np.log(count.astype(float))})
    log_votes = np.log(form.votes(count).astype(float))
    top = np.minimum(log_votes, _ASYMPTOTIC)
    return _term(form, LOG_NUMPY)(rho0=log_rho0, kappa=_log_kappa(LOG_NUMPY)(T=top) - (log_votes - top) / 2)


@cache
def _term(form: ThresholdForm, target: Target) -> Compiled:
    return one_term(form.statement, form.statement.conclusion("rho").formula.body, target)


def recipe(result: Result) -> tuple[str, ...]:
    """The steps of the form that was chosen, with the votes of every size."""
    goal, samples = result.question, result.samples
    form = next(form for form in (TWO, UNIFORM, ANY) if form.name == result.chosen["form"])
    assert samples is not None
    votes = sizes(goal.n, lambda n: f"T = {form.votes(form.counted(samples // n)):,}")
    draw = f"Draw {samples:,} fresh samples, used by every problem."
    run = "For every problem i run its algorithm with string r_i once on each of its first T_i blocks; count answers."
    if form is ANY:
        return (
            (
                "Agree on a random seed. For every problem i derive from it two random strings r_i and r'_i for its "
                "algorithm and a threshold m_i: one of T_i/2, ..., T_i - 1, the number m with probability proportional "
                f"to sqrt(m (T_i - 1 - m)). The numbers of votes are {votes}."
            ),
            draw,
            "For every problem i cut the first (T_i + 1) n_i of them into T_i + 1 blocks of n_i samples.",
            run,
            "If an answer has more than m_i votes (at most one has), output it for problem i.",
            "If none has, run the algorithm of problem i with string r'_i on its last block and output that answer.",
        )
    weights = "one of 0, ..., T_i - 1, the number m with probability proportional to sqrt(m (T_i - 1 - m))"
    threshold = "a uniform number u_i in (0, 1)" if form is UNIFORM else f"a threshold m_i, {weights}"
    decide = "its share of the T_i votes exceeds u_i" if form is UNIFORM else "it has more than m_i votes"
    return (
        (
            "Agree on a random seed. For every problem i derive from it a random string r_i for its algorithm and "
            f"{threshold}. The numbers of votes are {votes}."
        ),
        draw,
        "For every problem i cut the first T_i n_i of them into T_i blocks of n_i samples.",
        run,
        (
            "Of the two answers that are possible with string r_i call one the first, by an order fixed beforehand. "
            f"Output it for problem i if {decide}, and the other one if not."
        ),
    )


WAYS = (
    Way(
        "separate",
        "every problem by itself, votes against a shared threshold: (sum of rho0_i sqrt n_i)^2/rho^2, polynomial time",
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=True,
        recipe=recipe,
    ),
)
