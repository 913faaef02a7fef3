"""How far apart the two sides of ``replcalc test`` are, and how long it takes, at random points.

    python -m benchmarks.two_values [--points 200] [--seed 0] [--write]

Every point has a certified number of samples and a certified number that is excluded. A line for each, then the largest
ratio of the two and the times; --write keeps these at the end of docs/benchmarks.md. Points that would need more than
``MOST`` samples are drawn again.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
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


#: Where the study is kept.
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TITLE = "## Tests between two values"


@dataclass(frozen=True)
class Measured:
    """One point: what suffices, what is needed at least, and the time. ``outside``: beta so large that parameters
    outside the two values bind too, where no proof of optimality is known."""

    point: dict[str, str]
    samples: int
    least: int
    seconds: float

    @property
    def outside(self) -> bool:
        beta = float(self.point["beta"])
        return 2 * beta * (1 - beta) > float(self.point["rho"])

    @property
    def ratio(self) -> float:
        return self.samples / self.least


def measured(point: dict[str, str]) -> Measured:
    begun = time.process_time()
    found = replcalc.test(**point)
    least = found.lower_bound.samples if found.lower_bound else 1
    return Measured(point, found.samples or 0, least, time.process_time() - begun)


def summary(found: Sequence[Measured]) -> list[list[str]]:
    """A row for the points at which the theorem is about all parameters, and one for the others."""
    rows = []
    for told, some in (
        ("2 beta (1 - beta) <= rho", [m for m in found if not m.outside]),
        ("larger beta: parameters outside the two values bind", [m for m in found if m.outside]),
    ):
        if some:
            worst = max(some, key=lambda m: m.ratio)
            far = max(m.samples - m.least for m in some)
            rows.append(
                [
                    told,
                    str(len(some)),
                    str(sum(m.samples == m.least for m in some)),
                    f"{worst.ratio:.6f}",
                    f"{worst.samples:,}",
                    f"{far:,}",
                    f"{median(m.seconds for m in some):.1f}",
                    f"{max(m.seconds for m in some):.1f}",
                ]
            )
    return rows


def section(found: Sequence[Measured], seed: int) -> str:
    header = ["points", "number", "equal", "largest ratio", "at", "most samples apart", "CPU s", "at most"]
    lines = [
        TITLE,
        "",
        f"Written by `python -m benchmarks.two_values --points {len(found)} --seed {seed} --write`: random coins,",
        f"Poisson and normal means of up to {MOST:,} samples; certified to suffice over certified to be needed.",
        "",
        "| " + " | ".join(header) + " |",
        "|" + "---|" * len(header),
        *("| " + " | ".join(row) + " |" for row in summary(found)),
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help=f"keep the result in {PAGE.name}")
    asked = parser.parse_args()
    found = []
    for point in islice(points(asked.seed), asked.points):
        found.append(one := measured(point))
        told = " ".join(f"{name}={value}" for name, value in point.items())
        print(f"{told}: {one.samples} samples, at least {one.least}, {one.seconds:.1f} s", flush=True)
    for row in summary(found):
        print("; ".join(row))
    if asked.write:
        whole = re.sub(rf"\n{TITLE}\n.*?(?=\n## |\Z)", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
        PAGE.write_text(whole.rstrip("\n") + "\n\n" + section(found, asked.seed), encoding="utf-8")


if __name__ == "__main__":
    main()
