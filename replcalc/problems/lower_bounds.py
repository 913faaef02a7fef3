"""What adaptive composition needs at least, next to what equal shares achieve; tightness of naive composition.

``m`` counts samples per round of the adaptive game of k threshold problems. The paper's bound and the sharper ones each
have conditions on rho and beta; where one fails the bound says nothing, and the margin is reported. They are about two
games: in the paper's the bias has one prior, and rho and beta are averages under it (``paper``, ``sharp``, ``game``);
``tight`` is about algorithms that keep rho and beta for every bias, so the worst prior may be chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.numbers.errors import InputError, PrecisionExhausted
from replcalc.numbers.verdict import Verdict
from replcalc.search.means import rounding
from replcalc.search.signs import tight
from replcalc.statements.certification import Answer, CheckedCondition, certify
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.notation import BETA, RHO, K, N, beta, k, real, rho
from replcalc.statements.statement import POSITIVE, Parameter, Statement
from replcalc.theories.replicable_composition.adaptive_lower_bound import (
    TAU,
    adaptive_lower_bound,
    fixed_coins,
    threshold_estimation,
)
from replcalc.theories.replicable_composition.omitted_proofs import hard_instance, hardness, naive_composition
from replcalc.theories.sharper.constants import adaptive_lower_bound as sharp_bound
from replcalc.theories.sharper.goals import failure_goal, replicability_goal
from replcalc.theories.sharper.rounding import averaged_rounding
from replcalc.theories.sharper.tight_adaptive import tight_adaptive

_R = Parameter("r", real("r"), POSITIVE, "exponent of k in the failure probability of a composition")
_ELL = Parameter("ell", real("ell"), POSITIVE, "exponent of beta in that failure probability")
#: The failure probability of thm:main grows like k sqrt(beta): the exponents r and ell of thm:hardness by default.
_ONE, _HALF = fmpq(1), fmpq(1, 2)
_ROUNDED, _LAMBDA = averaged_rounding.parameter("N"), averaged_rounding.parameter("lambda")
_M, _W, _ETA = (tight_adaptive.parameter(name) for name in ("m", "w", "eta"))
#: The weight of each end of the window in the paper's prior.
GAME = fmpq(1, 3)


def _alone(name: str, statement: Statement, *inputs: Parameter) -> Derivation:
    """A derivation of one statement applied to inputs of the same names."""
    proof = Proof(name, statement.title, inputs)
    proof.apply(statement, **{p.name: p.symbol for p in inputs})
    return proof.derivation()


def derive_paper() -> Derivation:
    return _alone("lower-bound-paper", adaptive_lower_bound, K, TAU, RHO, BETA)


def derive_sharp() -> Derivation:
    return _alone("lower-bound-sharp", sharp_bound, K, TAU, RHO, BETA)


def derive_tight() -> Derivation:
    return _alone("lower-bound-tight", tight_adaptive, K, TAU, RHO, BETA, _M, _W, _ETA)


def derive_upper() -> Derivation:
    """Every round by rounding its mean: the sign of an estimate with error at most tau."""
    proof = Proof("naive-upper", "Every round rounded", (K, TAU, RHO, BETA, _ROUNDED, _LAMBDA))
    settings = {"k": k, "alpha": TAU.symbol, "N": _ROUNDED.symbol, "lambda": _LAMBDA.symbol}
    whole = proof.apply(averaged_rounding, names={"rho": "rho_naive", "beta": "beta_naive"}, **settings)
    proof.apply(replicability_goal, achieved=whole.rho, target=rho)
    proof.apply(failure_goal, achieved=whole.beta, target=beta)
    return proof.derivation()


def derive_round() -> Derivation:
    """The paper's chain at a given m: one round, k rounds with fixed coins."""
    m = threshold_estimation.parameter("m")
    failure = threshold_estimation.parameter("failure")
    proof = Proof("rounds", "One round, then k rounds with fixed coins", (K, TAU, m, failure))
    one = proof.apply(threshold_estimation, m=m.symbol, tau=TAU.symbol, failure=failure.symbol)
    proof.apply(fixed_coins, p=one.disagreement, k=k)
    return proof.derivation()


@dataclass(frozen=True)
class Bound:
    """A lower bound on m, or why it says nothing here. ``m`` may be real; ``samples`` is the next whole number."""

    name: str
    answer: Answer
    quantity: str

    @property
    def applicable(self) -> bool:
        return self.answer.verdict is Verdict.PROVED

    @property
    def m(self) -> Enclosure | None:
        value = self.answer.value(self.quantity)
        value = Enclosure.exactly(value) if isinstance(value, int) else value
        return value if self.applicable else None

    @property
    def samples(self) -> int | None:
        """Whole samples per round: the bound rounded up."""
        return None if self.m is None else int(self.m.lower.ceil())  # the certain side of a lower bound

    @property
    def unmet(self) -> tuple[CheckedCondition, ...]:
        return self.answer.unmet


