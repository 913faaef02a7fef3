"""Solve, test, fall back (alg:hybrid) for the mean of a coin, exactly.

World. A coin of rational mean mu. The replicable solver rounds the mean of N1 flips to a grid of random offset (see
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
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.paper.boosting.witness_testers import flips, hoeffding_draws, query_accepts
from replcalc.sharper.expected_gap_rounding.witness import Setting, cells, offset_pieces
from replcalc.simulate.bounds import bound, setting
from replcalc.simulate.simulator import Measurement, Simulator, climbed
from replcalc.simulate.worlds.binomial import CountLaw
from replcalc.simulate.worlds.laws import climb

HYBRID = "alg:hybrid"
THEOREM = "thm:boost_beta"
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
class HybridWorld:
    """alg:hybrid at (rho, alpha, beta); ``share`` is the part of the solver's accuracy that rounding may spend."""

    rho: fmpq
    alpha: fmpq
    beta: fmpq
    share: fmpq
    forced: tuple[int, int, int] | None = None  # other sizes than those asked for: then no budget is promised

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

    def run(self, mu: fmpq) -> HybridChances:
        """Everything about the coin of mean mu."""
        n1, n2, n3 = self.sizes
        solver, fallback = flips(n1, mu), flips(n3, mu)
        alpha, fine, tested = self.alpha, self.budget("alpha_replic"), self.budget("alpha_tester")
        width = self.solver.width
        wrong = off_by(fallback, mu, alpha)
        agree_fallback = fallback.collision()
        same = same_solver = failed = failed_solver = wrong_reject = wrong_accept = arb(0)
        for weight, offset in offset_pieces(self._breakpoints(mu, n1, n2, width, 3 * tested / 2), width):
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

    def _breakpoints(self, mu: fmpq, n1: int, n2: int, width: fmpq, reach: fmpq) -> list[fmpq]:
        """Offsets (modulo the width) at which a mean meets an edge of its cell or a centre meets a limit."""
        fine = self.budget("alpha_replic")
        limits = [mu + self.alpha, mu - self.alpha, mu + fine, mu - fine]
        limits += [fmpq(i, n2) + side for i in range(n2 + 1) for side in (reach, -reach)]
        return [fmpq(i, n1) for i in range(n1 + 1)] + [x - width / 2 for x in limits]


def off_by(counts: CountLaw, mu: fmpq, alpha: fmpq) -> arb:
    """Pr[|mean - mu| > alpha]."""
    n = counts.n
    return counts.outside(int((n * (mu - alpha)).ceil()), int((n * (mu + alpha)).floor()) + 1)


def measure(hybrid: HybridWorld, mu: fmpq) -> Iterator[Measurement]:
    out, (n1, n2, n3) = hybrid.run(mu), hybrid.sizes
    world = {
        "mu": str(mu), "rho": str(hybrid.rho), "alpha": str(hybrid.alpha), "beta": str(hybrid.beta),
        "grid": str(hybrid.solver.width), "N1, N2, N3": f"{n1}, {n2}, {n3}",
    }  # fmt: skip
    values: dict[str, Any] = {"rho": hybrid.rho, "alpha": hybrid.alpha, "beta": hybrid.beta}
    values |= {"n_replic": n1, "n_tester": n2, "n_nonreplic": n3}
    if hybrid.forced is None:
        yield from compare_budgets(hybrid, out, values, world)
    exact = {"rho1": out.rho_solver, "beta1": out.beta_solver, "beta_t": out.wrong_reject.max(out.wrong_accept)}
    values |= exact | {"beta_n": out.beta_fallback, "lambda": fmpq(1, 2)}
    for quantity, true, name in (("rho", out.rho, "rho_split"), ("failure", out.beta, "beta_split")):
        promised = bound(SPLIT, name, **values)
        yield Measurement(SPLIT, f"{quantity} of the whole, exact ingredients", true, promised, world)


