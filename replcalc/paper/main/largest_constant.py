"""The largest c for which thm:main's parameter choice works: found by a secant search, certified by balls.

rho_achieved(c) = 4(gamma* + 2 epsilon* + delta*) is close to linear in c, so a secant on ln rho_achieved against ln c
converges in a few steps. The result is rounded down to a short decimal, PROVED at c and REFUTED at c(1 + 10^-9).
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.enclosure import decimal_exponent
from replcalc.numbers.fields import BallField
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
    bindings_by_name,
)

#: Relative step beyond c at which the choice must fail.
BEYOND = fmpq(1, 10**9)
#: Digits of c, the same for every number of digits of the answer: asking for more digits must not change a figure.
DIGITS = 20
#: Digits of the root beyond those of c.
GUARD = 3
#: How well the slope of a secant is known this close to the root.
SLOPE_ERROR = arb("1e-5")


def closeness_steps(proof: Proof) -> Any:
    """Apply the steps of thm:main that fix rho: choose parameters (returned), compose, convert back."""
    budget = proof.apply(parameter_choice, **bindings_by_name(NS, RHO, BETA0, C))
    close = proof.apply(
        pg_composition, gamma=budget.delta, epsilon=budget.epsilon, delta=budget.delta, delta_prime=budget.delta_prime
    )
    replicable = proof.apply(
        pg_to_replicable, gamma=close.gamma_star, epsilon=close.epsilon_star, delta=close.delta_star
    )
    proof.apply(statement(REPLICABILITY_GOAL), achieved=replicable.rho, target=RHO.variable)
    return budget


def _closeness() -> Derivation:
    proof = Proof("closeness", "What fixes c", (NS, RHO, BETA0, C))
    closeness_steps(proof)
    return proof.derivation()


def choose_constant(goal: Composition) -> dict[str, fmpq]:
    """Return c as the user fixed it, or the largest that works, and then a c at which it fails."""
    if goal.c is not None:
        return {"c": goal.c}
    c = largest_constant(goal.n, goal.rho, goal.worst_beta0, DIGITS)
    return {"c": c, "c_refuted": c * (1 + BEYOND)}


@lru_cache(maxsize=4)
def largest_constant(n: Family[int], rho: fmpq, beta0: fmpq, digits: int = 15) -> fmpq:
    """Return the largest c that works, rounded down to ``digits`` significant digits; c(1 + 1e-9) certainly fails.

    That c itself works is left to the certification of the whole derivation, which checks the same inequality.
    """
    derivation = _closeness()
    inputs: dict[str, Any] = {"n": n, "rho": rho, "beta0": beta0}
    root = _root(derivation, inputs, digits + GUARD)
    unit = fmpq(10) ** (decimal_exponent(root) - digits + 1)
    candidate = fmpq((root / unit - fmpq(5, 10**GUARD)).floor()) * unit  # the error of the root is allowed for
    excess = _enclose_excess(derivation, inputs, candidate * (1 + BEYOND))
    if excess is None or not excess > 0:
        raise PrecisionExhausted("no largest c could be certified; fix c")
    return candidate


def _log_excess(derivation: Derivation, inputs: Mapping[str, Any], c: fmpq, field: BallField) -> arb:
    """Return ln(rho_achieved/rho) at c, as a ball."""
    evaluated = run(derivation, {**inputs, "c": c}, field, check=False, keep=("rho",))
    return (evaluated.values["rho"] / arb(inputs["rho"])).log()


def _root(derivation: Derivation, inputs: Mapping[str, Any], digits: int) -> fmpq:
    """Return c with rho_achieved(c) = rho to about ``digits`` digits, with as many bits as that takes."""
    bits = 72 + int(3.4 * digits) + _size(inputs["rho"])  # e^epsilon - 1 loses about as many bits as rho has
    for _ in range(6):
        field = BallField(bits)
        with field.active():
            found = _secant(derivation, inputs, digits, field)
        if found is not None:
            return found
        bits *= 2
    raise PrecisionExhausted("the search for c did not converge; fix c")


def _size(q: fmpq) -> int:
    return max(int(q.p.bit_length()), int(q.q.bit_length()))


def _secant(derivation: Derivation, inputs: Mapping[str, Any], digits: int, field: BallField) -> fmpq | None:
    """Return the root of the excess in ln c; None where the balls are too wide for so many digits."""
    tolerance, slope = arb(10) ** (-digits), arb(1)
    x = arb(fmpq(1, 300)).log()
    previous: tuple[arb, arb] | None = None
    for _ in range(60):
        x = x.mid()
        excess = _log_excess(derivation, inputs, _rational(x.exp()), field)
        if not excess.is_finite() or excess.rad() > tolerance:
            return None
        value = excess.mid()
        if abs(value) < tolerance:
            return _rational(x.exp())
        if abs(value) * SLOPE_ERROR < tolerance and abs(value) < arb("1e-7") and slope != 1:
            return _rational((x - value / slope).mid().exp())  # one step more is within tolerance
        if previous is not None and previous[0] != x:
            slope = ((value - previous[1]) / (x - previous[0])).mid()
            if not slope > arb("0.05"):
                slope = arb(1)
        previous = (x, value)
        x = x - value / slope
    return None


def _rational(ball: arb) -> fmpq:
    return Enclosure.from_ball(ball.mid()).lower


def _enclose_excess(derivation: Derivation, inputs: Mapping[str, Any], c: fmpq) -> arb | None:
    """Return ln of 4(gamma* + 2 epsilon* + delta*)/rho at c, as a ball whose sign is certain; None if none is found."""
    bits = 112 + _size(inputs["rho"])
    while bits <= 1 << 17:
        field = BallField(bits)
        with field.active():
            excess = _log_excess(derivation, inputs, c, field)
            if excess < 0 or excess > 0:
                return excess
        bits *= 2
    return None