@dataclass(frozen=True)
class LowerBounds:
    """The bounds, the upper bound of equal shares, and the calculators of sec:naive and thm:hardness.

    ``tight``: for algorithms that keep their promise for every bias. ``game``: the same theorem in the paper's game.
    Either is None where the search finds no number of samples that it excludes.
    """

    inputs: Mapping[str, fmpq]
    paper: Bound
    sharp: Bound
    tight: Bound | None
    game: Bound | None
    upper: Answer
    m_naive: int
    rounds: Answer | None
    naive: Answer
    hard: Answer
    instance: Answer

    @property
    def constant_sharp(self) -> Enclosure:
        value = self.sharp.answer.value("constant_sharp")
        assert isinstance(value, Enclosure)
        return value

    @property
    def bounds(self) -> tuple[Bound, ...]:
        return tuple(b for b in (self.paper, self.sharp, self.game, self.tight) if b is not None)

    def gap(self, bound: Bound | None) -> Enclosure | None:
        """How many times the upper bound exceeds a lower bound."""
        if bound is None or bound.m is None or not bound.m.lower > 0:
            return None
        return Enclosure(self.m_naive / bound.m.upper, self.m_naive / bound.m.lower)


def lower_bounds(
    count: int,
    tau: fmpq,
    rho_value: fmpq,
    beta_value: fmpq,
    *,
    samples: int | None = None,
    r: fmpq = _ONE,
    ell: fmpq = _HALF,
    settings: Mapping[str, Any] | None = None,
    digits: int = 20,
) -> LowerBounds:
    """Everything at one point. ``samples``: the n of thm:hardness (1/tau^2, rounded up, by default)."""
    point = {"k": fmpq(count), "tau": tau, "rho": rho_value, "beta": beta_value}
    paper = Bound("paper", certify(derive_paper(), point, settings, digits=digits), "m")
    sharp = Bound("sharp", certify(derive_sharp(), point, digits=digits), "m_real")
    chosen = rounding(count, tau, rho_value, beta_value)
    upper = certify(derive_upper(), point | {"N": fmpq(chosen.samples), "lambda": chosen.share}, digits=digits)
    rounds = None
    if paper.samples:
        values = {"k": fmpq(count), "tau": tau, "m": fmpq(paper.samples), "failure": fmpq(1, 16)}
        rounds = certify(derive_round(), values, digits=digits)
    size = samples if samples is not None else int((1 / tau**2).ceil())
    naive = certify(_alone("naive", naive_composition, K, RHO), {"k": fmpq(count), "rho": rho_value}, digits=digits)
    try:
        hard = certify(
            _alone("hardness", hardness, K, _R, _ELL), {"k": fmpq(count), "r": r, "ell": ell}, settings, digits=digits
        )
    except PrecisionExhausted:
        typed = f"{short(r)} with --ell {short(ell)}"
        raise InputError("--r", typed, "exponents for which k^(-r/ell) can be written out") from None
    instance = certify(
        _alone("hard-instance", hard_instance, N, K, RHO, BETA),
        {"n": fmpq(size), "k": fmpq(count), "rho": rho_value, "beta": beta_value},
        settings,
        digits=digits,
    )
    inputs = point | {"n": fmpq(size), "r": r, "ell": ell}
    best, game = (_tight(name, point, weight, digits) for name, weight in (("tight", None), ("game", GAME)))
    return LowerBounds(inputs, paper, sharp, best, game, upper, chosen.samples, rounds, naive, hard, instance)


def _tight(name: str, point: Mapping[str, fmpq], weight: fmpq | None, digits: int) -> Bound | None:
    """derived:tight-adaptive at the samples that a search finds excluded; a little fewer if that is not certain."""
    found = tight(int(point["k"].p), point["tau"], point["rho"], point["beta"], weight)
    if found is None:
        return None
    m = found.m
    for _ in range(4):
        values = {**point, "m": fmpq(m), "w": found.w, "eta": found.eta}
        bound = Bound(name, certify(derive_tight(), values, digits=digits), "m_tight")
        if bound.applicable or m == 1:
            return bound if bound.applicable else None
        m -= max(1, m // 10**6)
    return None
