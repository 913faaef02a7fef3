"""Heavy hitters with every constant: one random threshold on all frequencies (derived:heavy-hitters)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from flint import fmpq

from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU
from replcalc.planning.assumption import NumbersQuestion, parse_unit
from replcalc.planning.proving import derive_with_goals
from replcalc.search.optimise import minimise, round_down, to_decimal
from replcalc.sharper.frequencies.statement import random_threshold
from replcalc.sharper.means.threshold import certify_near, least_in_floats
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula
from replcalc.vocabulary import BETA, RHO, Derivation, InputError, Method, PrecisionExhausted, Result


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


_OWN = tuple(random_threshold.parameter(name) for name in ("N", "lambda", "p0"))
#: Most samples that a search in floats looks at.
_MOST = 1e15


def derive() -> Derivation:
    """Return the theorem and the goals."""
    inputs = (NU, EPSILON_HEAVY, RHO, BETA, *_OWN)
    return derive_with_goals("random-threshold", "One random threshold on all frequencies", random_threshold, *inputs)


@cache
def _bounds() -> tuple[Compiled, ...]:
    """Return rho and beta as functions of floats, from the statement."""
    derivation = derive()
    return tuple(compile_formula(derivation.formula(name), FLOAT) for name in ("rho_achieved", "beta_achieved"))


def _search(question: HeavyHitters) -> tuple[float, float, float]:
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
        return least_in_floats(met, below, _MOST, 1e-6), share, p0

    starts = [(0.0, 3.0), (2.0, 3.0)]
    best = min((minimise(lambda point: least(point)[0], start) for start in starts), key=lambda at: least(at)[0])
    return least(best)


def solve(question: HeavyHitters, digits: int) -> Result:
    """Return the smallest certified N for the share and the light elements that the search finds."""
    guess, share, light = _search(question)
    if not math.isfinite(guess):
        raise PrecisionExhausted("heavy hitters: more samples than a search in floats can tell apart")
    # few digits, so that every machine chooses the same; p0 down, because the light elements' bound is steep in it
    chosen: dict[str, Any] = {
        "lambda": 1 - to_decimal(1 - share, 6),
        "p0": round_down(fmpq(*light.as_integer_ratio()), 6),
    }
    inputs = question.point | chosen
    title = "one random threshold on all frequencies"
    return certify_near(guess, question, derive(), inputs, digits, title, chosen, ("low", "width"))


def recipe(result: Result) -> tuple[str, ...]:
    low, width = (result.value(name) for name in ("low", "width"))
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between {low} and {low} + {width}.",
        f"Draw {result.samples:,} fresh samples and take the frequency of every element that occurs.",
        "Output the elements whose frequency reaches the threshold.",
    )


SUMMARY = "one random threshold on all frequencies: (4/pi)/(nu - epsilon)/(epsilon rho)^2 in the limit"
METHODS = (Method("random-threshold", SUMMARY, HeavyHitters.kind, derive, solve, recipe=recipe),)
