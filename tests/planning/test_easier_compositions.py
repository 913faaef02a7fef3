"""An easier question never needs more samples: compose at random points, each against easier questions."""

import random
from fractions import Fraction
from typing import Any

import pytest

import replcalc

#: Questions that are tried by default, and with -m exhaustive.
FEW, MANY = 1, 300


def question(seed: int) -> dict[str, Any]:
    """A random question of one to four kinds of problems."""
    rng = random.Random(seed)
    rows = [
        (
            rng.choice((1, 7, 100, 1000, 20_000)),
            rng.randint(1, 12),
            Fraction(rng.randint(1, 400), 1000) / rng.choice((1, 30)),
        )
        for _ in range(rng.randint(1, 4))
    ]
    beta0 = Fraction(1, 10 ** rng.randint(4, 9))
    total = 2 * beta0 * sum(count for _, count, _ in rows)
    return {
        "rows": rows,
        "rho": Fraction(rng.randint(5, 300), 1000),
        "beta0": beta0,
        "beta": total * Fraction(rng.randint(6, 40), 10),
        "outputs": rng.choice(("any", "two-per-string", "finite:5")),
    }


def easier(asked: dict[str, Any], seed: int) -> dict[str, dict[str, Any]]:
    """Questions that whatever answers ``asked`` answers as well."""
    rng = random.Random(seed)
    rows, place = asked["rows"], rng.randrange(len(asked["rows"]))
    n, count, rho0 = rows[place]
    factor = Fraction(rng.randint(80, 99), 100)

    def changed(*row: Any) -> list[Any]:
        return [*rows[:place], row, *rows[place + 1 :]]

    found = {
        "rho": asked | {"rho": min(asked["rho"] / factor, Fraction(99, 100))},
        "beta": asked | {"beta": min(asked["beta"] / factor, Fraction(99, 100))},
        "beta0": asked | {"beta0": asked["beta0"] * factor},
        "rho0": asked | {"rows": changed(n, count, rho0 * factor)},
        "n": asked | {"rows": changed(max(1, int(n * factor)), count, rho0)},
    }
    if count > 1:
        found["k"] = asked | {"rows": changed(n, count - 1, rho0)}
    elif len(rows) > 1:
        found["k"] = asked | {"rows": rows[:place] + rows[place + 1 :]}
    return found


def least(asked: dict[str, Any]) -> int | None:
    """Samples of the best certified method."""
    n, rho0 = (",".join(f"{row[column]}x{row[1]}" for row in asked["rows"]) for column in (0, 2))
    given = {name: asked[name] for name in ("rho", "beta", "beta0", "outputs")}
    return replcalc.compose(n, rho0=rho0, methods=["side-by-side", "votes", "joint"], digits=6, **given).samples


def harder_for_less(seed: int) -> list[str]:
    """The easier questions that need more samples than the question."""
    asked = question(seed)
    samples = least(asked)
    if samples is None:
        return []
    found = {name: least(one) for name, one in easier(asked, seed).items()}
    return [f"{seed}: {samples} -> {name} {now}" for name, now in found.items() if now is None or now > samples]


@pytest.mark.parametrize("seed", range(1, 1 + FEW))
def test_an_easier_question_needs_no_more(seed: int) -> None:
    assert harder_for_less(seed) == []


@pytest.mark.exhaustive
def test_easier_questions_at_many_points() -> None:
    assert [line for seed in range(MANY) for line in harder_for_less(seed)] == []


def test_a_large_problem_beside_a_small_one() -> None:
    """The small problem next to it made the votes of the large one cheaper, and was not to be had without it."""
    alone, both = (replcalc.compose(n, "0.105668", rho0="0.0012") for n in ("1000", "1000,1"))
    assert alone.samples <= both.samples
