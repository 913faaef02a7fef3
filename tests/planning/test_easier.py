"""An easier question never needs more samples: random questions, seeded, and what is asked made easier one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from replcalc.planning.comparison import solve
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.softmax_race.method import choose_question
from replcalc.sharper.threshold_test.method import two_values
from replcalc.sharper.two_arms.method_threshold import ab_question


def _fewest(question: Any, *methods: str) -> int:
    """The certified samples of the best of these methods; what nobody can undercut is not asked."""
    return min(result.samples for result in (solve(name, question, 6) for name in methods) if result.certified)


def _means(k: int, **at: Any) -> int:
    return _fewest(queries_question(k, **at), "rounding", "cosine")


def _choose(**at: Any) -> int:
    return _fewest(choose_question(**at), "noise", "softmax")


def _ab(**at: Any) -> int:
    return _fewest(ab_question(**at), "threshold", "best-law")


def _test(alpha: float, **at: Any) -> int:
    return _fewest(two_values(0.5 - alpha / 2, 0.5 + alpha / 2, **at), "threshold")


#: name -> (function, inputs that are easier when larger, inputs that are easier when smaller)
QUESTIONS: dict[str, tuple[Callable[..., int], tuple[str, ...], tuple[str, ...]]] = {
    "means": (_means, ("alpha", "rho", "beta"), ("k",)),
    "choose": (_choose, ("alpha", "rho", "beta"), ("k", "arms")),
    "ab": (_ab, ("alpha", "rho", "beta"), ()),
    "test": (_test, ("alpha", "rho", "beta"), ()),
}
POINTS = {"means": 8, "choose": 5, "ab": 3, "test": 3}


def draw(rng: random.Random, name: str) -> dict[str, Any]:
    """Accuracies and probabilities of two digits; few samples where a linear program is solved."""
    point: dict[str, Any] = {
        "alpha": rng.choice((0.05, 0.1, 0.2, 0.3)) if name in ("means", "choose") else rng.choice((0.2, 0.3, 0.4)),
        "rho": rng.choice((0.05, 0.1, 0.2, 0.4)) if name in ("means", "choose") else rng.choice((0.1, 0.2, 0.4)),
        "beta": rng.choice((1e-9, 1e-3, 0.01, 0.05, 0.2)) if name != "ab" else rng.choice((0.01, 0.05, 0.2)),
    }
    if name in ("means", "choose"):
        point["k"] = rng.choice((1, 2, 7, 40))
    if name == "choose":
        point["arms"] = rng.choice((2, 3, 9, 50))
    return point


def easier(name: str, point: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    _, up, down = QUESTIONS[name]
    chosen = rng.sample((*up, *down), 2)
    yield from ({**point, key: round(min(0.45, point[key] * 1.5), 12)} for key in up if key in chosen)
    yield from ({**point, key: max(2 if key == "arms" else 1, point[key] - 1)} for key in down if key in chosen)


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_easier_question_never_needs_more(name: str) -> None:
    rng, ask = random.Random(f"easier {name}"), QUESTIONS[name][0]
    for _ in range(POINTS[name]):
        point = draw(rng, name)
        needed = ask(**point)
        for less in easier(name, point, rng):
            assert ask(**less) <= needed * (1 + 1e-8), (point, less)
