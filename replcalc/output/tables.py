"""The published tables (``replcalc table NAME`` and the files under ``tables/``): 1, constants, errata, gaps.

Nothing is typed in: table 1 is derived from the problems' statements, the others are read off the claims and the
errata. Output is deterministic: no timings, no dates.
"""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import decimal
from replcalc.numbers.errors import InputError, UnknownName
from replcalc.output.answers import TableAnswer
from replcalc.output.document import Document, Table, TableColumn, format_cell
from replcalc.output.formats import render
from replcalc.output.table_one import PRINTED_FOR, find_printed_form, format_growth
from replcalc.planning.assumption import TABLE_ONE, TABLE_ONE_D
from replcalc.problems.boosting.inputs import Boosting, problem_inputs
from replcalc.problems.boosting.method import boost
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.boosting.registry import problems
from replcalc.problems.table_one.orders import assumptions, new_order, previous_order
from replcalc.statements.statement import UnspecifiedConstant


def _evaluate_at(problem: Problem, point: Mapping[str, str]) -> Boosting:
    if problem.name in TABLE_ONE_D:
        point = {"d": TABLE_ONE_D[problem.name], **point}
    own = {option.key for option in problem.options} | {problem.accuracy.name}
    options = {key: point[key] for key in point if key in own and key not in ("rho", "alpha", "beta")}
    alpha = point["alpha"] if problem.accuracy.name == "alpha" else None
    return problem_inputs(problem, point["rho"], alpha, point["beta"], options)


