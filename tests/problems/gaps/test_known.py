"""The map of what is known: every point is asked of the commands themselves, and no bound crosses another."""

import pytest

from replcalc.output.tables import build_gaps_table
from replcalc.problems.gaps import known
from replcalc.problems.gaps.known import GAPS, Known
from replcalc.statements.catalogue import statement


def test_every_problem_has_three_points_and_a_limit():
    for gap in GAPS:
        assert len(gap.points) == 3 and gap.limit, gap.problem
        for label in (word.strip("(),:") for word in f"{gap.limit} {gap.conjectured}".split()):
            if label.startswith("derived:"):
                assert statement(label).label == label


@pytest.mark.parametrize(
    ("gap", "place", "expected"),
    [
        ("one mean", 2, Known(805_703_595, "rounding", 796_410_843, "derived:shrinking-window")),
        ("test of two values", 0, Known(81, "threshold", 81, "derived:threshold-test-lower")),
    ],
)
def test_points_are_answers_of_the_commands(gap, place, expected):
    (found,) = (each for each in GAPS if each.problem == gap)
    assert found.points[place][1]() == expected


def test_binary_outputs_are_bounded_by_their_own_model():
    (binary,) = (each for each in GAPS if each.model == "binary outputs")
    found = binary.points[1][1]()
    assert found.statement == "derived:location-lower" and found.at_least == 10 < found.at_most


def test_the_table_rounds_outwards(monkeypatch):
    """What suffices up, what is needed down, the ratio from both; nothing where a side is missing."""
    row = {"problem": "p", "model": "m", "point": "x", "method": "w", "statement": "s", "limit": "", "conjectured": ""}
    rows = [{**row, "at_most": 123_451, "at_least": 99_999}, {**row, "at_most": 7, "at_least": None}]
    monkeypatch.setattr(known, "gap_rows", lambda: iter(rows))
    first, second = build_gaps_table().value.rows
    assert (first["at_most"], first["at_least"], first["ratio"]) == (123_500, 99_990, "1.24")
    assert second["ratio"] is None and second["at_least"] is None
