"""How far apart the two sides of ``replcalc test`` are, and how long it takes, at random points.

    python -m benchmarks.two_values [--points 200] [--seed 0]

Every point has a certified number of samples and a certified number that is excluded. A line for each, then the largest
ratio of the two and the times. Points that would need more than ``MOST`` samples are drawn again.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from random import Random
from statistics import NormalDist, median

import replcalc

#: Samples of the largest tests.
MOST = 100_000


def points(seed: int) -> Iterator[dict[str, str]]:
    """Families, values, rho and beta at random; two or three digits each."""
    rng = Random(seed)
    while True:
        family = rng.choice(("binomial", "binomial", "poisson", "gaussian"))
        rho = float(f"{10 ** rng.uniform(-1.7, -0.4):.2g}")
        beta = float(f"{10 ** rng.uniform(-6, -1):.2g}")
        if family == "binomial":
            low, high = sorted(round(rng.uniform(0, 1), 3) for _ in range(2))
            width = 2 * (math.asin(math.sqrt(high)) - math.asin(math.sqrt(low)))
        elif family == "poisson":
            low, high = sorted(float(f"{10 ** rng.uniform(-1, 1):.2g}") for _ in range(2))
            width = 2 * (math.sqrt(high) - math.sqrt(low))
        else:
            low, high = 0.0, float(f"{10 ** rng.uniform(-1.5, 0.5):.2g}")
            width = high - low
        wide = 1.13 / rho - NormalDist().inv_cdf(beta)
        if width > 0 and 4 < (wide / width) ** 2 < MOST:
            values = {"low": low, "high": high, "rho": rho, "beta": beta}
            yield {"family": family} | {name: str(value) for name, value in values.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    ratios, times = [], []
    for _, point in zip(range(asked.points), points(asked.seed), strict=False):
        begun = time.process_time()
        found = replcalc.test(**point)
        times.append(time.process_time() - begun)
        least = found.lower_bound.samples if found.lower_bound else 1
        ratios.append((found.samples or 0) / least)
        told = " ".join(f"{name}={value}" for name, value in point.items())
        print(f"{told}: {found.samples} samples, at least {least}, {times[-1]:.1f} s", flush=True)
    print(f"{len(ratios)} points: largest ratio {max(ratios):.6f}, equal at {ratios.count(1.0)}")
    print(f"processor seconds: median {median(times):.1f}, largest {max(times):.1f}")


if __name__ == "__main__":
    main()
