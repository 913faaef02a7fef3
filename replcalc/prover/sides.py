"""The two sides of an inequality kept with the certificate of their difference, where the checker will see it so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.checker.algebra import NoNormalForm
from replcalc.checker.statement import is_goal_of
from replcalc.checker.values import Unverified
from replcalc.formulas.relations import relation_json
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode


def two_sides(relation: Any, kind: str, stated: Mapping[str, Any]) -> dict[str, Any]:
    """``{"relation": ...}``, or nothing: the goal is then all that is stated."""
    try:
        written = relation_json(relation)
        return {"relation": written} if is_goal_of(written, kind, stated) else {}
    except (NoNormalForm, Unverified, UnsupportedNode, MalformedStatement, ValueError):
        return {}
