"""Two testers of the boosting section at their stated sample sizes, and the exact tester, exactly.

Cases. (1) lm:tester: n flips of a coin of mean mu, accept from 3 alpha/2 on; tails are monotone in the mean, so alpha
and 2 alpha are the worst cases. (2) The heavy-hitters tester on a domain of two elements, where one binomial count
fixes every estimate: sizes of its three sample sets are those the proof asks for (every estimate within epsilon/32 by
Hoeffding, every heavy element collected). Acceptance probabilities are binomial tails, or products of tails of
independent sample sets; terms are balls of about 190 bits, and tails are added from their small end. The testers of
statistical queries and best arms stand in ``toy-hybrids``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product as cartesian
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, bound, certain_ceiling, measure, setting
from replcalc.simulate.simulator import Case, Measurement, Simulator

COIN = "lm:tester"
EXACT = "derived:exact-tester"
HEAVY = "lm:heavy_tester"


@lru_cache(maxsize=256)
def flips(n: int, p: fmpq) -> CountDistribution:
    return CountDistribution.ball(n, p)


def hoeffding_draws(error: fmpq, failure: Any) -> int:
    """Draws after which a mean of values in [0,1] is off by more than ``error`` with at most this probability."""
    return certain_ceiling((2 / arb(failure)).log() / (2 * arb(error) ** 2))


# -- (1) a coin --------------------------------------------------------------------------------------------------------
def coin_errors(n: int, threshold: fmpq, low: fmpq, high: fmpq) -> tuple[arb, arb]:
    """(Pr[reject] at mean ``high``, Pr[accept] at mean ``low``) of the test that accepts from the threshold on."""
    cut = int((n * threshold).ceil())
    return flips(n, high).less(cut), flips(n, low).at_least(cut)


@dataclass(frozen=True)
class CoinTester(Case):
    """lm:tester at the size it states."""

    alpha: fmpq
    beta: fmpq

    varied: ClassVar[tuple[str, ...]] = ("alpha", "beta")

    def promise(self, name: str) -> Any:
        return bound(COIN, name, alpha=self.alpha, beta=self.beta)

    @property
    def n(self) -> int:
        return certain_ceiling(self.promise("n_tester"))

    @property
    def threshold(self) -> fmpq:
        return setting(COIN, "threshold", alpha=self.alpha, beta=self.beta)

    def measurements(self) -> Iterator[Measurement]:
        miss, alarm = coin_errors(self.n, self.threshold, self.alpha, min(2 * self.alpha, fmpq(1)))
        if 2 * self.alpha <= 1:
            yield measure(COIN, "miss", miss, "Pr[reject], mean 2 alpha", alpha=self.alpha, beta=self.beta)
            yield measure(COIN, "beta", miss, "Pr[reject], mean 2 alpha", alpha=self.alpha, beta=self.beta)
        yield measure(COIN, "false_alarm", alarm, "Pr[accept], mean alpha", alpha=self.alpha, beta=self.beta)
        yield measure(COIN, "beta", alarm, "Pr[accept], mean alpha", alpha=self.alpha, beta=self.beta)


@dataclass(frozen=True)
class CountTester(Case):
    """The tester that accepts up to t errors, at error rates inside its two ranges (at the ends it is exact)."""

    n: int
    t: int
    low: fmpq
    high: fmpq

    def measurements(self) -> Iterator[Measurement]:
        n, t, low, high = self.n, self.t, self.low, self.high
        values = {"alpha_low": low, "alpha_high": high, "beta": fmpq(1, 2), "n": n, "t": t}
        below, above = low * fmpq(99, 100), high + (1 - high) / 100
        reject, accept = (
            CountDistribution.exact(n, below).at_least(t + 1),
            CountDistribution.exact(n, above).less(t + 1),
        )
        yield measure(EXACT, "false_reject", reject, f"Pr[reject], error rate {below}", **values)
        yield measure(EXACT, "false_accept", accept, f"Pr[accept], error rate {above}", **values)


# -- (2) heavy hitters on two elements ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class HeavyTester(Case):
    """The tester for (nu, epsilon, beta): the sizes its proof asks for, and its exact acceptance probability.

    Element 1 has probability p and element 0 the rest; some of them are listed.
    """

    nu: fmpq
    epsilon: fmpq
    beta: fmpq
    p: fmpq
    listed: frozenset[int]

    def setting(self, name: str) -> fmpq:
        return setting(HEAVY, name, nu=self.nu, epsilon=self.epsilon, beta=self.beta)

    @property
    def longest(self) -> int:
        return int(self.setting("list_size").floor())

    @property
    def collect(self) -> int:
        """Draws after which every element of probability nu' has appeared: each is missed with at most nu' beta/16."""
        nu_prime = self.setting("nu_prime")
        return certain_ceiling((16 / (arb(nu_prime) * arb(self.beta))).log() / arb(nu_prime))

    @property
    def estimate_listed(self) -> int:
        return hoeffding_draws(self.setting("error"), self.beta / (8 * self.longest))

    @property
    def estimate_collected(self) -> int:
        return hoeffding_draws(self.setting("error"), self.beta / (8 * self.collect))

    def valid(self) -> bool:
        """A solution for (nu', epsilon')."""
        nu, epsilon = self.setting("nu_prime"), self.setting("epsilon_prime")
        return self._solves(nu, nu - epsilon)

    def invalid(self) -> bool:
        """Not a solution for (nu, epsilon)."""
        return not self._solves(self.nu, self.nu - self.epsilon)

    def _solves(self, heavy: fmpq, light: fmpq) -> bool:
        masses = enumerate((1 - self.p, self.p))
        return all(m < heavy if x not in self.listed else m > light for x, m in masses)

    def accepts(self) -> arb:
        """Pr[accept]; the three sample sets are independent."""
        return (1 - self._light()) * (1 - self._missing())

    def _light(self) -> arb:
        """Pr[some listed element is estimated below the limit]: element 1 has j of the n draws, element 0 the rest."""
        n, limit = self.estimate_listed, self.setting("light_below")
        needed = int((n * limit).ceil())
        low = needed if 1 in self.listed else 0
        high = n - needed + 1 if 0 in self.listed else n + 1
        return flips(n, self.p).outside(low, high) if low <= high else arb(1)

    def _missing(self) -> arb:
        """Pr[some element is collected, not listed, and estimated at least the limit]."""
        n, limit, draws = self.estimate_collected, self.setting("heavy_from"), self.collect
        enough = int((n * limit).ceil())
        only_one, only_zero = arb(self.p) ** draws, arb(1 - self.p) ** draws
        total = arb(0)
        for seen, chance in (
            (frozenset({0, 1}), 1 - only_one - only_zero),
            (frozenset({1}), only_one),
            (frozenset({0}), only_zero),
        ):
            left_out = seen - self.listed
            low = n - enough + 1 if 0 in left_out else 0  # j below low: element 0 is estimated heavy
            high = enough if 1 in left_out else n + 1  # j from high on: element 1 is
            total += chance * (flips(n, self.p).outside(low, high) if low <= high else arb(1))
        return total

    def measurements(self) -> Iterator[Measurement]:
        given = {"nu": self.nu, "epsilon": self.epsilon, "beta": self.beta}
        if self.valid():
            yield measure(HEAVY, "list_size", len(self.listed), "members of a valid list", **given)
            yield measure(HEAVY, "beta", 1 - self.accepts(), "Pr[reject] of a valid list", **given)
        if self.invalid():
            yield measure(HEAVY, "beta", self.accepts(), "Pr[accept] of an invalid list", **given)


class TestersSimulator(Simulator):
    name, statements, default_cases = "testers", (COIN, EXACT, HEAVY), 30
    summary = "testers of boosting at their stated sizes: exact acceptance probabilities"
    loose: ClassVar[Mapping[str, str]] = {
        HEAVY: (
            "elements are estimated to epsilon/32 where 3 epsilon/16 suffices; Hoeffding and three union bounds "
            "cost the rest"
        ),
    }

    def examples(self) -> Iterator[Case]:
        for alpha, beta in cartesian(
            (fmpq(1, 20), fmpq(1, 4), fmpq(1, 2), fmpq(3, 4)), (fmpq(1, 100), fmpq(1, 2), fmpq(9, 10))
        ):
            yield CoinTester(alpha, beta)
        for p in (fmpq(1, 2), fmpq(2, 5), fmpq(3, 10), fmpq(4, 5), fmpq(7, 10)):
            for listed in map(frozenset, ((), (0,), (1,), (0, 1))):
                yield HeavyTester(fmpq(4, 5), fmpq(2, 5), fmpq(1, 2), p, listed)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of the failure probability", WrongParameter(self.example(2), "beta", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        alpha, beta = fmpq(rng.randint(4, 60), 100), fmpq(rng.randint(1, 95), 100)
        yield CoinTester(alpha, beta)
        low, n = fmpq(rng.randint(1, 40), 100), rng.randint(2, 40)
        yield CountTester(n, rng.randrange(n), low, low + fmpq(rng.randint(1, 50), 100))
