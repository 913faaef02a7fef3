"""Resampling from a sufficient statistic without loss (proof.md): sharper thm:suff_stat."""

from replcalc.paper.sufficient_statistic.statements import BETA_BASE, RHO_BASE, conclude_with_factor
from replcalc.vocabulary import *

_GIVEN: tuple[Parameter, ...] = (RHO_BASE, BETA_BASE, N)

lossless_statistic = Statement(
    label="derived:sufficient-statistic",
    kind="theorem",
    title="A sufficient statistic is enough, without loss",
    meaning="Running the algorithm on a sample redrawn from the sufficient statistic with shared coins, however they "
    "are turned into samples, is rho-replicable on the family: the factor 2 of thm:suff_stat is not needed.",
    given=_GIVEN,
    assumes=(assuming("the data come from a member of the family"),),
    gives=conclude_with_factor(1),
    uses=("lm:suff_marginal", "def:sufficient_statistic", "def:replic"),
    notes=("With the statistic that forgets the order of the sample it sharpens cor:order_inv likewise.",),
)

STATEMENTS = (lossless_statistic,)
