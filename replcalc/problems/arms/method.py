"""k best-arm instances in parallel: the parallel best-arm theorem and every other way, side by side.

Samples are counted per instance and arm. The replicable best-arm algorithm of the literature has an unspecified
constant; squared votes on the plain empirical best arm have none: with A arms two runs agree with probability at least
1/A, so the plain algorithm is (1 - 1/A)-replicable, which is all that derived:squared-votes asks for.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any

from flint import fmpq

from replcalc.paper.applications.statements import parallel_best_arm
from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.planning.assumption import MOST_VARIANCE
from replcalc.planning.steps import race
from replcalc.problems.best_arm.statements import replicable, sharp_fallback
from replcalc.problems.boosting.statements import equal_shares
from replcalc.problems.queries.method_means import GUESSES
from replcalc.problems.queries.overtaking import guessed_votes
from replcalc.problems.queries.question import Arms
from replcalc.problems.queries.theorem import BaseTheorem, composed, copies, side_by_side
from replcalc.search.optimise import rounded_down
from replcalc.sharper.softmax_race import method as choosing
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    BETA0,
    RHO,
    RHO0,
    Composition,
    Derivation,
    K,
    Method,
    Proof,
    Result,
    alpha,
    beta,
    certify,
    k,
    rho,
)


@cache
def derive_naive() -> Derivation:
    """The cited replicable algorithm for each instance at rho/k and beta/k."""
    proof = Proof("naive", "Each instance at rho/k", (K, RHO, ALPHA, BETA, ARMS))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    proof.apply(replicable, rho=share.rho_each, alpha=alpha, beta=share.beta_each, arms=arms)
    return proof.derivation()


@cache
def derive_base() -> Derivation:
    """One instance for thm:main: the cited algorithm at (rho0, beta0)."""
    proof = Proof("base", "One instance", (RHO0, ALPHA, BETA0, ARMS))
    proof.apply(replicable, names={"samples": "n0"}, rho=RHO0.variable, alpha=alpha, beta=BETA0.variable, arms=arms)
    return proof.derivation()


@cache
def derive_plain() -> Derivation:
    """The empirical best arm of one instance: not replicable beyond 1 - 1/arms, every constant explicit."""
    proof = Proof("plain", "Empirical best arm", (ALPHA, BETA0, ARMS))
    proof.apply(sharp_fallback, names={"samples": "n0"}, alpha=alpha, beta=BETA0.variable, arms=arms)
    return proof.derivation()


def _total(question: Arms, result: Result) -> Result:
    """With the samples of all instances and arms, beside those per instance and arm."""
    if result.samples is None:
        return result
    total = result.samples * question.k * question.arms
    return replace(result, extra={**result.extra, "samples_total": total})


def naive(question: Arms, digits: int) -> Result:
    """The cited replicable algorithm for each instance at rho/k and beta/k."""
    answer = certify(derive_naive(), question.point, question.settings, digits=digits)
    return _total(question, side_by_side("naive", "each instance at rho/k", question, answer))


def _plain_goal(question: Arms, count: int, share: int = 1) -> tuple[Composition, dict[str, Any]]:
    """Copies of the empirical best arm. ``share``: for one of so many instances, at rho/share and beta/share."""
    rho0 = 1 - fmpq(1, question.arms)
    beta0 = rounded_down(question.beta / (4 * count * share * question.arms), 3)
    n0 = certify(derive_plain(), question.point | {"beta0": beta0}, digits=6).value("n0")
    goal = copies(count, n0, question.rho / share, rho0, beta0, question.beta / share, {})
    return goal, {"rho0": rho0, "beta0": beta0, "n0": n0}


def direct_plain(question: Arms, digits: int) -> Result:
    """Squared votes on all instances together; the answers of an instance are its arms."""
    goal, extra = _plain_goal(question, question.k)
    found = composed("direct", goal, digits, question=question, title=_PLAIN, name="direct-plain", extra=extra)
    effort = found.effort and found.effort.with_outputs(question.k, question.arms, digits)
    return _total(question, replace(found, effort=effort))


def direct_each(question: Arms, digits: int) -> Result:
    """Squared votes on one instance at a time, at rho/k and beta/k: k small samplings, none of them of a product."""
    goal, extra = _plain_goal(question, 1, share=question.k)
    found = composed("direct", goal, digits, question=question, title=_EACH, name="direct-each", extra=extra)
    if found.effort is None or found.effort.runs is None:
        return found
    whole = {"rho": question.rho, "beta": question.beta}  # what all instances promise, by union bounds
    one = found.effort.with_outputs(1, question.arms, digits)
    effort = replace(one, runs=question.k * found.effort.runs, polynomial=True).times(question.k, digits)
    return _total(question, replace(found, effort=effort, extra={**found.extra, **whole}))


def softmax(question: Arms, digits: int) -> Result:
    """A race of shared clocks for every instance."""
    return choosing.solved(question, _choices(question), digits, common=False, joint=False)


def softmax_joint(question: Arms, digits: int) -> Result:
    """One race over the arms of all instances."""
    return choosing.solved(question, _choices(question), digits, common=False, joint=True)


def _choices(question: Arms) -> dict[str, fmpq]:
    return question.point | {"V": MOST_VARIANCE if question.variance is None else question.variance}


def _voted(result: Result) -> tuple[str, ...]:
    """Squared votes on the empirical best arm: all instances together, or one at a time."""
    question, samples, strings = result.question, result.samples, result.chosen["J"]
    assert samples is not None
    pulls = result.extra["n0"]
    one, blocks = f"n = {pulls:,} pulls of every arm", samples // pulls
    together = result.method == "direct-plain"
    clocks, run = race("one pair (index j, arm) per instance" if together else "a pair (index j, arm)")
    each = "" if together or question.k == 1 else "for every instance anew "
    return (
        f"Agree on a random seed; derive from it {each}{clocks}, j = 1, ..., J with J = {strings:,}.",
        f"Pull every arm of every instance {samples:,} times; cut that into T = {blocks:,} blocks of {one}.",
        "In every block of an instance vote for the arm with the largest mean reward, the first of equals.",
        (
            "In every instance a pair (j, arm) gets probability proportional to the square of the arm's votes, for "
            "every j alike (the empirical best arm reads no random string)."
        ),
        run if together else run.replace("Race:", "In every instance race:"),
        "Output the arms of these pairs.",
    )


#: The parallel best-arm theorem on the cited replicable algorithm.
THEOREM = BaseTheorem(
    Arms.kind,
    parallel_best_arm,
    "c_arms",
    derive_base,
    "the cited algorithm",
    quick=("naive", "rounding", "cosine", "gaussian", "direct-plain", "direct-each"),
    guesses={
        **GUESSES,
        "direct-plain": lambda at: guessed_votes(_plain_goal(at, at.k)[0]),
        "direct-each": lambda at: guessed_votes(_plain_goal(at, 1, share=at.k)[0]),
    },
    complete=_total,
    unit="samples per instance and arm",
)
_PLAIN, _EACH = "squared votes on the empirical best arm", "each instance at rho/k, squared votes"
METHODS = (
    Method("naive", "each instance at rho/k", Arms.kind, derive_naive, naive, (), True),
    *(
        Method(name, summary, Arms.kind, partial(choosing.derive, False, joint), solver, (), not joint, steps)
        for name, summary, joint, solver, steps in (
            (choosing.EACH, choosing.SUMMARY, False, softmax, choosing.steps(False, lambda _: False)),
            (choosing.JOINT, choosing.SUMMARY_JOINT, True, softmax_joint, choosing.steps(True, lambda _: False)),
        )
    ),
    Method("direct-plain", _PLAIN, Arms.kind, derive_plain, direct_plain, (), False, _voted),
    Method("direct-each", _EACH, Arms.kind, derive_plain, direct_each, (), True, _voted),
    *THEOREM.methods(),
)
