"""B: at most two answers per string, angles, and one race on the product (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import EFRON_1981
from replcalc.sharper.race.statement_raced_votes import GROUPS
from replcalc.sharper.votes.statement import ENOUGH, INDEPENDENT, SAMPLES, TWO_OUTPUTS, VOTED, Ts, runs, votes_cast
from replcalc.vocabulary import (
    COUNT,
    Conclusion,
    Statement,
    asin,
    beta,
    beta0s,
    i,
    pi,
    race_error,
    rational,
    real,
    rho,
    rho0s,
    smallest,
    sqrt,
    total,
)

_m = GROUPS.variable
_distance = real("distance")
#: sup of sin^2(pi x/2)/x is 1.1382.
ANGLES = rational(57, 50)

#: Lower bound on the sum over m = 0..T-1 of 1/sqrt((m+1)(T-m)): the trapezoidal rule of a convex function.
_arc = 2 * asin(sqrt(Ts[i] / (Ts[i] + 1))) - 2 * asin(sqrt(1 / (Ts[i] + 1))) + 1 / sqrt(Ts[i])
#: One problem's term of the distance with arcsine and with linear angles.
ARCSINE = pi**2 / (4 * (Ts[i] + 1) * _arc**2)
LINEAR = pi**2 * rho0s[i] / (8 * Ts[i])

binary_votes = Statement(
    label="derived:binary-votes",
    kind="theorem",
    needs_simulator=True,
    title="Votes turned into angles, a race on the product",
    meaning="K of T votes make an angle phi_K; a race over all problems gives answer 1 probability sin^2 phi_K.",
    given=(*VOTED, votes_cast(COUNT), GROUPS),
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
        runs(Ts[i]),
    ),
    uses=("derived:race",),
    cites=(EFRON_1981,),
    notes=("For small rho and one group the samples approach (2/3) (sum of n_i)/rho^2, whatever rho0 is.",),
)

STATEMENTS = (binary_votes,)
