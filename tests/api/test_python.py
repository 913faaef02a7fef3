"""What somebody at a prompt sees: numbers as digits, families as values, names without underscores, examples that run."""

import doctest
import inspect
from importlib import import_module

import pytest
from flint import arb, fmpq

import replcalc
from replcalc.names import FUNCTIONS
from replcalc.numbers.enclosure import Enclosure, Enclosures
from replcalc.numbers.errors import InputError
from replcalc.numbers.family import Family

#: Public names that are values, or rooms of functions.
NO_FUNCTIONS = {"STATEMENTS", "run"}
PUBLIC = {name: f"replcalc.{name}" for name in FUNCTIONS if name not in NO_FUNCTIONS}
PUBLIC |= {f"run.{name}": f"replcalc.run.{name}" for name in replcalc.run.__all__}


def function(name: str):
    found = getattr(replcalc.run, name.removeprefix("run.")) if name.startswith("run.") else getattr(replcalc, name)
    # the room of the simulators is called like the function
    return import_module("replcalc.api.knowledge").simulate if name == "simulate" else found


def failures(text: str, name: str) -> tuple[int, int]:
    """Examples of a docstring, and how many of them do not give what they show."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    return len(test.examples), runner.failures


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_function_has_an_example_that_runs(name: str) -> None:
    count, failed = failures(inspect.getdoc(function(name)) or "", name)
    assert count > 0 and failed == 0


def test_an_example_that_lies_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert failures(">>> 1 + 1\n3\n", "a lie") == (1, 1)
    assert "Expected" in capsys.readouterr().out


def test_an_enclosure_reads_as_its_digits() -> None:
    third = Enclosure.from_ball(arb(1) / 3)
    assert (str(third), repr(third)) == (
        "0.333333",
        "[0.333333333333333, 0.333333333333334]",
    )  # 53 bits: 15 digits no more
    assert repr(Enclosure.exactly(fmpq(1, 80))) == str(Enclosure.exactly(fmpq(1, 80))) == "0.0125"
    assert repr(Enclosure(fmpq(1, 4), fmpq(1, 2), bracket=True)) == "[0.25, 0.5]"


def test_no_answer_shows_where_it_lies_in_memory_or_long_fractions() -> None:
    answer = replcalc.compose([100, 200], rho="0.1")
    for result in answer.results:
        for name, value in result.quantities.items():
            for shown in (str(value), repr(value)):
                assert "object at" not in shown and "Enclosure" not in shown, name
                assert all(len(part.strip("(,)")) < 80 for part in shown.split()), name


def test_a_family_prints_its_values() -> None:
    column = replcalc.compose([100, 200], rho="0.1")["paper"].value("epsilon")
    assert str(column).startswith("(3.94") and str(column).count(",") == 1
    many = Enclosures([fmpq(1, n) for n in range(1, 1001)])
    assert str(many) == "(1, 0.5, 0.333333, 0.25, ..., 0.001: 1,000 values)"
    assert str(Enclosures([fmpq(1, 2)])) == "(0.5,)"
    assert repr(Family.of([100, 200])) == "<Family of 2: 100,200>"
    assert repr(Family.from_runs([(100, 1000), (200, 1)])) == "<Family of 1,001: 100x1000,200>"


def test_run_says_what_is_missing() -> None:
    asked = {"range": (0, 1), "alpha": "0.2", "rho": "0.2", "beta": "0.05"}
    with pytest.raises(InputError, match="seed"):
        replcalc.run.means({"x": [0.5] * 150}, "x", **asked)
    with pytest.raises(InputError, match=r"columns.*'y'.*: x"):
        replcalc.run.means({"x": [0.5] * 150}, "y", **asked, seed="s")
    with pytest.raises(InputError, match=r"Row 2, column x"):
        replcalc.run.means({"x": [0.5, 7.0] * 75}, "x", **asked, seed="s")
    with pytest.raises(InputError, match="one length"):
        replcalc.run.means({"x": [0.5] * 150, "y": [0.5]}, "x,y", **asked, seed="s")
    with pytest.raises(InputError, match="distinct names"):
        replcalc.run.means({"x": [0.5] * 150}, "x,x", **asked, seed="s")
    with pytest.raises(InputError, match=r"Rows.*at least 122"):
        replcalc.run.means({"x": [0.5] * 20}, "x", **asked, seed="s")
    with pytest.raises(AttributeError, match="nonsense"):
        replcalc.run.nonsense  # noqa: B018


def test_run_answers_as_the_command_does(replcalc, here) -> None:
    import replcalc as library

    rows = [(n * 7919 % 1000) / 1000 for n in range(150)]
    (here / "ours.csv").write_text("x\n" + "\n".join(map(str, rows)) + "\n")
    words = "run means ours.csv --columns x --range 0,1 --alpha 0.2 --rho 0.2 --beta 0.05 --seed s --receipt out.json"
    replcalc(*words.split())
    asked = {"range": (0, 1), "alpha": "0.2", "rho": "0.2", "beta": "0.05", "seed": "s"}
    from_file = library.run.means("ours.csv", "x", **asked, receipt="mine.json")
    from_memory = library.run.means({"x": rows}, "x", **asked)
    assert (here / "out.json").read_text() == (here / "mine.json").read_text()
    assert from_memory.receipt == from_file.receipt
    assert str(library.run.compare("out.json", "mine.json")).count("same rows") == 1
