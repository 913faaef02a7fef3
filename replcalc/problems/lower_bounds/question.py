"""What adaptive composition needs at least, as a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, Assumption, ParsedQuestion
from replcalc.ask.defaults import HARDNESS_ELL, HARDNESS_N, HARDNESS_R, LOWER_BETA
from replcalc.ask.parsing import parse_count, parse_unit
from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_positive, parse_rational


@dataclass(frozen=True)
class LowerBound(ParsedQuestion):
    """k adaptive threshold problems with gap ``tau``, together rho-replicable, failing at most with beta.

    ``n``, ``r``, ``ell``: samples of one problem and exponents of thm:hardness; ``chi``, ``psi``: exponents of a
    mechanism to hold against it.
    """

    k: int
    tau: fmpq
    rho: fmpq
    beta: fmpq
    n: int
    r: fmpq
    ell: fmpq
    chi: fmpq | None = None
    psi: fmpq | None = None

    kind: ClassVar[str] = "lower-bound"

    @property
    def point(self) -> dict[str, fmpq]:
        return {"k": fmpq(self.k), "tau": self.tau, "rho": self.rho, "beta": self.beta}


def lower_bound_question(
    k: Any,
    tau: Any,
    rho: Any,
    beta: Any = None,
    *,
    n: Any = None,
    r: Any = None,
    ell: Any = None,
    chi: Any = None,
    psi: Any = None,
    settings: Mapping[str, fmpq] | None = None,
) -> LowerBound:
    """Parse and check what a user typed."""
    need({"k": k, "tau": tau, "rho": rho})
    width = parse_unit(tau, "tau")
    if not width < fmpq(1, 4):
        raise InputError("tau", tau, "a number with 0 < value < 1/4, such as 0.1")
    assumed = Assumed()
    size = int((1 / width**2).ceil()) if n is None else parse_count(n, "n")
    if n is None:
        assumed["n"] = Assumption(size, f"{HARDNESS_N.text}: {HARDNESS_N.why}")
    return LowerBound(
        parse_count(k, "k"),
        width,
        parse_unit(rho, "rho"),
        assumed.parsed("beta", beta, LOWER_BETA, parse_unit),
        size,
        assumed.parsed("r", r, HARDNESS_R, parse_positive),
        assumed.parsed("ell", ell, HARDNESS_ELL, parse_positive),
        None if chi is None else parse_rational(chi, "chi"),
        None if psi is None else parse_rational(psi, "psi"),
        settings=dict(settings or {}),
        assumed=assumed,
    )
