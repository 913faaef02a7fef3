"""Sweeps: points per second in one process and on two Dask workers, and what the cluster costs beside the computing.

    python benchmarks/sweep.py [--points 400] [--workers 2]

The same plan (compose by the way direct, points that differ in k and rho) is computed by the bare loop over the points,
by ``run_sweep`` in one process (journal, rows, progress), and by ``run_sweep`` on a local cluster. Every batch measures
its own CPU time where it is computed, so that an overhead is what all processes together spend beside the points, and
other programs on the machine slow down both alike. ``of running``: in one process; ``of Dask``: on the cluster, without
its start (what a sweep of a few points spends beside them). Exit code 0 iff all rows agree and both stay below 20%.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from replcalc.sweeps import sweep as running
from replcalc.sweeps.journal import Journal
from replcalc.sweeps.plan import Plan, planned_sweep

#: Most that may be spent beside the computing.
GOAL = 0.2


def cpu() -> float:
    """Seconds of this process and of the children that have ended."""
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


@dataclass(frozen=True)
class Measured:
    """Seconds by the clock, of all processes, of the points themselves; and the rows."""

    wall: float
    spent: float
    points: float
    rows: list[Any]

    @property
    def beside(self) -> float:
        return self.spent - self.points


_solve_points = running.solve_points


def measuring(plan: Plan, points: Sequence[int]) -> list[tuple[int, list[dict[str, Any]]]]:
    """A batch whose first row says what the batch took."""
    start = time.process_time()
    found = _solve_points(plan, points)
    found[0][1][0]["cpu"] = time.process_time() - start
    return found


def swept(plan: Plan, workers: int) -> Measured:
    wall, spent = time.perf_counter(), cpu()
    with Journal(plan, None) as journal:
        running.run_sweep(plan, journal, workers=workers)
        rows = journal.rows
    wall, spent = time.perf_counter() - wall, cpu() - spent
    return Measured(wall, spent, sum(row.pop("cpu", 0.0) for row in rows), rows)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    each = max(2, round(asked.points**0.5))
    varied = {"k": f"10..1e4:log:{each}", "rho": f"0.01..0.1:log:{each}"}
    plan = planned_sweep("compose", varied, {"n": "100", "beta0": "1e-9"}, ["direct"])
    few = planned_sweep("compose", {"k": "10..99:lin:20"}, {"n": "100", "rho": "0.1"}, ["direct"])
    rows = [row for _, several in _solve_points(plan, range(plan.count)) for row in several]
    running.solve_points = measuring
    alone = swept(plan, 1)
    ms, running_cost = 1000 * alone.points / plan.count, alone.beside / alone.points
    print(f"{plan.count} points, way direct: {ms:.1f} ms of CPU each, {os.cpu_count()} processors")
    print(
        f"  one process   {plan.count / alone.wall:8.1f} points/s   {alone.spent:7.2f} s CPU   "
        f"of running {running_cost:+.1%}"
    )
    agree, ok = alone.rows == rows, running_cost < GOAL
    if running.installed() and asked.workers > 1:
        running.WORTH_A_CLUSTER = 0.0  # a cluster however few the points
        first, shared, last = (swept(several, asked.workers) for several in (few, plan, few))
        start = min(first, last, key=lambda found: found.beside)
        dask_cost = (shared.beside - start.beside) / shared.points
        print(
            f"  {asked.workers} Dask workers {plan.count / shared.wall:7.1f} points/s   {shared.spent:7.2f} s CPU   "
            f"of Dask {dask_cost:+.1%}, beside {start.beside:.2f} s of its start"
        )
        fair = alone.wall / max(shared.wall - start.wall, 1e-9)
        print(f"  speed-up {alone.wall / shared.wall:.2f}, without a start of {start.wall:.1f} s {fair:.2f}")
        agree, ok = agree and shared.rows == rows, ok and dask_cost < GOAL
    else:
        print("  no cluster: Dask is not installed (pip install 'replcalc[cluster]')")
    print(f"  load of the machine {os.getloadavg()[0]:.1f} (speed-ups need two idle processors)")
    print("rows agree" if agree else "ROWS DIFFER")
    print("ok" if ok and agree else "FAILED")
    return 0 if ok and agree else 1


if __name__ == "__main__":
    sys.exit(main())
