"""Searches that give up: a distribution for a stricter question answers, and otherwise the status says so."""

import pytest

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.comparison import compare_methods
from replcalc.planning.result import Status
from replcalc.sharper.two_arms import method
from replcalc.sharper.two_arms.method import ab_question


def ab(alpha, rho, beta, **more):
    return compare_methods(ab_question(alpha, rho, beta, **more), 6)


@pytest.mark.parametrize(
    ("alpha", "rho"),
    [("0.2", "0.2"), *(pytest.param(*at, marks=pytest.mark.exhaustive) for at in (("0.3", "0.05"), ("0.1", "0.1")))],
)
def test_a_larger_beta_never_needs_more_samples(alpha: str, rho: str) -> None:
    """At beta = rho = 0.05 the search fails, and the answer was that of the uniform threshold."""
    needed = [ab(alpha, rho, beta).samples for beta in ("0.01", "0.04", "0.05", "0.1", "0.2")]
    assert needed == sorted(needed, reverse=True)


def test_a_search_that_gives_up_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise PrecisionExhausted("no distribution is certified")

    monkeypatch.setattr(method, "least_test", give_up)
    found = ab("0.2", "0.2", "0.06")
    assert found["optimal"].status is Status.NOT_FOUND and "no distribution" in found["optimal"].why_not
    assert found.to_dict()["methods"]["optimal"]["status"] == "not found"
    assert found.best.method == "threshold"
