"""Check receipts and studies by recomputing them from their questions; files are not trusted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from replcalc.names import TASKS
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.planning.result import Result
from replcalc.run.plans import describe_plan
from replcalc.run.records import Receipt, ReceiptComparison, RunResult, Study, commit_to, is_same_data, list_obstacles
from replcalc.run.seeds import Shared
from replcalc.run.task import Task


def task_class(name: str) -> type[Task]:
    """Return the class of a task by its name."""
    module, _, attribute = TASKS[name].declared.partition(":")
    found: type[Task] = getattr(import_module(f"replcalc.{module}"), attribute)
    return found


def read_question(question: Mapping[str, Any]) -> tuple[Task, Result] | None:
    """Return the task in a file and the plan certified here for it; None if there is none."""
    try:
        task = task_class(question["task"]).from_json(question)
        task.require_data()
        return task, task.plan()
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, ReplcalcError):
        return None


def register(task: Task, shared: Shared) -> Study:
    """Make the study of a question and a seed; refuse a question with an input left to the data."""
    task.require_data()
    if task.unfixed():
        raise InputError(task.unfixed(), None, "a value: a study fixes it before there are data")
    plan = task.plan()
    return Study(task.to_json(), describe_plan(plan), commit_to(shared), task.full_guarantee(plan))


def question_of(study: Study) -> Task:
    """Return the question of a study, whose plan must be the certified one."""
    found = read_question(study.question)
    if found is None or describe_plan(found[1]) != dict(study.plan):
        hint = f"it was written by version {study.version}"
        raise InputError("Study", study.digest[:16], "a question with the plan that is certified here for it", hint)
    return found[0]


def find_flaws(receipt: Receipt) -> tuple[str, ...]:
    """List reasons why no run of this version can have written a receipt, whatever the data."""
    found = read_question(receipt.question)
    if found is None:
        return ("this version cannot answer its question",)
    task, plan = found
    if describe_plan(plan) != receipt.plan:
        return (f"its plan is not the one certified here for the question (it is of version {receipt.version})",)
    if task.unfixed():
        return (f"its question leaves {task.unfixed()} open",)
    shared, flaws = Shared(receipt.seed), []
    if receipt.guarantee != task.full_guarantee(plan):
        flaws.append("its guarantee is not that of its question")
    if receipt.study not in ("", register(task, shared).digest):
        flaws.append("its study is not one of this question, plan and seed")
    wrong = task.find_flaw(plan, shared, receipt.answers)
    return (*flaws, wrong) if wrong else tuple(flaws)


def compare_again(one: Receipt, two: Receipt) -> ReceiptComparison:
    """Compare two receipts, recomputing their plans: are they comparable, do they agree, and if not, why."""
    against = list_obstacles(one, two)
    against += [
        f"the {place}: {flaw}" for place, each in (("first", one), ("second", two)) for flaw in find_flaws(each)
    ]
    if against:
        return ReceiptComparison(one, two, tuple(dict.fromkeys(against)), ())
    different = tuple(name for name in one.answers if one.answers[name] != two.answers.get(name))
    remarks = []
    if is_same_data(one, two):
        remarks.append(
            "Both were made from the same rows, but they differ: one of them is not what run wrote (verify both)."
            if different
            else "Both were made from the same rows: their agreement says nothing about new samples."
        )
    elif different:
        task = task_class(one.question["task"]).from_json(one.question)
        remarks.append(task.explain_difference(one.answers, two.answers))
    if bool(one.study) != bool(two.study):
        remarks.append(f"The {'second' if one.study else 'first'} was made under no study.")
    return ReceiptComparison(one, two, (), different, tuple(filter(None, remarks)))


@dataclass(frozen=True)
class ReceiptVerification:
    """A receipt checked against rows. ``foreign``: why they cannot be compared; ``wrong``: what does not match."""

    receipt: Receipt
    foreign: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """0: everything matches, 1: something does not, 3: the rows are not those of the receipt."""
        return 3 if self.foreign else 1 if self.wrong else 0

    @property
    def verdict(self) -> str:
        return "cannot be checked" if self.foreign else "wrong" if self.wrong else "verified"


def verify_receipt(receipt: Receipt, run: Callable[[Task, str], RunResult]) -> ReceiptVerification:
    """Recompute everything; ``run`` answers a question from the data with a seed."""
    found = read_question(receipt.question)
    if found is None or describe_plan(found[1]) != receipt.plan:
        return ReceiptVerification(receipt, find_flaws(receipt), ())
    done = run(found[0], receipt.seed).receipt
    if done.data["digest"] != receipt.data["digest"]:
        return ReceiptVerification(receipt, ("these are not the rows of the receipt",), ())
    wrong = [*find_flaws(receipt)]
    wrong += [f"data: {name} is {value}" for name, value in done.data.items() if receipt.data.get(name) != value]
    wrong += [f"{name} is {value}" for name, value in done.answers.items() if receipt.answers.get(name) != value]
    return ReceiptVerification(receipt, (), tuple(wrong))
