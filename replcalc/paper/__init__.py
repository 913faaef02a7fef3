"""Replicable Composition (arXiv 2604.10423), a folder for each of its sections.

The paper has 66 statements: its labelled results, and unlabelled ones under a label of our own (cor:littlestone,
sec:naive). Three more stand beside them with the paper's provenance: a numbered formula (eq:def_eps_i_delta_i), the
leading term of a bound (thm:main/leading) and a route the paper describes (route:private).
"""

from __future__ import annotations

from replcalc.statements.theory import Theory

PAPER = Theory(
    name="replicable-composition",
    title="Replicable Composition",
    source="arXiv 2604.10423",
    package="replcalc.paper",
    folders=(
        "introduction",
        "through_privacy",
        "preliminaries",
        "main",
        "applications",
        "pg_composition",
        "adaptive_lower_bound",
        "sufficient_statistic",
        "order_invariance",
        "label_invariance",
        "boosting",
        "boosting_applications",
        "omitted_proofs",
    ),
    methods={
        "composition": {"paper": "main.method", "paper-tuned": "main.method_tuned", "private": "through_privacy.method"}
    },
)
