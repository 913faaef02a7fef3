"""What the applications cost: testers, fallbacks and replicable solvers, constants explicit or visibly hidden."""

from replcalc.statements.theory import Theory

PROBLEMS = Theory(
    name="costs",
    title="What the problems cost",
    package="replcalc.problems",
    folders=("statistical_query", "pac", "heavy_hitters", "best_arm", "boosting"),
    methods={
        "queries": dict.fromkeys(("rounding", "cosine", "paper", "paper-tuned", "privacy"), "queries.method"),
        "choose": dict.fromkeys(("rounding", "paper", "paper-tuned"), "choices.method"),
        "boosting": dict.fromkeys(("paper", "optimal", "previous", "known", "known-inside"), "boosting.method"),
        "pg": dict.fromkeys(("het", "simple", "conditioned", "nonadaptive", "basic"), "pg.method"),
        "lower-bound": dict.fromkeys(("paper", "sharp", "tight", "one-round", "game"), "lower_bounds.method"),
    },
)
