"""The constants of thm:multi_dim_mean and the parallel best-arm theorem: c, beta_0, n_0, chosen and certified.

beta_0 = (c beta/(k ln(k/rho) ln(1/beta)))^2; c is as large as the failure probability proved by the route ``paper``
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, decimal_exponent
from replcalc.numbers.fields import ball_precision
from replcalc.numbers.verdict import Verdict
from replcalc.problems.overtaking import Count, Overtaking
from replcalc.problems.ways import Way, not_applicable
from replcalc.search.floats import rounded_down
from replcalc.statements.statement import Statement

#: Replicability of the base algorithms in thm:main.
PAPER_RHO0 = fmpq(1, 10_000)
#: Composition routes applied to the paper's base algorithm.
ROUTES = ("paper", "explicit", "sharp", "direct", "private")
_BITS = 256


@dataclass(frozen=True)
class Together:
    """All ways to answer k problems together, best first, and the paper's own choice of constants."""

    inputs: Mapping[str, Any]
    ways: tuple[Way, ...]
    theorem: Mapping[str, Any]
    crossings: tuple[Overtaking, ...]
    theorem_reason: str = ""
    unit: str = "samples"

    @property
    def best(self) -> str | None:
        first = self.ways[0] if self.ways else None
        return first.name if first is not None and first.applicable else None


class ComposedFamily(Protocol):
    """k copies of a base algorithm, for every k."""

    def base(self, count: int, c: fmpq) -> tuple[fmpq, int]: ...

    def route(self, name: str, count: int, c: fmpq) -> Way: ...


def shared_beta0(statement: Statement, values: Mapping[str, Any]) -> fmpq:
    """beta_0 of the theorem, rounded down to 20 digits (a smaller failure probability is allowed)."""
    with ball_precision(_BITS):
        return rounded_down(Enclosure.from_ball(statement.bound("beta0", bits=_BITS, **values)).lower, 20)


def largest_c(achieved: Callable[[fmpq], fmpq | None], failure: fmpq) -> tuple[fmpq, fmpq | None] | None:
    """The largest c < 1/2, to three digits, for which the proved failure probability is at most ``failure``.

    ``achieved(c)`` grows about linearly, so scaling by failure/achieved converges in a few steps. Returns c and the
    next larger three-digit value, at which it fails (None if c stops at its limit 1/2).
    """
    limit = fmpq(499, 1000)
    value = fmpq(1, 10)
    for _ in range(12):
        found = achieved(value)
        if found is None:
            return None
        scaled = rounded_down(min(value * failure / found, limit), 3)
        if scaled == value:
            break
        value = scaled
    for _ in range(20):
        found = achieved(value)
        if found is not None and found <= failure:
            if value == limit:
                return value, None
            above = _next(value)
            beyond = achieved(above)
            if beyond is None or beyond > failure:
                return value, above
            value = above
        else:
            value = _previous(value)
    return None


def _unit(value: fmpq) -> fmpq:
    return fmpq(10) ** (decimal_exponent(value) - 2)


def _next(value: fmpq) -> fmpq:
    return value + _unit(value)


def _previous(value: fmpq) -> fmpq:
    return rounded_down(value - _unit(value) / 10, 3)


def paper_constants(
    family: ComposedFamily, statement: Statement, count: int, point: Mapping[str, fmpq], c_name: str
) -> tuple[dict[str, Any], str, list[Way]]:
    """The theorem's c, beta_0 and n_0, certified through the route ``paper``, and every composition route on them."""
    for condition, verdict in statement.check(**point):
        if verdict is not Verdict.PROVED:
            reason = f"{statement.label}: {condition} {verdict}"
            return {}, reason, [not_applicable(name, f"composition: {name}", reason) for name in ROUTES]
    seen: dict[fmpq, Way] = {}

    def achieved(c: fmpq) -> fmpq | None:
        if c not in seen:
            seen[c] = family.route("paper", count, c)
        bound = seen[c].quantities.get("beta")
        return bound.upper if isinstance(bound, Enclosure) else None

    chosen = largest_c(achieved, point["beta"])
    if chosen is None:
        reason = f"{statement.label}: no constant c makes the failure probability at most beta"
        return {}, reason, [not_applicable(name, f"composition: {name}", reason) for name in ROUTES]
    c, refuted = chosen
    beta0, n0 = family.base(count, c)
    with ball_precision(_BITS):
        order = Enclosure.from_ball(statement.bound("n", bits=_BITS, **point, **{c_name: c}))
    theorem = {
        "c": c,
        "c_refuted": refuted,
        "beta0": beta0,
        "n0": n0,
        "rho0": PAPER_RHO0,
        "samples_order": order,
    }
    ways = [seen[c], *(family.route(name, count, c) for name in ROUTES if name != "paper")]
    return theorem, "", ways


def route_counts(family: ComposedFamily, theorem: Mapping[str, Any], crossings: str) -> dict[str, Count]:
    """Samples of the composition routes as functions of k, at a quarter of the constant c found for the k asked about:
    small enough for every k, at the price of a few per cent in n_0."""
    if crossings != "all" or not theorem:
        return {}

    def count(name: str) -> Count:
        return lambda size: family.route(name, size, theorem["c"] / 4).samples

    return {name: count(name) for name in ROUTES}
