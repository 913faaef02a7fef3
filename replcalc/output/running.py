"""What a run of a recommended algorithm prints: answers, guarantee, and how two receipts compare."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.output.document import Document, Table
from replcalc.planning.result import Result
from replcalc.run.plans import described
from replcalc.run.receipts import Done, Receipt, ReceiptComparison, same_data
from replcalc.run.recheck import ReceiptVerification
from replcalc.run.solving import SolvedTask
from replcalc.run.studies import Study

NOT_PROMISED = (
    "Not promised: anything about data that are not independent draws, or about a seed or any part of the question "
    "(accuracy, ranges, columns) that was chosen after they were seen."
)


def done_report(found: Done) -> Document:
    """The answers first, then what they promise."""
    data = {"receipt": found.receipt.to_json(), "answers": dict(found.receipt.answers)}
    under = f" Study {found.receipt.study}." if found.receipt.study else ""
    counted, read = found.receipt.rows, found.receipt.data["read"]
    some = found.unit == "rows" and counted != read
    told = f"{counted:,} of {read:,} rows count" if some else f"{counted:,} {found.unit} read"
    notes = (
        *found.remarks,
        f"{told}, {found.plan.samples:,} needed (way {found.plan.method}).{under}",
        found.receipt.guarantee,
        NOT_PROMISED,
    )
    return Document(data, (Table("Answers", found.header, found.shown, (1,)),), notes, found.title)


def plan_report(task: Any, plan: Result) -> Document:
    """What a run would need and promise, before there are data."""
    rows = (("method", plan.method), (task.unit, plan.samples), *plan.chosen.items())
    data = {"question": task.to_json(), "plan": described(plan)}
    table = Table("Parameters", ("quantity", "value"), rows, (1,))
    heading = f"RUN {plan.method}: {plan.samples:,} {task.unit}, {task.passes}"
    return Document(data, (table,), (task.promised(plan),), heading, status=plan.status.value)


def solved_report(found: SolvedTask) -> Document:
    """The least value that the rows promise, and what more rows would."""
    report = plan_report(found.task, found.plan)
    more = Table("More rows", (found.task.unit, found.name), ((found.rows, found.value), *found.more), (0, 1))
    told = (
        f"{found.name} = {found.value} is the least (to three digits) that {found.rows:,} {found.task.unit} promise. "
        "Agree on it with the other teams before the data: one who takes the row count of its own file has another "
        "question."
    )
    notes = (told, *report.notes)
    solved = {"name": found.name, "value": found.value, "rows": found.rows}
    solved["more"] = [{"rows": rows, "value": value} for rows, value in found.more]
    heading = f"{found.name} = {found.value} from {found.rows:,} {found.task.unit}"
    return replace(
        report, value={**report.value, "solved": solved}, tables=(more, *report.tables), notes=notes, title=heading
    )


def study_report(task: Any, plan: Result, study: Study) -> Document:
    """What was fixed, and how it is named."""
    report = plan_report(task, plan)
    notes = (*report.notes, f"Study {study.digest}: publish this digest, or the file, before there are data.")
    return replace(report, value={**report.value, "study": study.digest}, notes=notes)


def verification_report(found: ReceiptVerification) -> Document:
    """Is the receipt what a run on these rows writes?"""
    rows = tuple(found.receipt.answers.items())
    notes = (
        "; ".join((*found.foreign, *found.wrong)) + "."
        if found.exit_code
        else f"Question, plan, guarantee, the digest of {found.receipt.rows:,} rows and every answer were "
        "computed again and are the same.",
    )
    data = {"verdict": found.verdict, "foreign": list(found.foreign), "wrong": list(found.wrong)}
    return Document(data, (Table("Answers", ("name", "answer"), rows, (1,)),), notes, f"Receipt: {found.verdict}")


def comparison_report(one: Receipt, two: Receipt, found: ReceiptComparison) -> Document:
    """Were the two entitled to agree, and do they?"""
    notes = []
    if found.obstacles:
        notes.append("Not entitled to agree: " + "; ".join(found.obstacles) + ".")
    else:
        rho = one.question.get("rho", "rho")
        notes.append(f"Entitled to agree except with probability {rho}: same question, plan and seed, enough samples.")
        notes += found.remarks
    rows = tuple(
        (name, one.answers.get(name, ""), two.answers.get(name, ""))
        for name in dict.fromkeys((*one.answers, *two.answers))
    )
    data = {
        "verdict": found.verdict,
        "obstacles": list(found.obstacles),
        "different": list(found.different),
        "remarks": list(found.remarks),
        "same_data": same_data(one, two),
    }
    table = Table("Answers", ("name", "first", "second"), rows)
    return Document(
        data,
        (table,),
        tuple(notes),
        f"Receipts: {found.verdict} answers" if not found.obstacles else "Receipts: not comparable",
    )
