"""A receipt's plan, made again from its question: what stands in a file is not believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.data.columns import PromisedRange
from replcalc.data.plan import described
from replcalc.data.receipt import Receipt, ReceiptComparison, compare_receipts
from replcalc.numbers.errors import ReplcalcError
from replcalc.problems.arms.algorithm import BestArmTask
from replcalc.problems.queries.algorithm import MeansTask
from replcalc.sharper.heavy_hitters.algorithm import HeavyHittersTask


def certified_plan(question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The plan that this version certifies for a question as it stands in a receipt; None if there is none."""
    try:
        task: Any
        if question["task"] == "heavy-hitters":
            task = HeavyHittersTask(*(str(question[name]) for name in ("column", "nu", "epsilon", "rho", "beta")))
        else:
            low, high = (float(end) for end in question["range"])
            promise = [str(question[name]) for name in ("alpha", "rho", "beta")]
            kind, names = {"means": (MeansTask, "names"), "best-arm": (BestArmTask, "arms")}[question["task"]]
            task = kind(
                tuple(map(str, question[names])),
                PromisedRange(low, high),
                *promise,
                max_rounds=str(question["max_rounds"]),
            )
        return described(task.plan())
    except (KeyError, TypeError, ValueError, ReplcalcError):
        return None


def compare_again(one: Receipt, two: Receipt) -> ReceiptComparison:
    """``compare``, and the plan of two receipts that agree on it must be the certified one."""
    found = compare_receipts(one, two)
    if found.obstacles or certified_plan(one.question) == one.plan:
        return found
    made_by = " and ".join(sorted({one.version, two.version}))
    return ReceiptComparison(
        (f"the plan is not the one certified here for the question (receipts of version {made_by})",), ()
    )
