"""Frequencies with every constant: rounding for g groups, a first boundary for any number, heavy hitters."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU
from replcalc.planning.assumption import MOST_VARIANCE, NumbersQuestion, ParsedQuestion, parse_searched, parse_unit
from replcalc.planning.proving import derive_with_goals
from replcalc.planning.recipe import write_parameter
from replcalc.search.optimise import minimise, round_down, smallest_on, to_decimal
from replcalc.sharper.frequencies.statement import proportions, proportions_any, random_threshold
from replcalc.sharper.means.search import by_threshold, certify_near, least_in_floats, threshold_result
from replcalc.sharper.means.statement import variance_rounding
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula, in_parameters
from replcalc.vocabulary import BETA, RHO, Derivation, InputError, Method, PrecisionExhausted, Result, Statement


@dataclass(frozen=True)
class Proportions(ParsedQuestion):
    """The probability of every group within ``alpha``, but for beta; ``groups`` is None where there may be any."""

    groups: int | None
    alpha: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "proportions"

    @property
    def point(self) -> dict[str, fmpq]:
        """Two groups are one query: its complement is the other."""
        count = {} if self.groups is None else {"groups": fmpq(self.groups)}
        if self.groups == 2:
            count = {"k": fmpq(1), "V": MOST_VARIANCE}
        return {"alpha": self.alpha, "rho": self.rho, "beta": self.beta} | count

    @property
    def typed(self) -> dict[str, Any]:
        asked = {"alpha": self.alpha, "rho": self.rho, "beta": self.beta}
        return {"groups": "any" if self.groups is None else self.groups, **asked}


def proportions_question(groups: int | None, alpha: Any, rho: Any, beta: Any) -> Proportions:
    """Parse and check what a user typed."""
    if groups is not None and groups < 2:
        raise InputError("groups", groups, "at least two groups")
    return Proportions(groups, parse_searched(alpha, "alpha"), parse_searched(rho, "rho"), parse_searched(beta, "beta"))


KNOWN, ANY, TITLE = "cells", "any-number", "all frequencies rounded with one shared offset"
#: Coarser accuracies are answered with this one where the groups are not known: up to twice it the lemma holds.
COARSEST = fmpq(1, 8)
#: Most samples that a search in floats looks at.
_MOST = 1e11


def derive(theorem: Statement = proportions) -> Derivation:
    """Return a theorem and the goals."""
    return by_threshold(theorem, theorem.title, ANY if theorem is proportions_any else KNOWN)


def solve(question: Proportions, digits: int) -> Result:
    """Return the least certified N for the groups; two groups are one query, its complement the other."""
    if question.groups is None:
        return Result(KNOWN, question, None, "the number of groups is not known")
    theorem = variance_rounding if question.groups == 2 else proportions
    return threshold_result(question, theorem, derive(theorem), digits, TITLE)


def _search_parameters(question: Proportions, alpha: fmpq) -> dict[str, fmpq]:
    """Return lambda and the number of heavy groups for which the fewest samples seem to do, and these."""
    bounds = [compile_formula(in_parameters(proportions_any, name), FLOAT) for name in ("rho", "beta")]
    size, *goals = (to_float(x) for x in (alpha, question.rho, question.beta))

    def least(share: float, heavy: int) -> float:
        def met(samples: float) -> bool:
            at = {"alpha": size, "lambda": share, "heavy": heavy, "N": samples}
            values = (bound(**{name: at[name] for name in bound.arguments}) for bound in bounds)
            return all(value <= goal for value, goal in zip(values, goals, strict=True))

        return least_in_floats(met, 2 / ((1 - share) * size) ** 2, 1000 * _MOST, 1e-8)

    def fewest_with(heavy: int) -> tuple[float, fmpq, int]:
        """Shares from 1 - 1/((heavy + 1) alpha) on have boundaries at which groups count as light."""
        _, share = smallest_on(lambda x: least(x, heavy), 0.4, 1 - 1.001 / ((heavy + 1) * size), 1e-5)
        few = to_decimal(share, 4)  # so that every machine chooses the same
        return least(to_float(few), heavy), few, heavy

    # flat around three times 1/alpha of them, and one minimum between
    first, last = math.ceil(2 / size), math.ceil(4 / size)
    while last - first > 2:
        one, two = first + (last - first) // 3, last - (last - first) // 3
        first, last = (first, two) if fewest_with(one) < fewest_with(two) else (one, last)
    samples, share, heavy = min(map(fewest_with, range(first, last + 1)))
    if samples > _MOST:
        raise PrecisionExhausted("any number of groups: more samples than a search in floats can tell apart")
    return {"lambda": share, "heavy": fmpq(heavy), "N": fmpq(math.floor(samples))}


def solve_any(question: Proportions, digits: int) -> Result:
    """Return the least certified N at the share and the number of heavy groups that a search finds."""
    alpha = min(question.alpha, COARSEST)
    found = _search_parameters(question, alpha)
    inputs = found | {"alpha": alpha, "rho": question.rho, "beta": question.beta}
    chosen = {name: found[name] for name in ("lambda", "heavy")}
    derivation, reported = derive(proportions_any), ("low", "width")
    return certify_near(int(found["N"].p), question, derivation, inputs, digits, TITLE, chosen, reported)


def recipe(result: Result) -> tuple[str, ...]:
    width = result.value("width")
    draw = f"Draw {result.samples:,} fresh samples and take the frequency of every group."
    if result.method == KNOWN:
        return (
            f"Agree on a random seed; derive from it a grid of width {width} with a random offset.",
            draw,
            "Output the centre of the cell of the grid that holds each frequency; of two groups round one.",
        )
    below = "below t, and for groups that do not occur, output t - w/2, or 0 if that is negative."
    low = write_parameter((1 - result.chosen["lambda"]) * min(result.question.alpha, COARSEST))
    return (
        f"Agree on a random seed; derive from it a boundary t, uniform between {low} and {low} + {width}.",
        draw,
        f"Output the centre of the cell from t + j w to t + (j + 1) w that holds each frequency, w = {width}; {below}",
    )


# -- heavy hitters -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class HeavyHitters(NumbersQuestion):
    """Every element of probability at least ``nu``, none of probability at most ``nu - epsilon``."""

    nu: fmpq
    epsilon: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "heavy-hitters"


def heavy_question(nu: Any, epsilon: Any, rho: Any, beta: Any) -> HeavyHitters:
    """Parse and check what a user typed."""
    named = {"nu": nu, "epsilon": epsilon, "rho": rho, "beta": beta}
    question = HeavyHitters(**{name: parse_unit(value, name) for name, value in named.items()})
    if not question.epsilon < question.nu:
        raise InputError("epsilon", epsilon, "a tolerance below nu", "half of nu is a common choice")
    return question


HEAVY = "random-threshold"
_OWN = tuple(random_threshold.parameter(name) for name in ("N", "lambda", "p0"))
#: Most samples that a search in floats looks at.
_MOST_HEAVY = 1e15


def derive_heavy() -> Derivation:
    """Return the theorem and the goals."""
    inputs = (NU, EPSILON_HEAVY, RHO, BETA, *_OWN)
    return derive_with_goals(HEAVY, "One random threshold on all frequencies", random_threshold, *inputs)


@cache
def _bounds() -> tuple[Compiled, ...]:
    """Return rho and beta as functions of floats, from the statement."""
    derivation = derive_heavy()
    return tuple(compile_formula(derivation.formula(name), FLOAT) for name in ("rho_achieved", "beta_achieved"))


def _search_heavy(question: HeavyHitters) -> tuple[float, float, float]:
    """Samples, lambda and p0 for which the fewest samples seem to do."""
    nu, epsilon, goal_rho, goal_beta = (int(x.p) / int(x.q) for x in question.point.values())
    rhos, betas = _bounds()

    def least(point: Sequence[float]) -> tuple[float, float, float]:
        share, p0 = (1 / (1 + math.exp(-x)) if abs(x) < 300 else 0.5 for x in point)
        lowest = nu - epsilon + (1 - share) * epsilon / 2
        p0 *= lowest

        def met(n: float) -> bool:
            at = {"nu": nu, "epsilon": epsilon, "N": n, "lambda": share, "p0": p0}
            try:
                return bool(rhos(**at) <= goal_rho and betas(**at) <= goal_beta)
            except (ValueError, ZeroDivisionError, OverflowError):
                return False

        # from here on the shifted threshold lies above p0 and above nu - epsilon
        below = 1 + max((1 - x) / (lowest - x) for x in (p0, nu - epsilon))
        return least_in_floats(met, below, _MOST_HEAVY, 1e-6), share, p0

    starts = [(0.0, 3.0), (2.0, 3.0)]
    best = min((minimise(lambda point: least(point)[0], start) for start in starts), key=lambda at: least(at)[0])
    return least(best)


def solve_heavy(question: HeavyHitters, digits: int) -> Result:
    """Return the smallest certified N for the share and the light elements that the search finds."""
    guess, share, light = _search_heavy(question)
    if not math.isfinite(guess):
        raise PrecisionExhausted("heavy hitters: more samples than a search in floats can tell apart")
    # few digits, so that every machine chooses the same; p0 down, because the light elements' bound is steep in it
    chosen: dict[str, Any] = {
        "lambda": 1 - to_decimal(1 - share, 6),
        "p0": round_down(fmpq(*light.as_integer_ratio()), 6),
    }
    inputs = question.point | chosen
    title = "one random threshold on all frequencies"
    return certify_near(guess, question, derive_heavy(), inputs, digits, title, chosen, ("low", "width"))


def describe_heavy(result: Result) -> tuple[str, ...]:
    low, width = (result.value(name) for name in ("low", "width"))
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between {low} and {low} + {width}.",
        f"Draw {result.samples:,} fresh samples and take the frequency of every element that occurs.",
        "Output the elements whose frequency reaches the threshold.",
    )


_HEAVY_SUMMARY = "one random threshold on all frequencies: (4/pi)/(nu - epsilon)/(epsilon rho)^2 in the limit"
METHODS = (
    *(
        Method(name, summary, Proportions.kind, partial(derive, theorem), solver, recipe=recipe)
        for name, summary, theorem, solver in (
            (KNOWN, "frequencies of g groups rounded with one offset", proportions, solve),
            (ANY, "a shared boundary below which all groups have one answer", proportions_any, solve_any),
        )
    ),
    Method(HEAVY, _HEAVY_SUMMARY, HeavyHitters.kind, derive_heavy, solve_heavy, recipe=describe_heavy),
)
