"""Facts decided without help: what is proved carries the relation as written, what is refuted fails at the point."""

from fractions import Fraction

import pytest

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.decide import decide_fact
from replcalc.prover.facts import fact

TRUE = [
    ("log(1 + x) <= x - x^2/2 + x^3/3", "x in [0, oo)"),
    ("1 - x <= exp(-x)", "x in (-oo, oo)"),
    ("2*p*(1 - p) > 4/9", "p in (1/3, 2/3)"),
    ("(1 + x)*log(1 + x) - x >= x^2/(2 + 2*x/3)", "x >= 0"),
    ("exp(2*log(2)) = 4", ""),
    ("sum(i, i, 1, 10) = 55", ""),
    ("2*exp(-2*(8*log(2/b)/a^2)*(a/4)^2) = b", "a in (0, 1], b in (0, 1)"),
    ("erf(x) <= 1", "x in [0, 3]"),
]


@pytest.mark.parametrize(("relation", "on"), TRUE)
def test_proved_with_a_certificate_of_the_relation_as_written(relation: str, on: str) -> None:
    about = fact(relation, on)
    found = decide_fact(about)
    assert found.verdict is Verdict.PROVED, found.detail
    assert found.certificate is not None
    assert found.certificate.data["conclusion"] == about.conclusion()
    assert recheck(found.certificate) is Verdict.PROVED


FALSE = [
    ("log(1 + x) <= x - x^2/2 + x^3/3.001", "x in [0, oo)"),
    ("1 - x <= exp(-1.001*x)", "x in (-oo, oo)"),
    ("2*p*(1 - p) > 4/9", "p in [1/3, 2/3]"),
    ("exp(2*log(2)) < 4", ""),
    ("sum(i, i, 1, 10) = 54", ""),
    ("x <= x^2", "x in [0, 1]"),
]


@pytest.mark.parametrize(("relation", "on"), FALSE)
def test_refuted_at_a_point_of_the_domain(relation: str, on: str) -> None:
    found = decide_fact(fact(relation, on))
    assert found.verdict is Verdict.REFUTED, found.detail
    assert found.certificate is not None and recheck(found.certificate) is Verdict.REFUTED
    assert found.counterexample is not None
    assert all(Fraction(value) is not None for value in found.counterexample.values())


def test_what_is_given_counts() -> None:
    assert decide_fact(fact("x <= 1/2", "x in [0, 1]", given=["x <= 1/2"])).verdict is Verdict.PROVED
    assert decide_fact(fact("x + y <= 1", "x in [0, 1], y in [0, 1]", given=["x + y <= 1/2"])).verdict is Verdict.PROVED
    assert decide_fact(fact("x + y <= 1", "x in [0, 1], y in [0, 1]", given=["x <= 1/2"])).verdict is Verdict.REFUTED


def test_two_sides_that_are_the_same_say_nothing() -> None:
    found = decide_fact(fact("x = x", "x >= 0"))
    assert found.verdict is Verdict.UNDECIDED and "nothing is said" in found.detail


@pytest.mark.parametrize(
    ("relation", "domain", "verdict"),
    [
        ("sum(i, i, 1, k) = k*(k + 1)/2", "k integer in [1, oo)", Verdict.PROVED),
        ("sum(i, i, 1, k) >= k", "k integer in [0, oo)", Verdict.PROVED),
        ("sum(i, i, 1, k) <= k*(k + 1)/2 - 1", "k integer in [1, oo)", Verdict.REFUTED),
        ("sum(i, i, 1, k) <= 15", "k integer in [1, 5]", Verdict.PROVED),
        ("sum(i, i, 1, k) <= 14", "k integer in [1, 5]", Verdict.REFUTED),
        ("n*log(1 + 1/n) <= 1", "n in [1, oo)", Verdict.PROVED),
        ("n*log(1 + 1/n) <= 99/100", "n in [1, oo)", Verdict.REFUTED),
    ],
)
def test_sums_up_to_a_variable_are_decided_by_induction(relation: str, domain: str, verdict: Verdict) -> None:
    assert decide_fact(fact(relation, domain)).verdict is verdict
