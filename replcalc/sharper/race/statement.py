"""Shared exponential clocks, and votes that are drawn by them (proof.md, proof-*-votes.md)."""

from functools import cache

from flint import fmpq

from replcalc.numbers.fields import BallField
from replcalc.paper.literature import EFRON_1981, GLASSER_1961, HOEFFDING_1963
from replcalc.sharper.votes.statement import (
    ENOUGH,
    INDEPENDENT,
    SAMPLES,
    TWO_OUTPUTS,
    VOTED,
    Ts,
    count_runs,
    make_votes_parameter,
)
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import replace
from replcalc.vocabulary import *

_X, _tv, _t = real("X"), real("tv"), real("t")
_from_hellinger, _from_tv = real("from_hellinger"), real("from_tv")

_t_bound = 2 * sqrt(_X * (2 - _X)) / sqrt(3)
race = Statement(
    label="derived:race",
    title="A race of shared clocks",
    meaning="Two runs answer with the first of the shared exponential clocks, each sped up by its own distribution.",
    given=(
        Parameter(
            _X, UNIT_CLOSED, "squared Hellinger distance 1 - sum sqrt(PQ) of the two distributions, or a bound on it"
        ),
        Parameter(_tv, UNIT_CLOSED, "their total variation, or a bound on it"),
    ),
    assumes=(
        assuming("the two distributions are on one countable set, or have densities for one measure, fixed in advance"),
    ),
    gives=(
        Conclusion(_t, "<=", _t_bound, "total variation of P x Q and Q x P: itself a bound on the disagreement"),
        Conclusion(_from_hellinger, "<=", race_error(_X), "disagreement, by the Hellinger distance"),
        Conclusion(_from_tv, "<=", correlated_error(_tv), "disagreement, by the total variation"),
        Conclusion(rho, "<=", smallest(_from_hellinger, _from_tv), "disagreement: one algorithm, both bounds"),
    ),
    uses=("def:correlated_sampling",),
    cites=(GLASSER_1961,),
)

_choices, _m, _g = real("choices"), *symbols("m g")
GROUPS = Parameter(_m, COUNT, "groups of problems, each sampled by a race of its own")

race_rounds = Statement(
    label="derived:race-rounds",
    title="Expected rounds of a race over groups",
    meaning="How many shared points a run looks at on average before it knows the winners of its races.",
    given=(
        Parameter(
            _choices,
            Domain(rational(1), None, False),
            "largest number of equally likely choices per problem that weigh as much as its distribution: outcomes "
            "times its largest mass",
        ),
        Parameter(_g, COUNT, "problems in the largest group"),
        GROUPS,
    ),
    gives=(Conclusion(real("rounds"), "<=", _m * (1 + _choices**_g), "expected points, all groups together"),),
    uses=("derived:race",),
)

# -- squared votes -----------------------------------------------------------------------------------------------------
_J, _x0, _x1 = Symbol("J"), family("x0"), family("x1")
_D = (1 - _x1[i]) ** 2 / (1 - _x0[i])
_omega = exp(-_J * kl(_x0[i], rho0s[i]))
_log_tau = -Ts[i] * kl(_x1[i], _x0[i])
_omegas, _chis, _taus, _tau_squares = map(real, ("omega_sum", "chi_sum", "tau_sum", "tau_squares"))

_rho_bound = _m * race_error(smallest(1, _chis / _m)) + _omegas + _tau_squares
raced_votes = Statement(
    label="derived:raced-votes",
    kind="theorem",
    title="Direct replicable composition by squared votes and a race",
    meaning="Squared votes under J shared strings; a race of shared clocks draws (string, answer) for every group.",
    given=(
        *VOTED,
        Parameter(Ts, COUNT, "blocks of n_i samples that the i-th algorithm votes on; floor(N/n_i) is best"),
        Parameter(_J, COUNT, "random strings per algorithm"),
        Parameter(_x0, UNIT_OPEN, "collision defect that the average over the strings stays below"),
        Parameter(_x1, UNIT_OPEN, "collision defect allowed for after sampling"),
        GROUPS,
    ),
    assumes=(
        below(rho0s[i], _x0[i]),
        below(_x0[i], _x1[i]),
        at_most(ns[i] * Ts[i], SAMPLES.expression),
        assuming("given its random string, every base algorithm has countably many possible outputs"),
        INDEPENDENT,
    ),
    gives=(
        SAMPLES,
        Conclusion(real("D"), "=", -greatest(-_D), "the smallest D_i = (1-x1_i)^2/(1-x0_i)"),
        Conclusion(real("omega"), "<=", greatest(_omega), "the largest omega_i: bad strings"),
        Conclusion(_omegas, "<=", total(_omega), "sum of the omega_i"),
        Conclusion(_taus, "<=", total(exp(_log_tau)), "sum of the tau_i: votes too spread", name="tau"),
        Conclusion(
            _chis, "<=", total(rho0s[i] / (Ts[i] * _D)), "sum of the chi_i: squared Hellinger distances", name="chi"
        ),
        Conclusion(
            _tau_squares,
            "<=",
            total(exp(2 * _log_tau)),
            "sum of the tau_i^2: the votes of both runs together too spread",
        ),
        Conclusion(rho, "<=", _rho_bound, "replicability of the composition"),
        Conclusion(beta, "<=", _omegas + _taus + total(beta0s[i] / _D), "failure probability of the composition"),
        Conclusion(Symbol("runs"), "=", _J * total(Ts[i]), "runs of base algorithms"),
    ),
    uses=("derived:race",),
    cites=(HOEFFDING_1963.at("Theorem 1"),),
    notes=(
        "For small rho and one group the samples approach (8/3) rho0/(1-rho0) times (sum of n_i)/rho^2.",
        "x0 and x1 are parameters of the analysis only: the algorithm does not know them.",
    ),
)

