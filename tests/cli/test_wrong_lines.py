"""Wrong command lines: one line on stderr that names what is wrong, all of it, and what to type instead."""

import pytest

WRONG = [
    ("compose --k 10 --rho 0.1", "--n: 100x10 is ten algorithms"),
    ("compose", "--n and --rho are missing; for example --n 100 --rho 0.1"),
    ("compose --n 100 --rho 10%", "10% is 0.1"),
    ("compose --n 100 --eps 0.1", "pg-compose"),
    ("compose 100,200 --rho 0.1", "a list of samples goes to --n"),
    ("boost", "PROBLEM is missing; expected one of statistical-query"),
    ("boost best-arm", "--rho, --alpha, --beta and --arms are missing"),
    ("plot samples compose --n 100 -o x.svg", "--set n=VALUE"),
    ("amplify --n 3", "compose"),
    ("show vacous", "did you mean vacuous"),
]


@pytest.mark.parametrize(("line", "told"), WRONG)
def test_what_is_wrong_is_said_in_one_line(replcalc, line, told):
    done = replcalc(*line.split())
    assert (done.code, done.out) == (2, "") and len(done.err.splitlines()) == 1
    assert told in done.err and len(done.err) <= 220


def test_the_example_of_a_message_is_accepted(replcalc):
    example = replcalc("compose").err.partition("for example ")[2].split()
    assert replcalc("compose", *example).code == 0
