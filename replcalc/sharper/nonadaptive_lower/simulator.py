"""Rules that tell signs without adapting, exactly, against the lower bounds for non-adaptive problems.

Cases. (1) N flips of each of k <= 2 coins whose biases are q = sin^2(x/2), x uniform in (0, pi): a rule is a list of
tables, one per shared string, from the counts of ones to the k answers. Agreement of two runs is a polynomial in q and
1 - q, whose average over x is rational: E[q^a (1-q)^b] = (2a-1)!! (2b-1)!!/(2^(a+b) (a+b)!). So the average
disagreement over all angles, the one over every face (a coin that is sure) and the probability of a wrong answer about
a sure coin are exact. (2) Coins with biases within tau of 1/2, or Gaussian means within tau of 0, each answered by
comparing the count or the mean with a shared random threshold; k independent copies. Averages over the window are Arb's
certified quadrature of entire functions.

What is compared. The proofs use no more than the average disagreement over the window and over its faces, and the
failures on the faces: the bounds must hold with rho and beta replaced by the largest of these, which is more than the
theorems say.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product as cartesian
from math import factorial, prod
from random import Random
from typing import Any

from flint import acb, arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.numbers.workers import integral
from replcalc.simulate.binomial import binomials
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

COINS, QUERIES = "derived:coins-lower", "derived:queries-lower"
GAUSSIAN = "derived:gaussian-means-lower"
HALF = fmpq(1, 2)
#: A failure where there is none: the statements ask for a positive one.
TINY = fmpq(1, 10**30)

CountTable = tuple[tuple[int, ...], ...]  # the answers at every vector of counts, in lexicographic order


@lru_cache(maxsize=4096)
def moment(a: int, b: int) -> fmpq:
    """Return E[q^a (1-q)^b] for q = sin^2(x/2), x uniform in (0, pi)."""
    top = factorial(2 * a) * factorial(2 * b)
    return fmpq(top, factorial(a) * factorial(b) * factorial(a + b) * 4 ** (a + b))


def average(n: int, counts: Sequence[int], others: Sequence[int], sure: tuple[int, int] | None) -> fmpq:
    """Return E Pr[counts in one run, others in the second]; ``sure`` = (coin, side) puts that coin on a face."""
    row, total = binomials(n), fmpq(1)
    for i, (c, d) in enumerate(zip(counts, others, strict=True)):
        if sure is not None and sure[0] == i:
            if c != d or c != n * sure[1]:
                return fmpq(0)
        else:
            total *= row[c] * row[d] * moment(c + d, 2 * n - c - d)
    return total


def disagreement(tables: Sequence[CountTable], n: int, k: int, sure: tuple[int, int] | None) -> fmpq:
    """Return the average over strings and angles of the probability that two runs differ."""
    counts = list(cartesian(range(n + 1), repeat=k))
    total = fmpq(0)
    for table in tables:
        labelled = list(zip(counts, table, strict=True))
        for c, x in labelled:
            total += sum((average(n, c, d, sure) for d, y in labelled if x == y), fmpq(0))
    return 1 - total / len(tables)


def wrong(tables: Sequence[CountTable], n: int, k: int, sure: tuple[int, int]) -> fmpq:
    """Return the average probability of a wrong answer about the sure coin."""
    coin, side = sure
    row, total = binomials(n), fmpq(0)
    for table in tables:
        for c, x in zip(cartesian(range(n + 1), repeat=k), table, strict=True):
            if c[coin] == n * side and x[coin] != side:
                others = (count for i, count in enumerate(c) if i != coin)
                total += prod((row[count] * moment(count, n - count) for count in others), start=fmpq(1))
    return total / len(tables)


@dataclass(frozen=True)
class CoinTables(Case):
    """A list of tables, one per shared string, on n flips of each of k coins."""

    tables: Sequence[CountTable]
    n: int
    k: int

    @cached_property
    def rho(self) -> fmpq:
        """The largest disagreement, on average over all angles or over a face."""
        faces = cartesian(range(self.k), (0, 1))
        return max(disagreement(self.tables, self.n, self.k, sure) for sure in (None, *faces))

    @cached_property
    def beta(self) -> fmpq:
        return max(wrong(self.tables, self.n, self.k, sure) for sure in cartesian(range(self.k), (0, 1)))

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.rho, self.beta
        if 0 < rho < 1 and beta < fmpq(1, 4) and 1 - rho > 3 * beta:
            yield measure(COINS, "samples_real", self.n, "samples", k=self.k, tau=HALF, rho=rho, beta=max(beta, TINY))


def threshold_tables(n: int, k: int) -> tuple[CountTable, ...]:
    """Answer 1 from h ones on, h = 1..n shared by all coins."""
    return tuple(
        tuple(tuple(int(c >= h) for c in counts) for counts in cartesian(range(n + 1), repeat=k))
        for h in range(1, n + 1)
    )


def random_count_table(rng: Random, n: int, k: int, errs: bool) -> CountTable:
    """Return a table that is right for coins that look sure, otherwise majority or anything."""
    found = []
    for counts in cartesian(range(n + 1), repeat=k):
        answers = []
        for c in counts:
            free = 0 < c < n or (errs and rng.random() < 0.05)
            answers.append(rng.randint(0, 1) if free else int(2 * c > n))
        found.append(tuple(answers))
    return tuple(found)


# -- windows ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Window(Case):
    """k independent copies of one problem on n draws, each compared with a shared random threshold."""

    n: int
    tau: fmpq
    thresholds: Sequence[Any]
    k: int

    @abstractmethod
    def ends(self) -> tuple[arb, arb]:
        """Return both ends of the window."""

    @abstractmethod
    def answer_one(self, h: Any, x: acb) -> acb:
        """Return Pr[answer 1] with threshold h at the place x of the window: an entire function."""

    def chances_at(self, h: Any) -> tuple[arb, arb, arb]:
        """Return how often two runs with threshold h differ, averaged over the window, and Pr[answer 1] at its ends."""
        left, right = self.ends()
        tolerance = arb(2) ** -40

        def differ(x: acb, _analytic: bool) -> acb:
            p = self.answer_one(h, x)
            return 2 * p * (1 - p)

        whole = integral(differ, acb(left), acb(right), rel_tol=tolerance, abs_tol=tolerance).real
        return whole / (right - left), self.answer_one(h, acb(left)).real, self.answer_one(h, acb(right)).real

    @cached_property
    def chances(self) -> tuple[arb, arb]:
        """The largest disagreement, on average over the window or over a face; the largest failure at an end."""
        with ball_precision(96):
            inside = ends = low = high = arb(0)
            for differ, u, v in map(self.chances_at, self.thresholds):
                inside, ends = inside + differ, ends + u * (1 - u) + v * (1 - v)
                low, high = low + u, high + 1 - v
            size = len(self.thresholds)
            inside, ends, beta = inside / size, ends / size, (low / size).max(high / size)
            return 1 - ((1 - inside) ** self.k).min((1 - inside) ** (self.k - 1) * (1 - ends)), beta

    @property
    def given(self) -> dict[str, Any]:
        rho, beta = self.chances
        return {"k": self.k, "tau": self.tau, "rho": rho, "beta": beta}


class CoinWindow(Window):
    """Coins with biases within tau of 1/2; places are angles."""

    def ends(self) -> tuple[arb, arb]:
        angle, centre = (2 * arb(self.tau)).asin(), arb.pi() / 2
        return centre - angle, centre + angle

    def answer_one(self, h: int, x: acb) -> acb:
        row, q = binomials(self.n), (x / 2).sin() ** 2
        return sum((int(row[c]) * q**c * (1 - q) ** (self.n - c) for c in range(h, self.n + 1)), acb(0))

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.chances
        if 1 - rho > 3 * beta:
            yield measure(COINS, "samples_real", self.n, "samples", **self.given)
        if self.tau < HALF and 1 - rho > beta:
            yield measure(QUERIES, "rho_forced", rho, "rho", N=self.n, **self.given)


class GaussianWindow(Window):
    """Gaussian means within tau of 0."""

    def ends(self) -> tuple[arb, arb]:
        return arb(-self.tau), arb(self.tau)

    def answer_one(self, h: fmpq, x: acb) -> acb:
        return ((h - x) * (arb(self.n) / 2).sqrt()).erfc() / 2

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.chances
        if 1 - rho > 3 * beta:
            yield measure(GAUSSIAN, "samples_real", self.n, "samples", **self.given)


def spread_thresholds(tau: fmpq, count: int) -> list[fmpq]:
    """Return evenly spaced thresholds inside (-tau, tau), with a margin for noise."""
    room = tau * fmpq(4, 5)
    return [room * fmpq(2 * j + 1 - count, count) for j in range(count)]


class SignsSimulator(Simulator):
    name, statements, default_cases = "signs", (COINS, QUERIES, GAUSSIAN), 40
    summary = "rules that tell signs of coins and Gaussian means: exact disagreement against the lower bounds"

    def examples(self) -> Iterator[Case]:
        for n, k in ((1, 1), (2, 1), (8, 1), (2, 2), (4, 2)):
            yield CoinTables(threshold_tables(n, k), n, k)
        for n, tau, thresholds, k in (
            (30, fmpq(2, 5), (12, 14, 16, 18, 20), 1),
            (60, fmpq(2, 5), (18, 21, 24, 27, 30, 33, 36, 39, 42), 3),
            (60, fmpq(1, 4), (28, 31, 34), 1),
            (12, HALF, range(1, 13), 4),
        ):
            yield CoinWindow(n, tau, thresholds, k)
        for n, tau, count, k in ((40, fmpq(1), 4, 1), (400, fmpq(1), 12, 1), (400, fmpq(1), 12, 3)):
            yield GaussianWindow(n, tau, spread_thresholds(tau, count), k)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of rho", WrongParameter(self.example(0), "rho", lambda x: x / 2)
        yield "twice as many problems", WrongParameter(self.example(0), "k", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        n, k = rng.choice(((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2)))
        tables = [random_count_table(rng, n, k, rng.random() < 0.3) for _ in range(rng.randint(1, 4))]
        yield CoinTables(tables, n, k)
        if rng.random() < 0.2:
            n = rng.randint(8, 40)
            middle = [h for h in range(n // 4, n - n // 4) if rng.random() < 0.4] or [n // 2]
            yield CoinWindow(n, fmpq(rng.randint(25, 45), 100), middle, rng.randint(1, 3))
