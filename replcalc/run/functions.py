"""The functions of tasks: ``replcalc.plan.TASK`` compares methods, ``replcalc.run.TASK`` answers from data.

``data`` is the path of a CSV or Parquet file ("-": standard input), a data frame of pandas or polars, a table of Arrow,
or a mapping from names to columns. No default is used for a guarantee: all its numbers must be given. Numbers are
exact, 0.1 is 1/10. The keyword arguments are the options of the command line.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from functools import cache, partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_positive
from replcalc.numbers.files import RECEIPT, STUDY, check_output
from replcalc.planning.assumption import parse_digits
from replcalc.planning.comparison import Comparison
from replcalc.run.reading import DataFile, read_chunks
from replcalc.run.records import RunResult, Study
from replcalc.run.rows import RowsRead
from replcalc.run.seeds import Shared
from replcalc.run.solving import SolvedTask, solve_task
from replcalc.run.task import Task, find_task

#: Options of a plan that are not inputs of the question.
PLAN_ARGUMENTS = ("rows", "solve", "seed", "output", "methods", "settings", "digits")


@cache
def run_function(name: str) -> Callable[..., RunResult]:
    """Make ``replcalc.run.NAME``: its first input may be positional, all others are given by name."""

    def answer(given: Mapping[str, Any], data: Any, seed: Any = None, receipt: Any = None) -> RunResult:
        return carry_out(find_task(name).make(given, run=True), data, seed, receipt)

    return _make_function(name, answer, ("data",), ("seed", "receipt"))


@cache
def plan_function(name: str) -> Callable[..., Comparison | SolvedTask | Study]:
    """Make ``replcalc.plan.NAME``: every input by name."""
    return _make_function(name, partial(plan_task, name), (), PLAN_ARGUMENTS)


def _make_function(
    name: str, answer: Callable[..., Any], before: tuple[str, ...], after: tuple[str, ...]
) -> Callable[..., Any]:
    """Make a function of the inputs of a task, each by its name or an alias, with arguments before and after them.

    With arguments before, they and the first input may be positional, and inputs without a default are required.
    """
    task, by_name = find_task(name), Parameter.KEYWORD_ONLY
    aliases = {other: each.name for each in task.inputs() for other in each.metadata["also"]}
    parameters = [Parameter(each, Parameter.POSITIONAL_OR_KEYWORD) for each in before]
    for place, each in enumerate(task.inputs()):
        default = each.default if each.default is not MISSING else Parameter.empty if before else None
        kind = Parameter.POSITIONAL_OR_KEYWORD if before and place == 0 else by_name
        parameters.append(Parameter(each.name, kind, default=default))
    signature = Signature([*parameters, *(Parameter(each, by_name, default=None) for each in after)])

    def function(*args: Any, **options: Any) -> Any:
        renamed: dict[str, Any] = {}
        for given, value in options.items():
            own = aliases.get(given, given)
            if own in renamed:
                raise InputError(given, value, f"one of {given} and {own}")
            renamed[own] = value
        inputs = dict(signature.bind(*args, **renamed).arguments)
        beside = {each: inputs.pop(each) for each in (*before, *after) if each in inputs}
        return answer(inputs, **beside)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = task.__doc__
    function.__module__ = "replcalc.run"
    function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def plan_task(
    name: str,
    given: Mapping[str, Any],
    *,
    rows: Any = None,
    solve: str | None = None,
    seed: str | None = None,
    output: Any = None,
    methods: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> Comparison | SolvedTask | Study:
    """Plan a task, before there are data.

    Args:
        name: The task.
        given: Its inputs.
        rows: With ``solve``: the agreed number of rows.
        solve: The input ("alpha", "rho" or "beta") whose smallest value that ``rows`` guarantee is sought.
        seed: Fix the question, its plan and this seed in a study.
        output: Where the study is written.
        methods: Compare these methods alone.
        settings: Values of unspecified constants, by name.
        digits: Significant digits of the figures.

    Returns:
        The comparison of all methods; with ``rows`` the smallest value; with ``seed`` a study.
    """
    if (rows is None) != (solve is None):
        raise InputError("solve" if rows is None else "rows", solve or rows, "rows and solve together")
    task = find_task(name)
    if solve is not None:
        if seed is not None:
            raise InputError("seed", seed, "no seed with solve: fix the value found, then plan with it")
        return solve_task(task, given, solve, rows)
    if seed is None:
        if output is not None:
            raise InputError("output", output, "a seed with it: a study fixes the seed")
        exact = {name: parse_positive(value, name) for name, value in (settings or {}).items()}
        return task.make(given).compare(parse_digits(digits), methods, exact)
    place = None if output is None else check_output("output", str(output), STUDY)
    study = task.make(given, run=True).register(Shared(seed))
    if place is not None:
        study.write(place)
    return study


def carry_out(
    task: Task,
    data: Any,
    seed: str | None,
    receipt: Any = None,
    progress: RowsRead | None = None,
    study: Study | None = None,
    reads: Sequence[str] = (),
) -> RunResult:
    """Answer the question from data with a seed; write the receipt if a file is given.

    ``reads``: further input files, which the receipt never overwrites.
    """
    if seed is None:
        raise InputError("seed", None, "public text, chosen before the data")
    if receipt is not None:
        source = data.path if isinstance(data, DataFile) else data
        sources = [source] if isinstance(source, str | Path) else []
        receipt = check_output("receipt", str(receipt), RECEIPT, [*sources, *reads])
    shared, digest = Shared(seed), ""
    if study is not None:
        study.require_seed(shared)
        digest = study.digest
    found = task.answer(partial(read_chunks, data, *task.reads(), task.selection()), shared, progress, digest)
    if receipt is not None:
        found.receipt.write(receipt)
    return found
