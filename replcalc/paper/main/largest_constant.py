"""The largest c for which thm:main's parameter choice works: found by a secant search, certified by balls.

rho_achieved(c) = 4(gamma* + 2 epsilon* + delta*) is close to linear in c, so a secant on ln rho_achieved against ln c
converges in a few steps. The result is rounded down to a short decimal, PROVED at c and REFUTED at c(1 + 10^-9).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.enclosure import decimal_exponent
from replcalc.numbers.fields import BallField, RoughField, ball_precision
from replcalc.paper.main.statements import parameter_choice, pg_to_replicable
from replcalc.paper.pg_composition.statements import pg_composition
from replcalc.planning.proving import REPLICABILITY_GOAL
from replcalc.statements.catalogue import statement
from replcalc.statements.derivation import run
from replcalc.vocabulary import (
    BETA0,
    NS,
    RHO,
    C,
    Composition,
    Derivation,
    Enclosure,
    Family,
    PrecisionExhausted,
    Proof,
    by_name,
)

#: Relative step beyond c at which the choice must fail.
BEYOND = fmpq(1, 10**9)
#: Digits of c, whatever digits are asked of the answer: asking for more digits must not change a figure.
DIGITS = 20
#: How well the slope of a thinned family, or of a secant, is known this close to the root.
SLOPE_ERROR = arb("1e-5")
#: Families with more runs than this are first thinned for a rough search.
MANY_RUNS = 512
#: With runs longer than this, too, a rough search comes first: it sees one member of each.
LONG_RUNS = 32


def closeness_steps(proof: Proof, *, conditioned: bool = False) -> Any:
    """The steps of thm:main that fix rho: choose parameters, compose, convert back. Returns the parameters chosen.

    ``conditioned``: with derived:conditioned-composition instead of lm:joint_implies_cond.
    """
    budget = proof.apply(parameter_choice, **by_name(NS, RHO, BETA0, C))
    replaced = ("epsilon_star", "delta_star", "gamma_star") if conditioned else ()
    close = proof.apply(
        pg_composition,
        gamma=budget.delta,
        epsilon=budget.epsilon,
        delta=budget.delta,
        delta_prime=budget.delta_prime,
        names={name: f"{name}_printed" for name in replaced},
    )
    if conditioned:
        close = proof.apply(
            statement("derived:conditioned-composition"), epsilon_k=close.epsilon_k, delta_k=close.delta_k
        )
    replicable = proof.apply(
        pg_to_replicable, gamma=close.gamma_star, epsilon=close.epsilon_star, delta=close.delta_star
    )
    proof.apply(statement(REPLICABILITY_GOAL), achieved=replicable.rho, target=RHO.variable)
    return budget


def _closeness(*, conditioned: bool = False) -> Derivation:
    proof = Proof("closeness", "What fixes c", (NS, RHO, BETA0, C))
    closeness_steps(proof, conditioned=conditioned)
    return proof.derivation()


def chosen_constant(goal: Composition, *, conditioned: bool = False) -> dict[str, fmpq]:
    """c as the user fixed it, or the largest that works, and then a c at which it fails."""
    if goal.c is not None:
        return {"c": goal.c}
    c = largest_constant(goal.n, goal.rho, goal.worst_beta0, DIGITS, conditioned)
    return {"c": c, "c_refuted": c * (1 + BEYOND)}


@lru_cache(maxsize=4)
def largest_constant(n: Family[int], rho: fmpq, beta0: fmpq, digits: int = 15, conditioned: bool = False) -> fmpq:
    """The largest c that works, rounded down to ``digits`` significant digits; c(1 + 1e-9) certainly fails.

    That c itself works is left to the certification of the whole derivation, which checks the same inequality.
    """
    derivation = _closeness(conditioned=conditioned)
    inputs: dict[str, Any] = {"n": n, "rho": rho, "beta0": beta0}
    start, slope, guard, refuted = fmpq(1, 300), fmpq(1), 3, fmpq(0)
    root: fmpq | None = None
    if len(n.counts) > MANY_RUNS:  # one evaluation costs seconds: fewer digits, and the refutation tells the root
        digits, guard = min(digits, 11), 2
        start, slope = _root(derivation, inputs | {"n": _thin_runs(n)}, start, slope, digits + guard, RoughField)
        beyond = _below(start, digits, guard) * (1 + BEYOND)
        excess = _decided_excess(derivation, inputs, beyond)
        if excess is not None and abs(excess) * SLOPE_ERROR < arb(10) ** -(digits + guard):
            with ball_precision(128):
                root = beyond * _rational((-excess / arb(slope)).exp())
            refuted = beyond if excess > 0 else refuted
    elif max(n.counts) > LONG_RUNS:
        with suppress(PrecisionExhausted):  # a first guess, not needed
            start, slope = _root(derivation, inputs, start, slope, digits + guard, RoughField)
    if root is None:
        root, _ = _root(derivation, inputs, start, slope, digits + guard)
    candidate = _below(root, digits, guard)
    beyond = candidate * (1 + BEYOND)
    if beyond != refuted:
        excess = _decided_excess(derivation, inputs, beyond)
        if excess is None or not excess > 0:
            raise PrecisionExhausted("no largest c could be certified; fix c")
    return candidate


def _below(root: fmpq, digits: int, guard: int) -> fmpq:
    """The root rounded down to ``digits`` digits; its error, ``guard`` digits more, is allowed for."""
    unit = fmpq(10) ** (decimal_exponent(root) - digits + 1)
    return fmpq((root / unit - fmpq(5, 10**guard)).floor()) * unit


def _thin_runs(n: Family[int]) -> Family[fmpq]:
    """Few runs that stand for the whole in a sum of smooth functions of n_i/mean, only for a first guess.

    Sizes are put into about MANY_RUNS classes, equally wide in ln(1 + n_i/mean); two runs of each class have its mean
    and its variance. The sum is then right up to the fourth power of the width.
    """
    whole = sum(map(operator.mul, n.values, n.counts))
    step = math.log1p(max(n.distinct) * n.length / whole) / MANY_RUNS
    classes: dict[int, list[int]] = {}
    for size, count in zip(n.values, n.counts, strict=True):
        found = classes.setdefault(int(math.log1p(size * n.length / whole) / step), [0, 0, 0])
        found[0] += count
        found[1] += size * count
        found[2] += size * size * count
    runs: list[tuple[fmpq, int]] = []
    for _, (count, total, squares) in sorted(classes.items()):
        middle, half = fmpq(total, count), count // 2
        variance = squares * count - total * total  # times count^2
        if variance == 0:
            runs.append((middle, count))
            continue
        apart = fmpq(math.isqrt((variance << 64) // (2 * half * count)), 1 << 32)
        runs += [(middle - apart, half), (middle + apart, half)] + [(middle, 1)] * (count % 2)
    values, counts = zip(*runs, strict=True)
    return Family(values, range(len(runs)), counts)


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
        field = kind(bits)
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


def _decided_excess(derivation: Derivation, inputs: Mapping[str, Any], c: fmpq) -> arb | None:
    """ln of 4(gamma* + 2 epsilon* + delta*)/rho at c, as a ball whose sign is certain; None if none is found."""
    bits = 112 + _size(inputs["rho"])
    while bits <= 1 << 17:
        field = BallField(bits)
        with field.active():
            excess = _log_excess(derivation, inputs, c, field)
            if excess < 0 or excess > 0:
                return excess
        bits *= 2
    return None
