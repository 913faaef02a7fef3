"""What no composition can do with fewer samples, for base algorithms with the outputs that were asked about.

It promises to work for all base algorithms with the stated n_i, rho0_i, beta0_i, so whatever problems these solve cost
it samples; a part of the problems no more than all of them, and a base algorithm may ignore samples.

- outputs any or two-per-string: coins and means that are hidden among others (derived:hidden-coins-lower,
  derived:hidden-means-lower), and one problem by itself (derived:one-problem-lower);
- outputs binary as well: locations against a shared threshold (derived:location-lower), and coins that are sure or not
  where rho0 is 1/2 or more (derived:coins-lower).

Where a bound excludes nothing there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.ask.comparison import Least, excluded_by

if TYPE_CHECKING:
    from replcalc.sharper.hidden_coins.search import Part

_HALF = fmpq(1, 2)


def lower_bounds(goal: Composition, failure: fmpq | None) -> list[Least | None]:
    """What is known for compositions that promise to fail with less than certainty."""
    if failure is None or not 0 < failure < 1:
        return []
    from replcalc.sharper.hidden_coins.search import parts

    promised, pieces = {"rho": goal.rho, "beta": failure}, parts(goal)
    found = [*_binary(goal, pieces, promised)]
    if goal.outputs.text in ("any", "two-per-string"):
        found += _hidden(goal, pieces, promised)
    return found


def _binary(goal: Composition, pieces: list[Part], promised: dict[str, fmpq]) -> Iterator[Least | None]:
    """Problems whose only answers are 0 and 1."""
    from replcalc.sharper.hidden_coins.search import reach
    from replcalc.sharper.hidden_coins.statement import location
    from replcalc.sharper.nonadaptive_lower.statement import coins

    sure = sum(count for value, count in goal.rho0.runs if value >= _HALF)
    if sure:
        yield excluded_by(coins, "k coins, sure or not; binary", k=fmpq(sure), tau=_HALF, **promised)
    part = max(pieces, key=lambda part: part.n * part.k * part.rho0**2)
    if part.n * part.k * (part.rho0 / goal.rho) ** 2 > 1:  # whatever fails
        room = part.rho0 * reach(part.beta0) * fmpq(886226926, 10**9)  # a little more than sqrt(pi)/2
        values = {**_given(part), "n": fmpq(part.n), "beta0": part.beta0, "L": room}
        yield excluded_by(location, f"{_problems(part)} of location; binary", **values, **promised)


def _hidden(goal: Composition, pieces: list[Part], promised: dict[str, fmpq]) -> Iterator[Least | None]:
    """Problems with two answers per string, of as many answers as one likes."""
    from replcalc.sharper.hidden_coins.search import best_coins, best_means
    from replcalc.sharper.hidden_coins.statement import hidden_coins, hidden_means
    from replcalc.sharper.nonadaptive_lower.statement import one_problem

    hidden = min(goal.worst_rho0, _HALF)
    if hidden > 2 * goal.rho:  # else at most (rho0/(2 rho))^2, whatever fails: that excludes nothing
        yield excluded_by(one_problem, "one problem with hidden coins", rho0=hidden, **promised)
    coins = best_coins(pieces, goal.rho, promised["beta"])
    if coins is not None:
        values = {**_given(coins.part), **coins.chosen}
        yield excluded_by(hidden_coins, f"{_problems(coins.part)} with hidden coins", **values, **promised)
    means = best_means(pieces, goal.rho, promised["beta"])
    if means is not None:
        values = {**_given(means.part), "n": fmpq(means.part.n), "beta0": means.part.beta0, **means.chosen}
        yield excluded_by(hidden_means, f"{_problems(means.part)} with hidden means", **values, **promised)


def _given(part: Part) -> dict[str, fmpq]:
    return {"k": fmpq(part.k), "rho0": part.rho0}


def _problems(part: Part) -> str:
    return "one problem" if part.k == 1 else f"{part.k:,} problems"
