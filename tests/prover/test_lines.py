"""Lines that somebody might type, each with the verdict it gets: what is undecided today is written down as such."""

import pytest

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.prover.proving import prove

REAL = "x in (-oo, oo), y in (-oo, oo)"
UNIT = "x in [0, 1], y in [0, 1]"
#: relation, domain, what is given; all of these are true.
PROVED = [
    ("log(1+x) <= x", "x > -1", ()),
    ("exp(x) >= 1 + x + x^2/2", "x >= 0", ()),
    ("exp(x) <= 1/(1-x)", "x in [0, 1)", ()),
    ("x*log(x) >= x - 1", "x > 0", ()),
    ("sqrt(x*y) <= (x+y)/2", "x >= 0, y >= 0", ()),
    ("x*y <= x^2/2 + y^2/2", REAL, ()),
    ("erf(x) <= 2*x/sqrt(pi)", "x >= 0", ()),
    ("erf(x) < 1", "x in [0, 5]", ()),
    ("erfc(x) <= exp(-x^2)", "x in [0, 3]", ()),
    ("asin(x) >= x", "x in [0, 1]", ()),
    ("asin(x) <= x + x^3/2", "x in [0, 1/2]", ()),
    ("sinh(x) >= x", "x >= 0", ()),
    ("tanh(x) >= x - x^3/3", "x >= 0", ()),
    ("cosh(x)^2 - sinh(x)^2 = 1", "x in (-oo, oo)", ()),
    ("sum(1/i^2, i, 1, 30) <= pi^2/6", "", ()),
    ("sum(x^i, i, 0, 10) <= 1/(1-x)", "x in [0, 1)", ()),
    ("sum(1/(x+i), i, 1, 5) <= 5/(x+1)", "x >= 0", ()),
    ("x + y <= 1", UNIT, ("x + y <= 0.9",)),
    ("x^3 - 3*x + 2 >= 0", "x >= -2", ()),
    ("1 - exp(-x) >= x - x^2/2", "x >= 0", ()),
    ("p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 0", "p in (0, 1), q in (0, 1)", ()),
    ("(p - q)^2/(p + q) <= p + q", "p > 0, q > 0", ()),
    ("log(1 + exp(x)) <= log(2) + x/2 + x^2/8", "x in (-oo, oo)", ()),
    ("1/(1+exp(-x)) <= 1", "x in (-oo, oo)", ()),
    ("exp(-2*n*t^2) <= 1/(1 + 2*n*t^2)", "n >= 1, t >= 0", ()),
    ("x^2 < x", "x in (0, 1)", ()),
    ("exp(x) > 1 + x", "x > 0", ()),
    ("sqrt(1 + x) <= 1 + x/2", "x >= -1", ()),
    ("x <= 1 <= y", "x in [0, 1], y in [1, 2]", ()),
    # sums of squares, also after a factor
    ("x^2 + y^2 + z^2 >= x*y + y*z + z*x", REAL + ", z in (-oo, oo)", ()),
    ("x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2", REAL, ()),
    ("x/(y+z) + y/(z+x) + z/(x+y) >= 3/2", "x > 0, y > 0, z > 0", ()),
    ("x^4 - x^2 + 0.2500001 >= 0", "x in (-oo, oo)", ()),
    ("x^4 + y^4 + z^4 >= x*y*z*(x+y+z)", "x in [0, 2], y in [0, 2], z in [0, 2]", ()),
    # what falls to its limit
    ("(1 + 1/n)^n <= exp(1)", "n integer in [1, oo)", ()),
    ("n*log(1 + 1/n) <= 1", "n > 0", ()),
    ("erf(x) <= 1", "x >= 0", ()),
    ("erfc(x) <= exp(-x^2)/(x*sqrt(pi))", "x > 0", ()),
    ("sum(1/i, i, 1, k) <= 1 + log(k)", "k integer in [1, oo)", ()),
    # induction, integers, choices
    ("1 - (1 - rho)^k <= k*rho", "rho in [0, 1), k integer in [1, oo)", ()),
    ("2^k >= k + 1", "k integer in [0, oo)", ()),
    ("k*(k - 1) >= 0", "k integer in (-oo, oo)", ()),
    ("Min(x, y) <= sqrt(x*y)", "x > 0, y > 0", ()),
    ("abs(x + y) <= abs(x) + abs(y)", REAL, ()),
    ("Max(x, y) >= (x+y)/2", "x in [-5, 5], y in [-5, 5]", ()),
    ("erf(x) + erfc(x) = 1", "x in (-oo, oo)", ()),
    ("-p*log(p) <= 1/exp(1)", "p in (0, 1]", ()),
]
REFUTED = [
    ("x*y <= 0.2499", UNIT, ("x + y <= 1",)),
    ("x^2 < x", "x in [0, 1)", ()),
    ("exp(x) > 1 + x", "x >= 0", ()),
    ("log(x) <= x - 1.0000001", "x > 0", ()),
    ("x^2 + y^2 >= 2.0000001*x*y", UNIT, ()),
    ("tanh(x) <= x/(1 + x^2/3)", "x >= 0", ()),
    ("Min(x, y) >= sqrt(x*y)", "x > 0, y > 0", ()),
    ("loggamma(x) <= x*log(x) - x", "x in [1, 10]", ()),
    ("sqrt(x + y) < sqrt(x) + sqrt(y)", "x >= 0, y >= 0", ()),
    ("erfc(x) < exp(-x^2)", "x >= 0", ()),
    ("x^2 + y^2 + z^2 >= 1.000001*(x*y + y*z + z*x)", "x in [0, 1], y in [0, 1], z in [0, 1]", ()),
    ("k*(k - 1) > 0", "k integer in (-oo, oo)", ()),
    ("sum(1/i, i, 1, k) <= 0.999 + log(k)", "k integer in [1, oo)", ()),
    ("n*log(1 + 1/n) <= 0.999", "n > 0", ()),
    ("x^(x^(x^(x^x))) <= 1000", "x in [1, 2]", ()),
]
#: True, and nothing decides them yet: loggamma on long intervals, a product under a bound of a sum, atanh at its end.
UNDECIDED = [
    ("loggamma(x+1) >= 0", "x in [1, 20]", ()),
    ("x*y <= 1/4", UNIT, ("x + y <= 1",)),
    ("atanh(x) >= x", "x in [0, 1)", ()),
]


def decided(line: tuple[str, str, tuple[str, ...]]) -> Verdict:
    """Within the time that is promised (a busy machine is given some more); what is PROVED can be rechecked."""
    found = prove(line[0], line[1], given=line[2])
    assert found.seconds < 30
    if found.verdict is Verdict.PROVED:
        assert found.outcome.certificate is not None and recheck(found.outcome.certificate) is Verdict.PROVED
    assert found.verdict is not Verdict.UNDECIDED or found.outcome.detail, "no reason"
    return found.verdict


@pytest.mark.sampled(8)
@pytest.mark.parametrize("line", PROVED, ids=lambda line: line[0])
def test_what_is_proved(line: tuple[str, str, tuple[str, ...]]) -> None:
    assert decided(line) is Verdict.PROVED


@pytest.mark.parametrize("line", REFUTED, ids=lambda line: line[0])
def test_what_is_refuted(line: tuple[str, str, tuple[str, ...]]) -> None:
    assert decided(line) is Verdict.REFUTED


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", UNDECIDED, ids=lambda line: line[0])
def test_what_is_true_is_never_refuted(line: tuple[str, str, tuple[str, ...]]) -> None:
    assert decided(line) is not Verdict.REFUTED


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
