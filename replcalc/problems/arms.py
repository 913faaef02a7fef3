"""k best-arm instances in parallel: the parallel best-arm theorem and every other way, side by side.

Samples are counted per instance and arm. The replicable best-arm algorithm of the literature has an unspecified
constant; squared votes on the plain empirical best arm have none: with A arms two runs agree with probability at least
1/A, so the plain algorithm is (1 - 1/A)-replicable, which is all that derived:squared-votes asks for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.problems.best_arm import PROBLEM
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
from replcalc.search.floats import rounded_down
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.notation import ALPHA, BETA, BETA0, RHO, K, alpha, beta, k, rho
from replcalc.theories.costs.shares import equal_shares
from replcalc.theories.replicable_composition.applications import parallel_best_arm
from replcalc.theories.replicable_composition.boosting_applications import ARMS, arms

UNIT = "samples per instance and arm"


def derive_naive() -> Derivation:
    """The cited replicable algorithm for each instance at rho/k and beta/k."""
    proof = Proof("naive", "Each instance at rho/k", (K, RHO, ALPHA, BETA, ARMS))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    bound = PROBLEM.bindings(PROBLEM.replicable, rho=share.rho_each, alpha=alpha, beta=share.beta_each, arms=arms)
    proof.apply(PROBLEM.replicable, **bound)
    return proof.derivation()


def derive_base() -> Derivation:
    """One instance for thm:main: the cited algorithm at (rho0, beta0)."""
    proof = Proof("base", "One instance", (RHO0, ALPHA, BETA0, ARMS))
    bound = PROBLEM.bindings(PROBLEM.replicable, rho=RHO0.symbol, alpha=alpha, beta=BETA0.symbol, arms=arms)
    proof.apply(PROBLEM.replicable, names={"samples": "n0"}, **bound)
    return proof.derivation()


def derive_plain() -> Derivation:
    """The empirical best arm of one instance: not replicable beyond 1 - 1/arms, every constant explicit."""
    proof = Proof("plain", "Empirical best arm", (ALPHA, BETA0, ARMS))
    bound = PROBLEM.bindings(PROBLEM.sharp_fallback, alpha=alpha, beta=BETA0.symbol, arms=arms)
    proof.apply(PROBLEM.sharp_fallback, names={"samples": "n0"}, **bound)
    return proof.derivation()


class Arms:
    """The ways for given arms, accuracy, replicability and failure probability, as functions of k."""

    def __init__(
        self,
        arm_count: int,
        alpha_value: fmpq,
        rho_value: fmpq,
        beta_value: fmpq,
        settings: Mapping[str, Any],
        digits: int,
    ):
        self.arms, self.alpha, self.rho, self.beta = arm_count, alpha_value, rho_value, beta_value
        self.settings, self.digits = settings, digits
        self._derivations: dict[str, Derivation] = {}

    def _derivation(self, name: str, build: Callable[[], Derivation]) -> Derivation:
        if name not in self._derivations:
            self._derivations[name] = build()
        return self._derivations[name]

    def point(self, count: int) -> dict[str, Any]:
        values = {"k": fmpq(count), "arms": fmpq(self.arms), "rho": self.rho, "alpha": self.alpha}
        return values | {"beta": self.beta}

    def naive(self, count: int) -> Way:
        derivation = self._derivation("naive", derive_naive)
        answer = certify(derivation, self.point(count), self.settings, digits=self.digits)
        return way_from_answer("naive", "each instance at rho/k", answer, ("rho_each", "beta_each"), "samples")

    def _plain_goal(self, count: int, share: int = 1) -> tuple[Composition, dict[str, Any]]:
        """Copies of the empirical best arm. ``share``: for one of so many instances, at rho/share and beta/share."""
        rho0 = 1 - fmpq(1, self.arms)
        beta0 = rounded_down(self.beta / (4 * count * share * self.arms), 3)
        answer = certify(self._derivation("plain", derive_plain), self.point(count) | {"beta0": beta0}, digits=6)
        goal = copies(count, answer.value("n0"), self.rho / share, rho0, beta0, self.beta / share, {})
        return goal, {"rho0": rho0, "beta0": beta0, "n0": answer.value("n0")}

    def joint_votes(self, count: int) -> Way:
        """Squared votes on all instances together."""
        goal, extra = self._plain_goal(count)
        way = composed("direct", "squared votes on the empirical best arm", goal, self.digits, extra, ())
        return replace(way, name="direct-plain")

    def joint_votes_guess(self, count: int) -> int | None:
        return guessed_votes(self._plain_goal(count)[0])

    def votes_each(self, count: int) -> Way:
        """Squared votes on one instance at a time, at rho/k and beta/k."""
        goal, extra = self._plain_goal(1, share=count)
        way = composed("direct", "each instance at rho/k, squared votes", goal, self.digits, extra, ())
        return replace(way, name="direct-each")

    def votes_each_guess(self, count: int) -> int | None:
        return guessed_votes(self._plain_goal(1, share=count)[0])

    def base(self, count: int, c: fmpq) -> tuple[fmpq, int]:
        """beta_0 for the constant c, and n_0 of the cited algorithm at (1/10000, beta_0)."""
        beta0 = shared_beta0(parallel_best_arm, self.point(count) | {"c_arms": c})
        values = self.point(count) | {"rho0": PAPER_RHO0, "beta0": beta0}
        answer = certify(self._derivation("base", derive_base), values, self.settings, digits=6)
        return beta0, answer.value("n0")

    def route(self, name: str, count: int, c: fmpq) -> Way:
        """A composition route on k copies of the cited algorithm."""
        beta0, n0 = self.base(count, c)
        goal = copies(count, n0, self.rho, PAPER_RHO0, beta0, self.beta, self.settings)
        extra = {"c_arms": c, "beta0": beta0, "n0": n0}
        hidden = [h.name for h in PROBLEM.replicable.hidden]
        return composed(name, f"composition: {name}", goal, self.digits, extra, hidden)


def parallel_arms(
    count: int,
    arm_count: int,
    alpha_value: fmpq,
    rho_value: fmpq,
    beta_value: fmpq,
    *,
    settings: Mapping[str, Any] | None = None,
    digits: int = 20,
    crossings: str = "quick",
) -> Together:
    """Every way to solve k best-arm instances, and the k from which one overtakes another (see ``queries``)."""
    settings = dict(settings or {})
    family = Arms(arm_count, alpha_value, rho_value, beta_value, settings, digits)
    point = family.point(count)
    ways = [family.naive(count), family.joint_votes(count), family.votes_each(count)]
    theorem, reason, routes = paper_constants(family, parallel_best_arm, count, point, "c_arms")
    ways += routes
    check_settings(settings, (name for way in ways for name in way.hidden))
    found: tuple[Overtaking, ...] = ()
    if crossings != "none":
        quick = Arms(arm_count, alpha_value, rho_value, beta_value, settings, 6)
        counts: dict[str, Count] = {
            "naive": lambda size: quick.naive(size).samples,
            "direct-plain": lambda size: quick.joint_votes(size).samples,
            "direct-each": lambda size: quick.votes_each(size).samples,
        }
        guesses = {"direct-plain": quick.joint_votes_guess, "direct-each": quick.votes_each_guess}
        found = overtakings(counts | route_counts(quick, theorem, crossings), guesses)
    return Together(point, ranked(ways), theorem, found, reason, UNIT)
