"""Section "Heterogeneous Composition for Perfect Generalization": lm:pg_compose_het and its proof (TeX lines 1270-2410)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.core.statement import Conclusion, Statement, holds
from replcalc.paper.literature import BASSILY_2016
from replcalc.paper.notation import (
    DELTA_PRIME,
    DELTAS,
    EPSILONS,
    GAMMAS,
    delta_prime,
    deltas,
    ell,
    epsilons,
    gammas,
    i,
    j,
    k,
    real,
)

SECTION = "sec:compose"


def delta_hat(epsilon: Any, delta: Any) -> Any:
    """2 delta/(1 - e^-epsilon): the log-ratio leaves [-2 epsilon, 2 epsilon] at most this often."""
    return 2 * delta / (1 - sp.exp(-epsilon))


def psi(epsilon: Any, delta: Any) -> Any:
    """delta(2e^eps + 1) + 2 delta^2 (2e^{2 eps}/(e^eps - 1) + 1)^2."""
    return delta * (2 * sp.exp(epsilon) + 1) + 2 * delta**2 * (2 * sp.exp(2 * epsilon) / (sp.exp(epsilon) - 1) + 1) ** 2


def drift(epsilon: Any, delta: Any) -> Any:
    """psi + 2 eps (e^{2 eps}/(1 - delta-hat) - 1): bound on the expected log-ratio of one round."""
    return psi(epsilon, delta) + 2 * epsilon * (sp.exp(2 * epsilon) / (1 - delta_hat(epsilon, delta)) - 1)


def epsilon_prefix(upper: Any) -> Any:
    """epsilon^(upper): concentration plus drift of the rounds 1..upper."""
    squares = sp.Sum(epsilons[j] ** 2, (j, 1, upper))
    return 2 * sp.sqrt(2 * sp.log(1 / delta_prime) * squares) + sp.Sum(drift(epsilons[j], deltas[j]), (j, 1, upper))


_epsilon_k, _delta_k, _delta_star = real("epsilon_k"), real("delta_k"), real("delta_star")

pg_composition = Statement(
    label="lm:pg_compose_het",
    kind="lemma",
    title="Adaptive composition with heterogeneous parameters",
    section=SECTION,
    line=1313,
    meaning="Adaptive composition of (gamma_i, epsilon_i, delta_i)-PG algorithms is (gamma*, epsilon*, delta*)-PG.",
    given=(GAMMAS, EPSILONS, DELTAS, DELTA_PRIME),
    assumes=(
        holds(sp.Le(deltas[i], epsilons[i] / 50, evaluate=False)),
        holds(sp.Lt(delta_prime, sp.Rational(1, 2), evaluate=False)),
    ),
    gives=(
        Conclusion("epsilon_k", _epsilon_k, "=", epsilon_prefix(k), "epsilon^(k): joint closeness after k rounds"),
        Conclusion(
            "delta_k", _delta_k, "=",
            k * delta_prime
            + sp.Sum(delta_hat(epsilons[i], deltas[i]), (i, 1, k))
            + sp.Sum(sp.exp(epsilon_prefix(ell - 1)) * gammas[ell], (ell, 1, k)),
            "delta^(k): additive part of the joint closeness",
        ),
        Conclusion("epsilon_star", real("epsilon_star"), "=", 3 * _epsilon_k, "multiplicative closeness of the composition"),
        Conclusion("delta_star", _delta_star, "=", 5 * sp.sqrt(_delta_k / sp.Min(_epsilon_k, 1)), "additive closeness of the composition"),
        Conclusion("gamma_star", real("gamma_star"), "=", _delta_star, "probability that closeness fails"),
    ),
    uses=("lm:z_in_G_i", "lm:tilde_z_in_G_i", "lm:G_G_prime_implies_joint", "lm:joint_implies_cond"),
    cites=(BASSILY_2016.at("Theorem 4.8"),),
    needs_simulator=True,
)

STATEMENTS: tuple[Statement, ...] = (pg_composition,)
