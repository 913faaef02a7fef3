"""Results as plain data: exact where possible, infinite said so, sendable to another process; the record by conclusion."""

import pickle

from flint import arb, fmpq, fmpz

from replcalc.numbers.enclosure import Enclosure
from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import coverage_of
from replcalc.simulate.running import case_to_data, plain_data, ratio_of
from replcalc.simulate.simulator import Measurement
from replcalc.statements.catalogue import statement


def test_plain_values() -> None:
    found = plain_data({"a": arb("inf"), 3: [fmpz(4), arb(2).sqrt(), {"b": (fmpq(1, 2), None, True)}]})
    assert found["a"] == "infinite" and found["3"][0] == 4
    root = found["3"][1]
    assert isinstance(root, Enclosure) and root.lower**2 <= 2 <= root.upper**2
    assert found["3"][2]["b"] == [fmpq(1, 2), None, True]
    assert pickle.loads(pickle.dumps(found)) == found


def test_ratios() -> None:
    assert ratio_of(Measurement("x", "q", fmpq(1, 3), fmpq(2, 3))) == Enclosure.exactly(fmpq(1, 2))
    assert ratio_of(Measurement("x", "q", fmpq(1, 3), fmpq(2, 3), sense=">=")) == Enclosure.exactly(2)
    assert ratio_of(Measurement("x", "q", fmpq(0), fmpq(0))) == Enclosure.exactly(0)
    assert ratio_of(Measurement("x", "q", 1, 0)) == "infinite"
    ball = ratio_of(Measurement("x", "q", fmpq(1), arb(2).sqrt()))
    assert not ball.is_exact and ball.lower**2 <= fmpq(1, 2) <= ball.upper**2


def test_overlapping_enclosures_are_undecided() -> None:
    third = arb(fmpq(1, 3))
    assert not Measurement("x", "q", third, fmpq(1, 3)).is_decided()
    assert Measurement("x", "q", fmpq(1, 3), fmpq(1, 3)).is_decided()
    assert Measurement("x", "q", third, fmpq(1, 2)).is_decided()


def test_a_comparison_is_complete() -> None:
    data = case_to_data(Measurement("x", "q", fmpq(1, 3), fmpq(2, 3), details={"a": fmpq(1, 2)}))
    assert data["case"] == {"a": fmpq(1, 2)} and data["true"].lower == fmpq(1, 3) and data["sense"] == "<="


def test_coverage_is_by_conclusion_and_says_why_there_is_none() -> None:
    main = {each.name: each for each in coverage_of("thm:main")}
    assert set(main["rho"].found) == {"main"} and main["rho"].bounds
    assert main["beta"].why_none == "C_fail unknown" and not main["beta"].bounds  # compared with C_fail = 1 only
    assert not main["samples"].bounds


def test_what_is_recorded_is_a_conclusion() -> None:
    for run in recorded_runs().values():
        for label, of in run.statements.items():
            assert set(of) - {""} <= set(statement(label).promises)
            assert all(each.cases > 0 for each in of.values())
