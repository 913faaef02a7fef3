"""B: at most two answers per string, angles, and one race on the product (docs/theory/binary-votes.md)."""

from __future__ import annotations

from replcalc.formulas.language import Base, Sum, Symbol, asin, at_most, pi, race_error, rational, smallest, sqrt
from replcalc.statements.notation import family, i, k, real
from replcalc.statements.statement import COUNT, UNIT_OPEN, Conclusion, Parameter, Statement, assuming
from replcalc.theories.replicable_composition.literature import EFRON_1981
from replcalc.theories.replicable_composition.notation import NS, beta, ns, rho
from replcalc.theories.sharper.raced_votes import GROUPS

_N = Symbol("N", integer=True, positive=True)
_T = Base("T", integer=True, positive=True)
_rho0s, _beta0s, _m = family("rho0"), family("beta0"), GROUPS.variable
_distance = real("distance")
#: sup of sin^2(pi x/2)/x is 1.1382.
ANGLES = rational(57, 50)

#: Lower bound on the sum over m = 0..T-1 of 1/sqrt((m+1)(T-m)): the trapezoidal rule of a convex function.
_arc = 2 * asin(sqrt(_T[i] / (_T[i] + 1))) - 2 * asin(sqrt(1 / (_T[i] + 1))) + 1 / sqrt(_T[i])
#: One problem's term of the distance with arcsine and with linear angles.
ARCSINE = pi**2 / (4 * (_T[i] + 1) * _arc**2)
LINEAR = pi**2 * _rho0s[i] / (8 * _T[i])

binary_votes = Statement(
    label="derived:binary-votes",
    kind="theorem",
    title="Votes turned into angles, a race on the product",
    meaning="K of T votes make an angle phi_K; a race over all problems gives answer 1 probability sin^2 phi_K.",
    given=(
        NS,
        Parameter(_rho0s, UNIT_OPEN, "replicability of the i-th base algorithm"),
        Parameter(_beta0s, UNIT_OPEN, "failure probability of the i-th base algorithm"),
        Parameter(_N, COUNT, "samples of the composition"),
        Parameter(_T, COUNT, "votes of the i-th algorithm; floor(N/n_i) is best"),
        GROUPS,
    ),
    assumes=(
        at_most(ns[i] * _T[i], _N),
        assuming("given its random string, every base algorithm has at most two possible outputs"),
    ),
    gives=(
        Conclusion(
            Symbol("N_total", integer=True, positive=True), "=", _N, "samples of the composition", name="samples"
        ),
        Conclusion(
            _distance,
            "<=",
            Sum(smallest(ARCSINE, LINEAR), (i, 1, k)),
            "squared Hellinger distances, arcsine or linear angles, whichever are nearer",
        ),
        Conclusion(rho, "<=", _m * race_error(smallest(1, _distance / _m)), "replicability of the composition"),
        Conclusion(beta, "<=", ANGLES * Sum(_beta0s[i], (i, 1, k)), "failure probability of the composition"),
        Conclusion(Symbol("runs", integer=True), "=", Sum(_T[i], (i, 1, k)), "runs of base algorithms"),
    ),
    uses=("derived:race",),
    cites=(EFRON_1981,),
    needs_simulator=True,
    notes=("For small rho and one group the samples approach (2/3) (sum of n_i)/rho^2, whatever rho0 is.",),
)

STATEMENTS = (binary_votes,)