def compare_budgets(
    hybrid: HybridWorld, out: HybridChances, values: Mapping[str, Any], world: Mapping[str, str]
) -> Iterator[Measurement]:
    """Each ingredient and the whole against what is asked of them."""
    for quantity, true, name in (
        ("rho of the solver", out.rho_solver, "rho_replic"),
        ("failure of the solver", out.beta_solver, "beta_replic"),
        ("rejection of a valid candidate", out.wrong_reject, "beta_tester"),
        ("acceptance of an invalid candidate", out.wrong_accept, "beta_tester"),
        ("failure of the fallback", out.beta_fallback, "beta_nonreplic"),
    ):
        yield Measurement(HYBRID, quantity, true, hybrid.budget(name), world)
    yield Measurement(THEOREM, "rho of the whole", out.rho, bound(THEOREM, "rho_new", **values), world)
    yield Measurement(THEOREM, "failure of the whole", out.beta, bound(THEOREM, "beta_new", **values), world)


class BoostingSimulator(Simulator):
    name = "boosting"
    statements = (HYBRID, THEOREM, SPLIT)
    summary = "solve, test, fall back for the mean of a coin: exact rho and failure of the whole and of each part"
    default_cases = 20

    def named(self) -> Iterator[Measurement]:
        half = fmpq(1, 2)
        for mu in (half, fmpq(1, 10)):
            yield from measure(HybridWorld(fmpq(4, 5), half, fmpq(1, 10), half), mu)
        yield from measure(HybridWorld(half, fmpq(2, 5), fmpq(1, 100), half), half)

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        """Some worlds with the sizes asked for, most with far smaller ones, in which every ingredient errs often."""
        for number in range(count):
            rho, alpha, beta = (fmpq(rng.randint(*ends), 100) for ends in ((60, 95), (45, 70), (20, 90)))
            sizes = (rng.randint(3, 40), rng.randint(3, 30), rng.randint(1, 10)) if number % 4 else None
            yield from measure(
                HybridWorld(rho, alpha, beta, fmpq(rng.randint(3, 7), 10), sizes), fmpq(rng.randint(1, 19), 20)
            )

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        """Climb over the mean and the share for the largest rho of the whole; and over small sizes for the split."""

        def score(point: tuple[int, int]) -> float:
            return float(
                HybridWorld(fmpq(9, 10), fmpq(3, 5), fmpq(9, 10), fmpq(point[1], 20)).run(fmpq(point[0], 40)).rho
            )

        def step(point: tuple[int, int]) -> tuple[int, int]:
            return min(max(point[0] + rng.randint(-6, 6), 0), 40), min(max(point[1] + rng.randint(-3, 3), 4), 18)

        for mu, share in climb((8, 10), step, score, budget // 4):
            yield from measure(HybridWorld(fmpq(9, 10), fmpq(3, 5), fmpq(9, 10), fmpq(share, 20)), fmpq(mu, 40))

        def small(sizes: tuple[int, int, int]) -> Iterator[Measurement]:
            return measure(HybridWorld(fmpq(1, 2), fmpq(1, 4), fmpq(1, 2), fmpq(1, 2), sizes), fmpq(2, 5))

        def resize(sizes: tuple[int, int, int]) -> tuple[int, int, int]:
            n1, n2, n3 = (max(1, x + rng.randint(-4, 4)) for x in sizes)
            return min(n1, 60), min(n2, 60), min(n3, 20)

        yield from climbed((10, 10, 5), resize, small, budget)

    def extra(self, **options: Any) -> Mapping[str, Any]:
        hybrid, mu = HybridWorld(fmpq(1, 2), fmpq(1, 2), fmpq(1, 1000), fmpq(1, 2)), fmpq(1, 2)
        out = hybrid.run(mu)
        asked = {"mu": mu, "asked_rho": hybrid.rho, "asked_alpha": hybrid.alpha, "asked_beta": hybrid.beta}
        found = {"rho": out.rho, "beta": out.beta, "rho_solver": out.rho_solver, "beta_solver": out.beta_solver}
        return {"example": {**asked, "samples": hybrid.sizes, **found}}


SIMULATOR = BoostingSimulator()
