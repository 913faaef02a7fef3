"""Rational settings of statements whose other conclusions are irrational."""

from __future__ import annotations

import pytest
from flint import fmpq

from replcalc.numbers.errors import MalformedStatement
from replcalc.simulate.bounds import setting


def test_rational_settings() -> None:
    assert setting("lm:tester", "threshold", alpha=fmpq(1, 10), beta=fmpq(1, 10)) == fmpq(3, 20)
    heavy = {"nu": fmpq(4, 5), "epsilon": fmpq(2, 5), "beta": fmpq(1, 2)}
    assert setting("lm:heavy_tester", "light_below", **heavy) == fmpq(7, 10) - fmpq(1, 5) - fmpq(1, 40)
    assert setting("alg:hybrid", "beta_tester", rho=fmpq(1, 2), alpha=fmpq(1, 4), beta=fmpq(1, 10)) == fmpq(1, 40)


def test_irrational_ones_are_refused() -> None:
    with pytest.raises(MalformedStatement):
        setting("lm:tester", "n_tester", alpha=fmpq(1, 10), beta=fmpq(1, 10))
    with pytest.raises(MalformedStatement):
        setting("lm:tester", "miss", alpha=fmpq(1, 10), beta=fmpq(1, 10))
