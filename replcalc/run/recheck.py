"""A receipt's plan, made again from its question: what stands in a file is not believed."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from replcalc.data.plan import described
from replcalc.data.receipt import Receipt, ReceiptComparison, compare_receipts
from replcalc.data.task import RunTask
from replcalc.names import TASKS
from replcalc.numbers.errors import ReplcalcError


def task_class(name: str) -> type[RunTask]:
    """The class of a task, by the name that the command line has for it."""
    module, _, attribute = TASKS[name].declared.partition(":")
    found: type[RunTask] = getattr(import_module(f"replcalc.{module}"), attribute)
    return found


def certified_plan(question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The plan that this version certifies for a question as it stands in a receipt; None if there is none."""
    try:
        return described(task_class(question["task"]).from_json(question).plan())
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
