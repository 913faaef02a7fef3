"""Votes on floor(N/n_i) blocks with nothing else to choose: the smallest N that meets rho, in floats, then in balls.

The bound is a function of a sum over the algorithms; algorithms of one size and one rho0 have equal terms.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from flint import arb

from replcalc.numbers.fields import BallField, ball_precision
from replcalc.numbers.logs import log_total
from replcalc.questions.composition import Composition
from replcalc.search.floats import log_rational
from replcalc.search.integers import certain, smallest
from replcalc.statements.certification import starting_bits
from replcalc.statements.derivation import Derivation, run

Excess = Callable[[int], float]


def rough_excess(
    goal: Composition, term: Callable[[int, float], float], whole: Callable[[float], float] = lambda total: total
) -> Excess:
    """N -> ln(bound/rho) in floats: ``term(blocks, ln rho0)`` is ln of a term, ``whole`` the bound of their total."""
    kinds: dict[tuple[int, int], int] = {}
    for n, code, count in zip(goal.n.values, goal.rho0.codes, goal.n.counts, strict=True):
        kinds[n, code] = kinds.get((n, code), 0) + count
    logs = [log_rational(rho0) for rho0 in goal.rho0.distinct]
    counts, log_rho = tuple(kinds.values()), log_rational(goal.rho)

    def excess(samples: int) -> float:
        return whole(log_total([term(samples // n, logs[code]) for n, code in kinds], counts)) - log_rho

    return excess


def smallest_samples(
    goal: Composition,
    derivation: Derivation,
    inputs: Callable[[int], Mapping[str, Any]],
    lowest: int,
    rough: Excess,
    guess: int | None = None,
) -> int:
    """The smallest N >= ``lowest`` at which the derivation's rho certainly meets the goal: one unit less does not.

    Without a ``guess`` the first one comes from the excess at ``lowest``, which falls like 1/sqrt(N).
    """
    if guess is None:
        excess = rough(lowest)
        guess = lowest if excess <= 0 else int(lowest * math.exp(min(2 * excess, 600.0)))

    def log_excess(samples: int) -> arb:
        def at(field: BallField) -> arb:
            values = run(derivation, inputs(samples), field, check=False).values
            return (values["rho"] / field.number(goal.rho)).log()

        return certain(at, samples, derivation.name)

    with ball_precision(starting_bits(20) + 2 * guess.bit_length()):
        return smallest(log_excess, guess, lowest, rough, math.gcd(*set(goal.n.distinct)))
