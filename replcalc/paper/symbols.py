"""The paper's symbols as sympy's, for claims that calculate with them."""

from __future__ import annotations

from replcalc.statements import notation as own

i, k, ell = (symbol.sympy for symbol in (own.i, own.k, own.ell))
rho, beta0, c, delta_prime = (symbol.sympy for symbol in (own.rho, own.beta0, own.c, own.delta_prime))
gammas, epsilons, deltas, ns = (base.sympy for base in (own.gammas, own.epsilons, own.deltas, own.ns))
