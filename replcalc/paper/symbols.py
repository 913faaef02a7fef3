"""The paper's symbols with what claims may use of them: they are positive."""

from typing import Any

import sympy as sp

from replcalc.statements import notation
from replcalc.symbolic.language import rename_symbols

i, k, ell = sp.symbols("i k ell", integer=True, positive=True)
rho, beta0, c, delta_prime = sp.symbols("rho beta0 c delta_prime", positive=True)
gammas, epsilons, deltas, ns = (sp.IndexedBase(name, positive=True) for name in ("gamma", "epsilon", "delta", "n"))


def in_claims(formula: Any) -> Any:
    """Return a formula of the paper's statements in these symbols."""
    names = ("i", "k", "ell", "rho", "beta0", "c", "delta_prime", "gammas", "epsilons", "deltas", "ns")
    return rename_symbols(formula, {getattr(notation, name): globals()[name] for name in names})
