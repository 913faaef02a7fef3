"""Finite exact computations as outcomes: relations of sympy for every value of their indices, none left out."""

from collections.abc import Sequence
from typing import Any

import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.finite import finite_value, first_failure, index_values
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.relations import relation_to_trees, to_tree


def prove_finite(relations: Sequence[Any], over: Sequence[tuple[Any, Any, Any]]) -> Outcome:
    """Decide exact relations for every value of the indices ``over``: (symbol, first, last).

    PROVED if every comparison holds, REFUTED by the first that does not.
    """
    data: dict[str, Any] = {
        "for": [[str(symbol), *(to_tree(sp.sympify(end)) for end in ends)] for symbol, *ends in over],
        "relations": [list(relation_to_trees(relation)) for relation in relations],
    }
    found = first_failure(data)
    if found is None:
        detail = f"{len(relations) * sum(1 for _ in index_values(data['for']))} comparisons"
        return Outcome(Verdict.PROVED, "computed", Certificate("finite", data), detail=detail)
    number, at = found
    named = {name: str(value) for name, value in at.items()}
    left, _, right = data["relations"][number]
    sides = {"left": str(finite_value(left, at)), "right": str(finite_value(right, at))}
    certificate = Certificate("finite", data | {"fails": {"number": number, "at": named}})
    return Outcome(Verdict.REFUTED, "computed", certificate, named | sides)
