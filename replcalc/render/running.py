"""What a run of a recommended algorithm prints: answers, guarantee, and how two receipts compare."""

from __future__ import annotations

from typing import Any

from replcalc.ask.result import Result
from replcalc.data.plan import described
from replcalc.data.receipt import Done, Receipt, ReceiptComparison, same_data
from replcalc.render.report import Report, Table


def done_report(found: Done) -> Report:
    """The answers first, then what they promise."""
    data = {"receipt": found.receipt.to_json(), "answers": dict(found.receipt.answers)}
    notes = (
        f"{found.receipt.rows:,} {found.unit} read, {found.plan.samples:,} needed (way {found.plan.way}).",
        found.receipt.guarantee,
        "Not promised: anything about data that are not independent draws, or about a seed chosen after them.",
    )
    return Report(data, (Table("Answers", found.header, found.shown, (1,)),), notes, found.title)


def plan_report(task: Any, plan: Result) -> Report:
    """What a run would need and promise, before there are data."""
    rows = (("way", plan.way), (task.unit, plan.samples), *plan.chosen.items())
    data = {"question": task.to_json(), "plan": described(plan)}
    table = Table("Parameters", ("quantity", "value"), rows, (1,))
    heading = f"RUN {plan.way}: {plan.samples:,} {task.unit}, one pass"
    return Report(data, (table,), (task.promised(plan),), heading, status=plan.status.value)


def comparison_report(one: Receipt, two: Receipt, found: ReceiptComparison) -> Report:
    """Were the two entitled to agree, and do they?"""
    notes = []
    if found.obstacles:
        notes.append("Not entitled to agree: " + "; ".join(found.obstacles) + ".")
    else:
        rho = one.question.get("rho", "rho")
        notes.append(f"Entitled to agree except with probability {rho}: same question, plan and seed, enough samples.")
        if same_data(one, two):
            notes.append("Both were made from the same rows: their agreement says nothing about new samples.")
    rows = tuple(
        (name, one.answers.get(name, ""), two.answers.get(name, ""))
        for name in dict.fromkeys((*one.answers, *two.answers))
    )
    data = {
        "verdict": found.verdict,
        "obstacles": list(found.obstacles),
        "different": list(found.different),
        "same_data": same_data(one, two),
    }
    table = Table("Answers", ("name", "first", "second"), rows)
    return Report(
        data,
        (table,),
        tuple(notes),
        f"Receipts: {found.verdict} answers" if not found.obstacles else "Receipts: not comparable",
    )
