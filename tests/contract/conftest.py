"""Decisions shared by the contract suites: every claim and every control is decided once."""

from collections.abc import Callable
from functools import cache

import pytest

from replcalc.claims.deciding import Decision, decide_one


@cache
def _decided(identifier: str, control: bool) -> Decision:
    return decide_one(identifier, control=control)


@pytest.fixture(scope="session")
def decided() -> Callable[..., Decision]:
    def decision(identifier: str, *, control: bool = False) -> Decision:
        return _decided(identifier, control)

    return decision
