"""One coin from both sides (derived:one-mean): rounding exactly, and threshold rules on average over the window.

Cases. (1) A coin of rational bias and as many flips as are said to be enough, rounded to a grid with an offset uniform
on a cell: exact disagreement and failure. (2) Rules that compare the count with a shared threshold: their disagreement
on average over the window of biases, by certified quadrature, against what is said to be forced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from flint import arb, fmpq

from replcalc.sharper.expected_gap_rounding.simulator import GridQuery
from replcalc.sharper.nonadaptive_lower.simulator import CoinWindow
from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

ONE = "derived:one-mean"


@dataclass(frozen=True)
class RoundedCoin(Case):
    """A coin of this bias, flipped as often as is enough, rounded to cells at the balanced share of alpha."""

    bias: fmpq
    alpha: fmpq
    rho: fmpq
    beta: fmpq

    def show(self) -> dict[str, str]:
        return {"bias": str(self.bias), "alpha": str(self.alpha), "rho": str(self.rho), "beta": str(self.beta)}

    def measurements(self) -> Iterator[Measurement]:
        given = {"alpha": self.alpha, "rho": self.rho, "beta": self.beta, "N": 1}
        flips = int(arb(bound(ONE, "enough", **given)).unique_fmpz())
        share = 1 / arb(bound(ONE, "more", **given)).sqrt()
        width = 2 * self.alpha * fmpq(int((share * 10**12).floor().unique_fmpz()) + 1, 10**12)
        coin = GridQuery((1 - self.bias, self.bias), flips)
        yield measure(ONE, "rho", coin.disagreement(width), "disagreement with enough samples", **given)
        yield measure(ONE, "beta", coin.failure(width, self.alpha), "failure with enough samples", **given)


class OneCoin(CoinWindow):
    """One coin within alpha of 1/2, its count compared with shared thresholds."""

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.chances
        if 1 - rho > beta:
            given = {"alpha": self.tau, "rho": rho, "beta": beta, "N": self.n}
            yield measure(ONE, "rho_forced", rho, "disagreement on average", **given)


def _thresholds(n: int, alpha: fmpq) -> Sequence[int]:
    """Every second one that lies safely within the window."""
    reach = int((alpha * n * fmpq(3, 4)).floor())
    return range(n // 2 - reach + 1, n // 2 + reach + 1, 2)


class OneMeanSimulator(Simulator):
    name, statements, default_cases = "one-mean", (ONE,), 12
    summary = "one coin: rounding at the samples that suffice, thresholds against the disagreement that is forced"

    def named(self) -> Iterator[Case]:
        quarter = fmpq(1, 4)
        yield RoundedCoin(fmpq(1, 2), quarter, fmpq(1, 3), fmpq(1, 5))
        for n in (40, 80):
            yield OneCoin(n, fmpq(2, 5), _thresholds(n, fmpq(2, 5)), 1)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        alpha, rho = fmpq(rng.randint(20, 45), 100), fmpq(rng.randint(40, 80), 100)
        yield RoundedCoin(fmpq(rng.randint(1, 9), 10), alpha, rho, fmpq(rng.randint(5, 30), 100))
        if number % 3 == 0:
            n = rng.randint(10, 30)
            yield OneCoin(n, alpha, _thresholds(n, alpha) or [n // 2], 1)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Sets of thresholds around the middle."""
        for n in (24, 40):
            for reach in range(1, min(budget, n // 4), 3):
                yield OneCoin(n, fmpq(2, 5), range(n // 2 - reach, n // 2 + reach + 1), 1)
