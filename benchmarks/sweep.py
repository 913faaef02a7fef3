"""Sweeps: points per second in one process and on two Dask workers, and what the cluster costs beside the computing.

    python benchmarks/sweep.py [--points 400] [--workers 2]

The same plan (compose by the way direct, points that differ in k and rho) is computed three times: by the bare loop
over the points, by ``run`` in one process (journal, rows, progress), and by ``run`` on a local cluster. Overheads are
in CPU time, which other programs on the machine change less than the clock: ``of running`` is what ``run`` adds to the
loop, ``of Dask`` what all processes of the cluster together spend beyond the loop, without their start (imports and
compiling: a sweep of a few points on a cluster less the same points here, where all is compiled). Exit code 0 iff all
rows agree and both overheads stay below 20%.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

from replcalc.sweeps import running
from replcalc.sweeps.journal import Journal
from replcalc.sweeps.plan import Plan, planned

#: Most that may be spent beside the computing.
GOAL = 0.2


def cpu() -> float:
    """Seconds of this process and of the children that have ended."""
    own, ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    wall, spent = time.perf_counter(), cpu()
    result = work()
    return time.perf_counter() - wall, cpu() - spent, result


def best(*works: Callable[[], Any]) -> list[tuple[float, float, Any]]:
    """Each timed twice, in turn, and the better time kept: other programs slow both down alike."""
    found = [[timed(work) for work in works] for _ in range(2)]
    return [min(times, key=lambda entry: entry[1]) for times in zip(*found, strict=True)]


def bare(plan: Plan) -> list[Any]:
    return [row for point in range(plan.count) for _, rows in running.solve_points(plan, [point]) for row in rows]


def swept(plan: Plan, workers: int) -> list[Any]:
    with Journal(plan, None) as journal:
        running.run_sweep(plan, journal, workers=workers)
        return journal.rows


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=400)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    each = max(2, round(asked.points**0.5))
    varied = {"k": f"10..1e4:log:{each}", "rho": f"0.01..0.1:log:{each}"}
    plan = planned("compose", varied, {"n": "100", "beta0": "1e-9"}, ["direct"])
    # loading and compiling are nobody's overhead: enough points that every worker has compiled what comes often
    start = planned("compose", {"k": "10..99:lin:80"}, {"n": "100", "rho": "0.1"}, ["direct"])
    bare(start)
    (again_wall, again, _), (wall, spent, rows), (alone_wall, alone_spent, alone) = best(
        lambda: bare(start), lambda: bare(plan), lambda: swept(plan, 1)
    )
    each_ms = 1000 * spent / plan.count
    print(f"{plan.count} points, way direct: {each_ms:.1f} ms of CPU each, {os.cpu_count()} processors")
    print(f"  bare loop     {plan.count / wall:8.1f} points/s   {spent:7.2f} s CPU")
    running_cost = alone_spent / spent - 1
    speed = plan.count / alone_wall
    print(f"  one process   {speed:8.1f} points/s   {alone_spent:7.2f} s CPU   of running {running_cost:+.1%}")
    ok = alone == rows and running_cost < GOAL
    shared: list[Any] = []
    if running.installed() and asked.workers > 1:
        running.WORTH_A_CLUSTER = 0.0  # a cluster however few the points
        (start_wall, started, _), (shared_wall, shared_spent, shared) = best(
            lambda: swept(start, asked.workers), lambda: swept(plan, asked.workers)
        )
        dask_cost = (shared_spent - started + again) / spent - 1
        speed = plan.count / shared_wall
        cost = f"{shared_spent:7.2f} s CPU   of Dask {dask_cost:+.1%}"
        print(f"  {asked.workers} Dask workers {speed:7.1f} points/s   {cost}")
        start_wall -= again_wall / asked.workers
        fair = alone_wall / max(shared_wall - start_wall, 1e-9)
        print(f"  speed-up {alone_wall / shared_wall:.2f}, without the start of {start_wall:.1f} s {fair:.2f}")
        ok &= shared == rows and dask_cost < GOAL
    else:
        print("  no cluster: Dask is not installed (pip install 'replcalc[cluster]')")
    print(f"  load of the machine {os.getloadavg()[0]:.1f} (speed-ups need two idle processors)")
    print("rows agree" if alone == rows and (not shared or shared == rows) else "ROWS DIFFER")
    print("ok" if ok else "FAILED")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
