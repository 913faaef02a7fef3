"""L: any outputs, a lottery among the answers that pass a shared threshold, chained (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import EFRON_1981, GLASSER_1961
from replcalc.sharper.votes import lottery_weights as laws
from replcalc.sharper.votes.kappa import tabled
from replcalc.sharper.votes.statement_threshold import (
    CLOSED,
    CLOSED_GROWTH,
    SAMPLES,
    SAMPLES_GIVEN,
    T_OF,
    T_TABLED,
    runs,
)
from replcalc.vocabulary import (
    BETA0,
    COUNT,
    NONNEGATIVE,
    NS,
    POSITIVE,
    UNIT_OPEN,
    Base,
    Conclusion,
    Parameter,
    Statement,
    at_most,
    beta,
    beta0,
    family,
    i,
    log,
    natural,
    ns,
    real,
    rho,
    rho0,
    sqrt,
    total,
)

constant, fallback, growth = (
    tabled(name, value, latex)
    for name, value, latex in (
        ("lottery_constant", laws.c, r"c_{{{}}}"),
        ("lottery_fallback", laws.u, r"u_{{{}}}"),
        ("lottery_growth", laws.phi, r"\varphi^{{\mathrm{{any}}}}_{{{}}}"),
    )
)

_T, _N = T_OF.variable, SAMPLES_GIVEN.variable
_kappa, _mass = CLOSED[1].variable, CLOSED[0].variable
_c, _u, _phi, _step = map(real, ("c", "u", "phi", "step"))
_DISAGREE = "disagreement that is not by two fallbacks, per unit of the base's own"
_FALL_BACK = "probability of a fallback, per unit of the base's own disagreement"
_GROWTH = "growth of a failure probability"

lottery_closed = Statement(
    label="derived:lottery-constants-closed",
    kind="lemma",
    title="The constants of a lottery after T votes, closed form",
    meaning="A lottery among the answers with more votes than a shared threshold: what it keeps of a disagreement.",
    given=(T_OF,),
    gives=(
        *CLOSED,
        Conclusion(
            _step, "<=", sqrt(_T / 12) * (_T - 1) / (2 * _mass), "sqrt(T/12) times the largest weight of a threshold"
        ),
        Conclusion(_c, "<=", _kappa + 2 * _step / (1 - 2 * log(_T) / _T), _DISAGREE),
        Conclusion(_u, "=", CLOSED_GROWTH, _FALL_BACK),
        Conclusion(_phi, "=", CLOSED_GROWTH, _GROWTH),
    ),
    uses=("derived:vote-kappa-closed",),
    cites=(GLASSER_1961, EFRON_1981),
    needs_simulator=True,
    notes=(
        "The distribution of the threshold m = 0..T-1 is proportional to sqrt(m(T-1-m)).",
        "c is about 1.5 kappa, 2.205/sqrt T for many votes.",
    ),
)

lottery_constants = Statement(
    label="derived:lottery-constants",
    kind="lemma",
    title="The constants of a lottery after T votes, certified",
    meaning="The same for better distributions of the threshold, one for every number of votes up to a thousand.",
    given=(T_TABLED,),
    gives=(
        Conclusion(_c, "<=", constant(_T), _DISAGREE),
        Conclusion(_u, "<=", fallback(_T), _FALL_BACK),
        Conclusion(_phi, "<=", growth(_T), _GROWTH),
    ),
    cites=(GLASSER_1961, EFRON_1981),
    needs_simulator=True,
    notes=("c is about 2.10/sqrt T for many votes; up to 50 votes the distributions solve linear programs.",),
)

_later_rho, _later_beta, _later = real("rho_later"), real("beta_later"), natural("B_later")

lottery = Statement(
    label="derived:lottery",
    kind="theorem",
    title="A lottery among the answers that pass, any outputs",
    meaning=(
        "T blocks vote under one shared string; of the answers with more votes than a shared threshold the one with "
        "the smallest shared clock wins, and where none has more a fallback answers from blocks and strings of its own."
    ),
    given=(
        Parameter(rho0, UNIT_OPEN, "replicability of the base algorithm"),
        BETA0,
        T_OF,
        Parameter(_c, POSITIVE, "from derived:lottery-constants, -closed"),
        Parameter(_u, POSITIVE, "from the same lemma"),
        Parameter(_phi, POSITIVE, "from the same lemma"),
        Parameter(_later_rho, NONNEGATIVE, "replicability of the fallback: one run, or another lottery"),
        Parameter(_later_beta, NONNEGATIVE, "failure probability of the fallback"),
        Parameter(_later, COUNT, "blocks of the fallback"),
    ),
    gives=(
        Conclusion(rho, "<=", rho0 * (_c + _u * _later_rho), "replicability"),
        Conclusion(beta, "<=", _phi * beta0 + _u * rho0 * _later_beta, "failure probability"),
        Conclusion(natural("B"), "=", _T + _later, "blocks, each for one run of the base algorithm", name="blocks"),
    ),
    uses=("derived:lottery-constants", "derived:lottery-constants-closed"),
    needs_simulator=True,
    notes=(
        "Polynomial time. The outputs may be anything, uncountable sets included.",
        "The fallback's strings are independent of the first one, and its blocks are others.",
    ),
)

_rhos, _betas, _blocks = family("rho_one"), family("beta_one"), Base("B")

common_sample = Statement(
    label="derived:common-sample",
    kind="theorem",
    title="Every problem by itself on a common sample",
    meaning="Problems that read the same samples with strings of their own: disagreements and failures add up.",
    given=(
        NS,
        SAMPLES_GIVEN,
        Parameter(_blocks, COUNT, "blocks that the i-th problem reads, of n_i samples each"),
        Parameter(_rhos, NONNEGATIVE, "replicability of the procedure for the i-th problem"),
        Parameter(_betas, NONNEGATIVE, "its failure probability"),
    ),
    assumes=(at_most(ns[i] * _blocks[i], _N),),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(_rhos[i]), "replicability of the composition"),
        Conclusion(beta, "<=", total(_betas[i]), "failure probability of the composition"),
        runs(_blocks[i]),
    ),
    uses=("def:replic", "def:statistical_problem"),
)


STATEMENTS = (lottery_closed, lottery_constants, lottery, common_sample)
