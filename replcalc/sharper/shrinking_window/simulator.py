"""Tests of one coin that compare a count with shared thresholds, against derived:shrinking-window.

Case: a set of thresholds with equal weights. Its failure probabilities at the ends of the window and at the ends of
a smaller window are finite sums; its disagreement, on average over the angles of the smaller window, is a certified
integral. The theorem must hold with the true failure beta at the outer ends: the failure at the inner ends is at most
``beta_inner``, and the average disagreement at least ``rho_forced``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from flint import fmpq

from replcalc.sharper.nonadaptive_lower.simulator import CoinWindow
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "derived:shrinking-window"


@dataclass(frozen=True)
class TwoWindows(Case):
    """n flips of one coin; 1 from ``thresholds`` ones on; the window tau, a smaller one, and an order r > 1."""

    n: int
    tau: fmpq
    inner: fmpq
    thresholds: Sequence[int]
    order: fmpq

    def measurements(self) -> Iterator[Measurement]:
        rho, inside = CoinWindow(self.n, self.inner, self.thresholds, 1).chances
        given = {"k": 1, "tau": self.tau, "inner": self.inner, "N": self.n, "r": self.order}
        given |= {"rho": rho, "beta": CoinWindow(self.n, self.tau, self.thresholds, 1).chances[1]}
        yield measure(LABEL, "beta_inner", inside, "failure at the inner ends", **given)
        if 1 - rho > 2 * inside:
            yield measure(LABEL, "rho_forced", rho, "disagreement on average", **given)


class ShrinkingWindowSimulator(Simulator):
    name, statements, default_cases = "shrinking-window", (LABEL,), 12
    summary = "one coin against shared thresholds: failure and disagreement on a smaller window"

    def examples(self) -> Iterator[Case]:
        tau = fmpq(2, 5)
        for n in (40, 80):
            reach = 3 * n // 10
            thresholds = range(n // 2 - reach + 1, n // 2 + reach + 1, 2)
            for inner, order in ((fmpq(39, 100), fmpq(6)), (fmpq(3, 10), fmpq(3, 2))):
                yield TwoWindows(n, tau, inner, thresholds, order)
        # one threshold: the bound on the failure is nearly attained
        yield TwoWindows(20, fmpq(1, 4), fmpq(6, 25), (15,), fmpq(12))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "a quarter of the failure", WrongParameter(self.example(4), "beta", lambda x: x / 4)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        n, tau = rng.randint(10, 30), fmpq(rng.randint(25, 45), 100)
        inner = tau * fmpq(rng.randint(70, 99), 100)
        thresholds = [h for h in range(n // 4, n - n // 4) if rng.random() < 0.4] or [n // 2]
        yield TwoWindows(n, tau, inner, thresholds, 1 + fmpq(rng.randint(2, 100), 10))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Yield single thresholds, which come closest to the bound on the failure."""
        for h in range(11, min(20, 11 + budget)):
            yield TwoWindows(20, fmpq(1, 4), fmpq(6, 25), (h,), fmpq(8))
