"""The declared inputs of a question are its options, its keyword arguments and the inputs of its sweeps."""

import inspect

import click
import pytest

import replcalc
from replcalc.cli import questions as commands
from replcalc.planning.composition import Composition
from replcalc.planning.method import get
from replcalc.problems.boosting.inputs import Boosting
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.problems.pg.question import PgQuestion
from replcalc.sweeps.plan import find_question

QUESTIONS = {"compose": Composition, "boost": Boosting, "lower-bound": LowerBound, "pg-compose": PgQuestion}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_declared_input_is_an_option_an_argument_and_an_input_of_sweeps(name):
    command: click.Command = getattr(commands, name.replace("-", "_"))
    options = {parameter.name: parameter for parameter in command.params}
    arguments = inspect.signature(getattr(replcalc, name.replace("-", "_"))).parameters
    for declared, text in QUESTIONS[name].options().items():
        assert options[declared].help == text.rpartition("  ")[2] and declared in arguments
        assert declared in find_question(name).inputs


@pytest.mark.parametrize(
    ("old", "kind", "new"),
    [
        ("naive", "composition", "side-by-side"),
        ("best-law", "ab", "optimal"),
        ("two-options", "choose", "threshold"),
        ("averaged-rounding", "queries", "rounding"),
    ],
)
def test_old_names_of_methods_are_accepted(old, kind, new):
    assert get(old, kind).name == new
