"""What the applications cost: testers, fallbacks and replicable solvers, constants explicit or visibly hidden."""

from __future__ import annotations

from replcalc.statements.theory import Theory

_MEANS = dict.fromkeys(("rounding", "cosine", "cosine-grouped", "gaussian"), "queries.method_means")

PROBLEMS = Theory(
    name="costs",
    title="What the problems cost",
    package="replcalc.problems",
    folders=("statistical_query", "pac", "heavy_hitters", "best_arm", "boosting"),
    methods={
        "queries": {
            **dict.fromkeys(("naive", "expected-gap"), "queries.method"),
            **_MEANS,
            **dict.fromkeys(("direct-tuned", "paper", "paper-tuned", "direct", "private"), "queries.method"),
        },
        "boosting": dict.fromkeys(("paper", "optimal", "previous", "known", "known-inside"), "boosting.method"),
        "arms": {
            **dict.fromkeys(("naive", "softmax", "softmax-joint"), "arms.method"),
            **_MEANS,
            **dict.fromkeys(
                ("direct-plain", "direct-each", "paper", "paper-tuned", "direct", "private"),
                "arms.method",
            ),
        },
        "pg": dict.fromkeys(("het", "simple", "conditioned", "nonadaptive", "basic"), "pg.method"),
        "lower-bound": dict.fromkeys(("paper", "sharp", "tight", "one-round", "game"), "lower_bounds.method"),
    },
    lower_bounds=dict.fromkeys(("queries", "arms"), "queries.lower"),
)
