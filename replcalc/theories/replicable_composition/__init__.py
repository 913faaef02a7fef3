"""Replicable Composition (arXiv 2604.10423).

The paper has 66 statements: its labelled results, and unlabelled ones under a label of our own (cor:littlestone,
sec:naive). Three more stand beside them with the paper's provenance: a numbered formula (eq:def_eps_i_delta_i), the
leading term of a bound (thm:main/leading) and a route the paper describes (route:private).
"""

from __future__ import annotations

from replcalc.theories.theory import Theory

REPLICABLE_COMPOSITION = Theory(
    name="replicable-composition",
    title="Replicable Composition",
    source="arXiv 2604.10423",
    package="replcalc.theories.replicable_composition",
    statements=(
        "replcalc.theories.replicable_composition.introduction",
        "replcalc.theories.replicable_composition.through_privacy",
        "replcalc.theories.replicable_composition.preliminaries",
        "replcalc.theories.replicable_composition.main",
        "replcalc.theories.replicable_composition.applications",
        "replcalc.theories.replicable_composition.pg_composition",
        "replcalc.theories.replicable_composition.pg_composition_proof",
        "replcalc.theories.replicable_composition.adaptive_lower_bound",
        "replcalc.theories.replicable_composition.sufficient_statistic",
        "replcalc.theories.replicable_composition.order_invariance",
        "replcalc.theories.replicable_composition.label_invariance",
        "replcalc.theories.replicable_composition.boosting",
        "replcalc.theories.replicable_composition.boosting_applications",
        "replcalc.theories.replicable_composition.omitted_proofs",
    ),
    claims=(
        "replcalc.theories.replicable_composition.claims.main",
        "replcalc.theories.replicable_composition.claims.pg_to_replicable",
        "replcalc.theories.replicable_composition.claims.universal_constant",
        "replcalc.theories.replicable_composition.claims.pg_constants",
        "replcalc.theories.replicable_composition.claims.pg_trade_off",
        "replcalc.theories.replicable_composition.claims.conditioning",
        "replcalc.theories.replicable_composition.claims.pg_composition",
        "replcalc.theories.replicable_composition.claims.threshold_estimation",
        "replcalc.theories.replicable_composition.claims.adaptive_lower_bound",
        "replcalc.theories.replicable_composition.claims.invariance",
        "replcalc.theories.replicable_composition.claims.mean_estimation",
        "replcalc.theories.replicable_composition.claims.boosting",
        "replcalc.theories.replicable_composition.claims.tester",
        "replcalc.theories.replicable_composition.claims.pac",
        "replcalc.theories.replicable_composition.claims.heavy_hitters",
        "replcalc.theories.replicable_composition.claims.best_arm",
        "replcalc.theories.replicable_composition.claims.omitted_proofs",
        "replcalc.theories.replicable_composition.claims.corollaries",
        "replcalc.theories.replicable_composition.claims.counterexamples",
    ),
    errata="replcalc.theories.replicable_composition.errata.collected",
    simulators={
        "closeness": "replcalc.simulate.closeness",
        "log-ratio": "replcalc.simulate.log_ratio",
        "conditioning": "replcalc.simulate.conditioning",
        "transcripts": "replcalc.simulate.transcripts",
        "pg-composition": "replcalc.simulate.pg_composition",
        "spelled-hash": "replcalc.simulate.spelled_hash",
        "azuma": "replcalc.simulate.azuma",
        "correlated-sampling": "replcalc.simulate.correlated_sampling",
        "pg-to-replicable": "replcalc.simulate.pg_to_replicable",
        "replicable-to-pg": "replcalc.simulate.replicable_to_pg",
        "naive": "replcalc.simulate.naive",
        "main": "replcalc.simulate.main",
        "threshold": "replcalc.simulate.threshold",
        "adaptive-game": "replcalc.simulate.adaptive_game",
        "sufficient-statistic": "replcalc.simulate.sufficient_statistic",
        "order-invariance": "replcalc.simulate.order_invariance",
        "label-invariance": "replcalc.simulate.label_invariance",
        "pointwise-label-invariance": "replcalc.simulate.pointwise_label_invariance",
        "boosting": "replcalc.simulate.boosting",
        "testers": "replcalc.simulate.testers",
    },
    ways={
        "naive": "replcalc.ways.naive",
        "paper": "replcalc.ways.paper",
        "private": "replcalc.ways.private",
    },
)
