"""Choose and certify the constants c, beta_0, n_0 of thm:multi_dim_mean and of the parallel best-arm theorem.

beta_0 = (c beta/(k ln(k/rho) ln(1/beta)))^2; c is as large as the failure probability proved by the method ``paper``
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from flint import fmpq

from replcalc.numbers.errors import UnmetCondition
from replcalc.numbers.fields import ball_precision
from replcalc.planning.composition import composition
from replcalc.planning.method import get
from replcalc.search.optimise import next_decimals, round_down
from replcalc.statements.certification import balls_only
from replcalc.vocabulary import (
    Derivation,
    Enclosure,
    InputError,
    Method,
    PrecisionExhausted,
    Result,
    Statement,
    Verdict,
    certify,
)

#: Replicability of the base algorithms in thm:main.
PAPER_RHO0 = fmpq(1, 10_000)
#: Methods of composition that are applied to the paper's base algorithm.
COMPOSITIONS = ("paper", "paper-tuned", "privacy")
#: What the composition chose that is worth showing beside the base algorithm's own figures.
_CHOSEN = ("c", "J")
_BITS = 256


@dataclass(frozen=True)
class Constants:
    """The constants c, beta_0 and n_0 of a theorem of the paper, or the reason why it does not apply.

    ``results``: every method of composition on copies of the base algorithm that they fix.
    """

    statement: str
    values: Mapping[str, Any]
    reason: str
    results: Mapping[str, Result]


def round_beta0(statement: Statement, values: Mapping[str, Any]) -> fmpq:
    """Return beta_0 of the theorem, rounded down to 20 digits (a smaller failure probability is allowed)."""
    with ball_precision(_BITS):
        return round_down(Enclosure.from_ball(statement.bound("beta0", bits=_BITS, **values)).lower, 20)


def largest_c(achieved: Callable[[fmpq], fmpq | None], failure: fmpq) -> tuple[fmpq, fmpq | None] | None:
    """Return the largest c < 1/2, to three digits, for which the proved failure probability is at most ``failure``.

    ``achieved(c)`` grows about linearly, so scaling by failure/achieved converges in a few steps. Returns c and the
    next larger three-digit value, at which it fails (None if c stops at its limit 1/2).
    """
    limit = fmpq(499, 1000)
    value = fmpq(1, 10)
    for _ in range(12):
        found = achieved(value)
        if found is None:
            return None
        scaled = round_down(min(value * failure / found, limit), 3)
        if scaled == value:
            break
        value = scaled
    for _ in range(20):
        found = achieved(value)
        below, above = next_decimals(value, 3)
        if found is not None and found <= failure:
            if value == limit:
                return value, None
            beyond = achieved(above)
            if beyond is None or beyond > failure:
                return value, above
            value = above
        else:
            value = below
    return None


@dataclass(frozen=True, eq=False)
class BaseTheorem:
    """A theorem of the paper that composes k copies of one base algorithm, as methods for k problems together.

    ``base`` derives ``n0`` of the base algorithm, called ``base_name``, at (rho0, beta0); ``constant`` names the
    theorem's c; ``compositions`` are the methods of composition applied to it. ``complete`` adds to a result what only
    this kind of question has.
    """

    kind: str
    statement: Statement
    constant: str
    base: Callable[[], Derivation]
    base_name: str
    compositions: tuple[str, ...] = COMPOSITIONS
    complete: Callable[[Any, Result], Result] = lambda question, result: result

    def at(self, question: Any) -> dict[str, fmpq]:
        """Return the inputs of the question that the theorem knows."""
        known = {parameter.name for parameter in self.statement.given}
        return {name: value for name, value in question.point.items() if name in known}

    def base_at(self, question: Any, c: fmpq) -> tuple[fmpq, int]:
        """Return beta_0 for the constant c, and n_0 of the base algorithm at (1/10000, beta_0)."""
        beta0 = round_beta0(self.statement, self.at(question) | {self.constant: c})
        values = self.at(question) | {"rho0": PAPER_RHO0, "beta0": beta0}
        return beta0, certify(self.base(), values, question.settings, digits=6).value("n0")

    def compose(self, question: Any, name: str, c: fmpq, digits: int = 6) -> Result:
        """Apply a method of composition to k copies of the base algorithm."""
        beta0, n0 = self.base_at(question, c)
        size, settings = f"{n0}x{question.k}", question.settings
        title, hidden = f"composition: {name}", self.base().hidden
        goal = composition(size, question.rho, rho0=PAPER_RHO0, beta0=beta0, beta=question.beta, settings=settings)
        try:
            found = get(name).solve(goal, digits)
        except (PrecisionExhausted, UnmetCondition, InputError) as error:
            return self.complete(question, Result(name, question, None, str(error), title=title, base=hidden))
        about_copies = replace(
            found,
            method=name,
            question=question,
            title=title,
            reported=("samples", "rho", "beta"),
            extra={self.constant: c, "beta0": beta0, "n0": n0},
            chosen={q: v for q, v in found.chosen.items() if q in _CHOSEN},
            base=hidden,
        )
        return self.complete(question, about_copies)

    def constants(self, question: Any, digits: int) -> Constants:
        """Return the theorem's c, beta_0 and n_0, certified through ``paper``, and every composition with them."""
        return _constants(self, question, digits)

    def methods(self) -> tuple[Method, ...]:
        """Return every method of composition on the base algorithm."""
        return tuple(map(self._method, self.compositions))

    def _method(self, name: str) -> Method:
        def solve(question: Any, digits: int) -> Result:
            return self.constants(question, digits).results[name]

        summary = f"composition: {name}, on {self.base_name}"
        seen = get(name, "composition").on_screen
        return Method(name, summary, self.kind, self.base, solve, (), False, None, seen)


@lru_cache(maxsize=32)
def _constants(theorem: BaseTheorem, question: Any, digits: int) -> Constants:
    statement = theorem.statement

    def refuse(reason: str) -> Constants:
        found = {
            name: Result(name, question, None, reason, title=f"composition: {name}") for name in theorem.compositions
        }
        return Constants(statement.label, {}, reason, found)

    for condition, verdict in statement.check(**theorem.at(question)):
        if verdict is not Verdict.PROVED:
            return refuse(f"{statement.label}: {condition} {verdict}")

    @cache
    def bound_beta(c: fmpq) -> fmpq | None:
        with balls_only():
            bound = theorem.compose(question, "paper", c).beta
        return None if bound is None else bound.upper

    chosen = largest_c(bound_beta, question.beta)
    if chosen is None:
        return refuse(f"{statement.label}: no constant c makes the failure probability at most beta")
    c, above = chosen
    beta0, n0 = theorem.base_at(question, c)
    with ball_precision(_BITS):
        order = Enclosure.from_ball(statement.bound("n", bits=_BITS, **theorem.at(question), **{theorem.constant: c}))
    values = {"c": c, "c_refuted": above, "beta0": beta0, "n0": n0, "rho0": PAPER_RHO0, "samples_order": order}
    results = {name: theorem.compose(question, name, c, digits) for name in theorem.compositions}
    return Constants(statement.label, values, "", results)
