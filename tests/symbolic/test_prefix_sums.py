"""Blocks of prefix sums: analyticity is decided, not assumed; sums equal the members' one by one."""

import math
import time
from itertools import pairwise

import mpmath
import pytest
import sympy as sp
from flint import acb, arb, arb_series, fmpq

from replcalc.numbers.errors import Disagreement, NotAnalytic, UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, DiscField, MpField, SeriesField, series_length
from replcalc.statements import derivation as steps
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Proof
from replcalc.statements.statement import POSITIVE, Conclusion, Parameter, Statement, i, k
from replcalc.symbolic import prefix_sums
from replcalc.symbolic.evaluation import Environment, evaluate

ell, j = sp.symbols("ell j", integer=True, positive=True)
e = sp.IndexedBase("e", positive=True)
S = sp.Sum(e[j], (j, 1, ell - 1))


@pytest.fixture(autouse=True)
def _blocks_from_the_start(monkeypatch):
    """Runs of 1,200 members have blocks: the first members are spared the column that is cheaper for them."""
    monkeypatch.setattr(prefix_sums, "SINGLES", 0)


#: |S - 600|, written so that sympy leaves it alone
ROOT_OF_SQUARE = sp.Pow((S - 600) ** 2, sp.Rational(1, 2), evaluate=False)


def unit_steps(count):
    return Environment({k: count}, {e: Family.constant(fmpq(1), count)})


def in_balls(body, environment, bits=160):
    field = BallField(bits)
    with field.active():
        return evaluate(sp.Sum(body, (ell, 1, k)), environment, field)


def in_members(body, environment):
    """mpmath, member by member."""
    return evaluate(sp.Sum(body, (ell, 1, k)), environment, MpField(60))


def test_a_root_is_not_continued_across_its_cut():
    """sqrt((S-600)^2) over 1,200 unit steps came out as 359,658: the disc crossed the cut, and Cauchy was trusted."""
    ball = in_balls(ROOT_OF_SQUARE, unit_steps(1200))
    assert ball.contains(360_000) and ball.rad() < arb("1e-20")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "body",
    [
        sp.log((S - 600) ** 2 + sp.Rational(1, 4)),
        sp.Abs(S - 600),
        sp.Max(S, 900),
        sp.Min(S / 7, 100, 50 + S / 11),
        sp.Pow((S - sp.Rational(1801, 3)) ** 2, sp.Rational(1, 3), evaluate=False),
        ((S - 600) ** 2 + 1) ** sp.Rational(-1, 2),
        sp.ceiling(S / 4),
        sp.tanh(S / 500),
        sp.cosh(S / 500),
        sp.sinh(S / 400),
        sp.sech(S / 300),
        sp.asin(S / 1300),
        sp.atanh(S / 1300),
        sp.loggamma(1 + S / 100),
        sp.erfc(S / 400),
        sp.exp(sp.Max(S, 700) / 900) * sp.sqrt(S),
        1 / (S - sp.Rational(1201, 2)),
    ],
    ids=str,
)
def test_kinks_cuts_poles_and_every_function(body):
    """tanh, cosh and sech crashed (a power series has no such method); kinks went through Taylor series."""
    environment = unit_steps(1200)
    ball, members = in_balls(body, environment), in_members(body, environment)
    with BallField(200).active():
        assert ball.rad() < arb("1e-25") * (1 + abs(ball.mid()))
        assert abs(ball - arb(mpmath.nstr(members, 45))) < arb("1e-25") * (1 + abs(ball.mid()))


def test_without_the_analytic_flag_the_witness_comes_out_wrong(monkeypatch):
    monkeypatch.setattr(DiscField, "at_sqrt", staticmethod(lambda x: x.sqrt()))
    assert not in_balls(ROOT_OF_SQUARE, unit_steps(1200)).contains(360_000)


def test_a_function_without_continuation_has_a_limit_that_is_named():
    with pytest.raises(UnsupportedNode, match="2,000,000 members"):
        in_balls(sp.ceiling(S / 4), unit_steps(2_000_001))


