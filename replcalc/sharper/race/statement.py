"""Shared exponential clocks instead of first acceptance (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import GLASSER_1961, KAIROUZ_2015
from replcalc.sharper.total_variation.statement import DELTAS, EPSILONS
from replcalc.vocabulary import (
    NONNEGATIVE,
    UNIT_CLOSED,
    Conclusion,
    Domain,
    Parameter,
    Product,
    Statement,
    assuming,
    correlated_error,
    deltas,
    epsilons,
    i,
    k,
    race_error,
    rational,
    real,
    rho,
    sech,
    smallest,
    sqrt,
)

_X, _tv, _t = real("X"), real("tv"), real("t")
_from_hellinger, _from_tv = real("from_hellinger"), real("from_tv")

race = Statement(
    label="derived:race",
    kind="lemma",
    needs_simulator=True,
    title="A race of shared clocks",
    meaning="Two runs answer with the first of the shared exponential clocks, each sped up by its own law.",
    given=(
        Parameter(
            _X, UNIT_CLOSED, "squared Hellinger distance 1 - sum sqrt(PQ) of the two distributions, or a bound on it"
        ),
        Parameter(_tv, UNIT_CLOSED, "their total variation, or a bound on it"),
    ),
    assumes=(
        assuming("the two distributions are on one countable set, or have densities for one measure, fixed in advance"),
    ),
    gives=(
        Conclusion(
            _t,
            "<=",
            2 * sqrt(_X * (2 - _X)) / sqrt(3),
            "total variation of P x Q and Q x P: itself a bound on the disagreement",
        ),
        Conclusion(_from_hellinger, "<=", race_error(_X), "disagreement, by the Hellinger distance"),
        Conclusion(_from_tv, "<=", correlated_error(_tv), "disagreement, by the total variation"),
        Conclusion(rho, "<=", smallest(_from_hellinger, _from_tv), "disagreement: one algorithm, both bounds"),
    ),
    uses=("def:correlated_sampling",),
    cites=(GLASSER_1961,),
)

_gamma_star, _affinity, _distance = real("gamma_star"), real("affinity"), real("distance")
_FROM_ZERO = Domain(rational(0), rational(1, 2), lower_open=False, upper_open=False)

race_composition = Statement(
    label="derived:race-composition",
    kind="theorem",
    needs_simulator=True,
    title="Perfect generalization to replicability by a race",
    meaning="Output distributions close to one fixed product, but for gamma* of the samples, are drawn by a race.",
    given=(
        Parameter(_gamma_star, NONNEGATIVE, "probability over the sample that some closeness fails"),
        EPSILONS,
        DELTAS,
        Parameter(_tv, _FROM_ZERO, "total variation of the joint distribution to the product of the simulators"),
    ),
    assumes=(
        assuming(
            "the joint output distribution has countably many values, or densities for one measure fixed in advance"
        ),
    ),
    gives=(
        Conclusion(
            _affinity,
            ">=",
            Product((1 - deltas[i]) * sech(epsilons[i] / 2), (i, 1, k)),
            "affinity of the joint distribution and the product of the simulators",
        ),
        Conclusion(_distance, "<=", 2 * (1 - _affinity**2), "squared Hellinger distance of two good runs"),
        Conclusion(
            rho,
            "<=",
            2 * _gamma_star + smallest(correlated_error(2 * _tv), race_error(smallest(1, _distance))),
            "replicability of the sampled answers",
        ),
    ),
    uses=("derived:race", "derived:nonadaptive-tv", "derived:tv-to-replicable"),
    cites=(KAIROUZ_2015.at("Theorem 3.3, the dominating pair of its proof"),),
)

STATEMENTS = (race, race_composition)
