"""Non-adaptive composition in total variation, and correlated sampling on top of it.

Proofs: proof.md and proof-tv-to-replicable.md.
"""

from replcalc.paper.literature import (
    BRODER_1997,
    GRAHAM_1981,
    HOLENSTEIN_2007,
    KAIROUZ_2015,
    KLEINBERG_2002,
    MURTAGH_2016,
)
from replcalc.vocabulary import *

_tv_rr, _gamma_star, _tv = real("tv_rr"), real("gamma_star"), real("tv")
_kept = Product(1 - deltas[i], (i, 1, k))

_FROM_ZERO = Domain(rational(0), rational(1), lower_open=False)  # purely multiplicative closeness is welcome

_GAMMAS = Parameter(gammas, NONNEGATIVE, "probability over the sample that the i-th closeness fails")
EPSILONS = Parameter(epsilons, POSITIVE, "multiplicative closeness of the i-th algorithm")
DELTAS = Parameter(deltas, _FROM_ZERO, "additive closeness of the i-th algorithm")
_NON_ADAPTIVE = assuming("no algorithm sees another's output: given the sample, their coins are independent")

_tv_rr_bound = sqrt(1 - Product(sech(epsilons[i] / 2) ** 2, (i, 1, k)))
_tv_pinsker_bound = sqrt(total(epsilons[i] * tanh(epsilons[i] / 2)) / 2)
nonadaptive_tv = Statement(
    label="derived:nonadaptive-tv",
    kind="theorem",
    title="Non-adaptive composition through total variation",
    meaning="On good samples the joint output distribution is this close in total variation to the product of the "
    "simulators.",
    given=(_GAMMAS, EPSILONS, DELTAS),
    assumes=(_NON_ADAPTIVE,),
    gives=(
        Conclusion(_gamma_star, "<=", total(gammas[i]), "probability over the sample that some closeness fails"),
        Conclusion(_tv_rr, "<=", _tv_rr_bound, "total variation of the product of the two-point pairs, closed form"),
        Conclusion(real("tv_pinsker"), "<=", _tv_pinsker_bound, "the same by Pinsker's inequality; never smaller"),
        Conclusion(_tv, "<=", 1 - _kept * (1 - _tv_rr), "total variation to the product of the simulators"),
    ),
    cites=(KAIROUZ_2015.at("Theorem 3.3, the dominating pair of its proof"), MURTAGH_2016),
    notes=("Exact for k = 1. With the exact value of tv_rr in place of the closed form see derived:revealed-tv.",),
)

revealed_tv = Statement(
    label="derived:revealed-tv",
    title="Total variation when each pair may also be revealed",
    meaning="Total variation of a product of pairs, each revealed with probability delta_i, else two-point: exactly.",
    given=(Parameter(_tv_rr, UNIT_CLOSED, "total variation of the product of the two-point pairs"), DELTAS),
    gives=(Conclusion(_tv, "=", 1 - _kept * (1 - _tv_rr), "total variation of the product with revealing"),),
    cites=(KAIROUZ_2015.at("Theorem 3.3, the dominating pair of its proof"),),
)

tv_to_replicable = Statement(
    label="derived:tv-to-replicable",
    kind="theorem",
    title="Total variation to replicability",
    meaning="Output distributions within tv of one fixed distribution, but for gamma* of the samples, are drawn by "
    "correlated sampling.",
    given=(
        Parameter(_gamma_star, NONNEGATIVE, "probability over the sample that the distribution is not within tv"),
        Parameter(_tv, NONNEGATIVE, "total variation to the fixed distribution"),
    ),
    assumes=(assuming("the output distributions have a common dominating measure (countable outputs, or densities)"),),
    gives=(Conclusion(rho, "<=", 2 * _gamma_star + correlated_error(2 * _tv), "replicability of the new algorithm"),),
    uses=("def:correlated_sampling",),
    cites=(BRODER_1997, KLEINBERG_2002, HOLENSTEIN_2007),
)

_omega = Symbol("omega")

_tv_bound = (
    1
    - half_line(
        Product(cos(epsilons[i] * _omega) * sech(epsilons[i] / 2), (i, 1, k)) / (_omega**2 + rational(1, 4)), _omega
    )
    / pi
)
two_point_tv = Statement(
    label="derived:two-point-tv",
    title="Total variation of a product of two-point pairs",
    meaning=(
        "The two-point pairs (e^eps_i, 1)/(1 + e^eps_i) against their mirror images. Found by an exact sum where the "
        "epsilon_i are multiples of one number, otherwise bracketed on a grid."
    ),
    given=(EPSILONS,),
    gives=(Conclusion(_tv, "=", _tv_bound, "total variation of the product of the two-point pairs"),),
    cites=(KAIROUZ_2015.at("Theorem 3.3, the dominating pair of its proof"), MURTAGH_2016, GRAHAM_1981),
)

basic_composition = Statement(
    label="derived:basic-composition",
    title="Basic composition",
    meaning="Epsilons add up, revealing probabilities almost do: what every other composition competes with.",
    given=(_GAMMAS, EPSILONS, DELTAS),
    assumes=(_NON_ADAPTIVE,),
    gives=(
        Conclusion(real("epsilon_star"), "<=", total(epsilons[i]), "multiplicative closeness of the composition"),
        Conclusion(real("delta_star"), "<=", 1 - _kept, "additive closeness of the composition"),
        Conclusion(_gamma_star, "<=", total(gammas[i]), "probability over the sample that some closeness fails"),
    ),
    cites=(KAIROUZ_2015.at("Theorem 3.3, the dominating pair of its proof"),),
    notes=("Nothing smaller than delta_star is true at this epsilon_star: pairs that reveal attain it.",),
)

STATEMENTS = (nonadaptive_tv, revealed_tv, tv_to_replicable, two_point_tv, basic_composition)
