"""The tasks of ``replcalc run`` as functions: data in, one published answer and its receipt out.

``data`` is the path of a CSV or Parquet file ("-": standard input), a data frame of pandas or polars, a table of Arrow,
or a mapping from names to columns; None asks for the plan alone. Nothing about a promise is assumed: every number of it
must be given. Numbers are exact, 0.1 is 1/10.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass
from functools import cache, partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import RECEIPT, STUDY, check_output
from replcalc.planning.result import Result
from replcalc.run import receipts, studies
from replcalc.run.reading import DataFile, read_chunks
from replcalc.run.receipts import Done, Receipt, ReceiptComparison
from replcalc.run.recheck import ReceiptVerification, compare_again, registered, studied, task_class, verified
from replcalc.run.rows import RowsRead
from replcalc.run.seeds import Shared
from replcalc.run.solving import SolvedTask, solved_task
from replcalc.run.studies import Study
from replcalc.run.task import RunTask
from replcalc.statements.showing import Shown


@cache
def function_of(name: str) -> Callable[..., Done | Result]:
    """The function of a task: its first input may be given by place, all others by name."""
    task = task_class(name.replace("_", "-"))
    named, either = Parameter.KEYWORD_ONLY, Parameter.POSITIONAL_OR_KEYWORD
    defaults = {each.name: Parameter.empty if each.default is MISSING else each.default for each in task.inputs()}
    first, *rest = (Parameter(each, named, default=default) for each, default in defaults.items())
    beside = [Parameter(each, named, default=None) for each in ("seed", "receipt")]
    signature = Signature([Parameter("data", either), first.replace(kind=either), *rest, *beside])

    def function(*args: Any, **options: Any) -> Done | Result:
        given = signature.bind(*args, **options).arguments
        data, seed, receipt = (given.pop(each, None) for each in ("data", "seed", "receipt"))
        asked = task.made_of(given)
        return asked.plan() if data is None else carried_out(asked, data, seed, receipt)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = task.__doc__
    function.__module__ = "replcalc.run"
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def plan(task: str, *, seed: str, output: Any = None, **asked: Any) -> Study:
    """Pre-registration: the whole question of a task, its certified plan and a commitment to the seed, before the data.

    >>> import replcalc
    >>> asked = dict(columns="score", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
    >>> study = replcalc.run.plan("means", **asked, seed="study 2026")
    >>> study.plan["samples"]
    122
    """
    study = registered(_kind(task).made_of(asked), Shared(seed))
    if output is not None:
        studies.write(study, check_output("output", str(output), STUDY))
    return study


def solve(task: str, name: str, *, rows: Any, **asked: Any) -> SolvedTask:
    """What can so many rows promise? The least alpha, rho or beta of a task, all else given, and what more rows bring.

    >>> import replcalc
    >>> asked = dict(columns="score", range=(0, 1), rho="0.2", beta="0.05")
    >>> found = replcalc.run.solve("means", "alpha", rows=1000, **asked)
    >>> found
    <SolvedTask: alpha = 0.0697 with 1,000 rows>
    >>> found.more[0]
    (2000, '0.0493')
    """
    return solved_task(_kind(task), asked, name, rows)


def _kind(task: str) -> type[RunTask]:
    if task not in TASKS:
        raise InputError("task", task, "one of " + ", ".join(TASKS))
    return task_class(task)


def study(plan: Any, data: Any, *, seed: str, receipt: Any = None) -> Done:
    """Carry out a study (or the file that holds one) on data: with its question, its plan and its seed, no other.

    >>> import numpy, replcalc
    >>> asked = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
    >>> fixed = replcalc.run.plan("means", **asked, seed="study 2026")
    >>> done = replcalc.run.study(fixed, {"x": numpy.random.default_rng(1).random(150)}, seed="study 2026")
    >>> done.receipt.study == fixed.digest
    True
    """
    fixed = plan if isinstance(plan, Study) else studies.read(Path(plan))
    return carried_out(studied(fixed), data, seed, receipt, study=fixed)


def carried_out(
    task: RunTask,
    data: Any,
    seed: str | None,
    receipt: Any = None,
    progress: RowsRead | None = None,
    study: Study | None = None,
) -> Done:
    """Answer the question from data with a seed; write the receipt where one is asked for."""
    if seed is None:
        raise InputError("seed", None, "public text, chosen before the data")
    if receipt is not None:
        source = data.path if isinstance(data, DataFile) else data
        reads = [source] if isinstance(source, str | Path) else []
        receipt = check_output("receipt", str(receipt), RECEIPT, reads)
    shared, digest = Shared(seed), ""
    if study is not None:
        study.require_seed(shared)
        digest = study.digest
    found = task.answer(partial(read_chunks, data, *task.reads(), task.selection()), shared, progress, digest)
    if receipt is not None:
        receipts.write(found.receipt, receipt)
    return found


@dataclass(frozen=True, repr=False)
class Compared(Shown):
    """Two receipts: were they entitled to agree, and do they? ``verdict``: equal, different or not comparable."""

    one: Receipt
    two: Receipt
    found: ReceiptComparison

    @property
    def verdict(self) -> str:
        return "not comparable" if self.found.obstacles else "different" if self.found.different else "equal"

    def report(self, **options: Any) -> Any:
        from importlib import import_module

        return import_module("replcalc.output.running").comparison_report(self.one, self.two, self.found)

    def _summary(self) -> str:
        return self.verdict + ("" if self.found.obstacles else " answers")


def verify(receipt: Any, data: Any, progress: RowsRead | None = None) -> ReceiptVerification:
    """A receipt, or the file that holds it, against the data that it speaks of: everything is computed again.

    >>> import dataclasses, numpy, replcalc
    >>> asked = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05", seed="s")
    >>> rows = {"x": numpy.random.default_rng(1).random(150)}
    >>> ours = replcalc.run.means(rows, **asked).receipt
    >>> replcalc.run.verify(ours, {"x": rows["x"][::-1]}).verdict
    'verified'
    >>> replcalc.run.verify(dataclasses.replace(ours, answers={"x": "0.5"}), rows).verdict
    'wrong'
    """
    held = receipt if isinstance(receipt, Receipt) else receipts.read(Path(receipt))
    return verified(held, lambda task, seed: carried_out(task, data, seed, progress=progress))


def compare(one: Any, two: Any) -> Compared:
    """Two receipts, or the files that hold them; the plan is made again, what stands in a file is not believed.

    >>> import numpy, replcalc
    >>> asked = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
    >>> teams = [{"x": numpy.random.default_rng(team).random(150)} for team in (1, 2)]
    >>> ours = replcalc.run.means(teams[0], **asked, seed="one seed")
    >>> theirs = replcalc.run.means(teams[1], **asked, seed="another seed")
    >>> replcalc.run.compare(ours.receipt, theirs.receipt).verdict
    'not comparable'
    """
    first, second = (given if isinstance(given, Receipt) else receipts.read(Path(given)) for given in (one, two))
    return Compared(first, second, compare_again(first, second))
