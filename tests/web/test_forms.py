"""Forms and questions made from click's parameters."""

import pytest

from replcalc.web.forms import API, PAGES, list_fields, read_question


def ask(command, *pairs):
    question, errors = read_question(command, pairs)
    assert not errors
    return question


@pytest.mark.parametrize("command", API)
def test_no_field_reads_or_writes_a_file(command):
    from click import File, Path

    from replcalc.web.forms import command_of

    asked = {field.name for field in list_fields(command)}
    for parameter in command_of(command).params:
        if parameter.name in asked:
            assert not isinstance(parameter.type, (File, Path)) and "FILE" not in str(parameter.metavar), parameter.name


@pytest.mark.parametrize("command", PAGES)
def test_examples_are_fields(command):
    assert set(PAGES[command]) <= {field.name for field in list_fields(command)}


def test_no_value_can_be_read_as_an_option():
    question = ask("compose", ("n", "--report=x"), ("rho", "0.1"), ("adaptive", "1"))
    assert question.words() == ["compose", "--n=--report=x", "--rho=0.1", "--adaptive", "--"]
    assert ask("boost", ("problem", "--help")).words()[-2:] == ["--", "--help"]


def test_a_question_as_command_and_address():
    question = ask("compose", ("rho", "0.1"), ("n", "100 "), ("route", "paper,naive"), ("beta", ""))
    assert question.line() == "replcalc compose --n 100 --rho 0.1 --method paper --method naive"
    again, errors = read_question("compose", [tuple(p.split("=")) for p in question.address().split("&")])
    assert again == question and not errors


def test_unknown_fields_are_named():
    _, errors = read_question("compose", [("rhoo", "0.1")])
    assert list(errors) == ["rhoo"] and "rho0" in errors["rhoo"]
