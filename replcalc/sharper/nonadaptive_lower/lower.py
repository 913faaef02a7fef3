"""What no composition can do with fewer samples.

It promises to work for all base algorithms with the stated n_i, rho0_i, beta0_i. One flip of a coin is one with n = 1,
rho0 = 1/2, beta0 = 0, so problems with rho0_i >= 1/2 may be k coins that are sure or not (derived:coins-lower at
tau = 1/2); for smaller rho0 the largest one counts (derived:one-problem-lower). Where a bound excludes nothing there is
none.
"""

from __future__ import annotations

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.ask.least import Least, excluded_by

_HALF = fmpq(1, 2)


def lower_bounds(goal: Composition, failure: fmpq | None) -> list[Least | None]:
    """What is known for compositions that promise to fail with less than certainty."""
    if failure is None or not 0 < failure < 1:
        return []
    from replcalc.sharper.nonadaptive_lower import statement as nonadaptive_lower

    coins = sum(count for value, count in goal.rho0.runs if value >= _HALF)
    promised = {"rho": goal.rho, "beta": failure}
    found = [excluded_by(nonadaptive_lower.coins, "k coins", k=fmpq(coins), tau=_HALF, **promised)] if coins else []
    hidden = min(goal.worst_rho0, _HALF)
    if hidden <= 2 * goal.rho:  # at most (rho0/(2 rho))^2, whatever fails: that excludes nothing
        return found
    hiding = excluded_by(nonadaptive_lower.one_problem, "one problem with hidden coins", rho0=hidden, **promised)
    return [*found, hiding]
