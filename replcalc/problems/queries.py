"""k statistical queries together: thm:multi_dim_mean and every other way, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.fields import BallField, MpField, ball_precision
from replcalc.problems import statistical_query
from replcalc.problems.overtaking import Count, Overtaking, guessed_votes, overtakings
from replcalc.problems.paper_constants import PAPER_RHO0, Together, paper_constants, route_counts, shared_beta0
from replcalc.problems.ways import (
    Way,
    check_settings,
    composed,
    copies,
    ranked,
    way_from_answer,
)
from replcalc.questions.composition import Composition
from replcalc.questions.inputs import RHO0
from replcalc.search import gaussian as gaussian_search
from replcalc.search.floats import rounded, rounded_down
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.evaluation import Environment, evaluate
from replcalc.statements.notation import ALPHA, BETA, BETA0, RHO, K, alpha, beta, k, rho
from replcalc.theories.costs.shares import equal_shares
from replcalc.theories.replicable_composition.applications import many_queries
from replcalc.theories.sharper.gaussian import gaussian_queries
from replcalc.theories.sharper.goals import failure_goal, replicability_goal
from replcalc.theories.sharper.rounding import expected_gap_rounding

_GAP = expected_gap_rounding
_LAMBDA = _GAP.parameter("lambda")
_N, _SIGMA, _ALPHA1 = (gaussian_queries.parameter(name) for name in ("N", "sigma", "alpha1"))


# -- one answer per query, equal shares --------------------------------------------------------------------------------
def derive_naive() -> Derivation:
    """The rounding of Impagliazzo et al. for each query at rho/k and beta/k, on one common sample."""
    proof = Proof("naive", "Each query at rho/k", (K, RHO, ALPHA, BETA))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    bound = {"rho": share.rho_each, "alpha": alpha, "beta": share.beta_each}
    problem = statistical_query.PROBLEM
    proof.apply(problem.replicable, **problem.bindings(problem.replicable, **bound))
    return proof.derivation()


def derive_expected_gap() -> Derivation:
    """derived:expected-gap-rounding for each query at rho/k and beta/k, on one common sample."""
    proof = Proof("expected-gap", "Each query at rho/k, rounding by the expected gap", (K, RHO, ALPHA, BETA, _LAMBDA))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    one = proof.apply(
        _GAP, alpha=alpha, rho=share.rho_each, beta=share.beta_each, **{"lambda": _LAMBDA.symbol}
    )  # fmt: skip
    proof.apply(replicability_goal, achieved=k * one.rho_achieved, target=rho)
    proof.apply(failure_goal, achieved=k * one.beta_achieved, target=beta)
    return proof.derivation()


def derive_base() -> Derivation:
    """One query for thm:main: at accuracy alpha/2, so that answers can be rounded to multiples of alpha/2."""
    proof = Proof("base", "One query at accuracy alpha/2", (RHO0, ALPHA, BETA0))
    problem = statistical_query.PROBLEM
    bound = problem.bindings(problem.replicable, rho=RHO0.symbol, alpha=alpha / 2, beta=BETA0.symbol)
    proof.apply(problem.replicable, names={"samples": "n0"}, **bound)
    return proof.derivation()


def derive_one() -> Derivation:
    """One query by expected-gap rounding: what squared votes start from."""
    proof = Proof("one", "One query", (ALPHA, RHO, BETA, _LAMBDA))
    proof.apply(_GAP, names={"samples": "n0"}, alpha=alpha, rho=rho, beta=beta, **{"lambda": _LAMBDA.symbol})
    return proof.derivation()


def derive_gaussian() -> Derivation:
    """derived:gaussian with the accuracy split into alpha1 and the rest."""
    proof = Proof("gaussian", "Gaussian noise and correlated sampling", (K, RHO, ALPHA, BETA, _N, _SIGMA, _ALPHA1))
    whole = proof.apply(
        gaussian_queries,
        names={"rho": "rho_achieved", "beta": "beta_achieved", "alpha": "alpha_achieved"},
        k=k, N=_N.symbol, sigma=_SIGMA.symbol, alpha1=_ALPHA1.symbol, alpha2=alpha - _ALPHA1.symbol,
    )  # fmt: skip
    proof.apply(replicability_goal, achieved=whole.rho, target=rho)
    proof.apply(failure_goal, achieved=whole.beta, target=beta)
    return proof.derivation()


#: Replicabilities that squared votes may start from.
_STARTS = (0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.18, 0.22, 0.26, 0.3, 0.35, 0.4, 0.5, 0.6)


def balanced_share(alpha_value: fmpq, rho_value: fmpq, beta_value: fmpq) -> fmpq:
    """The share of the accuracy at which both terms of expected-gap rounding agree, as a short decimal.

    Short means twelve digits of what is left of the accuracy: for small rho the share is next to 1, never 1.
    """
    values = {alpha: alpha_value, rho: rho_value, beta: beta_value}
    bits = 128 + int(rho_value.q.bit_length())  # 1 - share is about rho
    with ball_precision(bits):
        share = evaluate(_GAP.conclusion("lambda_balanced").expression, Environment(values), BallField(bits))
        return 1 - rounded_down(Enclosure.from_ball((1 - share).mid()).lower, 12)


def _rough_samples(alpha_value: fmpq, start: float, beta0: fmpq) -> Any:
    """Samples of expected-gap rounding at the balanced share, to a few digits."""
    numbers = MpField(20)  # beta0 may lie below every float
    values: dict[Any, Any] = {alpha: alpha_value, rho: numbers.context.mpf(start), beta: beta0}
    values[_LAMBDA.symbol] = evaluate(_GAP.conclusion("lambda_balanced").expression, Environment(values), numbers)
    return evaluate(_GAP.conclusion("samples").expression, Environment(values), numbers)


class Queries:
    """The ways for given accuracy, replicability and failure probability, as functions of k."""

    def __init__(self, alpha_value: fmpq, rho_value: fmpq, beta_value: fmpq, settings: Mapping[str, Any], digits: int):
        self.alpha, self.rho, self.beta = alpha_value, rho_value, beta_value
        self.settings, self.digits = settings, digits
        self._derivations: dict[str, Derivation] = {}

    def _derivation(self, name: str, build: Callable[[], Derivation]) -> Derivation:
        if name not in self._derivations:
            self._derivations[name] = build()
        return self._derivations[name]

    def _point(self, count: int) -> dict[str, Any]:
        return {"k": fmpq(count), "rho": self.rho, "alpha": self.alpha, "beta": self.beta}

    def naive(self, count: int) -> Way:
        answer = certify(self._derivation("naive", derive_naive), self._point(count), digits=self.digits)
        return way_from_answer("naive", "each query at rho/k", answer, ("rho_each", "beta_each"), "samples")

    def expected_gap(self, count: int) -> Way:
        derivation = self._derivation("expected-gap", derive_expected_gap)
        chosen = balanced_share(self.alpha, self.rho / count, self.beta / count)
        answer = certify(derivation, self._point(count) | {"lambda": chosen}, digits=self.digits)
        title = "each query at rho/k, expected-gap rounding"
        quantities = ("rho_each", "beta_each", "width", "rho_achieved", "beta_achieved")
        return way_from_answer("expected-gap", title, answer, quantities, "samples", {"lambda": chosen})

    def gaussian(self, count: int) -> Way:
        derivation = self._derivation("gaussian", derive_gaussian)
        chosen = gaussian_search.choose(count, self.alpha, self.rho, self.beta)
        point = self._point(count) | {"N": fmpq(chosen.samples), "sigma": chosen.sigma, "alpha1": chosen.alpha1}
        answer = certify(derivation, point, digits=self.digits)
        extra = {"sigma": chosen.sigma, "alpha1": chosen.alpha1, "samples": chosen.samples}
        quantities = ("rho_achieved", "beta_achieved", "tv")
        return way_from_answer("gaussian", "Gaussian noise", answer, quantities, "samples", extra)

    # -- composition -----------------------------------------------------------------------------------------------
    def _own_start(self, count: int) -> tuple[fmpq, fmpq, int]:
        """(rho0, beta0, n0) for squared votes: rho0 where rho0 n0(rho0)/(1 - rho0) is smallest, found roughly."""
        beta0 = rounded_down(self.beta / (4 * count), 3)
        rho0 = min(_STARTS, key=lambda start: _rough_samples(self.alpha, start, beta0) * start / (1 - start))
        rho0_exact = rounded(rho0, 2)
        point = {"alpha": self.alpha, "rho": rho0_exact, "beta": beta0}
        point["lambda"] = balanced_share(self.alpha, rho0_exact, beta0)
        answer = certify(self._derivation("one", derive_one), point, digits=6, report=("n0",))
        return rho0_exact, beta0, answer.value("n0")

    def _own_goal(self, count: int) -> tuple[Composition, dict[str, Any]]:
        rho0, beta0, n0 = self._own_start(count)
        goal = copies(count, n0, self.rho, rho0, beta0, self.beta, {})
        return goal, {"rho0": rho0, "beta0": beta0, "n0": n0}

    def tuned_direct(self, count: int) -> Way:
        """Squared votes on expected-gap rounding, whose replicability is chosen for them."""
        goal, extra = self._own_goal(count)
        way = composed("direct", "squared votes, own start", goal, self.digits, extra, ())
        return replace(way, name="direct-tuned")

    def tuned_direct_guess(self, count: int) -> int | None:
        return guessed_votes(self._own_goal(count)[0])

    def base(self, count: int, c: fmpq) -> tuple[fmpq, int]:
        """beta_0 for the constant c (rounded down to 20 digits), and n_0 for it at accuracy alpha/2."""
        beta0 = shared_beta0(many_queries, self._point(count) | {"c_queries": c})
        answer = certify(
            self._derivation("base", derive_base), self._point(count) | {"rho0": PAPER_RHO0, "beta0": beta0}, digits=6
        )
        return beta0, answer.value("n0")

    def route(self, name: str, count: int, c: fmpq) -> Way:
        """A composition route on k copies of the paper's base algorithm."""
        beta0, n0 = self.base(count, c)
        goal = copies(count, n0, self.rho, PAPER_RHO0, beta0, self.beta, self.settings)
        extra = {"c_queries": c, "beta0": beta0, "n0": n0}
        return composed(name, f"composition: {name}", goal, self.digits, extra, ())


