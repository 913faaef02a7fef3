"""Means over pairs, one of each of two groups, by rounding: AUC, any kernel in [0, 1] (proof.md)."""

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.means.statement import HALF, SHARE, hoeffding_mass
from replcalc.vocabulary import *

_N, _lambda, _width, _gap = natural("N"), real("lambda"), real("width"), real("gap")


_gap_bound = sqrt(exp(2 * loggamma(_N) - 2 * loggamma(_N + HALF)) / pi + 1 / (2 * _N**2))
_beta_bound = 2 * hoeffding_mass(_N, (1 - _lambda) * alpha, (1 + _lambda) * alpha) / _width
between_groups = Statement(
    label="derived:u-statistic-groups",
    kind="theorem",
    title="A mean over pairs of two groups, by rounding",
    meaning="How often a draw of one group exceeds one of the other costs what one mean costs.",
    given=(ALPHA, Parameter(_N, COUNT, "draws of each group"), SHARE),
    assumes=(assuming("each group has N independent draws of its own, and a pair has a value in [0, 1]"),),
    gives=(
        Conclusion(_width, "=", 2 * _lambda * alpha, "width of the grid"),
        Conclusion(_gap, "<=", _gap_bound, "expected distance of the means over pairs of two runs"),
        Conclusion(rho, "<=", _gap / _width, "probability that two runs disagree"),
        Conclusion(beta, "<=", _beta_bound, "probability that the answer is off by more than alpha"),
    ),
    uses=("derived:variance-gap", "derived:variance-rounding"),
    cites=(HOEFFDING_1963.at("Section 5"),),
)

STATEMENTS = (between_groups,)
