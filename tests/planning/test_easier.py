"""An easier question never needs more samples: random questions, seeded, and what is asked made easier one by one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import replcalc

#: name -> (function, inputs that are easier when larger, inputs that are easier when smaller)
QUESTIONS: dict[str, tuple[Callable[..., Any], tuple[str, ...], tuple[str, ...]]] = {
    "means": (lambda **at: replcalc.queries(**at, routes=["rounding", "cosine"]), ("alpha", "rho", "beta"), ("k",)),
    "choose": (
        lambda **at: replcalc.choose(**at, routes=["noise", "softmax"]),
        ("alpha", "rho", "beta"),
        ("k", "arms"),
    ),
    "ab": (replcalc.ab, ("alpha", "rho", "beta"), ()),
    "test": (lambda alpha, **at: replcalc.test(0.5 - alpha / 2, 0.5 + alpha / 2, **at), ("alpha", "rho", "beta"), ()),
}
POINTS = {"means": 12, "choose": 8, "ab": 4, "test": 4}


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
        needed = ask(**point).samples
        for less in easier(name, point, rng):
            assert ask(**less).samples <= needed * (1 + 1e-8), (point, less)
