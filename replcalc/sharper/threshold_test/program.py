"""The linear program of the best distribution of a threshold, in floats: it proposes, ``certificates`` disposes.

For N samples: the least s for which some distribution of the threshold has disagreement at most s rho between the two
values and errors at most s beta at them. N suffices iff s <= 1. The program is always feasible, its dual is a
``Prior``, and a distribution for s < 1 keeps its bounds with a margin for rounding.

Few thresholds and few parameters take part in an optimum (about one for each standard deviation of X between the two
values), so the program starts with a thin choice of both; where its solution is beaten by a parameter or a threshold
between, these are added and it is solved again (an exchange algorithm).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.exact import to_float
from replcalc.sharper.threshold_test.certificates import (
    CoinFlips,
    Prior,
    ThresholdDistribution,
    TwoValues,
    angle_of,
    theta_near,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

#: Thresholds and parameters of the first program, and those among which violations are looked for, in standard
#: deviations.
_THIN_THRESHOLDS, _THIN_THETAS, _FINE = 0.35, 0.45, 1 / 24
#: The finest choice is used where neighbouring numbers of samples must be distinguished and the values are at most
#: so many deviations apart; elsewhere the usual choice costs a share of 3e-5.
_FINEST, _NARROW = 1 / 384, 64.0
#: Standard deviations beyond the two values within which thresholds lie, and beyond which 2F(1-F) counts as nothing.
_MARGIN, _FAR = 6.0, 7.5
#: Times that violations are added.
_EXCHANGES = 12
#: Seconds after which the solver gives up on one linear program.
TIME_LIMIT_S = 5.0
#: How the program is solved, the next where one gives up.
_METHODS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("highs-ipm", {"time_limit": TIME_LIMIT_S}),
    ("highs-ds", {"time_limit": TIME_LIMIT_S}),
    ("highs-ipm", {"time_limit": TIME_LIMIT_S, "presolve": False}),
    (
        "highs-ds",
        {"time_limit": TIME_LIMIT_S, "primal_feasibility_tolerance": 1e-9, "dual_feasibility_tolerance": 1e-9},
    ),
)
#: Decimal places of a rounded weight, beyond those of beta.
_PLACES = 11


@dataclass(frozen=True)
class Grid:
    """Parameters, as angles, and thresholds, as parameters whose mean they are, that take part in an optimum."""

    angles: tuple[float, ...]
    places: tuple[float, ...]


@dataclass(frozen=True)
class Optimum:
    """s lies between ``least`` and ``most`` (in floats, over fine choices of both); a distribution and a prior that
    show it."""

    least: float
    most: float
    distribution: ThresholdDistribution
    prior: Prior
    grid: Grid


class _Program:
    """The matrices for one number of samples. ``beyond``: parameters outside the two values take part."""

    def __init__(self, experiment: CoinFlips, task: TwoValues, beyond: bool, finest: bool) -> None:
        import numpy as np

        self.np, self.experiment = np, experiment
        self.low, self.high, self.rho, self.beta = map(to_float, (task.low, task.high, task.rho, task.beta))
        self.unit = 1 / math.sqrt(experiment.samples)
        ends = [float(angle_of(theta)) for theta in (self.low, self.high)]
        self.step = _FINEST if finest and ends[1] - ends[0] <= _NARROW * self.unit else _FINE
        margin = _MARGIN * self.unit
        wider = [to_float(theta_near(ends[0] - margin)), to_float(theta_near(ends[1] + margin))]
        grids = (experiment.grid(wider[0], wider[1], step) for step in (self.step, _THIN_THRESHOLDS))
        self.fine, self.thin = (np.array(grid, dtype=np.float64) for grid in grids)
        self.ends = [float(angle_of(theta)) for theta in wider] if beyond else ends

    def angles(self, step: float) -> Floats:
        first, last = self.ends
        count = max(8, math.ceil((last - first) / (step * self.unit)))
        found: Floats = self.np.linspace(first, last, count + 1)
        return found

    def differ(self, angles: Floats, thresholds: Floats) -> Floats:
        """Return 2F(1-F), a row for each parameter."""
        np = self.np
        centres = angle_of(thresholds / self.experiment.samples)
        near = np.abs(angles[:, None] - centres[None, :]) < _FAR * self.unit
        found: Floats = np.zeros(near.shape)
        theta, threshold = (np.broadcast_to(x, near.shape)[near] for x in (angles[:, None], thresholds[None, :]))
        below = self.experiment.low_float(np.sin(theta / 2) ** 2, threshold)
        found[near] = 2 * below * (1 - below)
        return found

    def errors(self, thresholds: Floats) -> Floats:
        """Return both errors in units of beta, two rows."""
        rows = (self.experiment.high_float(self.low, thresholds), self.experiment.low_float(self.high, thresholds))
        return self.np.array(rows) / self.beta

    def solve(self, angles: Floats, thresholds: Floats) -> tuple[float, Floats, Floats]:
        """Return s, the weights (always high and always low come last) and the duals, errors last."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array

        np = self.np
        rows = np.vstack([self.differ(angles, thresholds) / self.rho, self.errors(thresholds)])
        blind = np.zeros((len(rows), 2))
        blind[-2, 0] = blind[-1, 1] = 1 / self.beta
        rows = np.hstack([rows, blind])
        scale = 1 / np.maximum(1.0, rows.max(axis=0))  # a threshold that errs often has a small weight
        rows = rows * scale
        rows[rows < 1e-13] = 0.0
        cost = np.append(np.zeros(rows.shape[1]), 1.0)
        matrix = csr_array(np.hstack([rows, -np.ones((len(rows), 1))]))
        whole = csr_array(np.append(scale, 0.0)[None, :])
        for method, options in _METHODS:
            found = linprog(
                cost,
                A_ub=matrix,
                b_ub=np.zeros(len(rows)),
                A_eq=whole,
                b_eq=[1.0],
                bounds=(0, None),
                method=method,
                options=options,
            )
            if found.status == 1:  # out of time: another method would take as long
                break
            if found.status == 0:
                weights = np.maximum(found.x[:-1] * scale, 0.0)
                duals = np.maximum(-found.ineqlin.marginals, 0.0)
                return float(found.fun), weights / weights.sum(), duals / duals.sum()
        raise PrecisionExhausted(f"linear program of {len(rows)} rows: {found.message}")


