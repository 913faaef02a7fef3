"""What adaptive composition needs at least, next to what equal shares achieve; tightness of naive composition.

``m`` counts samples per round of the adaptive game of k threshold problems. The paper's bound and the sharper one each
have conditions on rho and beta; where one fails the bound says nothing, and the margin is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.numbers.errors import InputError, PrecisionExhausted
from replcalc.numbers.verdict import Verdict
from replcalc.statements.certification import Answer, CheckedCondition, certify
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.notation import BETA, RHO, K, N, beta, k, real, rho
from replcalc.statements.statement import POSITIVE, Parameter, Statement
from replcalc.theories.costs.shares import equal_shares
from replcalc.theories.replicable_composition.adaptive_lower_bound import (
    TAU,
    adaptive_lower_bound,
    fixed_coins,
    threshold_estimation,
)
from replcalc.theories.replicable_composition.omitted_proofs import hard_instance, hardness, naive_composition
from replcalc.theories.sharper.constants import adaptive_lower_bound as sharp_bound
from replcalc.theories.sharper.rounding import expected_gap_rounding
from replcalc.ways.queries import balanced_share

_R = Parameter("r", real("r"), POSITIVE, "exponent of k in the failure probability of a composition")
_ELL = Parameter("ell", real("ell"), POSITIVE, "exponent of beta in that failure probability")
#: The failure probability of thm:main grows like k sqrt(beta): the exponents r and ell of thm:hardness by default.
_ONE, _HALF = fmpq(1), fmpq(1, 2)
_LAMBDA = expected_gap_rounding.parameter("lambda")


def _alone(name: str, statement: Statement, *inputs: Parameter) -> Derivation:
    """A derivation of one statement applied to inputs of the same names."""
    proof = Proof(name, statement.title, inputs)
    proof.apply(statement, **{p.name: p.symbol for p in inputs})
    return proof.derivation()


def derive_paper() -> Derivation:
    return _alone("lower-bound-paper", adaptive_lower_bound, K, TAU, RHO, BETA)


def derive_sharp() -> Derivation:
    return _alone("lower-bound-sharp", sharp_bound, K, TAU, RHO, BETA)


def derive_upper() -> Derivation:
    """Each round by expected-gap rounding at rho/k and beta/k: the sign of an estimate with error below tau."""
    proof = Proof("naive-upper", "Each round at rho/k", (K, TAU, RHO, BETA, _LAMBDA))
    share = proof.apply(equal_shares, k=k, rho=rho, beta=beta)
    settings = {"alpha": TAU.symbol, "rho": share.rho_each, "beta": share.beta_each, "lambda": _LAMBDA.symbol}
    proof.apply(expected_gap_rounding, names={"samples": "m_naive"}, **settings)
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
        return None if self.m is None else int(self.m.upper.ceil())

    @property
    def unmet(self) -> tuple[CheckedCondition, ...]:
        return self.answer.unmet


@dataclass(frozen=True)
class LowerBounds:
    """Both bounds, the upper bound of equal shares, and the calculators of sec:naive and thm:hardness."""

    inputs: Mapping[str, fmpq]
    paper: Bound
    sharp: Bound
    upper: Answer
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
    def m_naive(self) -> int:
        value = self.upper.value("m_naive")
        assert isinstance(value, int)
        return value

    def gap(self, bound: Bound) -> Enclosure | None:
        """How many times the upper bound exceeds a lower bound."""
        if bound.m is None or not bound.m.lower > 0:
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
    share = balanced_share(tau, rho_value / count, beta_value / count)
    upper = certify(derive_upper(), point | {"lambda": share}, digits=digits)
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
    return LowerBounds(inputs, paper, sharp, upper, rounds, naive, hard, instance)
