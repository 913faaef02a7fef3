"""Composition through differential privacy, which the paper's introduction compares with its own: quadratic in n."""

from replcalc.paper.literature import BUN_2023, DWORK_2010, quoted_at
from replcalc.vocabulary import *

_C, _p, _C_failure = real("C_private"), real("p_private"), real("C_private_fail")
_L = log(k / (rho * beta0))

through_privacy = Statement(
    label="route:private",
    source=quoted_at(294),
    title="Composition through differential privacy",
    meaning="Make each algorithm differentially private (samples n_i/eps_i up to logarithms), compose privately with "
    "eps_i proportional to n_i so that sum eps_i^2 = theta^2, and convert back: a theta-private algorithm on m "
    "samples is about theta sqrt(m)-perfectly generalizing. Solving theta sqrt(m) = rho with "
    "m = sqrt(sum n_i^2)/theta gives m = sum n_i^2/rho^2, that is n^2 k/rho^2 for equal sizes.",
    given=(NS, Parameter(rho, UNIT_LEFT_OPEN, "replicability to reach", name="target"), BETA0),
    assumes=(assuming("every base algorithm has finitely many outputs"),),
    gives=(
        Conclusion(
            real("N"),
            "O~",
            ceiling(_C * total(ns[i] ** 2) / rho**2 * _L**_p),
            "samples of the composition",
            name="samples",
        ),
        Conclusion(real("rho_private"), "<=", rho, "replicability reached by the choice of the samples", name="rho"),
        Conclusion(real("beta"), "O", _C_failure * k * beta0, "failure probability of the composition"),
    ),
    hidden=(
        UnspecifiedConstant(_C, 1, "factor of the samples"),
        UnspecifiedConstant(
            _p, 4, "exponent of the logarithm", "chaining the three conversions leaves four logarithms", exponent=True
        ),
        UnspecifiedConstant(_C_failure, 1, "factor of the failure probability"),
    ),
    cites=(BUN_2023, DWORK_2010),
)

STATEMENTS = (through_privacy,)
