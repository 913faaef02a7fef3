"""Section "Special Case: Order-Invariant Algorithms" (TeX lines 2806-2881)."""

from replcalc.paper.literature import AAMAND_2025, at
from replcalc.paper.sufficient_statistic.statements import BETA_BASE, RHO_BASE, conclude_with_factor
from replcalc.vocabulary import *

order_invariance = Statement(
    label="def:order_inv",
    source=at(2814),
    title="Order invariance",
    meaning="Permuting the sample points never changes the output, for any fixed internal randomness.",
)

order_invariant = Statement(
    label="cor:order_inv",
    source=at(2823),
    title="Order invariance for a factor 2",
    meaning="Sorting the sample and shuffling it with shared randomness makes any replicable algorithm "
    "order-invariant, at twice the replicability parameter.",
    given=(RHO_BASE, BETA_BASE, N),
    assumes=(assuming("the sample points are independent and identically distributed over an ordered domain"),),
    gives=conclude_with_factor(2),
    uses=("thm:suff_stat", "lm:suff_marginal", "def:order_inv"),
    cites=(AAMAND_2025.at("Theorem 1.2"),),
)

STATEMENTS = (order_invariance, order_invariant)
