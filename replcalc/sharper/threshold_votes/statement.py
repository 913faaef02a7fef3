"""T: every problem by itself, votes against a shared random threshold (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import EFRON_1981, GLASSER_1961
from replcalc.sharper.threshold_votes.kappa import kappa
from replcalc.vocabulary import (
    BETA0S, COUNT, NS, POSITIVE, RHO0S, Base, Conclusion, Domain, Parameter, Statement, Symbol, assuming, at_most, beta,
    beta0s, family, i, natural, ns, pi, rational, real, rho, rho0s, smallest, sqrt, total,
)  # fmt: skip

_N, _T = natural("N"), natural("T")
Ts, _Hs = (Base(name, integer=True, positive=True) for name in ("T", "H"))
_kappas = family("kappa")

VOTES = Domain(rational(3), None, False, integer=True)
PAIRS = Domain(rational(2), None, False, integer=True)
#: Largest growth of a failure probability: sup over q of E Gamma(K)/q, attained at three votes and q = 3/4.
TWO_ANSWERS = rational(9, 8)
#: The same for thresholds above one half; 1.0535 at four votes, below this for every even number.
ANY_ANSWERS = rational(15, 14)

T_OF = Parameter(_T, VOTES, "votes")
KAPPAS = Parameter(_kappas, POSITIVE, "kappa of the i-th number of votes, or a bound: derived:vote-kappa, -closed")
#: What every theorem on votes is given, and that the samples suffice for T_i votes.
VOTED = (NS, RHO0S, BETA0S, Parameter(_N, COUNT, "samples of the composition"))
ENOUGH = at_most(ns[i] * Ts[i], _N)
TWO_OUTPUTS = assuming("given its random string, every base algorithm has at most two possible outputs")
SAMPLES = Conclusion(natural("N_total"), "=", _N, "samples of the composition", name="samples")


def votes_cast(domain: Domain) -> Parameter:
    return Parameter(Ts, domain, "votes of the i-th algorithm; floor(N/n_i) is best")


def runs(count: object) -> Conclusion:
    return Conclusion(Symbol("runs", integer=True), "=", total(count), "runs of base algorithms")


_mass, _closed = real("mass"), real("closed")
_CLOSED = (
    Conclusion(
        _mass, ">=", pi * (_T - 1) ** 2 / 8 - sqrt(2 * (_T - 1)) / 3, "sum of the weights sqrt(m(T-1-m)) before scaling"
    ),
    Conclusion(
        real("kappa"),
        "<=",
        sqrt(_T * (_T - 1) * (_T - 2) / 3) / _mass,
        "bound on kappa; about 1.4702/sqrt T for many votes",
    ),
)

vote_kappa_closed = Statement(
    label="derived:vote-kappa-closed",
    kind="lemma",
    title="The constant of T threshold votes, closed form",
    meaning="How much two independent counts of votes differ, weighed by the thresholds, per unit of 2q(1-q).",
    given=(T_OF,),
    gives=_CLOSED,
    cites=(GLASSER_1961, EFRON_1981),
    needs_simulator=True,
)

vote_kappa = Statement(
    label="derived:vote-kappa",
    kind="lemma",
    title="The constant of T threshold votes, computed",
    meaning="The same for a given number of votes: the largest coefficient given the sum of both counts.",
    given=(T_OF,),
    gives=(
        _CLOSED[0],
        Conclusion(_closed, "<=", _CLOSED[1].formula, "the closed form"),
        Conclusion(real("kappa"), "<=", smallest(kappa(_T), _closed), "the smaller of computed and closed form"),
    ),
    uses=("derived:vote-kappa-closed",),
    needs_simulator=True,
    notes=("About 8/pi^(3/2)/sqrt T = 1.4367/sqrt T for many votes.",),
)

threshold_two = Statement(
    label="derived:threshold-two",
    kind="theorem",
    title="Threshold votes, at most two answers per string",
    meaning="Every problem by itself: the larger answer if it has more votes than a shared random threshold.",
    given=(*VOTED, votes_cast(VOTES), KAPPAS),
    assumes=(ENOUGH, TWO_OUTPUTS),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(_kappas[i] * rho0s[i]), "replicability of the composition"),
        Conclusion(beta, "<=", TWO_ANSWERS * total(beta0s[i]), "failure probability of the composition"),
        runs(Ts[i]),
    ),
    uses=("derived:vote-kappa", "derived:vote-kappa-closed"),
    needs_simulator=True,
    notes=("Polynomial time: one run of the i-th algorithm per block of n_i samples, and no sampling.",),
)

threshold_any = Statement(
    label="derived:threshold-any",
    kind="theorem",
    title="Threshold votes, any outputs",
    meaning="The answer with more votes than a shared threshold above one half; without one, a second string's answer.",
    given=(
        *VOTED,
        Parameter(_Hs, PAIRS, "half the votes of the i-th algorithm; floor((N/n_i - 1)/2) is best"),
        KAPPAS,
    ),
    assumes=(at_most(ns[i] * (2 * _Hs[i] + 1), _N),),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(rho0s[i] * (2 * _kappas[i] + 2 * rho0s[i])), "replicability of the composition"),
        Conclusion(
            beta, "<=", total((ANY_ANSWERS + 2 * rho0s[i]) * beta0s[i]), "failure probability of the composition"
        ),
        runs(2 * _Hs[i] + 1),
    ),
    uses=("derived:vote-kappa", "derived:vote-kappa-closed"),
    needs_simulator=True,
    notes=("Polynomial time. The outputs may be anything, uncountable sets included.",),
)

uniform_threshold = Statement(
    label="derived:uniform-threshold",
    kind="theorem",
    title="A uniform threshold, at most two answers per string",
    meaning="Every problem by itself: the larger answer if its share of the votes exceeds a shared uniform number.",
    given=(*VOTED, votes_cast(COUNT)),
    assumes=(ENOUGH, TWO_OUTPUTS),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(sqrt(2 * rho0s[i] / (pi * Ts[i]))), "replicability of the composition"),
        Conclusion(beta, "<=", total(beta0s[i]), "failure probability of the composition"),
        runs(Ts[i]),
    ),
    needs_simulator=True,
    notes=("Better than derived:threshold-two where rho0 is above about pi^2/32 = 0.308.",),
)

STATEMENTS = (vote_kappa_closed, vote_kappa, threshold_two, threshold_any, uniform_threshold)
