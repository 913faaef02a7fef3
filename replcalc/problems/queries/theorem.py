"""The constants of thm:multi_dim_mean and the parallel best-arm theorem: c, beta_0, n_0, chosen and certified.

beta_0 = (c beta/(k ln(k/rho) ln(1/beta)))^2; c is as large as the failure probability proved by the route ``paper``
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import UnmetCondition
from replcalc.numbers.fields import ball_precision
from replcalc.planning.assumption import ROUNDS, TOGETHER, in_turn
from replcalc.planning.comparison import Comparison, Least, least, off_screen, ranked, solve_all
from replcalc.planning.composition import composition
from replcalc.planning.registry import get, names
from replcalc.planning.solving import solve
from replcalc.problems.queries.overtaking import Count, Overtaking, overtakings
from replcalc.search.optimise import next_decimals, rounded_down
from replcalc.statements.certification import balls_only
from replcalc.vocabulary import (
    Answer,
    Composition,
    Derivation,
    Enclosure,
    HiddenConstant,
    InputError,
    Method,
    PrecisionExhausted,
    Result,
    Statement,
    Verdict,
    certify,
    polynomial,
)

# -- copies of one algorithm -------------------------------------------------------------------------------------------
#: What the composition chose that is worth showing beside the base algorithm's own figures.
_CHOSEN = ("c", "J")


def copies(
    count: int, n0: int, target: fmpq, rho0: fmpq, beta0: fmpq, failure: fmpq, settings: Mapping[str, Any]
) -> Composition:
    """The goal of composing ``count`` copies of one base algorithm."""
    return composition(f"{n0}x{count}", target, rho0=rho0, beta0=beta0, beta=failure, settings=settings)


def composed(
    method: str,
    goal: Composition,
    digits: int,
    *,
    question: Any,
    title: str,
    name: str = "",
    extra: Mapping[str, Any] | None = None,
    base: tuple[HiddenConstant, ...] = (),
) -> Result:
    """The composition way ``way`` on copies of a base algorithm, as an answer to ``question`` under ``name``.

    ``extra``: figures of the base algorithm; ``base``: constants that its own bound leaves unspecified.
    """
    try:
        found = get(method).solve(goal, digits)
    except (PrecisionExhausted, UnmetCondition, InputError) as error:
        return Result(name or method, question, None, str(error), title=title, base=base)
    return replace(
        found,
        method=name or method,
        question=question,
        title=title,
        reported=("samples", "rho", "beta"),
        extra=dict(extra or {}),
        chosen={q: v for q, v in found.chosen.items() if q in _CHOSEN},
        base=base,
    )


def side_by_side(name: str, title: str, question: Any, answer: Answer, *shown: str, **chosen: fmpq) -> Result:
    """Each problem at rho/k and beta/k, which ``answer`` is about: union bounds give what is promised of all.

    ``shown``: quantities to show beside the samples and the shares of rho and beta.
    """
    return Result(
        name,
        question,
        answer,
        title=title,
        reported=("samples", "rho_each", "beta_each", *shown),
        extra={"rho": question.rho, "beta": question.beta},
        chosen=chosen,
        effort=polynomial(question.k),
    )


#: Replicability of the base algorithms in thm:main.
PAPER_RHO0 = fmpq(1, 10_000)
#: Composition routes applied to the paper's base algorithm.
ROUTES = ("paper", "paper-tuned", "direct", "private")
#: Those of them that leave no constant unspecified.
EXPLICIT = ("direct",)
_BITS = 256


@dataclass(frozen=True, repr=False)
class Together(Comparison):
    """All ways to answer k problems together, the paper's own choice of constants, and which way overtakes which."""

    theorem: Constants | None = None
    crossings: tuple[Overtaking, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("problems", "together_report")


@dataclass(frozen=True)
class Constants:
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
    """A theorem of the paper that composes k copies of one base algorithm, as ways to answer k problems together.

    ``base`` derives ``n0`` of the base algorithm, called ``base_name``, at (rho0, beta0); ``constant`` names the
    theorem's c. ``quick``: the ways of that kind that answer in milliseconds: they are asked again and again where
    crossings or a missing quantity are sought. ``guesses``: rough samples of the slower ones among them.
    ``complete`` adds to a result what only this kind of question has. ``unit``: what the samples count.
    ``recipe`` writes a certified composition way as steps.
    """

    kind: str
    statement: Statement
    constant: str
    base: Callable[[], Derivation]
    base_name: str
    quick: tuple[str, ...]
    guesses: Mapping[str, Callable[[Any], int | None]]
    complete: Callable[[Any, Result], Result] = lambda question, result: result
    unit: str = "samples"
    recipe: Callable[[str, Result], tuple[str, ...]] | None = None

    def base_at(self, question: Any, c: fmpq) -> tuple[fmpq, int]:
        """beta_0 for the constant c, and n_0 of the base algorithm at (1/10000, beta_0)."""
        beta0 = shared_beta0(self.statement, question.point | {self.constant: c})
        values = question.point | {"rho0": PAPER_RHO0, "beta0": beta0}
        return beta0, certify(self.base(), values, question.settings, digits=6).value("n0")

    def route(self, question: Any, name: str, c: fmpq, digits: int = 6) -> Result:
        """A composition way on k copies of the base algorithm."""
        beta0, n0 = self.base_at(question, c)
        goal = copies(question.k, n0, question.rho, PAPER_RHO0, beta0, question.beta, question.settings)
        extra = {self.constant: c, "beta0": beta0, "n0": n0}
        title, hidden = f"composition: {name}", self.base().hidden
        return self.complete(
            question, composed(name, goal, digits, question=question, title=title, extra=extra, base=hidden)
        )

    def constants(self, question: Any, digits: int) -> Constants:
        """The theorem's c, beta_0 and n_0, certified through the way ``paper``, and every composition way on them."""
        return _constants(self, question, digits)

    def methods(self) -> tuple[Method, ...]:
        """Every composition way on the base algorithm."""
        return tuple(map(self._method, ROUTES))

    def _method(self, name: str) -> Method:
        def solve(question: Any, digits: int) -> Result:
            return self.constants(question, digits).results[name]

        told = f"composition: {name}, on {self.base_name}"
        steps = partial(self.recipe, name) if self.recipe is not None and name in EXPLICIT else None
        seen = get(name, "composition").on_screen
        return Method(name, told, self.kind, self.base, solve, (), False, steps, seen)

    def compare(
        self,
        question: Any,
        digits: int = 20,
        *,
        wanted: Sequence[str] = (),
        crossings: str = "quick",
        max_rounds: fmpq = ROUNDS,
    ) -> Comparison:
        """Every registered way on the question, ranked, and the k from which one overtakes another (a Together).

        ``wanted``: these ways and nothing else; what nobody asks for costs nothing. ``crossings``: "quick" (the quick
        ways), "all" (the composition ways too, at a quarter of the theorem's constant c: small enough for every k, a
        few per cent more n_0) or "none".
        """
        question = replace(question, max_rounds=max_rounds)
        results = ranked(solve_all(question, wanted or names(self.kind), digits))
        if wanted:
            return Comparison(question, results, digits, max_rounds, self.unit, bound_of(question))
        if in_turn(question):  # the theorem, and the k from which a way overtakes another, are about fixed problems
            theorem, crossings = Constants(self.statement.label, {}, TOGETHER, {}), "none"
        else:
            theorem = self.constants(question, digits)
        found = self._crossings(question, theorem, crossings)
        left = off_screen(self.kind)
        return Together(
            question, results, digits, max_rounds, self.unit, bound_of(question), theorem, found, left_out=left
        )

    def _crossings(self, question: Any, theorem: Constants, wanted: str) -> tuple[Overtaking, ...]:
        if wanted == "none":
            return ()

        def count(name: str) -> Count:
            return lambda size: _counted(solve(name, replace(question, k=size), 6))

        def composed_count(name: str) -> Count:
            return lambda size: _counted(self.route(replace(question, k=size), name, theorem.values["c"] / 4))

        def rough(guess: Callable[[Any], int | None]) -> Count:
            return lambda size: guess(replace(question, k=size))

        counts = {name: count(name) for name in self.quick}
        if wanted == "all" and theorem.values:
            counts |= {name: composed_count(name) for name in ROUTES}
        with balls_only():
            return overtakings(counts, {name: rough(guess) for name, guess in self.guesses.items()})


@lru_cache(maxsize=32)
def _constants(theorem: BaseTheorem, question: Any, digits: int) -> Constants:
    statement = theorem.statement

    def refused(reason: str) -> Constants:
        found = {name: Result(name, question, None, reason, title=f"composition: {name}") for name in ROUTES}
        return Constants(statement.label, {}, reason, found)

    for condition, verdict in statement.check(**question.point):
        if verdict is not Verdict.PROVED:
            return refused(f"{statement.label}: {condition} {verdict}")

    @cache
    def achieved(c: fmpq) -> fmpq | None:
        with balls_only():
            bound = theorem.route(question, "paper", c).beta
        return None if bound is None else bound.upper

    chosen = largest_c(achieved, question.beta)
    if chosen is None:
        return refused(f"{statement.label}: no constant c makes the failure probability at most beta")
    c, above = chosen
    beta0, n0 = theorem.base_at(question, c)
    with ball_precision(_BITS):
        order = Enclosure.from_ball(statement.bound("n", bits=_BITS, **question.point, **{theorem.constant: c}))
    values = {"c": c, "c_refuted": above, "beta0": beta0, "n0": n0, "rho0": PAPER_RHO0, "samples_order": order}
    results = {name: theorem.route(question, name, c, digits) for name in ROUTES}
    return Constants(statement.label, values, "", results)


def bound_of(question: Any) -> Least | None:
    """What nobody can undercut; the hard populations of the bounds have the largest variance, so promises void them."""
    return least(question) if question.variance is None else None


def _counted(result: Result) -> int | None:
    return result.samples if result.applicable else None
