"""Certified constants as functions of the number of votes, to write formulas with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import Special
from replcalc.sharper.votes import threshold_weights as laws
from replcalc.symbolic.language import special


def tabled(name: str, constant: Callable[[int], fmpq], latex: str) -> Callable[..., Any]:
    """A function of the numbers of votes that have certified constants; elsewhere it is not a number."""

    def balls(votes: arb) -> arb:
        exact = votes.unique_fmpz()
        known = exact is not None and laws.LEAST <= exact <= laws.MOST
        return arb(constant(int(exact))) if known else arb.nan()

    def reals(context: Any, votes: Any) -> Any:
        value = constant(int(votes))
        return context.mpf(int(value.p)) / int(value.q)

    return special(Special(name, 1, balls, reals, latex.format))


kappa = tabled("kappa", laws.kappa, r"\kappa_{{{}}}")
growth = tabled("vote_growth", laws.phi, r"\varphi_{{{}}}")