def optimum(
    experiment: CoinFlips,
    task: TwoValues,
    tolerance: float,
    start: Grid | None = None,
    *,
    beyond: bool = False,
    finest: bool = False,
) -> Optimum:
    """Return the value of the program to within ``tolerance``, in floats; ``start``: the grid of a neighbouring N."""
    import numpy as np

    program = _Program(experiment, task, beyond, finest)
    angles, thresholds = program.angles(_THIN_THETAS), program.thin
    if start is not None:
        angles = np.union1d(angles, np.clip(np.array(start.angles), program.ends[0], program.ends[1]))
        thresholds = np.union1d(thresholds, _nearest(program.fine, experiment.samples * np.array(start.places)))
    fine_angles, fine = program.angles(program.step), program.fine
    for left in reversed(range(_EXCHANGES)):
        value, weights, duals = program.solve(angles, thresholds)
        used, active = weights[:-2] > 1e-12, duals[:-2] > 1e-12
        ripple = program.differ(fine_angles, thresholds[used]) @ weights[:-2][used] / program.rho
        worth = duals[:-2][active] @ program.differ(angles[active], fine) / program.rho
        worth = worth + duals[-2:] @ program.errors(fine)
        most, least = max(float(ripple.max()), value), min(float(worth.min()), value)
        if most - least <= tolerance or not left:  # the last solution belongs to the last grid
            break
        size = len(angles) + len(thresholds)
        angles = np.union1d(angles, _peaks(fine_angles, ripple, value + tolerance / 8))
        thresholds = np.union1d(thresholds, _nearest(fine, _peaks(fine, -worth, tolerance / 8 - value)))
        if len(angles) + len(thresholds) == size:
            break
    grid = Grid(tuple(angles[active]), tuple(float(c) / experiment.samples for c in thresholds[used]))
    distribution = _build_distribution(task, thresholds, weights)
    return Optimum(least, most, distribution, _prior(task, angles, duals), grid)


def _peaks(places: Floats, values: Floats, above: float) -> Floats:
    """Return the peaks of the values above a level: the vertices of parabolas through three places."""
    import numpy as np

    inner = np.flatnonzero((values[1:-1] >= values[:-2]) & (values[1:-1] >= values[2:]) & (values[1:-1] > above)) + 1
    left, middle, right = values[inner - 1], values[inner], values[inner + 1]
    bend = left - 2 * middle + right
    shift = np.where(bend < 0, (left - right) / np.where(bend < 0, 2 * bend, 1.0), 0.0)
    step = np.where(shift > 0, places[inner + 1] - places[inner], places[inner] - places[inner - 1])
    ends = [places[end] for end in (0, -1) if values[end] > above]
    return np.append(places[inner] + shift * step, ends)


def _nearest(fine: Floats, wanted: Floats) -> Floats:
    """Return the nearest of the ``fine`` places."""
    import numpy as np

    middles = (fine[1:] + fine[:-1]) / 2
    return fine[np.searchsorted(middles, wanted)]


def _build_distribution(task: TwoValues, thresholds: Floats, weights: Floats) -> ThresholdDistribution:
    """Round the weights to multiples of a power of ten that add up to one; the largest takes the rest."""
    places = _PLACES + max(0, math.ceil(-math.log10(to_float(task.beta))))
    whole = 10**places
    counts = [round(float(w) * whole) if w > 1e-13 else 0 for w in weights]
    largest = max(range(len(counts)), key=lambda j: (counts[j], -j))
    counts[largest] += whole - sum(counts)
    kept = [j for j in range(len(thresholds)) if counts[j]]
    return ThresholdDistribution(
        tuple(_rational(thresholds[j]) for j in kept),
        tuple(fmpq(counts[j], whole) for j in kept),
        always_low=fmpq(counts[-1], whole),
        always_high=fmpq(counts[-2], whole),
    )


def _prior(task: TwoValues, angles: Floats, duals: Floats) -> Prior:
    """Return the duals as rationals: of the disagreement in units of rho, of the errors in units of beta."""
    whole = 10**_PLACES
    kept = [(float(x), round(float(y) * whole)) for x, y in zip(angles, duals[:-2], strict=True)]
    thetas = [min(max(theta_near(x), task.low), task.high) for x, y in kept if y]
    prices = [fmpq(round(float(y) * whole), whole) / task.beta for y in duals[-2:]]
    return Prior(tuple(thetas), tuple(fmpq(y, whole) / task.rho for _, y in kept if y), *prices)


def _rational(value: float) -> fmpq:
    return fmpq(*float(value).as_integer_ratio())
