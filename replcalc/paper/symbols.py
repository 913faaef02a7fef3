"""The paper's symbols as sympy's, for claims that calculate with them."""

from __future__ import annotations

from replcalc.statements import notation
from replcalc.statements import parameters as paper

i, k, ell = (symbol.sympy for symbol in (notation.i, notation.k, notation.ell))
rho, beta0, c, delta_prime = (symbol.sympy for symbol in (paper.rho, paper.beta0, paper.c, paper.delta_prime))
gammas, epsilons, deltas, ns = (base.sympy for base in (paper.gammas, paper.epsilons, paper.deltas, paper.ns))
