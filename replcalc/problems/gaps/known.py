"""The map of what is known: problem and model, what suffices and what is needed at three points, and in the limit.

Both sides are certified; the upper one counts samples alone, however long it takes. ``limit`` says to what their ratio
tends, and by which theorem; ``conjectured`` what is believed beyond that.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq

from replcalc.planning.comparison import Comparison, compare, compare_methods
from replcalc.planning.composition import composition
from replcalc.problems.lower_bounds.method import lower_bounds
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.softmax_race.method import parse_choose_question
from replcalc.sharper.threshold_test.method import two_values

_DIGITS = 6
#: Sampling rounds without a limit.
_ANY_ROUNDS = fmpq(10) ** 1000


@dataclass(frozen=True)
class Known:
    """What is known at a point: samples that suffice by a method, samples that are needed by a statement."""

    at_most: int | None
    method: str
    at_least: int | None
    statement: str


@dataclass(frozen=True)
class Gap:
    """A problem in a model, points at which it is asked, and what is known of the ratio in the limit."""

    problem: str
    model: str
    points: tuple[tuple[str, Callable[[], Known]], ...]
    limit: str
    conjectured: str = ""


def _compare(found: Comparison) -> Known:
    best, bound = found.best_theory, found.lower_bound
    return Known(
        best.samples if best is not None else None,
        best.method if best is not None else "",
        bound.samples if bound is not None else None,
        bound.statement if bound is not None else "",
    )


def _means(k: int, alpha: str, rho: str, beta: str) -> Known:
    from replcalc.problems.queries.method import compare as compare_means

    question = queries_question(k, alpha, rho, beta)
    return _compare(compare_means(question, _DIGITS, ("rounding", "cosine"), _ANY_ROUNDS))


def _test(low: str, high: str, rho: str, beta: str) -> Known:
    from replcalc.sharper.threshold_test.method import answer

    return _compare(answer(two_values(low, high, rho, beta), _DIGITS))


def _ab(alpha: str, rho: str, beta: str) -> Known:
    from replcalc.sharper.two_arms.method import ab_question

    return _compare(compare_methods(ab_question(alpha, rho, beta), _DIGITS))


def _choice(arms: int, alpha: str, rho: str, beta: str) -> Known:
    from replcalc.problems.choices.method import answer

    return _compare(answer(parse_choose_question(arms, alpha, rho, beta, 1), _DIGITS))


def _compose(outputs: str, n: str, rho: str, rho0: str, beta0: str) -> Known:
    return _compare(compare(composition(n, rho, rho0=rho0, beta0=beta0, outputs=outputs), (), _DIGITS))


def _adaptive(k: int, tau: str, rho: str, beta: str) -> Known:
    found = lower_bounds(LowerBound.parse({"k": k, "tau": tau, "rho": rho, "beta": beta}), _DIGITS)
    bound = found.bound("tight")
    return Known(found.m_naive, "rounding", bound.samples if bound else None, "derived:tight-adaptive")


def _points(names: tuple[str, ...], ask: Callable[..., Known], *values: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(
        (", ".join(f"{name} = {value}" for name, value in zip(names, point, strict=True)), partial(ask, *point))
        for point in values
    )


_PROMISE = ("alpha", "rho", "beta")
_COMPOSED = ("n", "rho", "rho0", "beta0")
_COMPOSITIONS = (
    ("1x1000", "0.01", "1e-4", "1e-6"),
    ("100x1000", "0.01", "1e-4", "1e-6"),
    ("100x10", "0.1", "0.05", "1e-6"),
)

GAPS = (
    Gap(
        "one mean",
        "values in [0, 1]",
        _points(
            ("k", *_PROMISE),
            _means,
            (1, "0.1", "0.1", "0.001"),
            (1, "0.01", "0.01", "1e-6"),
            (1, "0.01", "0.001", "1e-6"),
        ),
        "1 as alpha and beta vanish, for all rates of rho (derived:shrinking-window, derived:variance-rounding)",
    ),
    Gap(
        "k means",
        "values in [0, 1]",
        _points(
            ("k", *_PROMISE),
            _means,
            (2, "0.001", "0.01", "1e-6"),
            (10, "0.01", "0.01", "1e-6"),
            (1000, "0.05", "0.1", "1e-6"),
        ),
        "1.12 for k = 2 (derived:cheeger-of-square), 2 as k grows (derived:cube-field, derived:cosine)",
        "hexagons for k = 2: 1.075",
    ),
    Gap(
        "test of two values",
        "values in [0, 1]",
        _points(
            ("low", "high", "rho", "beta"),
            _test,
            ("0.3", "0.7", "0.2", "0.01"),
            ("0.4", "0.6", "0.2", "0.01"),
            ("0.4", "0.6", "0.1", "0.001"),
        ),
        "1: the same linear program on both sides (derived:threshold-test)",
    ),
    Gap(
        "the larger of two means",
        "rewards in [0, 1], drawn apart",
        _points(_PROMISE, _ab, ("0.2", "0.2", "0.05"), ("0.1", "0.1", "0.01"), ("0.1", "0.05", "0.01")),
        "1 as alpha and beta vanish, for all rates of rho (derived:shrinking-window, derived:two-means)",
        "1 where 2 beta (1 - beta) <= rho: two arms are no harder than one coin (derived:two-arms)",
    ),
    Gap(
        "best of A options",
        "rewards in [0, 1], drawn apart",
        _points(
            ("arms", *_PROMISE),
            _choice,
            (3, "0.1", "0.1", "0.01"),
            (10, "0.1", "0.1", "0.01"),
            (100, "0.1", "0.1", "0.01"),
        ),
        "at most of order ln^2(A), whatever beta is (derived:exponential-noise)",
    ),
    Gap(
        "composition",
        "any outputs",
        _points(_COMPOSED, partial(_compose, "any"), *_COMPOSITIONS),
        "a constant for n = 1, and while k rho0 is small; else at most of order sqrt(ln(1/beta0))",
    ),
    Gap(
        "composition",
        "two answers per string",
        _points(_COMPOSED, partial(_compose, "two-per-string"), *_COMPOSITIONS),
        "a constant for n = 1, and while k rho0 is small; else at most of order sqrt(ln(1/beta0))",
        "1 for n = 1 while k rho0 is small, by a lower bound 2.06 times as large",
    ),
    Gap(
        "composition",
        "binary outputs",
        _points(_COMPOSED, partial(_compose, "binary"), *_COMPOSITIONS),
        "grows like k while k rho0 is small, then like 1/rho0",
        "k rho0^2/rho^2 blocks suffice",
    ),
    Gap(
        "k adaptive tests",
        "fresh samples in every round",
        _points(
            ("k", "tau", "rho", "beta"),
            _adaptive,
            (1000, "0.1", "0.01", "1e-6"),
            (10, "0.01", "0.01", "1e-6"),
            (10, "0.01", "0.001", "1e-9"),
        ),
        "1 (derived:tight-adaptive, derived:variance-rounding)",
    ),
)


def gap_rows() -> Iterator[dict[str, Any]]:
    """Yield one record per point; what is said of the limit stands at the first point of a problem."""
    for gap in GAPS:
        for place, (point, ask) in enumerate(gap.points):
            found = ask()
            yield {
                "problem": gap.problem,
                "model": gap.model,
                "point": point,
                "at_most": found.at_most,
                "method": found.method,
                "at_least": found.at_least,
                "statement": found.statement,
                "limit": gap.limit if place == 0 else "",
                "conjectured": gap.conjectured if place == 0 else "",
            }
