"""Section "Replicable Algorithms and Sufficient Statistics", with order-invariant algorithms (TeX lines 2687-2881)."""

from replcalc.paper.literature import AAMAND_2025, at
from replcalc.vocabulary import *

RHO_BASE = Parameter(rho, UNIT_CLOSED, "replicability of the given algorithm")
BETA_BASE = Parameter(beta, UNIT_CLOSED, "failure probability of the given algorithm")


def conclude_with_factor(factor: int) -> tuple[Conclusion, ...]:
    """Return a transformation that keeps failure probability and samples and multiplies rho by ``factor``."""
    return (
        Conclusion(real("rho_new"), "<=", factor * rho, "replicability of the new algorithm"),
        Conclusion(real("beta_new"), "<=", beta, "its failure probability: unchanged"),
        Conclusion(real("n_new"), "=", n, "its samples: unchanged"),
    )


sufficient_statistic = Statement(
    label="def:sufficient_statistic",
    source=at(2696),
    title="Sufficient statistic",
    meaning="A function of the sample is sufficient for a family of distributions if, given its value, the sample has "
    "one and the same distribution for every member of the family.",
)

resampling = Statement(
    label="lm:suff_marginal",
    source=at(2706),
    title="Resampling keeps the distribution",
    meaning="A sample redrawn from its conditional distribution given the sufficient statistic is distributed, jointly "
    "with the statistic, like the original.",
    gives=(
        Conclusion(
            real("distance"), "=", rational(0), "distance of (statistic, redrawn sample) to (statistic, sample)"
        ),
    ),
    uses=("def:sufficient_statistic",),
)

through_statistic = Statement(
    label="thm:suff_stat",
    source=at(2732),
    title="A sufficient statistic is enough",
    meaning="Running the algorithm on a sample redrawn from the sufficient statistic, with shared randomness, gives an "
    "algorithm that sees only the statistic and is 2 rho-replicable on the family.",
    given=(RHO_BASE, BETA_BASE, N),
    assumes=(assuming("the data come from a member of the family"),),
    gives=conclude_with_factor(2),
    uses=("lm:suff_marginal", "def:sufficient_statistic", "def:replic"),
    cites=(AAMAND_2025,),
    notes="The probability is over the two samples as well as over the random bits; the printed subscript names only "
    "the bits.",
)

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

STATEMENTS = (sufficient_statistic, resampling, through_statistic, order_invariance, order_invariant)
