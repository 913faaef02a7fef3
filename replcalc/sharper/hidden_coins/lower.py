"""What no composition can do with fewer samples, for base algorithms with the outputs that were asked about.

It must work for all base algorithms with the stated n_i, rho0_i, beta0_i, so whatever problems these solve cost
it samples; a part of the problems no more than all of them, and a base algorithm may ignore samples.

- outputs any or two-per-string: coins and means that are hidden among others (derived:hidden-coins-lower,
  derived:hidden-means-lower);
- outputs binary as well: locations against a shared threshold (derived:location-lower), and coins that are sure or not
  where rho0 is 1/2 or more (derived:coins-lower).

Where a bound excludes nothing there is none.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from statistics import NormalDist

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.planning.comparison import SampleBound, apply_lower_bound
from replcalc.search.optimise import round_down, smallest_on, to_decimal
from replcalc.sharper.hidden_coins.statement import hidden_coins, hidden_means
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula, in_parameters
from replcalc.vocabulary import Composition, Statement

#: Kinds of problems up to which every part of a composition is tried; of more so many frequent ones, as many others.
_KINDS = 12
#: Runs of equal problems that are looked at: whatever is left out only weakens the bound.
_RUNS = 1000
_DIGITS = 5
#: Shares of hard coins that are tried, of the largest allowed.
_SHARES = (1 - 1e-9, 0.6, 0.2)


@dataclass(frozen=True)
class Part:
    """k problems of a composition whose base algorithms take n samples or more, with rho0 and beta0 or more."""

    k: int
    n: int
    rho0: fmpq
    beta0: fmpq


def parts(goal: Composition) -> list[Part]:
    """Return for every kind of problem all those that are as easy or easier for their base algorithms."""
    count: dict[tuple[int, fmpq, fmpq], int] = {}
    runs = zip(goal.n.runs, goal.rho0.runs, goal.beta0.runs, strict=True)
    for (n, size), (rho0, _), (beta0, _) in islice(runs, _RUNS):
        count[n, rho0, beta0] = count.get((n, rho0, beta0), 0) + size
    kinds = sorted(count, key=lambda kind: -count[kind])[:_KINDS]
    ordered = sorted(count)
    kinds += [kind for kind in ordered[:: max(1, len(ordered) // _KINDS)] if kind not in kinds]

    def is_as_easy(kind: tuple[int, fmpq, fmpq], other: tuple[int, fmpq, fmpq]) -> bool:
        return all(a <= b for a, b in zip(kind, other, strict=True))

    whole = [Part(sum(size for other, size in count.items() if is_as_easy(kind, other)), *kind) for kind in kinds]
    largest = max(whole, key=lambda part: part.k)
    # a bound may be larger for fewer problems, at the same failure probability: it holds for all of them
    return whole + [replace(largest, k=largest.k >> half) for half in range(1, largest.k.bit_length())]


def find_reach(beta0: fmpq) -> fmpq:
    """Return a z that a normal variable exceeds with probability at most beta0, hardly larger than it must be."""
    wanted = to_float(beta0)
    if not wanted > 1e-290:  # the tail is at most exp(-z^2/2)/2
        bits = int(beta0.q.bit_length()) - int(beta0.p.bit_length()) + 1
        return to_decimal(math.sqrt(2 * bits * math.log(2)) * (1 + 1e-6), 8)
    return to_decimal(max(0.0, -NormalDist().inv_cdf(min(wanted, 0.5))) * (1 + 1e-7) + 1e-9, 9)


@cache
def _margin(statement: Statement) -> Compiled:
    return compile_formula(in_parameters(statement, "margin"), FLOAT)


@dataclass(frozen=True)
class Estimate:
    """About so many samples, from a part of a composition, with these parameters of the bound."""

    samples: float
    part: Part
    chosen: dict[str, fmpq]


def best_coins(pieces: list[Part], rho: fmpq, failure: fmpq) -> Estimate | None:
    """Return part, share and weight for derived:hidden-coins-lower; None where nothing is excluded."""
    parts = (part for part in pieces if part.k * part.rho0 > rho)  # at most (k rho0/rho)^2, whatever fails
    found = (_estimate(hidden_coins, part, 4 * part.rho0, rho, failure, rho0=part.rho0) for part in parts)
    return max(filter(None, found), key=lambda choice: choice.samples, default=None)


def best_means(pieces: list[Part], rho: fmpq, failure: fmpq) -> Estimate | None:
    """Return part, reach, share and weight for derived:hidden-means-lower."""
    found = []
    for part in pieces:
        left = part.rho0 - 2 * part.beta0
        if left > 0 and part.n * (part.k * part.rho0 / rho) ** 2 > 1:
            z = find_reach(part.beta0)
            most = left * z * fmpq(1772453850, 10**9)  # a little less than sqrt(pi)
            if choice := _estimate(hidden_means, part, most, rho, failure, z=z):
                samples, chosen = choice.samples * to_float(fmpq(part.n)), {"z": z, **choice.chosen}
                found.append(replace(choice, samples=samples, chosen=chosen))
    return max(found, key=lambda choice: choice.samples, default=None)


def _estimate(statement: Statement, part: Part, most: fmpq, rho: fmpq, beta: fmpq, **given: fmpq) -> Estimate | None:
    """Return the share, at most ``most``, and the weight at which most samples are excluded."""
    named = {"k": fmpq(part.k), "rho": rho, "beta": beta, **given}
    margin, floats = _margin(statement), {name: to_float(value) for name, value in named.items()}
    top = min(to_float(most), 0.999)

    def at_best_weight(share: float) -> tuple[float, float, float]:
        value, lam = smallest_on(lambda lam: -float(margin(**floats, share=share, lam=lam)), 1e-9, 1.0, 1e-4)
        return -value, share, lam

    try:
        value, share, lam = max(at_best_weight(size * top) for size in _SHARES)
        about = (value / floats["rho"]) ** 2
    except (ArithmeticError, ValueError):
        return None
    if not (value > 0 and about > 0):
        return None
    chosen = {"share": round_down(fmpq(*share.as_integer_ratio()), 8), "lam": to_decimal(lam, _DIGITS)}
    return Estimate(about, part, chosen)


_HALF = fmpq(1, 2)


def lower_bounds(goal: Composition, failure: fmpq | None) -> list[SampleBound | None]:
    """Return what is known for compositions that fail with probability below one."""
    if failure is None or not 0 < failure < 1:
        return []
    guaranteed, pieces = {"rho": goal.rho, "beta": failure}, parts(goal)
    found = [*_bounds_for_binary(goal, pieces, guaranteed)]
    if goal.outputs.text in ("any", "two-per-string"):
        found += _bounds_by_hidden_problems(goal, pieces, guaranteed)
    return found


def _bounds_for_binary(
    goal: Composition, pieces: list[Part], guaranteed: dict[str, fmpq]
) -> Iterator[SampleBound | None]:
    """Yield bounds from problems whose only answers are 0 and 1."""
    from replcalc.sharper.hidden_coins.statement import location
    from replcalc.sharper.nonadaptive_lower.statement import coins

    sure = sum(count for value, count in goal.rho0.runs if value >= _HALF)
    if sure:
        yield apply_lower_bound(coins, "k coins, sure or not; binary", k=fmpq(sure), tau=_HALF, **guaranteed)
    part = max(pieces, key=lambda part: part.n * part.k * part.rho0**2)
    if part.n * part.k * (part.rho0 / goal.rho) ** 2 > 1:  # whatever fails
        room = part.rho0 * find_reach(part.beta0) * fmpq(886226926, 10**9)  # a little more than sqrt(pi)/2
        values = {**_bind_part(part), "n": fmpq(part.n), "beta0": part.beta0, "L": room}
        yield apply_lower_bound(location, f"{_problems(part)} of location; binary", **values, **guaranteed)


def _bounds_by_hidden_problems(
    goal: Composition, pieces: list[Part], guaranteed: dict[str, fmpq]
) -> Iterator[SampleBound | None]:
    """Yield bounds from problems with two answers per string, of as many answers as one likes."""
    from replcalc.sharper.hidden_coins.statement import hidden_coins, hidden_means

    coins = best_coins(pieces, goal.rho, guaranteed["beta"])
    if coins is not None:
        values = {**_bind_part(coins.part), **coins.chosen}
        yield apply_lower_bound(hidden_coins, f"{_problems(coins.part)} with hidden coins", **values, **guaranteed)
    means = best_means(pieces, goal.rho, guaranteed["beta"])
    if means is not None:
        values = {**_bind_part(means.part), "n": fmpq(means.part.n), "beta0": means.part.beta0, **means.chosen}
        yield apply_lower_bound(hidden_means, f"{_problems(means.part)} with hidden means", **values, **guaranteed)


def _bind_part(part: Part) -> dict[str, fmpq]:
    return {"k": fmpq(part.k), "rho0": part.rho0}


def _problems(part: Part) -> str:
    return "one problem" if part.k == 1 else f"{part.k:,} problems"
