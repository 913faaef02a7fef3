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

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.ask.least import Least, excluded_by

_HALF = fmpq(1, 2)


def lower_bounds(goal: Composition, failure: fmpq | None) -> list[Least | None]:
    """What is known for compositions that promise to fail with less than certainty."""
    if failure is None or not 0 < failure < 1:
        return []
    promised = {"rho": goal.rho, "beta": failure}
    found = [*_binary(goal, promised)]
    if goal.outputs.text in ("any", "two-per-string"):
        found += _hidden(goal, promised)
    return found


def _binary(goal: Composition, promised: dict[str, fmpq]) -> Iterator[Least | None]:
    """Problems whose only answers are 0 and 1."""
    from replcalc.sharper.hidden_coins.search import parts, reach
    from replcalc.sharper.hidden_coins.statement import location
    from replcalc.sharper.nonadaptive_lower.statement import coins

    sure = sum(count for value, count in goal.rho0.runs if value >= _HALF)
    if sure:
        yield excluded_by(coins, "k coins, sure or not; binary", k=fmpq(sure), tau=_HALF, **promised)
    for part in parts(goal):
        if part.n * part.k * (part.rho0 / goal.rho) ** 2 <= 1:  # whatever fails
            continue
        room = part.rho0 * reach(part.beta0) * fmpq(886226926, 10**9)  # a little more than sqrt(pi)/2
        values = {"k": fmpq(part.k), "n": fmpq(part.n), "rho0": part.rho0, "beta0": part.beta0, "L": room}
        yield excluded_by(location, f"{_problems(part.k)} of location; binary", **values, **promised)


def _hidden(goal: Composition, promised: dict[str, fmpq]) -> Iterator[Least | None]:
    """Problems with two answers per string, of as many answers as one likes."""
    from replcalc.sharper.hidden_coins.search import best_coins, best_means, parts
    from replcalc.sharper.hidden_coins.statement import hidden_coins, hidden_means
    from replcalc.sharper.nonadaptive_lower.statement import one_problem

    hidden = min(goal.worst_rho0, _HALF)
    if hidden > 2 * goal.rho:  # else at most (rho0/(2 rho))^2, whatever fails: that excludes nothing
        yield excluded_by(one_problem, "one problem with hidden coins", rho0=hidden, **promised)
    for part in parts(goal):
        given = {"k": fmpq(part.k), "rho0": part.rho0}
        told = f"{_problems(part.k)} with hidden"
        if part.k * part.rho0 > goal.rho:  # at most (k rho0/rho)^2, whatever fails
            found = best_coins(part, **promised)
            if found is not None:
                yield excluded_by(hidden_coins, f"{told} coins", **given, **found, **promised)
        if part.n * (part.k * part.rho0 / goal.rho) ** 2 > 1:
            found = best_means(part, **promised)
            if found is not None:
                more = {"n": fmpq(part.n), "beta0": part.beta0, **found}
                yield excluded_by(hidden_means, f"{told} means", **given, **more, **promised)


def _problems(k: int) -> str:
    return "one problem" if k == 1 else f"{k:,} problems"
