"""Means of accuracies of their own: every one rounded to its grid, all of one sample.

The search: of N samples the i-th mean deviates by about its standard deviation over sqrt(N), so the grids leave t s_i
of the accuracies alpha_i, s_i = sqrt(4 V_i), with one t for all. The disagreement grows with t, and the failure falls;
N samples ask for one t.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.planning.assumption import MOST_VARIANCE, ParsedQuestion, parse_unit, parse_variance
from replcalc.planning.proving import derive_with_goals
from replcalc.planning.recipe import write_parameter
from replcalc.search.optimise import to_decimal
from replcalc.sharper.means.search import certify_near, least_in_floats
from replcalc.sharper.means.statement import ALPHAS, SAMPLES, SHARES, VARIANCES, own_accuracies, variance_rounding
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula, in_parameters
from replcalc.vocabulary import (
    BETA,
    RHO,
    Derivation,
    Family,
    InputError,
    Method,
    PrecisionExhausted,
    Result,
    polynomial,
)


@dataclass(frozen=True)
class OwnAccuracies(ParsedQuestion):
    """The i-th mean of values in [0, 1] within ``alphas``[i]; ``variances``[i] bounds its variance."""

    alphas: Family[fmpq]
    variances: Family[fmpq]
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "own-accuracies"

    @property
    def k(self) -> int:
        return self.alphas.length

    @property
    def point(self) -> dict[str, Any]:
        return {"alpha": self.alphas, "V": self.variances, "rho": self.rho, "beta": self.beta}

    @property
    def typed(self) -> dict[str, Any]:
        return {"k": self.k, "rho": self.rho, "beta": self.beta}


def own_question(alphas: Sequence[Any], rho: Any, beta: Any, variances: Sequence[Any] = ()) -> OwnAccuracies:
    """Parse and check what a user typed; a variance of None is unknown."""
    parsed = [parse_unit(alpha, "alpha") for alpha in alphas]
    if not parsed or max(parsed) >= fmpq(1, 2):
        raise InputError("alpha", ",".join(map(str, alphas)), "accuracies below half the range")
    why = "values in [0, 1] have no larger one"
    spreads = [
        MOST_VARIANCE if given is None else parse_variance(given, MOST_VARIANCE, why)
        for given in variances or [None] * len(parsed)
    ]
    return OwnAccuracies(Family.of(parsed), Family.of(spreads), parse_unit(rho, "rho"), parse_unit(beta, "beta"))


NAME = "rounding"
#: Digits of what a share leaves, few so that every machine chooses the same; most samples that floats are asked about.
_DIGITS, _MOST = 4, 1e15


def derive() -> Derivation:
    """Return the theorem and the goals."""
    inputs = (SAMPLES, ALPHAS, SHARES, VARIANCES, RHO, BETA)
    return derive_with_goals(NAME, "Every mean rounded to its own grid", own_accuracies, *inputs)


@cache
def _one(name: str) -> Compiled:
    """Return one mean's part, from the statement about means alike."""
    return compile_formula(in_parameters(variance_rounding, name), FLOAT)


def _bisect(low: float, high: float, below: Callable[[float], bool], steps: int = 60) -> float:
    for _ in range(steps):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return low


def _search(question: OwnAccuracies) -> tuple[float, list[fmpq]]:
    """About how many samples, and the shares."""
    groups = dict.fromkeys(zip(question.alphas.members(), question.variances.members(), strict=True), 0)
    for group in zip(question.alphas.members(), question.variances.members(), strict=True):
        groups[group] += 1
    parts = [(to_float(alpha), to_float(V), count) for (alpha, V), count in groups.items()]
    rho, beta = to_float(question.rho), to_float(question.beta)
    most = min(alpha / math.sqrt(4 * V) for alpha, V, _ in parts)

    def whole(name: str, n: float, t: float) -> float:
        total = 0.0
        for alpha, V, count in parts:
            at = {"k": 1.0, "alpha": alpha, "N": n, "lambda": 1 - t * math.sqrt(4 * V) / alpha, "V": V}
            total += count * _one(name)(**{argument: at[argument] for argument in _one(name).arguments})
        return total

    def room(n: float) -> float:
        return _bisect(0.0, most, lambda t: whole("rho", n, t) <= rho)

    def met(n: float) -> bool:
        t = room(n)
        return 0 < t < most and whole("rho", n, t) <= rho and whole("beta", n, t) <= beta

    n = least_in_floats(met, 1.0, _MOST, 1e-12)
    if n == math.inf:
        raise PrecisionExhausted("own accuracies: more samples than a search in floats can tell apart")
    t = room(n)
    shares = {g: 1 - to_decimal(t * math.sqrt(4 * to_float(g[1])) / to_float(g[0]), _DIGITS) for g in groups}
    return n, [shares[g] for g in zip(question.alphas.members(), question.variances.members(), strict=True)]


def solve(question: OwnAccuracies, digits: int) -> Result:
    """Return the least certified N at the shares that the search finds."""
    guess, shares = _search(question)
    inputs = question.point | {"lambda": Family.of(shares)}
    grids = enumerate(zip(shares, question.alphas.members(), strict=True), 1)
    chosen = {f"width_{place}": 2 * share * alpha for place, (share, alpha) in grids}
    title, effort = "every mean rounded to its own grid", polynomial(question.k)
    return certify_near(guess, question, derive(), inputs, digits, title, chosen, effort=effort)


def recipe(result: Result) -> tuple[str, ...]:
    widths = ", ".join(dict.fromkeys(write_parameter(width) for width in result.chosen.values()))
    return (
        "Agree on a random seed; derive from it for every mean an offset, uniform on the width of its grid.",
        f"Draw {result.samples:,} fresh samples and take the mean of every column as a share of its range.",
        f"Round every mean to the centre of its cell of the grid; the widths are {widths}.",
    )


SUMMARY = "every mean rounded to a grid of its own width"
METHODS = (Method(NAME, SUMMARY, OwnAccuracies.kind, derive, solve, recipe=recipe),)
