"""Solve, test, fall back (alg:hybrid) for the mean of a coin, exactly.

Case. A coin of rational mean mu. The replicable solver rounds the mean of N1 flips to a grid of random offset (see
``rounding``); the tester accepts the candidate if the mean of N2 further flips is closer than 3/2 of the tester's
accuracy; the fallback answers with the mean of N3 further flips. The accuracies and failure probabilities of the
three are those of alg:hybrid, and the sizes N1, N2, N3 are what expected-gap rounding and Hoeffding's inequality ask
for them.

Why it is exact. Two runs share only the offset o. Candidates, acceptance and validity change only when o passes one
of finitely many rational points modulo the width of the grid; between them two runs give the same answer with
probability

    sum_z (p_z q_z)^2  +  (sum_z p_z (1 - q_z))^2 * Pr[two fallbacks agree],

p_z the probability of candidate z and q_z of its acceptance (a candidate equals a fallback answer only for single
offsets, of probability 0). All of it is sums and products of binomial terms, in balls of about 190 bits.

What is compared. Each ingredient with its budget, rho and failure of the whole with thm:boost_beta; and, with the
exact errors of the ingredients instead of their budgets, with derived:boost-split. That is a much sharper test,
above all with sizes far too small for the budgets, where all ingredients err often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.paper.boosting.simulator_testers import flips, hoeffding_draws, query_accepts
from replcalc.sharper.means.simulator_rounding import Setting, cells, offset_pieces
from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, measure, setting
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

HYBRID = "alg:hybrid"
THEOREM = "thm:boost_beta"
QUERY = "thm:boost_sq"
SPLIT = "derived:boost-split"


@dataclass(frozen=True)
class HybridChances:
    """Exact probabilities of the hybrid and of its ingredients."""

    rho: arb
    beta: arb
    rho_solver: arb
    beta_solver: arb
    wrong_reject: arb  # largest over candidates valid for the tester's accuracy
    wrong_accept: arb  # largest over candidates invalid at the final accuracy
    beta_fallback: arb


@dataclass(frozen=True)
class HybridCase(Case):
    """alg:hybrid at (rho, alpha, beta) on a coin of mean mu.

    ``share`` is the part of the solver's accuracy that rounding may spend.
    """

    mu: fmpq
    rho: fmpq
    alpha: fmpq
    beta: fmpq
    share: fmpq
    forced: tuple[int, int, int] | None = None  # other sizes than those asked for: then no budget is guaranteed

    def budget(self, name: str) -> fmpq:
        return setting(HYBRID, name, rho=self.rho, alpha=self.alpha, beta=self.beta)

    @property
    def solver(self) -> Setting:
        return Setting(self.budget("alpha_replic"), self.budget("rho_replic"), self.budget("beta_replic"), self.share)

    @property
    def sizes(self) -> tuple[int, int, int]:
        """N1, N2, N3."""
        if self.forced is not None:
            return self.forced
        test = hoeffding_draws(self.budget("alpha_tester") / 4, self.budget("beta_tester"))
        return self.solver.samples, test, hoeffding_draws(self.budget("alpha_nonreplic"), self.budget("beta_nonreplic"))

    @cached_property
    def chances(self) -> HybridChances:
        mu, (n1, n2, n3) = self.mu, self.sizes
        solver, fallback = flips(n1, mu), flips(n3, mu)
        alpha, fine, tested = self.alpha, self.budget("alpha_replic"), self.budget("alpha_tester")
        width = self.solver.width
        wrong = off_by(fallback, mu, alpha)
        agree_fallback = fallback.collision()
        same = same_solver = failed = failed_solver = wrong_reject = wrong_accept = arb(0)
        for weight, offset in offset_pieces(self._breakpoints(n1, n2, width, 3 * tested / 2), width):
            both = both_solver = turned_down = bad = bad_solver = arb(0)
            for p, centre in cells(solver, offset, width):
                accept, reject = query_accepts(n2, mu, centre, tested)
                distance = abs(centre - mu)
                both_solver += p * p
                both += p * p * accept * accept  # not **: a ball that touches 0 has no power in this library
                turned_down += p * reject
                bad += p * (reject * wrong + (accept if distance > alpha else 0))
                if distance > fine:
                    bad_solver += p
                else:
                    wrong_reject = wrong_reject.max(reject)
                if distance > alpha:
                    wrong_accept = wrong_accept.max(accept)
            same += weight * (both + turned_down * turned_down * agree_fallback)
            same_solver += weight * both_solver
            failed += weight * bad
            failed_solver += weight * bad_solver
        return HybridChances(1 - same, failed, 1 - same_solver, failed_solver, wrong_reject, wrong_accept, wrong)

    def _breakpoints(self, n1: int, n2: int, width: fmpq, reach: fmpq) -> list[fmpq]:
        """Offsets (modulo the width) at which a mean meets an edge of its cell or a centre meets a limit."""
        mu, fine = self.mu, self.budget("alpha_replic")
        limits = [mu + self.alpha, mu - self.alpha, mu + fine, mu - fine]
        limits += [fmpq(i, n2) + side for i in range(n2 + 1) for side in (reach, -reach)]
        return [fmpq(i, n1) for i in range(n1 + 1)] + [x - width / 2 for x in limits]

    def measurements(self) -> Iterator[Measurement]:
        out = self.chances
        values: dict[str, Any] = {"rho": self.rho, "alpha": self.alpha, "beta": self.beta}
        values |= dict(zip(("n_replic", "n_tester", "n_nonreplic"), self.sizes, strict=True))
        if self.forced is None:
            yield from self.against_budgets(values)
        exact = {"rho1": out.rho_solver, "beta1": out.beta_solver, "beta_t": out.wrong_reject.max(out.wrong_accept)}
        values |= exact | {"beta_n": out.beta_fallback, "lambda": fmpq(1, 2)}
        for quantity, true, name in (("rho", out.rho, "rho_split"), ("failure", out.beta, "beta_split")):
            yield measure(SPLIT, name, true, f"{quantity} of the whole, exact ingredients", **values)

    def against_budgets(self, values: Mapping[str, Any]) -> Iterator[Measurement]:
        """Each ingredient and the whole against what is asked of them."""
        out, asked = self.chances, {"rho": self.rho, "alpha": self.alpha, "beta": self.beta}
        for quantity, true, name in (
            ("rho of the solver", out.rho_solver, "rho_replic"),
            ("failure of the solver", out.beta_solver, "beta_replic"),
            ("rejection of a valid candidate", out.wrong_reject, "beta_tester"),
            ("acceptance of an invalid candidate", out.wrong_accept, "beta_tester"),
            ("failure of the fallback", out.beta_fallback, "beta_nonreplic"),
        ):
            yield Measurement(HYBRID, quantity, true, self.budget(name))
        for label in (HYBRID, QUERY):
            yield measure(label, "rho", out.rho, "rho of the whole", **asked)
            yield measure(label, "beta", out.beta, "failure of the whole", **asked)
        yield measure(THEOREM, "rho_new", out.rho, "rho of the whole", **values)
        yield measure(THEOREM, "beta_new", out.beta, "failure of the whole", **values)


def off_by(counts: CountDistribution, mu: fmpq, alpha: fmpq) -> arb:
    """Pr[|mean - mu| > alpha]."""
    n = counts.n
    return counts.outside(int((n * (mu - alpha)).ceil()), int((n * (mu + alpha)).floor()) + 1)


class BoostingSimulator(Simulator):
    name, statements, default_cases = "boosting", (HYBRID, THEOREM, QUERY, SPLIT), 20
    summary = "solve, test, fall back for the mean of a coin: exact rho and failure of the whole and of each part"

    def examples(self) -> Iterator[Case]:
        half = fmpq(1, 2)
        for mu in (half, fmpq(1, 10)):
            yield HybridCase(mu, fmpq(4, 5), half, fmpq(1, 10), half)
        yield HybridCase(half, half, fmpq(2, 5), fmpq(1, 100), half)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of the solver's rho", WrongParameter(self.example(0), "rho1", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        """Some cases with the sizes asked for, most with far smaller ones, in which every ingredient errs often."""
        rho, alpha, beta = (fmpq(rng.randint(*ends), 100) for ends in ((60, 95), (45, 70), (20, 90)))
        sizes = (rng.randint(3, 40), rng.randint(3, 30), rng.randint(1, 10)) if number % 4 else None
        share, mu = fmpq(rng.randint(3, 7), 10), fmpq(rng.randint(1, 19), 20)
        yield HybridCase(mu, rho, alpha, beta, share, sizes)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally for the largest rho of the whole, and over small sizes for the split."""

        def large(point: tuple[int, int]) -> HybridCase:
            return HybridCase(fmpq(point[0], 40), fmpq(9, 10), fmpq(3, 5), fmpq(9, 10), fmpq(point[1], 20))

        def step(point: tuple[int, int]) -> tuple[int, int]:
            return min(max(point[0] + rng.randint(-6, 6), 0), 40), min(max(point[1] + rng.randint(-3, 3), 4), 18)

        yield from hill_climb((8, 10), step, lambda x: [large(x)], budget // 4, lambda x: float(large(x).chances.rho))

        def small(sizes: tuple[int, int, int]) -> list[Case]:
            return [HybridCase(fmpq(2, 5), fmpq(1, 2), fmpq(1, 4), fmpq(1, 2), fmpq(1, 2), sizes)]

        def resize(sizes: tuple[int, int, int]) -> tuple[int, int, int]:
            n1, n2, n3 = (max(1, x + rng.randint(-4, 4)) for x in sizes)
            return min(n1, 60), min(n2, 60), min(n3, 20)

        yield from hill_climb((10, 10, 5), resize, small, budget)
