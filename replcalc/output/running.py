"""Write runs, studies and receipts: answers, guarantee, verification, comparison."""

from collections.abc import Iterator, Mapping
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import nearest
from replcalc.output.document import Document, Table
from replcalc.run.plans import describe_plan
from replcalc.run.recheck import ReceiptVerification
from replcalc.run.records import ReceiptComparison, RunResult, Study, is_same_data, plain_value
from replcalc.run.solving import SolvedTask
from replcalc.run.task import Task

#: Answers that are named in the title of a run.
_NAMED = 3
#: Fractions with more characters are shown as decimals.
_LONGEST_FRACTION = 12

NOT_GUARANTEED = (
    "Not guaranteed: anything about data that are not independent draws, or about a seed or any part of the question "
    "(accuracy, ranges, columns) that was chosen after they were seen."
)


def report_run(found: RunResult) -> Document:
    """Write the answers of a run, then their guarantee, then figures of the sample itself."""
    receipt = found.receipt
    value = {
        "receipt": receipt.to_json(),
        "answers": {name: plain_value(answer) for name, answer in receipt.answers.items()},
        "sample": dict(found.sample),
    }
    rows = tuple((name, plain_value(answer) if isinstance(answer, str) else answer) for name, answer in found.shown)
    tables = [Table("Answer", found.header, found.shown, (1,))]
    if found.sample:
        shown = tuple((name, f"{figure:.6g}") for name, figure in found.sample)
        tables.append(Table("Of your sample, not part of the guarantee", ("figure", "value"), shown, (1,)))
    about, what = found.header
    form = "{} = {}" if what == "answer" else f"{what} at {about} = {{}} is {{}}"
    answered = ", ".join(form.format(*row) for row in found.shown)
    title = f"{found.title}: {answered}" if len(rows) <= _NAMED else f"{found.title}: {len(rows)} answers"
    under = f" Study {receipt.study}." if receipt.study else ""
    counted, read = receipt.rows, receipt.data["read"]
    some = found.unit == "rows" and counted != read
    rows_text = f"{counted:,} of {read:,} rows count" if some else f"{counted:,} {found.unit} read"
    notes = (
        *found.remarks,
        f"{rows_text}, {found.plan.samples:,} needed (method {found.plan.method}).{under}",
        receipt.guarantee,
        NOT_GUARANTEED,
    )
    return Document(value, tuple(tables), notes, title, data=Table("Answer", found.header, rows, (1,)))


def report_solution(found: SolvedTask) -> Document:
    """Write the smallest value that the rows guarantee, and those of more rows."""
    plan = found.plan
    more = Table("More rows", (found.task.unit, found.name), ((found.rows, found.value), *found.more), (0, 1))
    rule = (
        f"{found.name} = {found.value} is the least (to three digits) that {found.rows:,} {found.task.unit} guarantee. "
        "Agree on it with the other teams before there are data: a team that uses its own row count asks another "
        "question."
    )
    notes = (rule, *([found.task.full_guarantee(plan)] if found.task.is_complete else []))
    solved = {"name": found.name, "value": found.value, "rows": found.rows}
    solved["more"] = [{"rows": rows, "value": value} for rows, value in found.more]
    value = {"question": found.task.to_json(), "plan": describe_plan(plan), "solved": solved}
    title = f"{found.name} = {found.value} from {found.rows:,} {found.task.unit}"
    return Document(value, (more,), notes, title, status=plan.status.value)


def _format_parameters(chosen: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the parameters of a plan for people: long fractions as decimals of six digits."""
    for name, text in chosen.items():
        is_long_fraction = "/" in text and len(text) > _LONGEST_FRACTION
        yield name, nearest(fmpq(*map(int, text.split("/"))), 6) if is_long_fraction else text


def report_study(task: Task, study: Study, place: str) -> Document:
    """Write the plan of a study and its digest."""
    plan = study.plan
    table = Table(
        "Plan", ("quantity", "value"), (("method", plan["method"]), *_format_parameters(plan["chosen"])), (1,)
    )
    notes = (study.guarantee, f"Study {study.digest}: publish this digest, or the file, before there are data.")
    title = f"Plan: {plan['samples']:,} {task.unit}, {task.passes}. Written to {place}."
    value = {"question": task.to_json(), "plan": dict(plan), "study": study.digest}
    return Document(value, (table,), notes, title)


def report_verification(found: ReceiptVerification) -> Document:
    """Write whether a run on these rows gives the receipt."""
    what = f"Question, plan, guarantee, the digest of {found.receipt.rows:,} rows and every answer"
    note = f"{what} were computed again and are the same."
    if found.exit_code:
        note = f"{'; '.join((*found.foreign, *found.wrong))}."
    data = {"verdict": found.verdict, "foreign": list(found.foreign), "wrong": list(found.wrong)}
    table = Table("Answer", ("name", "answer"), tuple(found.receipt.answers.items()), (1,))
    return Document(data, (table,), (note,), f"Receipt: {found.verdict}")


def report_comparison(found: ReceiptComparison) -> Document:
    """Write whether two receipts are comparable and whether they agree."""
    one, two = found.one.answers, found.two.answers
    rho = found.one.question.get("rho", "rho")
    same = (
        f"Comparable: same question, plan and seed, enough samples. Such answers differ with probability at most {rho}."
    )
    notes, title = [same, *found.remarks], f"Receipts: {found.verdict} answers"
    if found.obstacles:
        notes, title = [f"Not comparable: {'; '.join(found.obstacles)}."], "Receipts: not comparable"
    rows = tuple((name, one.get(name, ""), two.get(name, "")) for name in dict.fromkeys((*one, *two)))
    data: dict[str, Any] = {name: list(getattr(found, name)) for name in ("obstacles", "different", "remarks")}
    data |= {"verdict": found.verdict, "same_data": is_same_data(found.one, found.two)}
    return Document(data, (Table("Answer", ("name", "first", "second"), rows),), tuple(notes), title)