def round_up_to_four_digits(samples: int) -> int:
    """Round up to four significant digits: still enough samples, and the same on every machine."""
    unit: int = 10 ** max(0, len(str(samples)) - 4)
    return -(-samples // unit) * unit


def build_table_one(point: Mapping[str, str] | None = None) -> Document:
    """Build the paper's table: both columns derived and reduced, with numbers at a reference point."""
    point = {**TABLE_ONE, **(point or {})}
    records: list[dict[str, Any]] = []
    notes = []
    for problem in problems():
        given = _evaluate_at(problem, point)
        previous, new = format_growth(previous_order(problem)), format_growth(new_order(problem))
        paper = boost(problem, given.values, digits=6)
        optimal = round_up_to_four_digits(boost(problem, given.values, split="optimal", digits=6).value("n_new"))
        cite = problem.previous_citation
        source = f"{cite.authors.split(',')[0]} et al. ({cite.year})" if cite else ""
        source = ", ".join(filter(None, (source, PRINTED_FOR.get(problem.name))))
        printed, why = find_printed_form(problem, new) or (new, "")
        record = {"problem": problem.name, "title": problem.title, "previous": previous, "new": new}
        record |= {"previous_latex": previous.latex, "new_latex": new.latex, "printed": printed, "source": source}
        record |= {"assumptions": list(assumptions(problem)), "inputs": dict(given.typed)}
        record |= {"previous_assumptions": list(assumptions(problem, previous=True)), "n_new_optimal": optimal}
        record |= {name: paper.value(name) for name in ("n_previous", "n_new", "ratio")}
        record |= {"ratio_optimal": fmpq(optimal, paper.value("n_previous"))}
        records.append(record | {"hidden_constants": list(paper.hidden), "certified": paper.certified})
        at = ", ".join(f"{name} = {format_cell(value)}" for name, value in given.typed.items())
        limits = f"{'; '.join(assumptions(problem))}. At {at}.{_format_caveat(paper.hidden_constants)}"
        notes.append(f"{problem.title}: previous bound by {source}; {limits}")
        notes += [f"{problem.title}: {note}." for note in (*given.notes, *filter(None, (why,)))]
    title, source_column = TableColumn("problem", "title"), TableColumn("source")
    before, after = TableColumn("previous bound", "previous"), TableColumn("new bound", "printed")
    figures = [TableColumn(heading, name, number=True) for heading, name in _FIGURES.items()]
    bounds = Table.of("Bounds", records, title, before, after)
    numbers = Table.of("Samples at the reference point", records, title, *figures)
    data = Table.of("", records, title, before, source_column, after, *figures)
    notes.append("Samples with the best split are rounded up to four digits.")
    notes.append(
        "New exceeds previous where the paper's split, which runs the solver at smaller rho and accuracy, costs a "
        "larger factor than log(1/beta) saves; for small enough beta it is below."
    )
    heading = "Boosting: bounds before and after, derived and reduced"
    return Document(TableAnswer("1", [*records], dict(point)), (bounds, numbers), tuple(notes), heading, data=data)


_FIGURES = {"previous": "n_previous", "new": "n_new", "new, best split": "n_new_optimal"}
_FIGURES |= {"ratio": "ratio", "best ratio": "ratio_optimal"}


def _format_caveat(hidden: tuple[UnspecifiedConstant, ...]) -> str:
    constants = [constant.name for constant in hidden if not constant.exponent]
    left_out = " and hidden logarithms left out" if len(constants) < len(hidden) else ""
    return f" Numbers with {', '.join(constants)} = 1{left_out}." if constants else ""


def build_constants_table() -> Document:
    """Build the table of the paper's constants next to the best ones."""
    from replcalc.paper.constants_table import constants_rows

    return _report_records("constants", "Constants of the paper, and the best ones", constants_rows())


def summarize_constants(report: Document) -> Document:
    """Sum up the table of constants: how many are what, and a line for each area (before an identifier's dot)."""
    areas: dict[str, list[Mapping[str, Any]]] = {}
    for row in report.value.rows:
        areas.setdefault(row["claim"].partition(".")[0], []).append(row)
    counts = {area: [sum(test(row) for row in rows) for test in _COUNTED.values()] for area, rows in areas.items()}
    total = dict(zip(_COUNTED, map(sum, zip(*counts.values(), strict=True)), strict=True))
    unsaid = total["all"] - total["hidden"] - total["printed"]
    rows = tuple((f"{area}.*", *(count or None for count in of)) for area, of in counts.items())
    table = Table("", ("constants", *_COUNTED), rows, tuple(range(1, len(_COUNTED) + 1)))
    title = f"{total['all']} constants: {total['proved']} proved, {total['refuted']} refuted"
    where = f"hides {total['hidden']} of them in an O or a word, prints {total['printed']} and has none for {unsaid}"
    note = "Best: proved at one figure, refuted at the next; of the others it is not said whether they are best."
    return replace(
        report,
        title=f"{title}; {total['best']} of them certified as the best",
        lines=(f"The paper {where}.",),
        tables=(table,),
        notes=(note,),
    )


def _is_hidden(row: Mapping[str, Any]) -> bool:
    """Return whether the paper leaves the constant to an O, or says no more than that it is small or absolute."""
    return re.search(r"O\(|O~|Theta|Omega|polylog|small|absolute", row["paper_constant"]) is not None


_COUNTED: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "all": lambda row: True,
    "proved": lambda row: row["verdict"] == "PROVED",
    "refuted": lambda row: row["verdict"] == "REFUTED",
    "hidden": _is_hidden,
    "printed": lambda row: bool(row["paper_constant"]) and not _is_hidden(row),
    "best": lambda row: row["best_constant"].endswith(" refuted"),
}


def build_errata_table() -> Document:
    """Build the table of what is false, unjustified or imprecise in the paper."""
    from replcalc.paper.errata_table import errata_rows

    document = _report_records("errata", "Errata of the paper", errata_rows())
    columns = ("lines", "severity", "printed", "repair")
    shown = Table("", columns, tuple(tuple(row[name] for name in columns) for row in errata_rows()))
    return replace(document, tables=(shown,), data=document.tables[0])


