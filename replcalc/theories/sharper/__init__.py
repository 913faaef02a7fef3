"""Statements proved in docs/theory."""

from __future__ import annotations

from replcalc.theories.theory import Theory

SHARPER = Theory(
    name="sharper",
    title="Sharper statements, proved in docs/theory",
    package="replcalc.theories.sharper",
    statements=(
        "replcalc.theories.sharper.goals",
        "replcalc.theories.sharper.conditioning",
        "replcalc.theories.sharper.conditioning_pairs",
        "replcalc.theories.sharper.total_variation",
        "replcalc.theories.sharper.lemma_e",
        "replcalc.theories.sharper.squared_votes",
        "replcalc.theories.sharper.race",
        "replcalc.theories.sharper.raced_votes",
        "replcalc.theories.sharper.threshold_votes",
        "replcalc.theories.sharper.binary_votes",
        "replcalc.theories.sharper.rounding",
        "replcalc.theories.sharper.gaussian",
        "replcalc.theories.sharper.cosine",
        "replcalc.theories.sharper.arms",
        "replcalc.theories.sharper.heavy_hitters",
        "replcalc.theories.sharper.constants",
        "replcalc.theories.sharper.tight_adaptive",
        "replcalc.theories.sharper.nonadaptive_lower",
        "replcalc.theories.sharper.sufficient_statistic",
    ),
    claims=(
        "replcalc.theories.sharper.claims.closeness",
        "replcalc.theories.sharper.claims.pairs",
        "replcalc.theories.sharper.claims.votes",
        "replcalc.theories.sharper.claims.races",
        "replcalc.theories.sharper.claims.thresholds",
        "replcalc.theories.sharper.claims.queries",
        "replcalc.theories.sharper.claims.noise",
        "replcalc.theories.sharper.claims.heavy",
        "replcalc.theories.sharper.claims.constants",
        "replcalc.theories.sharper.claims.lower_bounds",
    ),
    simulators={
        "race": "replcalc.simulate.race",
        "raced-votes": "replcalc.simulate.raced_votes",
        "threshold-votes": "replcalc.simulate.threshold_votes",
        "binary-votes": "replcalc.simulate.binary_votes",
        "rounding": "replcalc.simulate.rounding",
        "gaussian": "replcalc.simulate.gaussian",
        "cosine": "replcalc.simulate.cosine",
        "heavy-hitters": "replcalc.simulate.heavy_hitters",
        "tight-adaptive": "replcalc.simulate.tight_adaptive",
        "signs": "replcalc.simulate.signs",
    },
    ways={
        "direct": "replcalc.ways.direct",
        "sharp": "replcalc.ways.sharp",
        "explicit": "replcalc.ways.explicit",
        "separate": "replcalc.ways.separate",
        "binary": "replcalc.ways.binary",
        "grouped": "replcalc.ways.grouped",
    },
)
