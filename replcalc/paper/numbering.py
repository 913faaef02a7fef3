"""The numbers that the paper prints: every kind is counted by itself, in the order of the TeX source."""

import re

from replcalc.statements.catalogue import entries
from replcalc.statements.theory import line

PAPER_THEORY = "replicable-composition"
#: The line on which the n-th environment of a kind begins.
_LINES = {
    "theorem": (240, 319, 391, 448, 553, 797, 818, 1147, 1238, 2518, 2732, 3086, 3175, 3439, 3583, 3653),
    "corollary": (475, 2823, 2915, 2992, 3340, 3373, 3407),
    "definition": (707, 725, 736, 2426, 2696, 2814, 2888, 2902, 2973, 3669),
    "claim": (911, 1691, 1822, 2532),
    "remark": (2775, 2785, 2955, 3046, 3152),
    "lemma": (
        *(776, 1313, 1501, 1566, 1572, 1633, 1645, 1670, 1982, 1999, 2110, 2137, 2148),
        *(2163, 2194, 2216, 2262, 2458, 2706, 3240, 3305, 3457, 3679, 3688, 3745, 3755),
    ),
}
#: Theorems as the paper prints them.
PRINTED = {
    "thm:main": (
        "Suppose algorithms A_1, ..., A_k are each 0.0001-replicable and solve statistical problems T_1, ..., T_k, "
        "where A_i has sample complexity n_i, failure probability at most beta0, and its output is supported over a "
        "finite space. Then, for any rho > 0, there exists a rho-replicable algorithm that solves the composed problem "
        "with failure probability at most beta and sample complexity n, where "
        "n = O((sum_j n_j / rho^2) polylog(k/(rho beta0))) and beta = O(k sqrt(beta0) log(k/(rho beta0)))."
    )
}
_SHORT = {"thm": "theorem", "lem": "lemma", "cor": "corollary", "def": "definition", "rem": "remark"}
_NUMBERED = re.compile(r"([a-z]+)\.?\s*(\d+)")


def parse_numbered(text: str) -> tuple[str, int] | None:
    """Return kind and number of ``Theorem 1`` or ``lem. 7``; None for another text."""
    found = _NUMBERED.fullmatch(text.strip().lower())
    kind = found and _SHORT.get(found[1], found[1])
    return (kind, int(found[2])) if found and kind in _LINES else None


def label_of(kind: str, number: int) -> str | None:
    """Return the label of the statement, or of the place of the paper, with that number; None where there is none."""
    from replcalc.paper.places import PLACES

    lines = _LINES[kind]
    if not 1 <= number <= len(lines):
        return None
    at = lines[number - 1]
    own = [label for label, found in entries().items() if found.theory == PAPER_THEORY and line(found.source) == at]
    own += [label for label, place in PLACES.items() if place.line == at]
    return own[0] if own else None


def label_of_text(text: str) -> str | None:
    """Return the label of ``Theorem 1``; None for another text."""
    number = parse_numbered(text)
    return label_of(*number) if number else None


def number_of(label: str) -> str:
    """Return ``Theorem 1`` for a label of the paper; an empty text for what is not numbered."""
    found = entries().get(label)
    if found is None or found.theory != PAPER_THEORY:
        return ""
    at = line(found.source)
    for kind, lines in _LINES.items():
        if at in lines:
            return f"{kind.capitalize()} {lines.index(at) + 1}"
    return ""


def count(kind: str) -> int:
    """Return how many environments of a kind the paper has."""
    return len(_LINES[kind])
