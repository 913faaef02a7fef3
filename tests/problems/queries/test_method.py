"""k means: every method against plain mpmath, no fewer samples possible within the theorem, the paper's constants."""

import math

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.problems.choices.method import rounding as round_options
from replcalc.problems.queries import method as means
from replcalc.problems.queries.question import Queries, queries_question
from replcalc.problems.queries.theorem import largest_c
from replcalc.sharper.softmax_race.method import parse_choose_question

MP = mpmath.mp.clone()
MP.dps = 40
ALPHA, RHO, BETA = fmpq(1, 10), fmpq(1, 10), fmpq(1, 1000)
A, R, B = MP.mpf(1) / 10, MP.mpf(1) / 10, MP.mpf(1) / 1000


def real(q):
    return MP.mpf(int(q.p)) / int(q.q)


def rounding_failure(k, n, alpha, half):
    """Hoeffding averaged over a rounding error uniform on (-half, half), by quadrature."""
    ends = [alpha - half, alpha, alpha + half]
    return k * MP.quad(lambda x: MP.exp(-2 * n * x * x), ends) / half


@pytest.mark.parametrize("k", [1, 10, 300])
def test_rounding(k):
    method = means.rounding(queries_question(k, "0.05", "0.1", "1e-6"), 20)
    assert method.certified and {c.verdict for c in method.conditions} == {Verdict.PROVED}
    n, alpha = method.samples, MP.mpf("0.05")
    gap = MP.exp(MP.loggamma(n + MP.mpf(1) / 2) - MP.loggamma(n + 1)) / MP.sqrt(MP.pi)
    half = real(method.chosen["lambda"]) * alpha
    assert k * gap / (2 * half) <= MP.mpf("0.1") * (1 + MP.mpf(10) ** -15)
    assert rounding_failure(k, n, alpha, half) <= MP.mpf("1e-6")
    fewer = n * 999 // 1000
    least = k / (2 * MP.mpf("0.1") * MP.sqrt(MP.pi * fewer))
    assert least > alpha or rounding_failure(k, fewer, alpha, least * MP.mpf("0.9999")) > MP.mpf("1e-6")


@pytest.mark.parametrize(("k", "size"), [(1, 1), (1000, 1000), (50, 10)])
def test_cosine(k, size):
    method = means.cosine_in_groups(queries_question(k, "0.05", "0.1", "1e-9"), 20, size)
    n, a, groups = method.samples, real(method.chosen["a"]), -(-k // size)
    assert method.certified
    assert MP.sqrt(MP.pi * groups * k / (2 * MP.mpf(n))) / a <= MP.mpf("0.1")
    assert 2 * k * MP.exp(-2 * n * (MP.mpf("0.05") - a) ** 2) <= MP.mpf("1e-9")
    fewer = n * 999 // 1000
    wide = MP.sqrt(MP.pi * groups * k / (2 * MP.mpf(fewer))) / MP.mpf("0.1")
    assert wide > MP.mpf("0.05") or 2 * k * MP.exp(-2 * fewer * (MP.mpf("0.05") - wide) ** 2) > MP.mpf("1e-9")
    assert abs(float(method.rounds_log10) - float(MP.log10(groups * (MP.mpf(2) ** size + 1)))) < 1e-9


def test_groups_fill_the_rounds():
    assert means.largest_group(1, fmpq(10**9)) == 1 and means.largest_group(5, fmpq(10**9)) == 5
    for count, rounds in ((1000, 10**9), (1000, 10), (40, 10**6)):
        size = means.largest_group(count, fmpq(rounds))
        assert size == 1 or -(-count // size) * (2**size + 1) <= rounds
        assert -(-count // (size + 1)) * (2 ** (size + 1) + 1) > rounds
    few = means.cosine(queries_question(100, "0.1", "0.1", "1e-3"), 6)
    assert few.effort.within(10**9) and few.chosen["G"] * few.chosen["g"] >= 100


@pytest.mark.parametrize("power", [12, 20, 40])
def test_rounding_at_tiny_rho(power):
    """N was found to nine digits only: the failure probability then has more zeros than can be written out."""
    result = means.rounding(queries_question(1, "0.05", f"1e-{power}", "1e-6"), 10)
    assert result.certified and result.beta.upper <= fmpq(1, 10**6)
    # gap(N) is about 1/sqrt(pi N), so N is about 1/(4 pi (alpha rho)^2)
    assert abs(result.samples * 4 * math.pi * (0.05 * 10.0**-power) ** 2 - 1) < 1e-9


def test_options_ask_for_half_the_accuracy_of_all_means():
    options = round_options(parse_choose_question(5, "0.1", "0.1", "1e-3", 2), 10)
    alone = means.rounding(queries_question(10, "0.05", "0.1", "1e-3"), 10)
    assert options.samples == alone.samples and options.chosen == alone.chosen
    assert options.value("samples_total") == 10 * options.samples


def test_theorem_constants_by_hand():
    question = Queries(50, ALPHA, RHO, BETA)
    result = means.compare(question)
    c, beta0, n0 = (result.theorem.values[q] for q in ("c", "beta0", "n0"))
    expected = (real(c) * B / (50 * MP.log(50 / R) * MP.log(1 / B))) ** 2
    got = real(beta0)
    assert 0 <= expected - got < expected * MP.mpf(10) ** -18
    r0, half = MP.mpf("1e-4"), A / 2
    assert n0 == int(MP.ceil(MP.log(2 / got) * (r0 + 1 - 2 * got) ** 2 / (2 * half**2 * (r0 - 2 * got) ** 2)))
    paper = result["paper"]
    assert paper.applicable and paper.quantities["beta"].upper <= BETA
    beyond = means.THEOREM.compose(question, "paper", result.theorem.values["c_refuted"], 10)
    assert beyond.quantities["beta"].lower > BETA
    certified = [w.samples for w in result.results if w.certified]
    assert certified == sorted(certified) and result.best_theory is result.results[0]


def test_conditions_of_the_theorem_that_fail_are_named():
    result = means.compare(Queries(5, ALPHA, RHO, fmpq(1, 5)))
    assert result.theorem.values == {} and "beta < rho" in result.theorem.reason
    assert result.best.method == "rounding"


def test_largest_c_on_a_known_curve():
    def achieved(c):
        return c * fmpq(1, 100) * (1 + c)

    c, above = largest_c(achieved, fmpq(1, 1000))
    assert achieved(c) <= fmpq(1, 1000) < achieved(above)
    assert above - c == fmpq(1, 10**4)
    assert largest_c(lambda c: c / 10**6, fmpq(1, 1000)) == (fmpq(499, 1000), None)
    assert largest_c(lambda c: None, fmpq(1, 1000)) is None
