"""Replicable Composition (arXiv 2604.10423), a folder for each of its sections.

The paper has 66 statements: its labelled results, and unlabelled ones under a label of our own (cor:littlestone,
sec:naive). Three more stand beside them with the paper's provenance: a numbered formula (eq:def_eps_i_delta_i), the
leading term of a bound (thm:main/leading) and a method the paper describes (route:private).
"""

from importlib.util import find_spec
from typing import Any

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
        "label_invariance",
        "boosting",
        "boosting_applications",
        "omitted_proofs",
        "errata",
    ),
    methods={
        "composition": {"paper": "main.method", "paper-tuned": "main.method_tuned", "privacy": "through_privacy.method"}
    },
)


def __getattr__(name: str) -> Any:
    """Return a statement of the paper by its label without the prefix: ``paper.pg_compose`` is lm:pg_compose.

    With the prefix where that alone is a folder of this package or stands for several: ``paper.thm_main``.
    """
    if name.startswith("_") or find_spec(f"{__name__}.{name}"):
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from replcalc.statements.catalogue import entries

    known = {label: about.statement for label, about in entries().items() if about.theory == PAPER.name}
    found = [label for label in known if name in (_identifier(label), _identifier(label.partition(":")[2]))]
    if len(found) != 1:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    return known[found[0]]


def _identifier(text: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in text)
