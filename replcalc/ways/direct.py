"""Way ``direct``: squared votes (derived:squared-votes). One theorem in place of the whole pipeline of thm:main."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.enclosure import short
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField, ball_precision
from replcalc.questions.composition import Composition
from replcalc.questions.inputs import BETA, BETA0S, NS, RHO, RHO0S, family_inputs
from replcalc.search.floats import exp_capped, log_rational
from replcalc.search.integers import smallest
from replcalc.search.squared_votes import Choice, VotesSearch
from replcalc.statements.certification import CEILING, DECISION_CEILING, Answer, certify, starting_bits
from replcalc.statements.derivation import Derivation, Proof, run
from replcalc.statements.evaluation import Environment, evaluate
from replcalc.statements.expressions import kl
from replcalc.statements.notation import i, k, real
from replcalc.theories.sharper.goals import failure_goal, replicability_goal
from replcalc.theories.sharper.squared_votes import squared_votes
from replcalc.ways.effort import Effort, sampled_votes
from replcalc.ways.result import Result
from replcalc.ways.way import Way

N, T, J, X0, X1 = (squared_votes.parameter(name) for name in ("N", "T", "J", "x0", "x1"))

QUANTITIES = ("samples", "rho", "beta", "J", "x0", "x1", "D", "chi", "omega", "tau", "runs")
#: Beyond this many runs the float model is evaluated by numpy.
_MANY_RUNS = 300
_A, _B = real("a"), real("b")
_KL = kl(_A, _B)


def derive(*, with_failure: bool = False, common: bool = True) -> Derivation:
    """derived:squared-votes and the goals. ``common``: one rho0, so omega is one number; otherwise they add up."""
    inputs = (NS, RHO, RHO0S, BETA0S, N, T, J, X0, X1) + ((BETA,) if with_failure else ())
    proof = Proof("direct", "Direct composition by squared votes", inputs)
    whole = proof.apply(
        squared_votes,
        n=NS.symbol[i],
        rho0=RHO0S.symbol[i],
        beta0=BETA0S.symbol[i],
        N=N.symbol,
        T=T.symbol[i],
        J=J.symbol,
        x0=X0.symbol[i],
        x1=X1.symbol[i],
        names={} if common else {"omega": "omega_largest", "omega_sum": "omega"},
    )
    proof.apply(replicability_goal, achieved=whole.rho, target=RHO.symbol)
    if with_failure:
        proof.apply(failure_goal, achieved=whole.beta, target=BETA.symbol)
    return proof.derivation()


def solve(goal: Composition, digits: int) -> Result:
    """Search J, x0, x1; take the smallest certified N for them."""
    choice = VotesSearch(goal).choose(goal.max_strings)
    wanted = goal
    if not choice.reaches and goal.beta is not None:  # meet rho at least, and show by how much beta is missed
        wanted = replace(goal, beta=None)
        choice = VotesSearch(wanted).choose(goal.max_strings)
    parameters = _parameters(goal, choice)
    samples = least_samples(wanted, parameters, choice.samples) if choice.reaches else choice.samples
    return certified(goal, parameters, samples, digits)


def certified(goal: Composition, parameters: Mapping[str, Any], samples: int, digits: int) -> Result:
    """Every condition and figure at the given J, x0, x1 (families) and number of samples."""
    common = len(goal.rho0.distinct) == 1
    derivation = derive(with_failure=goal.beta is not None, common=common)
    inputs = family_inputs(goal) | dict(parameters) | _blocks(goal, samples)
    decision_bits = max(DECISION_CEILING, 16 * samples.bit_length())
    answer = certify(derivation, inputs, digits=digits, decision_bits=decision_bits)
    chosen: dict[str, Any] = {"J": parameters["J"]}
    for name in ("x0", "x1"):
        family = parameters[name]
        chosen[name] = family.distinct[0] if len(set(family.distinct)) == 1 else family.values
    chosen["T"] = inputs["T"].values
    return Result(
        "direct",
        goal,
        answer,
        reason=_reason(goal, answer),
        chosen=chosen,
        effort=_effort(parameters, answer, digits),
        reported=QUANTITIES,
    )


def _effort(parameters: Mapping[str, Any], answer: Answer, digits: int) -> Effort:
    """A candidate for all k answers is accepted with probability at least the product of the D_i over the outputs."""
    expression = squared_votes.conclusion("D").expression
    places: dict[tuple[str, str], tuple[fmpq, fmpq, int]] = {}
    for (x0, count), x1 in zip(parameters["x0"].runs, parameters["x1"].values, strict=True):
        key = str(x0), str(x1)
        places[key] = (x0, x1, count + (places[key][2] if key in places else 0))
    shares = []
    for x0, x1, count in places.values():
        one = Environment({k: 1}, {X0.symbol: Family.constant(x0, 1), X1.symbol: Family.constant(x1, 1)})
        shares.append((evaluate(expression, one, ExactField()), count))
    return sampled_votes(shares, answer.value("runs"), digits)


def _reason(goal: Composition, answer: Answer) -> str:
    """Why the goal is missed: the failing condition, and what no choice of parameters can get below."""
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


def _parameters(goal: Composition, choice: Choice) -> dict[str, Any]:
    return {
        "J": choice.strings,
        "x0": goal.rho0.map(lambda rho0: choice.places[rho0][0]),
        "x1": goal.rho0.map(lambda rho0: choice.places[rho0][1]),
    }


def _blocks(goal: Composition, samples: int) -> dict[str, Any]:
    return {"N": samples, "T": goal.n.map(lambda n: samples // n)}


def least_samples(goal: Composition, parameters: Mapping[str, Any], guess: int) -> int:
    """The smallest N for which the goal is PROVED at these parameters: one less is certainly not enough."""
    inputs = family_inputs(goal) | dict(parameters)
    derivation = derive(with_failure=goal.beta is not None)
    targets = [("rho", goal.rho)] + ([("beta", goal.beta)] if goal.beta is not None else [])

    def log_excess(samples: int) -> arb:
        bits = starting_bits(20) + 2 * samples.bit_length()
        while bits < CEILING:
            field = BallField(bits)
            with field.active():
                values = run(derivation, inputs | _blocks(goal, samples), field, check=False).values
                excess = field.function("max", *((values[name] / field.number(q)).log() for name, q in targets))
                if excess <= 0 or excess > 0:
                    return excess
            bits *= 2
        raise PrecisionExhausted(f"direct: whether {samples} samples suffice is not certain at {bits} bits")

    lowest, unit = max(goal.n.values), math.gcd(*set(goal.n.values))
    with ball_precision(starting_bits(20) + 2 * guess.bit_length()):
        return smallest(log_excess, guess, lowest, float_excess(goal, parameters), unit)


def float_excess(goal: Composition, parameters: Mapping[str, Any]) -> Callable[[int], float]:
    """N -> ln of (bound/goal) in floats, member by member; only to come close to the smallest N.

    Members of one (n, rho0) are merged. chi and tau are summed as D-weighted 1/T and as e^(-T kl); the rest is fixed.
    """
    log_rho = log_rational(goal.rho)
    log_beta = log_rational(goal.beta) if goal.beta is not None else math.inf
    log_unit = min(log_rho, log_beta)  # strings and votes in units of the smaller goal, where they cannot underflow
    kinds: dict[tuple[int, int], tuple[float, float, float, float]] = {}  # by codes of rho0 and beta0
    strings = failure = 0.0
    masses: dict[tuple[int, float, float], int] = {}
    for (n, count), *codes in zip(goal.n.runs, goal.rho0.codes, goal.beta0.codes, strict=True):
        kind = (codes[0], codes[1])
        if kind not in kinds:
            rho0, beta0 = goal.rho0.distinct[kind[0]], goal.beta0.distinct[kind[1]]
            x0, x1 = parameters["x0"].distinct[kind[0]], parameters["x1"].distinct[kind[0]]  # mapped from rho0
            log_d = 2 * log_rational(1 - x1) - log_rational(1 - x0)
            lost = exp_capped(-exp_capped(math.log(parameters["J"]) + _log_kl(x0, rho0)) - log_unit)
            failing = exp_capped(log_rational(beta0) - log_d - log_beta)
            kinds[kind] = (lost, failing, log_rational(rho0) - log_d - 2 * log_rho, _log_kl(x1, x0))
        lost, failing, log_mass, log_rate = kinds[kind]
        strings += count * lost
        failure += count * failing
        row = (n, log_mass, log_rate)
        masses[row] = masses.get(row, 0) + count
    #: n, ln of count rho0/(D rho^2), ln count, ln kl(x1||x0)
    table = [(n, mass + math.log(count), math.log(count), rate) for (n, mass, rate), count in masses.items()]
    sums = _numpy_sums(table, log_unit) if len(table) > _MANY_RUNS else _plain_sums(table, log_unit)
    rho, over_rho, over_beta = math.exp(log_rho), math.exp(log_unit - log_rho), math.exp(log_unit - log_beta)

    def excess(samples: int) -> float:
        spread, votes = sums(samples)
        root = math.sqrt(2 * spread)
        value = 2 * root / (1 + root * rho) + (strings + 2 * votes) * over_rho
        if goal.beta is not None:
            value = max(value, (strings + votes) * over_beta + failure)
        return value - 1

    return excess


def _plain_sums(table: list[tuple[int, float, float, float]], log_unit: float) -> Callable[[int], tuple[float, float]]:
    def sums(samples: int) -> tuple[float, float]:
        spread, votes = [], []
        for n, log_mass, log_count, log_rate in table:
            log_blocks = math.log(samples // n)
            spread.append(exp_capped(log_mass - log_blocks))
            votes.append(exp_capped(log_count - exp_capped(log_rate + log_blocks) - log_unit))
        return math.fsum(spread), math.fsum(votes)

    return sums


def _numpy_sums(table: list[tuple[int, float, float, float]], log_unit: float) -> Callable[[int], tuple[float, float]]:
    import numpy as np

    small = max(row[0] for row in table) < 1 << 53
    sizes: Any = np.array([row[0] for row in table], dtype=np.int64 if small else object)
    log_mass, log_count, log_rate = (np.array([row[c] for row in table]) for c in (1, 2, 3))

    def sums(samples: int) -> tuple[float, float]:
        if small and samples < 1 << 62:
            logs = np.log((samples // sizes).astype(float))
        else:
            logs = np.array([math.log(samples // row[0]) for row in table])
        with np.errstate(under="ignore", over="ignore"):
            spread = np.exp(np.minimum(log_mass - logs, 690.0)).sum()
            lost = np.exp(np.minimum(log_rate + logs, 690.0))
            votes = np.exp(np.minimum(log_count - lost - log_unit, 690.0)).sum()
        return float(spread), float(votes)

    return sums


def _log_kl(a: fmpq, b: fmpq) -> float:
    """ln kl(a||b) to full relative precision: evaluated in balls, since a - b may be tiny."""
    bits = 128
    while True:
        field = BallField(bits)
        with field.active():
            value = evaluate(_KL, Environment({_A: a, _B: b}), field)
            if value > 0 and value.rel_accuracy_bits() > 60:
                return float(value.log())
        bits *= 4


WAY = Way(
    "direct",
    "squared votes: 8 rho0/(1-rho0) (sum of n_i)/rho^2 in the limit, no logarithm",
    Composition.kind,
    derive,
    solve,
    QUANTITIES,
    polynomial=False,
)
