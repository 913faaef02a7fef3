"""Problems fixed before the sample is drawn, or chosen one after the other: what every answer says of them."""

from __future__ import annotations

from typing import Any

#: Kinds of questions that several problems may be asked with.
_SEVERAL = ("composition", "queries", "arms", "choose")
FIXED = "fixed before the sample is drawn"
IN_TURN = "chosen one after the other, each from the strings and answers before it and from nothing else"
#: Why a way that serves fixed problems refuses.
TOGETHER = f"it answers all problems together: they must be {FIXED}"
#: The step of a recipe that says how the problems come.
STEP = (
    "The problems come one after the other: problem i may depend on the strings and answers of those before it, by a "
    "rule that both teams follow, and on nothing else; answer it before the next one is chosen. All read the same "
    "samples."
)


def in_turn(question: Any) -> bool:
    """Are there several problems, and may one depend on the answers before it?"""
    return bool(getattr(question, "adaptive", False)) and question.k > 1


def kind_of_problems(question: Any) -> str | None:
    """What holds of the problems; None for a question about one task."""
    if question.kind not in _SEVERAL:
        return None
    return IN_TURN if in_turn(question) else FIXED


def told(question: Any) -> str:
    """The same as a clause of an answer; nothing where there is one problem."""
    if kind_of_problems(question) is None or question.k == 1:
        return ""
    return f"the problems may be {IN_TURN}" if in_turn(question) else f"the problems must be {FIXED}"
