"""Improved theorems, a folder each: statement, claims, simulator, method, algorithm, proof."""

from __future__ import annotations

from replcalc.statements.theory import Theory

SHARPER = Theory(
    name="sharper",
    title="Sharper statements, each proved in its folder",
    package="replcalc.sharper",
    folders=(
        "votes",
        "adaptive_second_moment",
        "conditioning",
        "total_variation",
        "race",
        "means",
        "cosine",
        "sharper_constants",
        "tight_adaptive",
        "nonadaptive_lower",
        "hidden_coins",
        "cube_lower",
        "shrinking_window",
        "sufficient_statistic",
        "threshold_test",
        "softmax_race",
        "shared_noise",
        "two_arms",
        "frequencies",
        "two_sided",
        "u_statistics",
        "quantile_search",
    ),
    methods={
        "composition": {
            "side-by-side": "votes.method_side_by_side",
            "votes": "votes.method",
            "joint": "race.method",
            "mixed": "votes.method_mixed",
        },
        "test": {"threshold": "threshold_test.method"},
        "ab": {"best-law": "two_arms.method", "threshold": "two_arms.method_threshold"},
        "top": {"softmax": "softmax_race.method"},
        "own-accuracies": {"rounding": "means.method"},
        "same": {"threshold": "two_sided.method"},
        "choose": {
            "threshold": "two_arms.method_choose",
            "noise": "shared_noise.method",
            **dict.fromkeys(("softmax", "softmax-joint"), "softmax_race.method"),
        },
        "heavy-hitters": {"random-threshold": "frequencies.method_heavy"},
        "u-statistic": {"rounded-pairs": "u_statistics.method"},
        "quantiles": {"search": "quantile_search.method"},
        "proportions": dict.fromkeys(("cells", "any-number"), "frequencies.method"),
    },
    lower_bounds={
        "composition": "hidden_coins.lower",
        "queries": "cube_lower.lower",
        "choose": "softmax_race.method",
        "ab": "two_arms.method_threshold",
    },
)
