"""Carry out studies, compare and verify receipts: everything is recomputed from the question, no file is trusted."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.planning.result import Result
from replcalc.run.functions import carry_out
from replcalc.run.plans import describe_plan
from replcalc.run.records import Receipt, ReceiptComparison, RunResult, Study, is_same_data, list_obstacles
from replcalc.run.rows import RowsRead
from replcalc.run.seeds import Shared
from replcalc.run.task import Task, find_task


def read_question(question: Mapping[str, Any]) -> tuple[Task, Result] | None:
    """Return the task in a file and the plan certified here for it; None if there is none."""
    try:
        task = find_task(question["task"]).from_json(question)
        task.require_data()
        return task, task.plan()
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, ReplcalcError):
        return None


def question_of(study: Study) -> Task:
    """Return the question of a study, whose plan must be the certified one."""
    found = read_question(study.question)
    if found is None or describe_plan(found[1]) != dict(study.plan):
        hint = f"it was written by version {study.version}"
        raise InputError("Study", study.digest[:16], "a question with the plan that is certified here for it", hint)
    return found[0]


def study(plan: Any, data: Any, *, seed: str, receipt: Any = None) -> RunResult:
    """Carry out a study (or its file) on data, with exactly its question, plan and seed.

    >>> import numpy, replcalc
    >>> question = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
    >>> fixed = replcalc.plan.means(**question, seed="study 2026")
    >>> done = replcalc.run.study(fixed, {"x": numpy.random.default_rng(1).random(150)}, seed="study 2026")
    >>> done.receipt.study == fixed.digest
    True
    """
    fixed = plan if isinstance(plan, Study) else Study.read(Path(plan))
    return carry_out(question_of(fixed), data, seed, receipt, study=fixed)


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
    if receipt.study not in ("", task.register(shared).digest):
        flaws.append("its study is not one of this question, plan and seed")
    wrong = task.find_flaw(plan, shared, receipt.answers)
    return (*flaws, wrong) if wrong else tuple(flaws)


def compare(first: Any, second: Any) -> ReceiptComparison:
    """Compare two receipts, or their files, recomputing their plans: are they comparable, do they agree, if not, why.

    >>> import numpy, replcalc
    >>> question = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
    >>> teams = [{"x": numpy.random.default_rng(team).random(150)} for team in (1, 2)]
    >>> ours = replcalc.run.means(teams[0], **question, seed="one seed")
    >>> theirs = replcalc.run.means(teams[1], **question, seed="another seed")
    >>> replcalc.run.compare(ours.receipt, theirs.receipt).verdict
    'not comparable'
    """
    one, two = (given if isinstance(given, Receipt) else Receipt.read(Path(given)) for given in (first, second))
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
        task = find_task(one.question["task"]).from_json(one.question)
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


def verify(receipt: Any, data: Any, progress: RowsRead | None = None) -> ReceiptVerification:
    """Verify a receipt, or its file, against its data: recompute everything.

    >>> import dataclasses, numpy, replcalc
    >>> question = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05", seed="s")
    >>> rows = {"x": numpy.random.default_rng(1).random(150)}
    >>> ours = replcalc.run.means(rows, **question).receipt
    >>> replcalc.run.verify(ours, {"x": rows["x"][::-1]}).verdict
    'verified'
    >>> replcalc.run.verify(dataclasses.replace(ours, answers={"x": "0.5"}), rows).verdict
    'wrong'
    """
    given = receipt if isinstance(receipt, Receipt) else Receipt.read(Path(receipt))
    found = read_question(given.question)
    if found is None or describe_plan(found[1]) != given.plan:
        return ReceiptVerification(given, find_flaws(given), ())
    done = carry_out(found[0], data, given.seed, progress=progress).receipt
    if done.data["digest"] != given.data["digest"]:
        return ReceiptVerification(given, ("these are not the rows of the receipt",), ())
    wrong = [*find_flaws(given)]
    wrong += [f"data: {name} is {value}" for name, value in done.data.items() if given.data.get(name) != value]
    wrong += [f"{name} is {value}" for name, value in done.answers.items() if given.answers.get(name) != value]
    return ReceiptVerification(given, (), tuple(wrong))
