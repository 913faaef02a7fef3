"""R: squared votes with the race (proof.md)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from replcalc.sharper.race.statement_squared_votes import squared_votes
from replcalc.symbolic.language import replace as put_in
from replcalc.vocabulary import (
    COUNT,
    UNIT_OPEN,
    Conclusion,
    Domain,
    Parameter,
    Statement,
    exp,
    race_error,
    rational,
    real,
    rho,
    smallest,
    symbols,
    total,
)

_m, _g = symbols("m g")
_chi, _omega = (squared_votes.conclusion(name).variable for name in ("chi", "omega_sum"))
_tau_terms = squared_votes.conclusion("tau").expression
_tau_squares = real("tau_squares")

GROUPS = Parameter(_m, COUNT, "groups of problems, each sampled by a race of its own")

raced_votes = Statement(
    label="derived:raced-votes",
    kind="theorem",
    title="Direct replicable composition by squared votes and a race",
    meaning="Squared votes under J shared strings; a race of shared clocks draws (string, answer) for every group.",
    given=(*squared_votes.given, GROUPS),
    assumes=squared_votes.assumes,
    gives=(
        *(c for c in squared_votes.gives if c.name not in ("rho", "beta", "runs")),
        Conclusion(
            _tau_squares,
            "<=",
            total(exp(2 * _tau_terms.function.args[0])),
            "sum of the tau_i^2: the votes of both runs together too spread",
        ),
        Conclusion(
            rho,
            "<=",
            _m * race_error(smallest(1, _chi / _m)) + _omega + _tau_squares,
            "replicability of the composition",
        ),
        squared_votes.conclusion("beta"),
        squared_votes.conclusion("runs"),
    ),
    uses=("derived:race", "derived:squared-votes"),
    cites=squared_votes.cites[:1],
    needs_simulator=True,
    notes=(
        "For small rho and one group the samples approach (8/3) rho0/(1-rho0) times (sum of n_i)/rho^2.",
        "x0 and x1 are parameters of the analysis only: the algorithm does not know them.",
    ),
)


@cache
def in_groups(groups: int) -> Statement:
    """derived:raced-votes at a fixed number of groups, with the parameters of derived:squared-votes: for searches."""
    fixed = {_m: rational(groups)}
    gives = tuple(replace(c, expression=put_in(c.expression, fixed)) for c in raced_votes.gives)
    label = f"{raced_votes.label}, m = {groups}"
    return replace(raced_votes, label=label, given=squared_votes.given, gives=gives)


_limit, _law, _rho0 = real("limit"), real("factor"), real("rho0")

raced_limit = Statement(
    label="derived:raced-votes-limit",
    kind="corollary",
    title="Cost of squared votes with the race in the limit of small rho",
    meaning="The factor of (sum of n_i)/rho^2 that the samples approach, and of k n_1/rho^2 if a run costs n_1/rho0^2.",
    given=(Parameter(_rho0, UNIT_OPEN, "replicability of the base algorithms"), GROUPS),
    gives=(
        Conclusion(_limit, "=", 8 * _m * _rho0 / (3 * (1 - _rho0)), "factor of (sum of n_i)/rho^2 with m groups"),
        Conclusion(
            _law,
            "=",
            8 * _m / (3 * _rho0 * (1 - _rho0)),
            "factor of k n_1/rho^2; least, 32m/3, at rho0 = 1/2",
            name="law",
        ),
    ),
    uses=("derived:raced-votes",),
)

_c = real("choices")

race_rounds = Statement(
    label="derived:race-rounds",
    kind="lemma",
    title="Expected rounds of a race over groups",
    meaning="How many shared points a run looks at on average before it knows the winners of its races.",
    given=(
        Parameter(
            _c,
            Domain(rational(1), None, False),
            "largest number of equally likely choices per problem that weigh as much as its distribution: outcomes "
            "times its "
            "largest mass",
        ),
        Parameter(_g, COUNT, "problems in the largest group"),
        GROUPS,
    ),
    gives=(Conclusion(real("rounds"), "<=", _m * (1 + _c**_g), "expected points, all groups together"),),
    uses=("derived:race",),
    needs_simulator=True,
)

STATEMENTS = (raced_votes, raced_limit, race_rounds)
