"""Findings as plain data: exact where possible, infinite said so, nothing that cannot be sent to another process."""

from __future__ import annotations

import pickle

from flint import arb, fmpq, fmpz

from replcalc.numbers.enclosure import Enclosure
from replcalc.simulate.running import case, ratio_of
from replcalc.simulate.simulator import Measurement, plain_data


def test_plain_values() -> None:
    found = plain_data(
        {"a": arb("inf"), 3: [fmpz(4), arb(2).sqrt(), {"b": (fmpq(1, 2), None, True)}], "set": frozenset({1})}
    )
    assert found["a"] == "infinite" and found["3"][0] == 4 and found["set"] == [1]
    root = found["3"][1]
    assert isinstance(root, Enclosure) and root.lower**2 <= 2 <= root.upper**2
    assert found["3"][2]["b"] == [fmpq(1, 2), None, True]
    assert pickle.loads(pickle.dumps(found)) == found
    assert plain_data(object) == str(object)


def test_ratios() -> None:
    assert ratio_of(Measurement("x", "q", fmpq(1, 3), fmpq(2, 3))) == Enclosure.exactly(fmpq(1, 2))
    assert ratio_of(Measurement("x", "q", fmpq(1, 3), fmpq(2, 3), sense=">=")) == Enclosure.exactly(2)
    assert ratio_of(Measurement("x", "q", fmpq(0), fmpq(0))) == Enclosure.exactly(0)
    assert ratio_of(Measurement("x", "q", 1, 0)) == "infinite"
    ball = ratio_of(Measurement("x", "q", fmpq(1), arb(2).sqrt()))
    assert not ball.is_exact and ball.lower**2 <= fmpq(1, 2) <= ball.upper**2


def test_overlapping_enclosures_are_not_settled() -> None:
    third = arb(fmpq(1, 3))
    assert not Measurement("x", "q", third, fmpq(1, 3)).settled()
    assert Measurement("x", "q", fmpq(1, 3), fmpq(1, 3)).settled()
    assert Measurement("x", "q", third, fmpq(1, 2)).settled() and Measurement("x", "q", fmpq(1, 2), third).settled()


def test_case_is_complete() -> None:
    shown = case(Measurement("x", "q", fmpq(1, 3), fmpq(2, 3), more={"a": fmpq(1, 2)}))
    assert shown["case"] == {"a": fmpq(1, 2)} and shown["true"].lower == fmpq(1, 3) and shown["sense"] == "<="
