"""Sample quantiles on real data, rounded with a shared offset (derived:quantile-density).

The theorem speaks of exactly N rows. Where there are more, N of them are chosen: the places, in the order of the
values, of a subset drawn from the seed (Floyd's algorithm), so that the order of the rows says nothing. A random subset
of independent rows is N independent rows. Two runs with equally many rows share the subset of places, others do not.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from flint import fmpq

from replcalc.data.columns import GRID_ERROR, decimal_text
from replcalc.data.plan import plan_by, rational_quantity
from replcalc.data.streams import Shared, Stream
from replcalc.planning.result import Result
from replcalc.sharper.expected_gap_rounding.algorithm import Rounding
from replcalc.sharper.quantile_density.method import density_question


def planned_density(q: Any, kappa: str, alpha: str, within: str, rho: str, beta: str) -> Result:
    """The certified plan; of the accuracy the decimals of an answer take a little."""
    asked = density_question(q, kappa, alpha, within, rho, beta)
    least = 1 - fmpq(GRID_ERROR.numerator, GRID_ERROR.denominator)
    return plan_by(density_question(q, kappa, asked.alpha * least, within, rho, beta), "order-statistic")


def chosen_places(rows: int, wanted: int, stream: Stream) -> list[int]:
    """``wanted`` different places out of ``rows``, in order: every subset is equally likely."""
    found: set[int] = set()
    for last in range(rows - wanted, rows):
        place = stream.below(last + 1)
        found.add(last if place in found else place)
    return sorted(found)


def sample_quantile(plan: Result, column: str, rows: int, shared: Shared) -> dict[str, int]:
    """For every q the place, from 0 on, of its sample quantile among so many values in order."""
    wanted = plan.samples or 0
    places = chosen_places(rows, wanted, shared.stream("quantiles", column, "rows", rows)) if rows > wanted else None
    ranks = {str(q): math.ceil(Fraction(int(q.p), int(q.q)) * wanted) - 1 for q in plan.question.q}
    return {q: rank if places is None else places[rank] for q, rank in ranks.items()}


def rounded_quantile(plan: Result, column: str, value: Fraction, shared: Shared) -> str:
    """A quantile rounded, as it is published; one offset serves all of them, so they stay in order."""
    alpha: fmpq = plan.question.alpha
    centre = Rounding(rational_quantity(plan, "width"), shared).centre(f"quantiles {column}", value)
    return decimal_text(centre, Fraction(int(alpha.p), int(alpha.q)) / (1 << 41))
