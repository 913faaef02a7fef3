"""The constants of thm:multi_dim_mean and the parallel best-arm theorem: c, beta_0, n_0, chosen and certified.

beta_0 = (c beta/(k ln(k/rho) ln(1/beta)))^2; c is as large as the failure probability proved by the route ``paper``
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, decimal_exponent
from replcalc.numbers.fields import ball_precision
from replcalc.numbers.verdict import Verdict
from replcalc.search.floats import rounded_down
from replcalc.statements.statement import Statement
from replcalc.ways.comparison import Comparison, ranked, refuse_unknown, solve
from replcalc.ways.least import least
from replcalc.ways.overtaking import Count, Overtaking, overtakings
from replcalc.ways.registry import names
from replcalc.ways.result import Result

#: Replicability of the base algorithms in thm:main.
PAPER_RHO0 = fmpq(1, 10_000)
#: Composition routes applied to the paper's base algorithm.
ROUTES = ("paper", "explicit", "sharp", "direct", "private")
_BITS = 256


@dataclass(frozen=True)
class Together(Comparison):
    """All ways to answer k problems together, the paper's own choice of constants, and which way overtakes which."""

    theorem: Theorem | None = None
    crossings: tuple[Overtaking, ...] = ()


@dataclass(frozen=True)
class Theorem:
    """The constants c, beta_0 and n_0 of a theorem of the paper, or the reason why it does not apply.

    ``results``: every composition way on copies of the base algorithm that they fix.
    """

    statement: str
    values: Mapping[str, Any]
    reason: str
    results: Mapping[str, Result]


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


def theorem_of(
    question: Any,
    statement: Statement,
    c_name: str,
    base: Callable[[fmpq], tuple[fmpq, int]],
    route: Callable[[str, fmpq], Result],
) -> Theorem:
    """The theorem's c, beta_0 and n_0, certified through the way ``paper``, and every composition way on them.

    ``base(c)`` gives beta_0 and n_0, ``route(way, c)`` a composition way on copies of that base algorithm.
    """

    def refused(reason: str) -> Theorem:
        found = {name: Result(name, question, None, reason, title=f"composition: {name}") for name in ROUTES}
        return Theorem(statement.label, {}, reason, found)

    for condition, verdict in statement.check(**question.point):
        if verdict is not Verdict.PROVED:
            return refused(f"{statement.label}: {condition} {verdict}")
    seen: dict[fmpq, Result] = {}

    def achieved(c: fmpq) -> fmpq | None:
        if c not in seen:
            seen[c] = route("paper", c)
        bound = seen[c].beta
        return None if bound is None else bound.upper

    chosen = largest_c(achieved, question.beta)
    if chosen is None:
        return refused(f"{statement.label}: no constant c makes the failure probability at most beta")
    c, above = chosen
    beta0, n0 = base(c)
    with ball_precision(_BITS):
        order = Enclosure.from_ball(statement.bound("n", bits=_BITS, **question.point, **{c_name: c}))
    values = {"c": c, "c_refuted": above, "beta0": beta0, "n0": n0, "rho0": PAPER_RHO0, "samples_order": order}
    results = {name: seen[c] if name == "paper" else route(name, c) for name in ROUTES}
    return Theorem(statement.label, values, "", results)


def together(
    question: Any,
    theorem: Theorem,
    digits: int,
    *,
    quick: Sequence[str],
    route: Callable[[Any, str, fmpq], Result],
    guesses: Mapping[str, Callable[[Any], int | None]],
    crossings: str,
    max_rounds: fmpq,
    unit: str = "samples",
) -> Together:
    """Every registered way on the question, ranked, and the k from which one overtakes another.

    ``crossings``: "quick" (the ways named in ``quick``, which answer in milliseconds), "all" (the composition ways too,
    at a quarter of the theorem's constant c: small enough for every k, a few per cent more n_0) or "none".
    """
    results = [solve(name, question, digits) for name in names(question.kind)]
    refuse_unknown(question.settings, {name for result in results for name in result.hidden})
    found: tuple[Overtaking, ...] = ()
    if crossings != "none":

        def count(name: str) -> Count:
            return lambda size: _counted(solve(name, replace(question, k=size), 6))

        def composed_count(name: str) -> Count:
            return lambda size: _counted(route(replace(question, k=size), name, theorem.values["c"] / 4))

        counts = {name: count(name) for name in quick}
        if crossings == "all" and theorem.values:
            counts |= {name: composed_count(name) for name in ROUTES}
        rough = {name: (lambda size, guess=guess: guess(replace(question, k=size))) for name, guess in guesses.items()}
        found = overtakings(counts, rough)
    return Together(question, ranked(results), digits, max_rounds, unit, least(question), theorem, found)


def _counted(result: Result) -> int | None:
    return result.samples if result.applicable else None
