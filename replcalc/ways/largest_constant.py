"""The largest c for which thm:main's parameter choice works: found by a secant search, certified by balls.

rho_achieved(c) = 4(gamma* + 2 epsilon* + delta*) is close to linear in c, so a secant on ln rho_achieved against ln c
converges in a few steps. The result is rounded down to a short decimal, PROVED at c and REFUTED at c(1 + 10^-9).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure, decimal_exponent
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, RoughField
from replcalc.numbers.verdict import Verdict
from replcalc.questions.inputs import BETA0, NS, RHO, C
from replcalc.statements.derivation import Derivation, Proof, run
from replcalc.statements.notation import i
from replcalc.theories.replicable_composition.main import parameter_choice, pg_to_replicable
from replcalc.theories.replicable_composition.pg_composition import pg_composition
from replcalc.theories.sharper.goals import replicability_goal

#: Relative step beyond c at which the choice must fail.
BEYOND = fmpq(1, 10**9)
#: Digits of c, whatever digits are asked of the answer: asking for more digits must not change a figure.
DIGITS = 20
#: Bits of relative accuracy that serve every search and every comparison at a relative distance of BEYOND.
ENOUGH = 320
#: How well the slope of a thinned family, or of a secant, is known this close to the root.
SLOPE_ERROR = arb("1e-5")
#: Families with more runs than this are first thinned for a rough search.
MANY_RUNS = 512
#: With runs longer than this, too, a rough search comes first: it sees one member of each.
LONG_RUNS = 32


def closeness_steps(proof: Proof) -> tuple[Any, Any]:
    """The steps of thm:main that fix rho: choose parameters, compose, convert back. Returns (budget, replicable)."""
    budget = proof.apply(parameter_choice, n=NS.symbol[i], rho=RHO.symbol, beta0=BETA0.symbol, c=C.symbol)
    joint = proof.apply(
        pg_composition, gamma=budget.delta, epsilon=budget.epsilon, delta=budget.delta, delta_prime=budget.delta_prime
    )
    replicable = proof.apply(
        pg_to_replicable, gamma=joint.gamma_star, epsilon=joint.epsilon_star, delta=joint.delta_star
    )
    proof.apply(replicability_goal, achieved=replicable.rho, target=RHO.symbol)
    return budget, replicable


#: A way to apply the steps that fix rho.
Steps = Callable[[Proof], tuple[Any, Any]]


def _closeness(steps: Steps = closeness_steps) -> Derivation:
    proof = Proof("closeness", "What fixes c", (NS, RHO, BETA0, C))
    steps(proof)
    return proof.derivation()


def largest_constant(n: Family[int], rho: fmpq, beta0: fmpq, digits: int = 15, steps: Steps = closeness_steps) -> fmpq:
    """The largest c that works, rounded down to ``digits`` significant digits; c(1 + 1e-9) certainly fails.

    That c itself works is left to the certification of the whole derivation, which checks the same inequality.
    """
    return _largest(n, rho, beta0, digits, steps)


@lru_cache(maxsize=4)
def _largest(n: Family[int], rho: fmpq, beta0: fmpq, digits: int, steps: Steps) -> fmpq:
    derivation = _closeness(steps)
    inputs: dict[str, Any] = {"n": n, "rho": rho, "beta0": beta0}
    start, slope, guard = fmpq(1, 300), fmpq(1), 3
    if len(n.counts) > MANY_RUNS:  # one evaluation costs seconds: fewer digits
        digits, guard = min(digits, 11), 2
        start, slope = _root(derivation, inputs | {"n": _thinned(n)}, start, slope, 12, RoughField)
    elif max(n.counts) > LONG_RUNS:
        with suppress(PrecisionExhausted):  # a first guess, not needed
            start, slope = _root(derivation, inputs, start, slope, 12, RoughField)
    root, _ = _root(derivation, inputs, start, slope, digits + guard)
    unit = fmpq(10) ** (decimal_exponent(root) - digits + 1)
    # room for the error of the root, which is known to ``guard`` digits more than are kept
    candidate = fmpq((root / unit - fmpq(5, 10**guard)).floor()) * unit
    if _verdict(derivation, inputs, candidate * (1 + BEYOND)) is not Verdict.REFUTED:
        raise PrecisionExhausted("no largest c could be certified; fix c")
    return candidate


def _thinned(n: Family[int]) -> Family[int]:
    """About MANY_RUNS runs that stand for the whole: every run of a block becomes its mean. Only for a first guess."""
    step = -(-len(n.counts) // MANY_RUNS)
    ordered = sorted(n.runs)
    runs = []
    for position in range(0, len(ordered), step):
        block = ordered[position : position + step]
        count = sum(c for _, c in block)
        runs.append((max(1, sum(v * c for v, c in block) // count), count))
    return Family.from_runs(runs)


def _log_excess(derivation: Derivation, inputs: Mapping[str, Any], c: fmpq, field: BallField) -> arb:
    """ln(rho_achieved/rho) at c, as a ball."""
    evaluated = run(derivation, {**inputs, "c": c}, field, check=False, keep=("rho",))
    return (evaluated.values["rho"] / arb(inputs["rho"])).log()


def _root(
    derivation: Derivation,
    inputs: Mapping[str, Any],
    start: fmpq,
    slope: fmpq,
    digits: int,
    kind: type[BallField] = BallField,
) -> tuple[fmpq, fmpq]:
    """c with rho_achieved(c) = rho to about ``digits`` digits, and the slope there, by a secant in logarithms."""
    bits = 72 + int(3.4 * digits) + _size(inputs["rho"])  # e^epsilon - 1 loses about as many bits as rho has
    for _ in range(6):
        field = kind(bits, enough=ENOUGH)
        with field.active():
            found = _secant(derivation, inputs, start, arb(slope), digits, field)
        if found is not None:
            return found
        bits *= 2
    raise PrecisionExhausted("the search for c did not converge; fix c")


def _size(q: fmpq) -> int:
    return max(int(q.p.bit_length()), int(q.q.bit_length()))


def _secant(
    derivation: Derivation, inputs: Mapping[str, Any], start: fmpq, slope: arb, digits: int, field: BallField
) -> tuple[fmpq, fmpq] | None:
    tolerance = arb(10) ** (-digits)
    x = arb(start).log()
    previous: tuple[arb, arb] | None = None
    for _ in range(60):
        x = x.mid()
        excess = _log_excess(derivation, inputs, _rational(x.exp()), field)
        if not excess.is_finite() or excess.rad() > tolerance:  # too few bits
            return None
        value = excess.mid()
        if abs(value) < tolerance:
            return _rational(x.exp()), _rational(slope)
        if abs(value) * SLOPE_ERROR < tolerance and abs(value) < arb("1e-7") and slope != 1:
            return _rational((x - value / slope).mid().exp()), _rational(slope)  # one step more is within tolerance
        if previous is not None and previous[0] != x:
            slope = ((value - previous[1]) / (x - previous[0])).mid()
            if not slope > arb("0.05"):
                slope = arb(1)
        previous = (x, value)
        x = x - value / slope
    return None


def _rational(ball: arb) -> fmpq:
    return Enclosure.from_ball(ball.mid()).lower


def _verdict(derivation: Derivation, inputs: Mapping[str, Any], c: fmpq) -> Verdict:
    """Is 4(gamma* + 2 epsilon* + delta*) <= rho at c?"""
    bits = 112 + _size(inputs["rho"])
    while True:
        field = BallField(bits, enough=ENOUGH)
        with field.active():
            excess = _log_excess(derivation, inputs, c, field)
            if excess < 0:
                return Verdict.PROVED
            if excess > 0:
                return Verdict.REFUTED
        if bits > 1 << 16:
            return Verdict.UNDECIDED
        bits *= 2
