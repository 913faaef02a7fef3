"""Way ``explicit``: thm:main with derived:lemma-e in place of lm:replic_to_pg: the paper's steps, all explicit."""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField
from replcalc.questions.composition import Composition
from replcalc.questions.inputs import BETA, BETA0, NS, RHO, RHO0S, C, common_inputs
from replcalc.search.floats import log_rational
from replcalc.search.lemma_e import best_strings, blocks_for, exact_shape, most_strings
from replcalc.statements.certification import SPARED_FOR_INTEGERS, Answer, certify
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.notation import family, i
from replcalc.statements.statement import UNIT_OPEN, Parameter
from replcalc.theories.replicable_composition.main import main_algorithm, parameter_choice
from replcalc.theories.sharper.goals import failure_goal
from replcalc.theories.sharper.lemma_e import replicable_to_pg_explicit
from replcalc.ways.effort import exponential
from replcalc.ways.largest_constant import BEYOND, DIGITS, Steps, closeness_steps, largest_constant
from replcalc.ways.result import Result
from replcalc.ways.steps import lemma_e
from replcalc.ways.way import Way

BETA0_EACH = Parameter("beta0_each", family("beta0_each"), UNIT_OPEN, "failure probability of the i-th base algorithm")
SHAPE = tuple(
    Parameter(name, family(name), UNIT_OPEN, replicable_to_pg_explicit.parameter(name).meaning)
    for name in ("nu", "h", "l")
)
#: Shapes are searched for at most this many sizes; the others take that of the nearest larger one.
_SHAPES = 16

QUANTITIES = (
    "samples", "rho", "beta", "epsilon", "delta", "delta_prime", "epsilon_k", "delta_k", "epsilon_star", "delta_star",
    "gamma_star", "blocks", "J",
)  # fmt: skip


def convert_each(proof: Proof, *, epsilon: Any, delta: Any, beta0: Any) -> Any:
    """derived:lemma-e for every i."""
    nu, h, l = (parameter.symbol[i] for parameter in SHAPE)
    return proof.apply_each(
        replicable_to_pg_explicit,
        n=NS.symbol[i],
        rho0=RHO0S.symbol[i],
        beta0=beta0,
        epsilon=epsilon,
        delta=delta,
        nu=nu,
        h=h,
        l=l,
        names={"samples": "samples_each", "failure": "failure_each"},
    )


def derive(*, with_failure: bool = False, steps: Steps = closeness_steps) -> Derivation:
    """thm:main, step by step, with Lemma E; ``steps`` fix rho."""
    inputs = (NS, RHO, RHO0S, BETA0, BETA0_EACH, C, *SHAPE) + ((BETA,) if with_failure else ())
    proof = Proof("explicit", "Replicable composition as in thm:main, every constant explicit", inputs)
    budget, _ = steps(proof)
    each = convert_each(proof, epsilon=budget.epsilon, delta=budget.delta, beta0=BETA0_EACH.symbol[i])
    whole = proof.apply(main_algorithm, samples_each=each.samples, failure_each=each.failure)
    if with_failure:
        proof.apply(failure_goal, achieved=whole.beta, target=BETA.symbol)
    return proof.derivation()


def solve(goal: Composition, digits: int, steps: Steps = closeness_steps) -> Result:
    """Fix c as in the way ``paper``, then nu, h and l for every size; certify."""
    if goal.worst_rho0 >= fmpq(1, 2):
        return Result("explicit", goal, None, no_good_string(goal.worst_rho0), derivation=derive())
    if goal.c is None:
        c = largest_constant(goal.n, goal.rho, goal.worst_beta0, DIGITS, steps)
        chosen: dict[str, Any] = {"c": c, "c_refuted": c * (1 + BEYOND)}
    else:
        c, chosen = goal.c, {"c": goal.c}
    logs = _log_budget(goal, c)
    deltas = zip((log_delta for _, log_delta in logs), goal.n.counts, strict=True)
    shapes = _shapes(goal, logs, most_strings(goal, deltas)) or _shapes(goal, logs, goal.max_strings)
    if shapes is None:
        return Result("explicit", goal, None, too_few_strings(goal), derivation=derive())
    derivation = derive(with_failure=goal.beta is not None, steps=steps)
    inputs = common_inputs(goal) | {"rho0": goal.rho0, "beta0_each": goal.beta0, "c": c, **shapes}
    answer = certify(derivation, inputs, digits=digits, report=QUANTITIES, spared_bits=SPARED_FOR_INTEGERS)
    return Result(
        "explicit",
        goal,
        answer,
        chosen=chosen | {name: shapes[name].values for name in shapes},
        effort=exponential(goal.k, runs_of(goal, answer), digits),
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
    return f"derived:lemma-e: no choice of nu, h, l gets by with at most {goal.max_strings} strings (max_strings)"


def _log_budget(goal: Composition, c: fmpq) -> list[tuple[float, float]]:
    """(ln epsilon_i, ln delta_i) of the paper's parameter choice, one pair per run."""
    field = BallField(64)
    with field.active():
        values = parameter_choice.evaluate(field, n=goal.n, rho=goal.rho, beta0=goal.worst_beta0, c=c)
        return [(float(e.log()), float(d.log())) for e, d in zip(values["epsilon"], values["delta"], strict=True)]


def _shapes(goal: Composition, logs: list[tuple[float, float]], ceiling: int | None) -> dict[str, Family[fmpq]] | None:
    """nu, h, l for every run; runs beyond the first sizes share the shape of the nearest larger size searched for."""
    rho0s = goal.rho0.distinct
    rank = {code: place for place, code in enumerate(sorted(range(len(rho0s)), key=rho0s.__getitem__))}
    pairs = [(rank[code], n) for code, n in zip(goal.rho0.codes, goal.n.values, strict=True)]
    where = {pair: run for run, pair in enumerate(pairs)}
    step = -(-len(where) // _SHAPES)
    shapes: list[tuple[fmpq, fmpq, fmpq]] = []
    shape_of: dict[tuple[int, int], int] = {}
    for position, pair in enumerate(sorted(where, reverse=True)):
        if position % step == 0:
            log_epsilon, log_delta = logs[where[pair]]
            rho0 = goal.rho0.values[where[pair]]
            chosen = best_strings(math.exp(log_rational(rho0)), log_delta, ceiling)
            found = None if chosen is None else blocks_for(chosen, log_epsilon)
            if chosen is None or found is None:
                return None
            shapes.append(exact_shape(chosen, found[1]))
        shape_of[pair] = len(shapes) - 1
    codes = tuple(shape_of[pair] for pair in pairs)
    columns = zip(("nu", "h", "l"), zip(*shapes, strict=True), strict=True)
    return {name: goal.n.select(column, codes) for name, column in columns}


def recipe(result: Result) -> tuple[str, ...]:
    assert result.answer is not None and result.samples is not None
    return lemma_e(result.answer, result.samples, raced=False)


WAY = Way(
    "explicit",
    "thm:main with Lemma E: no hidden constant",
    Composition.kind,
    derive,
    solve,
    QUANTITIES,
    polynomial=False,
    recipe=recipe,
)
