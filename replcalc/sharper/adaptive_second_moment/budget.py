"""Adaptive problems answered by any methods: the sum of disagreements allowed, and the last derivation step."""

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.search.optimise import round_down
from replcalc.sharper.adaptive_second_moment.statement import LEAVES_EARLY, SPREAD, adaptive_sums
from replcalc.symbolic.language import exact_value
from replcalc.vocabulary import Proof, Result, k

_DIGITS = 14


def find_allowed_sum(rho: fmpq, count: int) -> fmpq:
    """The largest R, to 14 digits, with R min(3/2, 1 + sqrt((k-1) R/3)) <= rho; what is certified is the sum itself."""
    early, spread = rho / exact_value(LEAVES_EARLY), to_float((count - 1) * rho / exact_value(SPREAD))
    share = 1.0  # of rho
    for _ in range(100):  # Newton's method from above: share (1 + sqrt(spread share)) is convex
        root = math.sqrt(spread * share)
        share -= (share * (1 + root) - 1) / (1 + 1.5 * root)
    return max(early, rho * (round_down(fmpq(*share.as_integer_ratio()), _DIGITS) - fmpq(1, 10**_DIGITS)))


def is_first_smaller(total: fmpq, count: int) -> bool:
    """Is the bound of the first theorem the smaller one at that sum? It is rational: equality with rho is decided."""
    spread, leaves = exact_value(SPREAD), exact_value(LEAVES_EARLY)
    assert spread is not None and leaves is not None
    return bool((count - 1) * total >= spread * (leaves - 1) ** 2)


def apply_adaptive_sums(proof: Proof, rho: Any, beta: Any, *, first: bool) -> SimpleNamespace:
    """Last step: the guarantee for adaptive problems of methods whose own guarantees add up to these.

    ``first``: by the first theorem.
    """
    whole = proof.apply(adaptive_sums, names={"beta": "beta_adaptive"}, k=k, rho_sum=rho, beta_sum=beta)
    return SimpleNamespace(rho=whole.rho_early if first else whole.rho_moments, beta=whole.beta)


def with_adaptive_guarantee(result: Result, *, first: bool) -> Result:
    """Return the result with the guarantee that the last step gives."""
    assert result.answer is not None
    rho, beta = (result.answer.value(name) for name in ("rho_early" if first else "rho_moments", "beta_adaptive"))
    return replace(result, extra={**result.extra, "rho": rho, "beta": beta})