def build_gaps_table() -> Document:
    """Build the table of certified upper and lower bounds for every problem, with the gap between them."""
    from replcalc.problems.gaps.known import gap_rows

    records: list[dict[str, Any]] = []
    for row in gap_rows():
        most, least = row["at_most"], row["at_least"]
        most = round_up_to_four_digits(most) if most is not None else None
        least = least - least % 10 ** max(0, len(str(least)) - 4) if least is not None else None
        ratio = decimal(fmpq(most, least), 3, up=True) if most and least else None
        records.append({**row, "at_most": most, "at_least": least, "ratio": ratio})
    named = {"at_most": "suffice", "at_least": "are needed", "statement": "by"}
    columns = ("problem", "model", "point", "at_most", "method", "at_least", "statement", "ratio", "limit")
    numbers = ("at_most", "at_least", "ratio")
    every, few = (
        Table.of("", records, *(TableColumn(named.get(name, name), name, name in numbers) for name in chosen))
        for chosen in ((*columns, "conjectured"), ("problem", "point", "at_most", "at_least", "ratio"))
    )
    notes = (
        "Samples that suffice are rounded up to four digits, samples that are needed down. Both are certified.",
        "Limit: what is proved of the ratio where alpha, rho, rho0 and beta vanish.",
    )
    title = "Samples that suffice and samples that every method needs"
    return Document(TableAnswer("gaps", [*records]), (few,), notes, title=title, data=every)


def _report_records(name: str, heading: str, found: Any) -> Document:
    """Build a table from records, mappings with the same keys in order."""
    records = [dict(record) for record in found]
    columns = tuple(records[0]) if records else ("",)
    # a line of the source is a name, not a quantity: no digits grouped
    rows = tuple(tuple(str(r[c]) if c == "line" else r[c] for c in columns) for r in records)
    shown = tuple(column.replace("_", " ") for column in columns)
    return Document(TableAnswer(name, [*records]), (Table("", shown, rows),), (), title=heading)


BUILDERS: dict[str, Callable[[], Document]] = {
    "1": build_table_one,
    "constants": build_constants_table,
    "errata": build_errata_table,
    "gaps": build_gaps_table,
}


def build_table(name: str, point: Mapping[str, str] | None = None) -> Document:
    """Build the table of that name; ``point`` overrides the reference point of table 1."""
    if name not in BUILDERS:
        raise UnknownName("NAME", name, "one of " + ", ".join(BUILDERS))
    if point and name != "1":
        raise InputError(next(iter(point)), next(iter(point.values())), "only with table 1")
    return build_table_one(point) if name == "1" else BUILDERS[name]()


# -- the files under tables/ -------------------------------------------------------------------------------------------
#: file ending -> output format
_FORMATS = {"md": "markdown", "tex": "latex", "csv": "csv"}
#: table -> name of its files
_STEMS = {"1": "table1"}
_DIGITS = 6
_LETTER = "errata-letter.md"


def list_table_files(only: str | None = None) -> dict[str, str]:
    """Return the table of each generated file by file name; the letter belongs to the errata."""
    if only is not None and only not in BUILDERS:
        raise InputError("only", only, "one of " + ", ".join(BUILDERS))
    wanted = BUILDERS if only is None else (only,)
    named = {f"{_STEMS.get(name, name)}.{ending}": name for name in wanted for ending in _FORMATS}
    return named | ({_LETTER: "errata"} if "errata" in wanted else {})


def build_files(only: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield (file name, text) of every generated file, or of those of one table; each table is built once."""
    built: dict[str, Document] = {}
    for file, name in list_table_files(only).items():
        if file == _LETTER:
            from replcalc.paper.errata_table import letter

            yield file, letter()
            continue
        if name not in built:
            built[name] = BUILDERS[name]()
        yield file, render(built[name], _FORMATS[file.rpartition(".")[2]], _DIGITS)


def find_differences(directory: Path, only: str | None = None, done: Callable[[str], object] = str) -> Iterator[str]:
    """Yield unified diffs between the files on disk and what the code produces; nothing if they agree."""
    for name, text in build_files(only):
        path = directory / name
        found = _read(path)
        if found != text:
            lines = (found.splitlines(keepends=True), text.splitlines(keepends=True))
            yield "".join(difflib.unified_diff(*lines, f"{path} (on disk)", f"{name} (generated)"))
        done(name)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else f"{path}: missing\n"
