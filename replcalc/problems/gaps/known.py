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
from replcalc.problems.choices.method import answer as compare_choices
from replcalc.problems.lower_bounds.method import lower_bounds
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.problems.queries.method import compare as compare_means
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.softmax_race.method import parse_choose_question
from replcalc.sharper.threshold_test.method import answer as compare_tests
from replcalc.sharper.threshold_test.method import two_values
from replcalc.sharper.two_arms.method import ab_question

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
    """A problem in a model, points at which it is asked, and what is known of the ratio in the limit.

    ``names`` and ``values``: the inputs of the question, and three points "a b c; a b c; a b c".
    """

    problem: str
    model: str
    solve: Callable[..., Known]
    names: str
    values: str
    limit: str
    conjectured: str = ""

    @property
    def points(self) -> tuple[tuple[str, Callable[[], Known]], ...]:
        """Every point in words, with a function that answers it."""
        names, points = self.names.split(), [point.split() for point in self.values.split(";")]
        texts = (", ".join(f"{name} = {value}" for name, value in zip(names, point, strict=True)) for point in points)
        return tuple((text, partial(self.solve, *point)) for text, point in zip(texts, points, strict=True))


def _known(found: Comparison) -> Known:
    best, bound = found.best_theory, found.lower_bound
    at_most, method = (None, "") if best is None else (best.samples, best.method)
    at_least, statement = (None, "") if bound is None else (bound.samples, bound.statement)
    return Known(at_most, method, at_least, statement)


def _means(k: str, alpha: str, rho: str, beta: str) -> Known:
    return _known(compare_means(queries_question(k, alpha, rho, beta), _DIGITS, ("rounding", "cosine"), _ANY_ROUNDS))


def _test(*point: str) -> Known:
    return _known(compare_tests(two_values(*point), _DIGITS))


def _ab(*point: str) -> Known:
    return _known(compare_methods(ab_question(*point), _DIGITS))


def _choice(arms: str, alpha: str, rho: str, beta: str) -> Known:
    return _known(compare_choices(parse_choose_question(arms, alpha, rho, beta, 1), _DIGITS))


def _compose(outputs: str, n: str, rho: str, rho0: str, beta0: str) -> Known:
    return _known(compare(composition(n, rho, rho0=rho0, beta0=beta0, outputs=outputs), (), _DIGITS))


def _adaptive(k: str, tau: str, rho: str, beta: str) -> Known:
    found = lower_bounds(LowerBound.parse({"k": k, "tau": tau, "rho": rho, "beta": beta}), _DIGITS)
    bound = found.bound("tight")
    return Known(found.m_naive, "rounding", bound.samples if bound else None, "derived:tight-adaptive")


_COMPOSED = "n rho rho0 beta0"
_COMPOSITIONS = "1x1000 0.01 1e-4 1e-6; 100x1000 0.01 1e-4 1e-6; 100x10 0.1 0.05 1e-6"
_SMALL = "a constant for n = 1, and while k rho0 is small; else at most of order sqrt(ln(1/beta0))"

GAPS = (
    Gap(
        "one mean",
        "values in [0, 1]",
        _means,
        "k alpha rho beta",
        "1 0.1 0.1 0.001; 1 0.01 0.01 1e-6; 1 0.01 0.001 1e-6",
        "1 as alpha and beta vanish, for all rates of rho (derived:shrinking-window, derived:variance-rounding)",
    ),
    Gap(
        "k means",
        "values in [0, 1]",
        _means,
        "k alpha rho beta",
        "2 0.001 0.01 1e-6; 10 0.01 0.01 1e-6; 1000 0.05 0.1 1e-6",
        "1.12 for k = 2 (derived:cheeger-of-square), 2 as k grows (derived:cube-field, derived:cosine)",
        "hexagons for k = 2: 1.075",
    ),
    Gap(
        "test of two values",
        "values in [0, 1]",
        _test,
        "low high rho beta",
        "0.3 0.7 0.2 0.01; 0.4 0.6 0.2 0.01; 0.4 0.6 0.1 0.001",
        "1: the same linear program on both sides (derived:threshold-test)",
    ),
    Gap(
        "the larger of two means",
        "rewards in [0, 1], drawn separately",
        _ab,
        "alpha rho beta",
        "0.2 0.2 0.05; 0.1 0.1 0.01; 0.1 0.05 0.01",
        "1 as alpha and beta vanish, for all rates of rho (derived:shrinking-window, derived:two-means)",
        "1 where 2 beta (1 - beta) <= rho: two arms are no harder than one coin (derived:two-arms)",
    ),
    Gap(
        "best of A options",
        "rewards in [0, 1], drawn separately",
        _choice,
        "arms alpha rho beta",
        "3 0.1 0.1 0.01; 10 0.1 0.1 0.01; 100 0.1 0.1 0.01",
        "at most of order ln^2(A), whatever beta is (derived:exponential-noise)",
    ),
    Gap("composition", "any outputs", partial(_compose, "any"), _COMPOSED, _COMPOSITIONS, _SMALL),
    Gap(
        "composition",
        "two answers per string",
        partial(_compose, "two-per-string"),
        _COMPOSED,
        _COMPOSITIONS,
        _SMALL,
        "1 for n = 1 while k rho0 is small, by a lower bound 2.06 times as large",
    ),
    Gap(
        "composition",
        "binary outputs",
        partial(_compose, "binary"),
        _COMPOSED,
        _COMPOSITIONS,
        "grows like k while k rho0 is small, then like 1/rho0",
        "k rho0^2/rho^2 blocks suffice",
    ),
    Gap(
        "k adaptive tests",
        "fresh samples in every round",
        _adaptive,
        "k tau rho beta",
        "1000 0.1 0.01 1e-6; 10 0.01 0.01 1e-6; 10 0.01 0.001 1e-9",
        "1 (derived:tight-adaptive, derived:variance-rounding)",
    ),
)


def gap_rows() -> Iterator[dict[str, Any]]:
    """Yield one record per point; the limit stands at the first point of a problem."""
    for gap in GAPS:
        said = {"limit": gap.limit, "conjectured": gap.conjectured}
        for point, solve in gap.points:
            yield {"problem": gap.problem, "model": gap.model, "point": point, **vars(solve()), **said}
            said = dict.fromkeys(said, "")