def queries(
    count: int,
    alpha_value: fmpq,
    rho_value: fmpq,
    beta_value: fmpq,
    *,
    settings: Mapping[str, Any] | None = None,
    digits: int = 20,
    crossings: str = "quick",
) -> Together:
    """Every way to answer k statistical queries, and the k from which one overtakes another.

    ``crossings``: "quick" (ways that answer in milliseconds), "all" (the composition routes too) or "none".
    """
    settings = dict(settings or {})
    family = Queries(alpha_value, rho_value, beta_value, settings, digits)
    ways = [family.naive(count), family.expected_gap(count), family.gaussian(count), family.tuned_direct(count)]
    point = {"k": fmpq(count), "rho": rho_value, "alpha": alpha_value, "beta": beta_value}
    theorem, reason, routes = paper_constants(family, many_queries, count, point, "c_queries")
    ways += routes
    check_settings(settings, (name for way in ways for name in way.hidden))
    found: tuple[Overtaking, ...] = ()
    if crossings != "none":
        quick = Queries(alpha_value, rho_value, beta_value, settings, 6)
        counts: dict[str, Count] = {
            "naive": lambda size: quick.naive(size).samples,
            "expected-gap": lambda size: quick.expected_gap(size).samples,
            "gaussian": lambda size: quick.gaussian(size).samples,
            "direct-tuned": lambda size: quick.tuned_direct(size).samples,
        }
        guesses = {"direct-tuned": quick.tuned_direct_guess}
        found = overtakings(counts | route_counts(quick, theorem, crossings), guesses)
    return Together(point, ranked(ways), theorem, found, reason)
