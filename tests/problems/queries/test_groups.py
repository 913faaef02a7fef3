"""Means of groups: the groups are part of the question, every one needs its rows, and what is left out is not counted."""

import numpy as np
import pytest

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.problems.queries.algorithm import MeansTask

ASKED = {"range": (0, 1), "alpha": "0.2", "rho": "0.2", "beta": "0.05"}
ROWS = 2000
RNG = np.random.default_rng(5)
COUNTRY = RNG.choice(["DE", "FR", "PL"], ROWS)
TABLE = {
    "score": np.where(COUNTRY == "DE", 0.9, np.where(COUNTRY == "FR", 0.1, 7.0)),
    "age": RNG.integers(1, 80, ROWS),
    "country": COUNTRY,
    "code": np.where(COUNTRY == "DE", 1.0, 2.0),
}


def means(**options):
    return replcalc.run.means(TABLE, "score", **{**ASKED, "seed": "s", **options})


def test_one_answer_for_each_group():
    """Rows of other groups count for nothing: Poland's scores are outside the range."""
    done = means(group_by="country", groups="FR,DE")
    alone = {f"score[{land}]": np.mean(TABLE["score"][land == COUNTRY]) for land in ("FR", "DE")}
    assert list(done.answers) == ["score[FR]", "score[DE]"]
    assert all(abs(float(done.answers[name]) - mean) < 0.2 for name, mean in alone.items())
    question = done.receipt.question
    assert question["group_by"] == "country" and question["groups"] == ["FR", "DE"]
    assert done.receipt.rows == min((land == COUNTRY).sum() for land in ("FR", "DE"))
    assert "rows of every group" in done.receipt.guarantee
    assert done.plan.samples == MeansTask.make({"columns": "x,y", **ASKED}).plan().samples, (
        "two answers, as two columns would be"
    )


def test_groups_by_an_expression():
    done = means(where="country != 'PL'", group_by="age >= 40", groups=["true", "false"])
    for group, rows in (("true", TABLE["age"] >= 40), ("false", TABLE["age"] < 40)):
        mean = TABLE["score"][rows & (COUNTRY != "PL")].mean()
        assert abs(float(done.answers[f"score[{group}]"]) - mean) < 0.2
    assert means(group_by="code", groups=["1"])["score[1]"] > 0.7 < means(group_by="code + 0", groups=["1"])["score[1]"]
    tall = replcalc.run.means(
        TABLE, expressions={"old": "age > 40"}, group_by="country", groups="DE", **ASKED, seed="s"
    )
    assert list(tall.answers) == ["old[DE]"]


def test_the_groups_are_part_of_the_question():
    """Groups found in the data would differ from team to team, and with them the names and the plan."""
    for options, told in (
        ({"group_by": "country"}, "groups is missing"),
        ({"groups": "DE"}, "groups: 'DE' .*group_by"),
        ({"group_by": "country", "groups": "DE,UK"}, "Rows of group UK: '0'"),
        ({"group_by": "country ==", "groups": "DE"}, "group_by"),
        ({"group_by": "f(country)", "groups": "DE"}, "group_by"),
        ({"group_by": "age/0", "groups": "1"}, "Row 1, column age / 0: 'nothing'"),
    ):
        with pytest.raises(InputError, match=told):
            means(**options)
