"""Theorems of our own, a folder each: statement, claims, witness, way, algorithm, proof."""

from __future__ import annotations

from replcalc.statements.theory import Theory

SHARPER = Theory(
    name="sharper",
    title="Sharper statements, each proved in its folder",
    package="replcalc.sharper",
    folders=(
        "side_by_side",
        "adaptive_one_sample",
        "adaptive_second_moment",
        "conditioning",
        "conditioning_pairs",
        "total_variation",
        "lemma_e",
        "squared_votes",
        "race",
        "raced_votes",
        "threshold_votes",
        "lottery_votes",
        "separate",
        "binary_votes",
        "expected_gap_rounding",
        "gaussian",
        "cosine",
        "arms_through_means",
        "heavy_hitters",
        "sharper_constants",
        "tight_adaptive",
        "nonadaptive_lower",
        "hidden_coins",
        "cube_lower",
        "one_mean",
        "sufficient_statistic",
        "threshold_test",
        "softmax_race",
        "small_variance",
    ),
    ways={
        "composition": {
            "naive": "side_by_side.way",
            "separate": "separate.way",
            "direct": "raced_votes.way",
            "binary": "binary_votes.way",
            "grouped": "raced_votes.way_grouped",
            "sharp": "total_variation.way",
            "explicit": "lemma_e.way",
        },
        "test": {"threshold": "threshold_test.way"},
        "ab": {"threshold": "small_variance.way"},
        "choose": dict.fromkeys(("softmax", "softmax-joint"), "softmax_race.way"),
        "heavy-hitters": {"random-threshold": "heavy_hitters.way"},
    },
    lower_bounds={
        "composition": "hidden_coins.lower",
        "queries": "cube_lower.lower",
        "choose": "softmax_race.lower",
        "ab": "small_variance.lower",
    },
)
