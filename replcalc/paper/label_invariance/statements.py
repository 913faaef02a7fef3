"""Sections "Label Invariance for Symmetric Problems" and "Pointwise Label Invariance via Correlated Sampling".

TeX lines 2883-3071.
"""

from replcalc.paper.literature import (
    AAMAND_2025,
    BRODER_1997,
    BUN_2023,
    HOLENSTEIN_2007,
    KLEINBERG_2002,
    LIU_2024,
    at,
    quoted_at,
)
from replcalc.paper.sufficient_statistic.statements import BETA_BASE, RHO_BASE, conclude_with_factor
from replcalc.vocabulary import *

label_invariance = Statement(
    label="def:label_inv",
    source=at(2888),
    title="Label invariance",
    meaning="Renaming the domain elements changes nothing: distributionally, if the output distribution on each sample "
    "stays the same; pointwise, if the output stays the same for each fixed internal randomness.",
    cites=(LIU_2024.at("Definition 1.5"), AAMAND_2025.at("Definition 4.2")),
)

symmetric_problem = Statement(
    label="def:symmetric_problem",
    source=at(2902),
    title="Symmetric problem",
    meaning="An answer acceptable for a distribution stays acceptable for every distribution obtained by renaming the "
    "domain elements.",
    uses=("def:statistical_problem",),
    notes="The introduction lists closeness testing among the examples; as a problem on pairs it is not symmetric in "
    "this sense.",
)

label_invariant = Statement(
    label="cor:label_inv",
    source=at(2915),
    title="Distributional label invariance for free",
    meaning="Renaming the domain by a shared random permutation makes any replicable algorithm for a symmetric problem "
    "distributionally label-invariant, with the same rho.",
    given=(RHO_BASE, BETA_BASE, N),
    assumes=(assuming("the problem is symmetric"), assuming("the domain is finite")),
    gives=conclude_with_factor(1),
    uses=("def:label_inv", "def:symmetric_problem", "def:replic"),
    cites=(AAMAND_2025.at("Theorem 1.2"),),
)

_tv = real("tv")

correlated_sampling = Statement(
    label="def:correlated_sampling",
    source=quoted_at(2973),
    title="Correlated sampling",
    meaning="A fixed function of a distribution and a random string whose value has that distribution; called with one "
    "string on two distributions, it gives different values with a probability controlled by their total variation.",
    given=(Parameter(_tv, UNIT_CLOSED, "total variation between the two distributions"),),
    gives=(
        Conclusion(
            real("error"), "<=", correlated_error(_tv), "probability that the two values differ, for known strategies"
        ),
    ),
    cites=(BRODER_1997, KLEINBERG_2002, HOLENSTEIN_2007, BUN_2023),
    notes=(
        "That the error at total variation 0 is 0 is not part of the definition; it holds for the strategy used.",
        "The paper credits Broder alone, whose strategy is for uniform distributions; the two others treat all.",
    ),
)

pointwise_label_invariant = Statement(
    label="cor:pointwise_label_inv",
    source=at(2992),
    title="Pointwise label invariance for a factor 2",
    meaning="Drawing the output of the label-invariant algorithm by correlated sampling makes the invariance "
    "pointwise, at twice the replicability parameter.",
    given=(RHO_BASE, BETA_BASE, N),
    assumes=(assuming("the problem is symmetric"), assuming("domain and output space are finite")),
    gives=conclude_with_factor(2),
    uses=("cor:label_inv", "def:correlated_sampling"),
    cites=(BRODER_1997, LIU_2024.at("Definition 1.5")),
)

STATEMENTS = (label_invariance, symmetric_problem, label_invariant, correlated_sampling, pointwise_label_invariant)
