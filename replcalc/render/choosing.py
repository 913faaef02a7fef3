"""Report of ``replcalc choose``."""

from __future__ import annotations

from replcalc.problems.best_arm.logarithms import stages
from replcalc.render.report import Later, Report, Table, TableColumn
from replcalc.render.result import answer_report, comparison_json, details_of
from replcalc.sharper.softmax_race.way import ChooseAnswer


def choose_report(found: ChooseAnswer, *, explain: bool = False, full: bool = False) -> Report:
    """The answer; with ``explain`` its figures, and where the logarithms of the paper's theorem go."""
    tables = details_of(found, explain=explain) if explain or len(found.results) == 1 else []
    if explain:
        tables += _logarithms(found)
    data = Later(lambda: comparison_json(found) | {"stages": [vars(stage) for stage in stages(found)]})
    return answer_report(found, data, tables, full=full)


def _logarithms(found: ChooseAnswer) -> list[Table]:
    rows = stages(found)
    columns = (
        TableColumn("theorem", "name"),
        TableColumn("grows like", "grows"),
        TableColumn("samples per arm", "samples", number=True),
        TableColumn("worth"),
    )
    return [Table.of("Where the logarithms go", rows, *columns, digits=4)] if rows else []
