"""An easier question never needs more samples: random questions of every task and of boosting, made easier one by one."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import replcalc
from replcalc.planning.comparison import solve
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.softmax_race.method import parse_choose_question
from replcalc.sharper.threshold_test.method import two_values

GOALS = ("alpha", "rho", "beta")


def _fewest(question: Any, *methods: str) -> int:
    """Return the certified samples of the best of these methods; what nobody can undercut is not asked."""
    return min(result.samples for result in (solve(name, question, 6) for name in methods) if result.certified)


def _means(k: int, **at: Any) -> int:
    return _fewest(queries_question(k, **at), "rounding", "cosine")


def _own_means(k: int, alpha: float, **at: Any) -> int:
    columns = [f"x{place}:0..1:{alpha / (1 + place % 3)}" for place in range(k)]
    return replcalc.plan.means(columns=columns, **at).samples


def _choose(**at: Any) -> int:
    return _fewest(parse_choose_question(**at), "noise", "softmax")


def _test(alpha: float, **at: Any) -> int:
    return _fewest(two_values(0.5 - alpha / 2, 0.5 + alpha / 2, **at), "threshold")


def _plan(task: str, **fixed: Any) -> Callable[..., int]:
    return lambda **at: getattr(replcalc.plan, task)(**fixed, **at).samples


def _quantiles(points: int, **at: Any) -> int:
    return replcalc.plan.quantiles(q="0.5", cuts=f"0..{points}:1", **at).samples


def _heavy(alpha: float, **at: Any) -> int:
    return replcalc.plan.frequencies(at_least=0.9, alpha=alpha, **at).samples


def _boost(arms: int, **at: Any) -> int:
    return replcalc.boost("best-arm", arms=arms, **at).samples


#: name -> (function, inputs that are easier when smaller, whether it is slow)
QUESTIONS: dict[str, tuple[Callable[..., int], tuple[str, ...], bool]] = {
    "means": (_means, ("k",), False),
    "means of their own accuracies": (_own_means, ("k",), False),
    "choose": (_choose, ("k", "arms"), False),
    "ab": (_plan("ab"), (), True),
    "test": (_test, (), True),
    "same": (_plan("same"), (), False),
    "frequencies": (_plan("frequencies"), ("groups",), True),
    "any frequencies": (_plan("frequencies", any_groups=True), (), True),
    "heavy hitters": (_heavy, (), True),
    "quantiles": (_quantiles, ("points",), False),
    "auc": (_plan("auc"), (), False),
    "boost": (_boost, ("arms",), True),
}
SIZES = {"k": (1, 2, 7, 40), "arms": (2, 3, 9, 50), "groups": (2, 5, 300), "points": (2, 17, 1000)}
#: Points of a question that is quick and of one that is slow, by default and with -m exhaustive.
FEW, MANY = (4, 1), (40, 6)


def draw(rng: random.Random, name: str) -> dict[str, Any]:
    """Draw a point; few samples where a search is slow."""
    _, sizes, slow = QUESTIONS[name]
    point: dict[str, Any] = {
        "alpha": rng.choice((0.2, 0.3, 0.4)) if slow else rng.choice((0.05, 0.1, 0.2, 0.3)),
        "rho": rng.choice((0.1, 0.2, 0.4)) if slow else rng.choice((0.01, 0.1, 0.2, 0.4)),
        "beta": rng.choice((0.01, 0.05, 0.2)) if slow else rng.choice((1e-30, 1e-9, 0.01, 0.05, 0.2)),
    }
    return point | {name: rng.choice(SIZES[name]) for name in sizes}


def easier(name: str, point: dict[str, Any], rng: random.Random) -> Iterator[dict[str, Any]]:
    sizes = QUESTIONS[name][1]
    for key in rng.sample((*GOALS, *sizes), 2):
        if key in GOALS:
            yield {**point, key: round(min(0.45, point[key] * 1.5), 40)}
        else:
            yield {**point, key: max(1 if key == "k" else 2, point[key] - 1)}


def check(name: str, points: int) -> None:
    rng, ask = random.Random(f"easier {name}"), QUESTIONS[name][0]
    for _ in range(points):
        point = draw(rng, name)
        needed = ask(**point)
        for less in easier(name, point, rng):
            assert ask(**less) <= needed * (1 + 1e-8), (point, less)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", QUESTIONS)
def test_an_easier_question_never_needs_more(name: str) -> None:
    check(name, FEW[QUESTIONS[name][2]])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", QUESTIONS)
def test_easier_questions_at_many_points(name: str) -> None:
    check(name, MANY[QUESTIONS[name][2]])
