"""What is measured from inside a process: the CPU seconds of a call after a warm-up, printed as one JSON line.

python benchmarks/inside.py sweep POINTS         the direct way at so many goals
python benchmarks/inside.py rows POINTS          the rows of ``replcalc sweep`` for so many compositions, way direct
python benchmarks/inside.py run WAY K            one composition of K equal algorithms
python benchmarks/inside.py distinct WAY K       K algorithms of different sizes
python benchmarks/inside.py digits WAY D         D digits of 100 algorithms
python benchmarks/inside.py width K              the bracket of the total variation of K different eps
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of a call; a short one is repeated, since the clock ticks in hundredths of a second."""
    times, start = 0, time.process_time()
    while not times or (time.process_time() - start < 0.3 and times < 1000):
        answer, times = call(), times + 1
    return (time.process_time() - start) / times, answer


def compose(n: Any, method: str, digits: int = 20) -> Any:
    from replcalc import compose

    return compose(n=n, rho="0.1", routes=[method], digits=digits).results[0]


def composed(n: Any, method: str, digits: int = 20) -> dict[str, Any]:
    """One composition; the formulas are compiled by another one before the clock starts, no answer is known before."""
    from replcalc.paper.main.largest_constant import largest_constant

    def once() -> Any:
        largest_constant.cache_clear()
        return compose(n, method, digits)

    compose("100,200", method)
    cpu, result = timed(once)
    return {"cpu": cpu, "samples": result.samples, "status": str(result.status)}


def distinct(count: int) -> list[int]:
    generator = random.Random(0)
    return [generator.randint(1, 10**6) for _ in range(count)]


def sweep(points: int) -> dict[str, Any]:
    """Goals that differ in k, rho and rho0, in one batch; every fiftieth is compared with the same goal alone."""
    from replcalc.planning.comparison import solve, solve_many
    from replcalc.planning.composition import composition

    ks, rhos, rho0s = (10, 30, 100, 1000), (5, 10, 20, 50, 100), (100, 1000, 10**4)
    grid = [(k, rho, rho0) for k in ks for rho in rhos for rho0 in rho0s]
    goals = [
        composition(f"100x{k + step // len(grid)}", f"1/{rho}", rho0=f"1/{rho0}")
        for step in range(points)
        for k, rho, rho0 in [grid[step % len(grid)]]
    ]
    list(solve_many("direct", goals[:2], 20))
    cpu, results = timed(lambda: list(solve_many("direct", goals, 20)))
    alike = all(
        alone.samples == found.samples and alone.chosen == found.chosen and str(alone.beta) == str(found.beta)
        for alone, found in ((solve("direct", goals[place], 20), results[place]) for place in range(0, points, 50))
    )
    certified = sum(result.certified for result in results)
    return {"cpu": cpu, "points": points, "certified": certified, "as one by one": alike}


def rows(points: int) -> dict[str, Any]:
    """What ``replcalc sweep compose --route direct`` computes for its rows, in one process: k and rho vary."""
    from replcalc.sweeps.plan import planned_sweep
    from replcalc.sweeps.sweep import solve_points

    each = max(2, points // 25)
    varied = {"k": "10..1e4:log:25", "rho": f"0.01..0.1:log:{each}"}
    plan = planned_sweep("compose", varied, {"n": "100", "beta0": "1e-9"}, ["direct"])
    solve_points(plan, (0, plan.count - 1))
    cpu, found = timed(lambda: solve_points(plan, range(plan.count)))
    certified = sum(row["status"] == "certified" for _, several in found for row in several)
    alike = all(solve_points(plan, (place,)) == [found[place]] for place in range(0, plan.count, 50))
    return {"cpu": cpu * points / plan.count, "points": points, "certified": certified, "as one by one": alike}


def width(count: int) -> dict[str, Any]:
    from flint import fmpq

    from replcalc.numbers.family import Family
    from replcalc.sharper.total_variation.product_tv import total_variation

    generator = random.Random(1)
    eps = Family.of([fmpq(generator.randint(10**8, 10**9), 10**9 * max(1, int(count**0.5))) for _ in range(count)])
    total_variation(Family.of([fmpq(1, 7), fmpq(1, 9)]))
    cpu, found = timed(lambda: total_variation(eps))
    gap = found.value.upper - found.value.lower
    return {"cpu": cpu, "width": float(gap.p) / float(gap.q), "narrow": gap < fmpq(1, 10**10)}


def main(task: str, *words: str) -> None:
    size = int(words[-1])
    tasks: dict[str, Callable[[], dict[str, Any]]] = {
        "sweep": lambda: sweep(size),
        "rows": lambda: rows(size),
        "width": lambda: width(size),
        "run": lambda: composed(f"100x{size}", words[0]),
        "distinct": lambda: composed(distinct(size), words[0]),
        "digits": lambda: composed("100x100", words[0], size),
    }
    print(json.dumps(tasks[task]()))


if __name__ == "__main__":
    main(*sys.argv[1:])
