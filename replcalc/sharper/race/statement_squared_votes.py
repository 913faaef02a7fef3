"""Replicable composition by squared votes and first acceptance (proof-squared-votes.md)."""

from __future__ import annotations

from replcalc.paper.literature import BRODER_1997, HOEFFDING_1963, HOLENSTEIN_2007
from replcalc.sharper.votes.statement import INDEPENDENT
from replcalc.vocabulary import (
    COUNT,
    UNIT_OPEN,
    Base,
    Conclusion,
    Parameter,
    Statement,
    Symbol,
    assuming,
    at_most,
    below,
    beta,
    beta0s,
    correlated_error,
    exp,
    family,
    greatest,
    i,
    kl,
    natural,
    ns,
    real,
    rho,
    rho0s,
    sqrt,
    symbols,
    total,
)

_N, _J = symbols("N J")
_T, _x0, _x1 = Base("T"), family("x0"), family("x1")
_omega_sum, _tau_sum, _chi_sum = map(real, ("omega_sum", "tau_sum", "chi_sum"))
#: D_i: lower bound on the squared norm of the votes per string.
_D = (1 - _x1[i]) ** 2 / (1 - _x0[i])
#: omega_i: the average collision defect of the strings exceeds x0_i.
_omega = exp(-_J * kl(_x0[i], rho0s[i]))
#: tau_i: the votes are more spread than x1_i allows although the strings are good.
_tau = exp(-_T[i] * kl(_x1[i], _x0[i]))
#: chi_i: expected squared Hellinger distance of the two vote distributions on good events.
_chi = rho0s[i] / (_T[i] * _D)

squared_votes = Statement(
    label="derived:squared-votes",
    kind="theorem",
    title="Direct replicable composition by squared votes",
    meaning="Blocks vote under J shared strings; correlated sampling draws (string, answer) by squared votes.",
    given=(
        Parameter(ns, COUNT, "samples of the i-th base algorithm"),
        Parameter(rho0s, UNIT_OPEN, "its replicability"),
        Parameter(beta0s, UNIT_OPEN, "its failure probability"),
        Parameter(_N, COUNT, "samples of the composition"),
        Parameter(_T, COUNT, "blocks of n_i samples that the i-th algorithm votes on; floor(N/n_i) is best"),
        Parameter(_J, COUNT, "random strings per algorithm"),
        Parameter(_x0, UNIT_OPEN, "collision defect that the average over the strings stays below"),
        Parameter(_x1, UNIT_OPEN, "collision defect allowed for after sampling"),
    ),
    assumes=(
        below(rho0s[i], _x0[i]),
        below(_x0[i], _x1[i]),
        at_most(ns[i] * _T[i], _N),
        assuming("given its random string, every base algorithm has countably many possible outputs"),
        INDEPENDENT,
    ),
    gives=(
        Conclusion(natural("N_total"), "=", _N, "samples of the composition", name="samples"),
        Conclusion(real("D"), "=", -greatest(-_D), "the smallest D_i = (1-x1_i)^2/(1-x0_i)"),
        Conclusion(real("omega"), "<=", greatest(_omega), "the largest omega_i: bad strings"),
        Conclusion(_omega_sum, "<=", total(_omega), "sum of the omega_i"),
        Conclusion(_tau_sum, "<=", total(_tau), "sum of the tau_i: votes too spread", name="tau"),
        Conclusion(_chi_sum, "<=", total(_chi), "sum of the chi_i: squared Hellinger distances", name="chi"),
        Conclusion(
            rho,
            "<=",
            correlated_error(sqrt(2 * _chi_sum)) + _omega_sum + 2 * _tau_sum,
            "replicability of the composition",
        ),
        Conclusion(beta, "<=", _omega_sum + _tau_sum + total(beta0s[i] / _D), "failure probability of the composition"),
        Conclusion(Symbol("runs"), "=", _J * total(_T[i]), "runs of base algorithms"),
    ),
    uses=("def:correlated_sampling",),
    cites=(HOEFFDING_1963.at("Theorem 1"), BRODER_1997, HOLENSTEIN_2007),
    needs_simulator=True,
    notes=(
        "For small rho the samples approach 8 rho0/(1-rho0) times (sum of n_i)/rho^2, with no logarithm on that term.",
        "Correlated sampling of the product takes time exp in k: the theorem counts samples, not steps.",
    ),
)

_limit, _law, _rho0 = real("limit"), real("factor"), real("rho0")

limit_factor = Statement(
    label="derived:squared-votes-limit",
    kind="corollary",
    title="Cost of the direct composition in the limit of small rho",
    meaning="The factor of (sum of n_i)/rho^2 that the samples approach, and of k n_1/rho^2 if a run costs n_1/rho0^2.",
    given=(Parameter(_rho0, UNIT_OPEN, "replicability of the base algorithms"),),
    gives=(
        Conclusion(_limit, "=", 8 * _rho0 / (1 - _rho0), "factor of (sum of n_i)/rho^2"),
        Conclusion(_law, "=", 8 / (_rho0 * (1 - _rho0)), "factor of k n_1/rho^2; least, 32, at rho0 = 1/2", name="law"),
    ),
    uses=("derived:squared-votes",),
)

STATEMENTS = (squared_votes, limit_factor)
