"""Symbols and domains that any theory writes its statements with. Natural logarithms everywhere."""

from typing import Any

from replcalc.statements.statement import COUNT, POSITIVE, UNIT_LEFT_OPEN, UNIT_OPEN, Domain, Parameter
from replcalc.statements.statement import i as i
from replcalc.statements.statement import k as k
from replcalc.symbolic.language import Base, MaxOver, Sum, Symbol, rational, symbols

j, ell = symbols("j ell")

UNIT_CLOSED = Domain(rational(0), rational(1), False, False)
HALF_OPEN = Domain(rational(0), rational(1, 2))


def real(name: str) -> Any:
    """Return a real symbol; its parameter's domain restricts it."""
    return Symbol(name)


def family(name: str) -> Any:
    """Return a family of real numbers, one for every i."""
    return Base(name)


def natural(name: str) -> Any:
    """Return a whole number."""
    return Symbol(name)


def total(term: Any) -> Any:
    """Return the sum of a term over i = 1..k."""
    return Sum(term, (i, 1, k))


def greatest(term: Any) -> Any:
    """Return the maximum of a term over i = 1..k."""
    return MaxOver(term, (i, 1, k))


# -- the paper's symbols and the parameters that recur in it -----------------------------------------------------------
# Shared by the derived theorems and all methods.
rho, rho0, beta, beta0, alpha = map(real, ("rho", "rho0", "beta", "beta0", "alpha"))
gamma, epsilon, delta, delta_prime, c = map(real, ("gamma", "epsilon", "delta", "delta_prime", "c"))
n = real("n")
gammas, epsilons, deltas, ns, rho0s, beta0s = map(family, ("gamma", "epsilon", "delta", "n", "rho0", "beta0"))

RHO = Parameter(rho, UNIT_OPEN, "replicability: how often two runs with shared randomness may disagree")
RHO0 = Parameter(rho0, UNIT_OPEN, "replicability of each base algorithm")
BETA = Parameter(beta, UNIT_OPEN, "failure probability")
BETA0 = Parameter(beta0, UNIT_OPEN, "failure probability of each base algorithm")
ALPHA = Parameter(alpha, UNIT_OPEN, "accuracy")
ANY_ALPHA = Parameter(alpha, POSITIVE, "accuracy")
GAMMA = Parameter(gamma, UNIT_OPEN, "probability over the sample that closeness fails")
EPSILON = Parameter(epsilon, UNIT_LEFT_OPEN, "multiplicative closeness")
DELTA = Parameter(delta, UNIT_OPEN, "additive closeness")
C = Parameter(c, UNIT_OPEN, "the constant of the parameter choice")
DELTA_PRIME = Parameter(delta_prime, UNIT_OPEN, "slack spent on the concentration inequality")
NS = Parameter(ns, COUNT, "samples used by the i-th base algorithm")
RHO0S = Parameter(rho0s, UNIT_OPEN, "replicability of the i-th base algorithm")
BETA0S = Parameter(beta0s, UNIT_OPEN, "failure probability of the i-th base algorithm")
GAMMAS = Parameter(gammas, UNIT_OPEN, "probability over the sample that the i-th closeness fails")
EPSILONS = Parameter(epsilons, UNIT_LEFT_OPEN, "multiplicative closeness of the i-th algorithm")
DELTAS = Parameter(deltas, POSITIVE, "additive closeness of the i-th algorithm")
N = Parameter(n, COUNT, "samples used by the algorithm")
K = Parameter(k, COUNT, "number of problems")
