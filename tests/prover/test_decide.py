"""Facts decided without help: what is proved carries the relation as written, what is refuted fails at the point."""

import os
import subprocess
import sys
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


#: Equality at an end, in a corner or on a face, an infinite slope there, a kink, a constant that is right to 1e-12.
TIGHT = [
    ("1 - exp(-x) >= x/2", "x in [0, 1]"),
    ("log(1 - x) >= -x - 2*x^2", "x in [0, 1/2]"),
    ("log(x) <= x - 1", "x in (0, 1]"),
    ("x <= -log(1 - x)", "x in [0, 1)"),
    ("sqrt(x) >= x", "x in [0, 1]"),
    ("cosh(x) >= 1 + x^2/2", "x in [0, 1]"),
    ("tanh(x) <= x", "x in [0, 2]"),
    ("x > tanh(x)", "x in (0, 1]"),
    ("x + 1/x >= 2", "x in [1/10, 11]"),
    ("exp(x)*(1 - y) >= 1 - y", "x in [0, 1], y in [0, 1]"),
    ("exp(2*x)/(1 - y) - 1 <= 4*(x + y)", "x in [0, 3/10], y in [0, 3/10]"),
    ("x*y*z >= 0", "x in [0, 1], y in [0, 1], z in [0, 1]"),
    ("Max(x, 1 - x) >= 1/2", "x in [0, 1]"),
    ("abs(x - 1/2) <= 1/2", "x in [0, 1]"),
    ("1 - exp(-x) >= 0.632120558827*x", "x in [0, 1]"),
    ("exp(pi*sqrt(163)) < 262537412640768744", ""),
]
#: False by little, or at one point.
NARROW = [
    ("(x - 1/3)^2 >= 1e-12", "x in [0, 1]"),
    ("(x - y + 1/7)^2 >= 1e-12", "x in [0, 1], y in [0, 1]"),
    ("exp(x) >= 1 + 1.000001*x", "x in [0, 1]"),
    ("1 - exp(-x) > x/2", "x in [0, 1]"),
    ("x + 1/x > 2", "x in [1/2, 2]"),
    ("1/(x - 1/3) >= 0", "x in [0, 1]"),
    ("Min(x, 1 - x) >= 1e-12", "x in [0, 1]"),
    ("x > tanh(x)", "x in [0, 1]"),
    ("1 - exp(-x) >= 0.632120558829*x", "x in [0, 1]"),
    ("x*y <= 24/100", "x in [0, 1], y in [0, 1]"),
    ("exp(pi*sqrt(163)) = 262537412640768744", ""),
    ("log(2) > 0.693147180559945309417232121459", ""),
]


@pytest.mark.parametrize(("relation", "on"), TRUE + TIGHT)
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


@pytest.mark.parametrize(("relation", "on"), FALSE + NARROW)
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


@pytest.mark.parametrize(
    ("domain", "given"),
    [
        ("x in [0, 1]", ["x >= 2"]),
        ("x in (-oo, oo)", ["x^2 < 0"]),
        ("x in (0, oo)", ["log(x) >= x"]),
        ("x in (-oo, oo), y in (-oo, oo)", ["x >= 1 + y", "y >= x"]),
        ("x in [0, 1], y in [0, 1]", ["x*y >= 2"]),
    ],
)
def test_nothing_is_proved_from_a_contradiction(domain: str, given: list[str]) -> None:
    found = decide_fact(fact("x <= 1/2", domain, given=given))
    assert found.verdict is Verdict.UNDECIDED and found.detail.startswith("no point"), found


def test_a_refuting_point_satisfies_the_given_equations() -> None:
    found = decide_fact(fact("x <= 1", "x in (-oo, oo)", given=["x = 1", "x >= 2"]))
    assert found.verdict is Verdict.UNDECIDED and "resists" in found.detail


@pytest.mark.parametrize(
    ("relation", "domain"),
    [
        ("loggamma(1)/(5 + x) >= 0", "x in [0, oo)"),
        ("asin(15*log(1))*x > 0 - 1/10", "x in [0, 1]"),
        ("sinh(10) + x/((1/x)/(x + x)) >= 11029", "x in (2, oo)"),
        ("-x >= -1", "x in [0, 1]"),
    ],
)
def test_relations_that_once_crashed_are_proved(relation: str, domain: str) -> None:
    assert decide_fact(fact(relation, domain)).verdict is Verdict.PROVED


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


def test_an_equation_outside_of_the_normal_form_is_undecided() -> None:
    assert decide_fact(fact("16*atanh(1/5) = 8*log(3/2)")).verdict is Verdict.UNDECIDED


def test_exponents_reach_sympy_as_its_own_integers() -> None:
    """With plain Python numbers under sympy an exponent of flint's became a float, and the claim was refused."""
    words = [sys.executable, "-m", "replcalc", "verify", "main.epsilon-lower"]
    done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "SYMPY_GROUND_TYPES": "python"})
    assert done.returncode == 0 and "1 proved" in done.stdout, done.stderr
