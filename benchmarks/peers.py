"""The total variation of a product of two-point pairs by several accountants: one child process for each figure.

    python benchmarks/peers.py TOOL KIND K

prints one JSON line: CPU seconds of the computation (imports apart), the bounds it gives, or ``skipped`` and why. The
two-point pair of eps is what eps-differential privacy allows at worst, so delta at epsilon 0 is the total variation.
``truth`` is the yardstick for the error: closed forms for equal and two-valued eps and all outcomes for k = 10, written
apart from the package; for more different eps its rigorous bracket with ten times the usual work.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from inside import timed

KINDS = ("equal", "two values", "different")
SIZES = (10, 100, 1000, 10_000)
TOOLS = ("replcalc", "dp-accounting", "prv-accountant", "autodp")
#: CPU seconds a tool may take for one figure.
LIMIT = 10


def epsilons(kind: str, k: int) -> list[Fraction]:
    """k values of about 1/sqrt(k), so that the total variation is far from 0 and from 1."""
    scale = max(1, math.isqrt(k))
    if kind == "equal":
        return [Fraction(1, 2 * scale)] * k
    if kind == "two values":
        return [Fraction(1, 2 * scale)] * (k // 2) + [Fraction(3, 7 * scale)] * (k - k // 2)
    generator = random.Random(k)
    return [Fraction(generator.randint(10**8, 10**9), 10**9 * scale) for _ in range(k)]


# -- the truth ---------------------------------------------------------------------------------------------------------
def truth(kind: str, k: int) -> tuple[Any, Any]:
    """Bounds on the total variation, equal to thirty digits unless it is only known from the package's bracket."""
    from flint import arb, ctx, fmpq

    eps = epsilons(kind, k)
    if kind == "different" and k > 20:
        found = bracket(eps, 10)
        return found.lower, found.upper
    with ctx.workprec(300):
        # TV = sum over outcomes of (P - Q)_+ ; outcomes by how many of each distinct eps came out up, in two halves
        laws = [(arb(fmpq(e.numerator, e.denominator)), e, count) for e, count in Counter(eps).items()]
        halves = [sums(laws[0::2]), sums(laws[1::2])]
        right = sorted(halves[1], key=lambda atom: atom[0])
        tails = [(arb(0), arb(0))]
        for _, p, q in reversed(right):
            tails.append((tails[-1][0] + p, tails[-1][1] + q))
        tails.reverse()  # tails[j]: all of the second half from place j on
        total, place = arb(0), len(right)
        for ratio, p, q in sorted(halves[0], key=lambda atom: atom[0]):
            while place and ratio + right[place - 1][0] > 0:
                place -= 1
            total += p * tails[place][0] - q * tails[place][1]
    middle = fmpq(total.mid().man_exp()[0]) * fmpq(2) ** int(total.mid().man_exp()[1])
    return middle, middle


def sums(laws: list[Any]) -> list[tuple[Fraction, Any, Any]]:
    """(log-ratio, P, Q) for every vector of counts."""
    from flint import arb, fmpz

    found = [(Fraction(0), arb(1), arb(1))]
    for ball, exact, count in laws:
        up = ball.exp() / (1 + ball.exp())
        row = []
        for ups in range(count + 1):
            methods = arb(fmpz.bin_uiui(count, ups))
            row.append(
                (
                    exact * (2 * ups - count),
                    methods * up**ups * (1 - up) ** (count - ups),
                    methods * up ** (count - ups) * (1 - up) ** ups,
                )
            )
        found = [(x + y, p * a, q * b) for x, p, q in found for y, a, b in row]
    return found


# -- the tools: each gives bounds on the total variation, or one number twice if it promises nothing -------------------
def bracket(eps: list[Fraction], times: int = 1) -> Any:
    from flint import fmpq

    from replcalc.numbers.family import Family
    from replcalc.sharper.total_variation.product_tv import WORK, total_variation

    return total_variation(Family.of([fmpq(e.numerator, e.denominator) for e in eps]), 20, times * WORK).value


def replcalc(eps: list[Fraction]) -> tuple[Any, Any]:
    found = bracket(eps)
    return found.lower, found.upper


def dp_accounting(eps: list[Fraction]) -> tuple[Any, Any]:
    """Privacy loss distributions on its usual grid, once rounded up and once down."""
    from dp_accounting.pld import privacy_loss_distribution as pld

    ends = []
    for pessimistic in (False, True):
        whole = None
        for value, count in Counter(eps).items():
            noise = 2 / (1 + math.exp(value))
            one = pld.from_randomized_response(noise, 2, pessimistic_estimate=pessimistic)
            part = one.self_compose(count) if count > 1 else one
            whole = part if whole is None else whole.compose(part)
        ends.append(float(whole.get_delta_for_epsilon(0.0)))
    return min(ends), max(ends)


def prv_accountant(eps: list[Fraction]) -> tuple[Any, Any]:
    """Its bounds with an error of 0.001 in epsilon; finer grids take minutes."""
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import PureDPMechanism

    values = Counter(eps)
    counts = list(values.values())
    accountant = PRVAccountant([PureDPMechanism(float(v)) for v in values], 1e-3, 1e-10, max_self_compositions=counts)
    lower, _, upper = accountant.compute_delta(0.0, counts)
    return max(lower, 0.0), min(upper, 1.0)


def autodp(eps: list[Fraction]) -> tuple[Any, Any]:
    """Its Fourier accountant; one number without a bound on its error."""
    from autodp import mechanism_zoo, transformer_zoo

    values = Counter(eps)
    methods = [mechanism_zoo.RandresponseMechanism(p=1 / (1 + math.exp(-v)), phi_off=False) for v in values]
    found = float(transformer_zoo.ComposeAFA()(methods, list(values.values())).get_approx_delta(0.0))
    return found, found


def main(tool: str, kind: str, size: str) -> None:
    import warnings

    warnings.simplefilter("ignore")
    calls: dict[str, Callable[[list[Fraction]], tuple[Any, Any]]] = {
        "replcalc": replcalc,
        "dp-accounting": dp_accounting,
        "prv-accountant": prv_accountant,
        "autodp": autodp,
    }
    k = int(size)
    if tool == "truth":
        lower, upper = truth(kind, k)
        print(json.dumps({"cpu": 0.0, "lower": str(lower), "upper": str(upper)}))
        return
    try:
        calls[tool](epsilons("two values", 4))  # imports, and whatever is made once
    except ImportError as error:
        print(json.dumps({"skipped": f"not installed ({error.name})"}))
        return
    eps = epsilons(kind, k)
    cpu, (lower, upper) = timed(lambda: calls[tool](eps))
    exact = [str(x) if not isinstance(x, float) else str(Fraction(x)) for x in (lower, upper)]
    print(json.dumps({"cpu": cpu, "lower": exact[0], "upper": exact[1]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
