"""Lines that somebody might type, each with the verdict it gets (``inequalities.txt``)."""

from pathlib import Path

import pytest

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.prover.proving import prove

Line = tuple[str, str, tuple[str, ...]]
LIST = Path(__file__).with_name("inequalities.txt")
DOCS = Path(__file__).parents[2] / "docs" / "formulas.md"


def lines(truth: str, *, decided: bool) -> list[Line]:
    """Return the lines of the list that are true, or false; those that stay undecided begin with a question mark."""
    found, section = [], ""
    for text in LIST.read_text(encoding="utf-8").splitlines():
        if text.startswith("#"):
            section = text[2:]
        elif section.startswith(truth) and text.startswith("?") is not decided:
            relation, on, *given = (part.strip() for part in text.removeprefix("? ").split("|"))
            found.append((relation, on, tuple(given)))
    return found


def decide(line: Line) -> Verdict:
    """Within the time that is said (a busy machine is given some more); what is decided can be rechecked."""
    found = prove(line[0], line[1], given=line[2])
    assert found.seconds < 30
    if found.verdict is Verdict.UNDECIDED:
        assert found.outcome.detail, "no reason"
    else:
        assert found.outcome.certificate is not None and recheck(found.outcome.certificate) is found.verdict
    return found.verdict


@pytest.mark.sampled(16)
@pytest.mark.parametrize("line", lines("true", decided=True), ids=lambda line: line[0])
def test_what_is_proved(line: Line) -> None:
    assert decide(line) is Verdict.PROVED


@pytest.mark.sampled(12)
@pytest.mark.parametrize("line", lines("false", decided=True), ids=lambda line: line[0])
def test_what_is_refuted(line: Line) -> None:
    assert decide(line) is Verdict.REFUTED


@pytest.mark.exhaustive
@pytest.mark.parametrize("truth", ["true", "false"])
def test_what_stays_undecided_is_not_decided_wrongly(truth: str) -> None:
    wrong = Verdict.REFUTED if truth == "true" else Verdict.PROVED
    assert all(decide(line) is not wrong for line in lines(truth, decided=False))


def test_the_documentation_says_how_many_are_decided() -> None:
    for truth, verb in (("true", "proves"), ("false", "refutes")):
        decided, undecided = (len(lines(truth, decided=side)) for side in (True, False))
        assert f"{verb} {decided} of {decided + undecided} {truth} ones" in DOCS.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("relation", "on", "said"),
    [
        ("k! >= 1", "k integer in [0, oo)", "is not part of the language"),
        ("sin(x) <= x", "x >= 0", "exp log"),
        ("__import__('os') <= 1", "", "is not part of the language"),
        ("x <= 1", "x in [2, 1]", "not empty"),
        ("x <= y", "x in [0, 1]", "y has none"),
        ("sum(1/i, i, 1, 100000) >= 5", "", "at most 400 terms"),
        ("x + 1", "x >= 0", "<= >= < > ="),
    ],
)
def test_what_cannot_be_read_says_what_can(relation: str, on: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        prove(relation, on)


def test_a_hyperbolic_cosine_of_zero_is_one() -> None:
    """It once asked itself for the value at -0 for ever."""
    assert prove("cosh(x) - 1 = 0", "x in [0, 0]").verdict is not Verdict.REFUTED
    assert prove("cosh(x) <= 1/2", "x in [0, 0]").verdict is Verdict.REFUTED
