"""T: every problem by itself, votes against a shared random threshold (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import EFRON_1981, GLASSER_1961
from replcalc.sharper.votes.kappa import growth, kappa
from replcalc.sharper.votes.threshold_weights import LEAST, MOST
from replcalc.vocabulary import (
    BETA0S,
    COUNT,
    NS,
    POSITIVE,
    RHO0S,
    Base,
    Conclusion,
    Domain,
    Parameter,
    Statement,
    Symbol,
    assuming,
    at_most,
    beta,
    beta0s,
    family,
    i,
    natural,
    ns,
    pi,
    rational,
    real,
    rho,
    rho0s,
    sqrt,
    total,
)

_N, _T = natural("N"), natural("T")
Ts = Base("T")
_kappas, _phis = family("kappa"), family("phi")

VOTES = Domain(rational(LEAST), None, False, integer=True)
#: Numbers of votes with certified constants.
TABLED = Domain(rational(LEAST), rational(MOST), False, False, integer=True)
#: Largest growth of a failure probability with the weights of the closed form, attained at three votes and q = 3/4.
CLOSED_GROWTH = rational(9, 8)

T_OF = Parameter(_T, VOTES, "votes")
T_TABLED = Parameter(_T, TABLED, "votes")
#: What every theorem on votes is given, and that the samples suffice for T_i votes.
SAMPLES_GIVEN = Parameter(_N, COUNT, "samples of the composition")
VOTED = (NS, RHO0S, BETA0S, SAMPLES_GIVEN)
ENOUGH = at_most(ns[i] * Ts[i], _N)
TWO_OUTPUTS = assuming("given its random string, every base algorithm has at most two possible outputs")
SAMPLES = Conclusion(natural("N_total"), "=", _N, "samples of the composition", name="samples")


def votes_cast(domain: Domain) -> Parameter:
    return Parameter(Ts, domain, "votes of the i-th algorithm; floor(N/n_i) is best")


def runs(count: object) -> Conclusion:
    return Conclusion(Symbol("runs"), "=", total(count), "runs of base algorithms")


_mass = real("mass")
#: kappa of the weights sqrt(m(T-1-m)): also the first step to the closed form of a lottery.
CLOSED = (
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
_PHI = real("phi")

vote_kappa_closed = Statement(
    label="derived:vote-kappa-closed",
    kind="lemma",
    title="The constants of T threshold votes, closed form",
    meaning="How much two independent counts of votes differ, weighed by the thresholds, per unit of 2q(1-q).",
    given=(T_OF,),
    gives=(*CLOSED, Conclusion(_PHI, "=", CLOSED_GROWTH, "growth of a failure probability")),
    cites=(GLASSER_1961, EFRON_1981),
    needs_simulator=True,
    notes=("The distribution of the threshold m = 0..T-1 is proportional to sqrt(m(T-1-m)).",),
)

vote_kappa = Statement(
    label="derived:vote-kappa",
    kind="lemma",
    title="The constants of T threshold votes, certified",
    meaning="The same for better distributions of the threshold, one for every number of votes up to a thousand.",
    given=(T_TABLED,),
    gives=(
        Conclusion(real("kappa"), "<=", kappa(_T), "bound on kappa, certified on cells of q"),
        Conclusion(_PHI, "<=", growth(_T), "growth of a failure probability"),
    ),
    needs_simulator=True,
    notes=(
        (
            "About 8/pi^(3/2)/sqrt T = 1.4367/sqrt T for many votes; up to 50 votes the distributions solve linear "
            "programs."
        ),
    ),
)

threshold_two = Statement(
    label="derived:threshold-two",
    kind="theorem",
    title="Threshold votes, at most two answers per string",
    meaning="Every problem by itself: the larger answer if it has more votes than a shared random threshold.",
    given=(
        *VOTED,
        votes_cast(VOTES),
        Parameter(_kappas, POSITIVE, "kappa of the i-th number of votes: derived:vote-kappa, -closed"),
        Parameter(_phis, POSITIVE, "growth of its failure probability"),
    ),
    assumes=(ENOUGH, TWO_OUTPUTS),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(_kappas[i] * rho0s[i]), "replicability of the composition"),
        Conclusion(beta, "<=", total(_phis[i] * beta0s[i]), "failure probability of the composition"),
        runs(Ts[i]),
    ),
    uses=("derived:vote-kappa", "derived:vote-kappa-closed"),
    needs_simulator=True,
    notes=("Polynomial time: one run of the i-th algorithm per block of n_i samples, and no sampling.",),
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

STATEMENTS = (vote_kappa_closed, vote_kappa, threshold_two, uniform_threshold)
