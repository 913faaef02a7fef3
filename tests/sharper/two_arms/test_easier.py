"""Searches that give up: a distribution for a stricter question answers, and otherwise the status says so."""

from __future__ import annotations

import pytest

import replcalc
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.result import Status
from replcalc.sharper.two_arms import method


def test_a_larger_beta_never_needs_more_samples() -> None:
    needed = [replcalc.ab("0.2", "0.2", beta).samples for beta in ("0.01", "0.05", "0.08", "0.1", "0.2")]
    assert needed == sorted(needed, reverse=True)


def test_a_distribution_for_a_smaller_beta_serves_where_none_is_found() -> None:
    """At beta = rho = 0.05 the search fails, and the answer was that of the uniform threshold: 724."""
    found = replcalc.ab("0.3", "0.05", "0.05")
    assert found.best.method == "best-law" and found.samples <= 600


def test_a_search_that_gives_up_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise PrecisionExhausted("no distribution is certified")

    monkeypatch.setattr(method, "least_test", give_up)
    found = replcalc.ab("0.2", "0.2", "0.06")
    assert found["best-law"].status is Status.NOT_FOUND and "no distribution" in found["best-law"].why_not
    assert found.to_dict()["routes"]["best-law"]["status"] == "not found"
    assert found.best.method == "threshold"