_limit, _factor, _rho0 = real("limit"), real("factor"), real("rho0")

_factor_bound = 8 * _m / (3 * _rho0 * (1 - _rho0))
raced_limit = Statement(
    label="derived:raced-votes-limit",
    kind="corollary",
    title="Cost of squared votes with the race in the limit of small rho",
    meaning="The factor of (sum of n_i)/rho^2 that the samples approach, and of k n_1/rho^2 if a run costs n_1/rho0^2.",
    given=(Parameter(_rho0, UNIT_OPEN, "replicability of the base algorithms"), GROUPS),
    gives=(
        Conclusion(_limit, "=", 8 * _m * _rho0 / (3 * (1 - _rho0)), "factor of (sum of n_i)/rho^2 with m groups"),
        Conclusion(_factor, "=", _factor_bound, "factor of k n_1/rho^2; least, 32m/3, at rho0 = 1/2"),
    ),
    uses=("derived:raced-votes",),
)

# -- votes as angles ---------------------------------------------------------------------------------------------------
#: sup of sin^2(pi x/2)/x is 1.1382.
ANGLES = rational(57, 50)
#: Lower bound on the sum over m = 0..T-1 of 1/sqrt((m+1)(T-m)): the trapezoidal rule of a convex function.
_arc = 2 * asin(sqrt(Ts[i] / (Ts[i] + 1))) - 2 * asin(sqrt(1 / (Ts[i] + 1))) + 1 / sqrt(Ts[i])
#: One problem's term of the distance with arcsine and with linear angles.
ARCSINE = pi**2 / (4 * (Ts[i] + 1) * _arc**2)
LINEAR = pi**2 * rho0s[i] / (8 * Ts[i])
_distance = real("distance")

binary_votes = Statement(
    label="derived:binary-votes",
    kind="theorem",
    title="Votes turned into angles, a race on the product",
    meaning="K of T votes make an angle phi_K; a race over all problems gives answer 1 probability sin^2 phi_K.",
    given=(*VOTED, make_votes_parameter(COUNT), GROUPS),
    assumes=(ENOUGH, TWO_OUTPUTS, INDEPENDENT),
    gives=(
        SAMPLES,
        Conclusion(
            _distance,
            "<=",
            total(smallest(ARCSINE, LINEAR)),
            "squared Hellinger distances, arcsine or linear angles, whichever are nearer",
        ),
        Conclusion(rho, "<=", _m * race_error(smallest(1, _distance / _m)), "replicability of the composition"),
        Conclusion(beta, "<=", ANGLES * total(beta0s[i]), "failure probability of the composition"),
        count_runs(Ts[i]),
    ),
    uses=("derived:race",),
    cites=(EFRON_1981,),
    notes=("For small rho and one group the samples approach (2/3) (sum of n_i)/rho^2 for every rho0.",),
)


@cache
def arcsine_is_nearer(votes: int, rho0: fmpq) -> bool:
    """Return whether the theorem's bound on the distance is about arcsine angles, not about linear ones."""
    given = {binary_votes.parameter(name).variable[i]: real(name) for name in ("T", "rho0")}
    at, field = Environment({real("T"): votes, real("rho0"): rho0}), BallField(128)
    with field.active():
        arcsine, linear = (evaluate(replace(term, given), at, field) for term in (ARCSINE, LINEAR))
        return bool(arcsine < linear)


STATEMENTS = (race, binary_votes, raced_votes, raced_limit, race_rounds)