def test_discs_are_finite_only_where_the_formula_is_analytic():
    field, crossing, safe = DiscField(64), acb(arb(0, 1), arb(0, 1)), acb(arb(3, 1), arb(0, 1))
    for name in ("log", "sqrt", "abs", "loggamma"):
        assert not field.function(name, crossing).is_finite()
        assert field.function(name, safe).is_finite()
    for name in ("asin", "atanh"):
        assert not field.function(name, acb(arb(1, "0.1"), arb(0, 1))).is_finite()
        assert field.function(name, acb(arb(0, "0.1"), arb(0, "0.1"))).is_finite()
    assert not field.function("max", crossing, arb(0)).is_finite()
    assert field.function("max", arb(1), arb(2)) == 2  # real arguments do not move
    with pytest.raises(NotAnalytic):
        field.function("ceiling", safe)
    with pytest.raises(NotAnalytic):
        SeriesField(64).function("floor", arb_series([1, 1]))


def test_series_of_functions_have_their_derivatives():
    field = SeriesField(128)
    with field.active(), series_length(4):
        x = arb_series([fmpq(1, 3), 1])
        for name in ("tanh", "cosh", "sinh", "sech", "atanh", "asin", "exp", "log", "sqrt", "erf", "erfc", "loggamma"):
            series = field.function(name, x)
            taylor = mpmath.taylor(getattr(mpmath, name), mpmath.mpf(1) / 3, 3)
            assert all(abs(series[m] - arb(float(taylor[m]))) < arb("1e-10") for m in range(4)), name
        assert field.function("min", x, arb(2))[1] == 1 and field.function("max", x, arb(2)) == 2


def test_blocks_cover_a_run_once():
    for singles, count in ((226, 1200), (226, 10**6), (3, 4)):
        spans = list(prefix_sums.first_blocks(singles, count))
        assert spans[0][0] == singles and sum(width for _, width in spans) == count - singles
        assert all(a + width == b for (a, width), (b, _) in pairwise(spans))


def test_vague_prefix_sums_end_at_once():
    """At 160 bits exp(10^60 S) has no certain bit: every one of 10^5 members was visited to find that out."""
    start = time.process_time()
    assert not in_balls(sp.exp(sp.Integer(10) ** 60 * S * sp.pi), unit_steps(100_000)).is_finite()
    assert time.process_time() - start < 2


def test_a_zero_in_the_middle_is_not_vague():
    ball = in_balls(S - sp.Rational(1999, 2), unit_steps(2000))
    assert ball.contains(0) and ball.rad() < arb("1e-30")


# -- the second evaluation ---------------------------------------------------------------------------------------------
@pytest.fixture
def long_derivation(monkeypatch):
    """Its statement is in no catalogue."""
    monkeypatch.setattr(steps, "catalogued", None)
    total = sp.Symbol("total", real=True)
    lemma = Statement(
        label="t:long",
        kind="lemma",
        title="t",
        section="s",
        meaning="m",
        given=(Parameter(e, POSITIVE, "steps"),),
        gives=(Conclusion(total, "=", sp.Sum(sp.sqrt(S + 1) * sp.exp(S / 9000), (ell, 1, k))),),
    )
    proof = Proof("long", "a long run", (Parameter(e, POSITIVE, "steps"),))
    proof.apply(lemma, e=e[i])
    return proof.derivation()


def test_long_runs_are_cross_checked_at_samples(long_derivation):
    """Beyond 2,000 members the second evaluation was skipped altogether."""
    answer = certify(long_derivation, {"e": Family.constant(fmpq(1), 10_000)})
    assert answer.cross_checked
    exactly = sum(math.sqrt(s + 1) * math.exp(s / 9000) for s in range(10_000))
    assert abs(float(answer.value("total")) / exactly - 1) < 1e-11


def test_a_wrong_block_is_caught(monkeypatch, long_derivation):
    right = prefix_sums.RunInBlocks.block
    monkeypatch.setattr(prefix_sums.RunInBlocks, "block", lambda self, *args: right(self, *args) * (1 + arb("1e-12")))
    with pytest.raises(Disagreement, match="a block of a prefix sum"):
        certify(long_derivation, {"e": Family.constant(fmpq(1), 10_000)})


@pytest.mark.parametrize("count", [7, 8, 9])
def test_chunks_leave_nothing_out(monkeypatch, count):
    """Members are taken in chunks: full ones, a last one that is not full, none at all left."""
    monkeypatch.setattr(prefix_sums, "CHUNK", 4)
    body = sp.exp(sp.Max(S, 3) / 5)
    ball, members = in_balls(body, unit_steps(count)), in_members(body, unit_steps(count))
    assert abs(float(ball.mid()) - float(members)) < 1e-12
