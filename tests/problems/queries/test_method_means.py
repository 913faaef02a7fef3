"""Ways through means: promises recomputed by hand, no fewer samples possible within the theorem, the reference points."""

import math

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.problems.arms import method as arms
from replcalc.problems.queries import method as queries
from replcalc.problems.queries import method_means as means
from replcalc.problems.queries.question import arms_question, queries_question

MP = mpmath.mp.clone()
MP.dps = 40


def real(q):
    return MP.mpf(int(q.p)) / int(q.q)


def rounding_failure(k, n, alpha, half):
    """Hoeffding averaged over a rounding error uniform on (-half, half), by quadrature."""
    ends = [alpha - half, alpha, alpha + half]
    return k * MP.quad(lambda x: MP.exp(-2 * n * x * x), ends) / half


@pytest.mark.parametrize("k", [1, 10, 300])
def test_rounding(k):
    question = queries_question(k, "0.05", "0.1", "1e-6")
    method = means.rounding(question, 20)
    assert method.certified and {c.verdict for c in method.conditions} == {Verdict.PROVED}
    n, alpha = method.samples, MP.mpf("0.05")
    gap = MP.exp(MP.loggamma(n + MP.mpf(1) / 2) - MP.loggamma(n + 1)) / MP.sqrt(MP.pi)
    half = real(method.chosen["lambda"]) * alpha
    assert k * gap / (2 * half) <= MP.mpf("0.1") * (1 + MP.mpf(10) ** -15)
    assert rounding_failure(k, n, alpha, half) <= MP.mpf("1e-6")
    fewer = n * 999 // 1000
    least = k / (2 * MP.mpf("0.1") * MP.sqrt(MP.pi * fewer))
    assert least > alpha or rounding_failure(k, fewer, alpha, least * MP.mpf("0.9999")) > MP.mpf("1e-6")


@pytest.mark.parametrize(("k", "groups"), [(1, 1), (1000, 1), (50, 5)])
def test_cosine(k, groups):
    question = queries_question(k, "0.05", "0.1", "1e-9")
    method = means._cosine("cosine", "", question, 20, groups)
    n, a = method.samples, real(method.chosen["a"])
    assert method.certified
    assert MP.sqrt(MP.pi * groups * k / (2 * MP.mpf(n))) / a <= MP.mpf("0.1")
    assert 2 * k * MP.exp(-2 * n * (MP.mpf("0.05") - a) ** 2) <= MP.mpf("1e-9")
    fewer = n * 999 // 1000
    wide = MP.sqrt(MP.pi * groups * k / (2 * MP.mpf(fewer))) / MP.mpf("0.1")
    assert wide > MP.mpf("0.05") or 2 * k * MP.exp(-2 * fewer * (MP.mpf("0.05") - wide) ** 2) > MP.mpf("1e-9")
    size = -(-k // groups)
    assert abs(float(method.rounds_log10) - float(MP.log10(groups * (MP.mpf(2) ** size + 1)))) < 1e-9


def test_groups_fill_the_rounds():
    assert means.group_size(1, fmpq(10**9)) == 1 and means.group_size(5, fmpq(10**9)) == 5
    for count, rounds in ((1000, 10**9), (1000, 10), (40, 10**6)):
        size = means.group_size(count, fmpq(rounds))
        assert size == 1 or -(-count // size) * (2**size + 1) <= rounds
        assert -(-count // (size + 1)) * (2 ** (size + 1) + 1) > rounds
    few = means.cosine_grouped(queries_question(100, "0.1", "0.1", "1e-3"), 6)
    assert few.effort is not None and few.effort.within(10**9) and few.chosen["G"] * few.chosen["g"] >= 100


@pytest.mark.exhaustive
def test_reference_points():
    """k = 1000 at beta = 1e-9 below 6.5e7 by cosine noise; ten arms below 3.8e5; a hundred instances below 75.5M."""
    many = queries.THEOREM.compare(queries_question(1000, "0.05", "0.1", "1e-9"), 6, crossings="none")
    assert (
        many.best_theory.method == "cosine" and 62_831_853 < many["cosine"].samples < 65_000_000
    )  # the limit is (pi/2)k/(alpha rho)^2
    assert many["gaussian"].samples < 330_000_000 and many.best.method == "cosine-grouped"
    one = arms.THEOREM.compare(arms_question(1, 10, "0.1", "0.1", "1e-3"), 6, crossings="none")
    assert one.best.method == one.best_theory.method == "softmax" and one["softmax"].samples < 150_000
    assert 318_000 < one["rounding"].samples < 380_000
    assert one["rounding"].value("samples_total") == 10 * one["rounding"].samples
    hundred = arms.THEOREM.compare(arms_question(100, 3, "0.1", "0.1", "1e-3"), 6, crossings="none")
    assert (
        hundred.best_theory.method == "softmax-joint"
        and hundred["softmax-joint"].samples < hundred["cosine"].samples
        and hundred["gaussian"].samples < 75_500_000
    )


def test_arms_ask_for_half_the_accuracy_of_all_means():
    arms = means.rounding(arms_question(2, 5, "0.1", "0.1", "1e-3"), 10)
    alone = means.rounding(queries_question(10, "0.05", "0.1", "1e-3"), 10)
    assert arms.samples == alone.samples and arms.chosen == alone.chosen
    assert any("own N independent draws" in text for text in arms.obligations)


@pytest.mark.parametrize("power", [12, 20, 40])
def test_rounding_at_tiny_rho(power):
    """N was found to nine digits only: the failure probability then has more zeros than can be written out."""
    question = queries_question(1, "0.05", f"1e-{power}", "1e-6")
    result = means.rounding(question, 10)
    assert result.certified and result.beta.upper <= fmpq(1, 10**6)
    # gap(N) is about 1/sqrt(pi N), so N is about 1/(4 pi (alpha rho)^2)
    assert abs(result.samples * 4 * math.pi * (0.05 * 10.0**-power) ** 2 - 1) < 1e-9
