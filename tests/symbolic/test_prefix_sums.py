"""Sums of prefix sums: every member is visited, in balls and in mpmath, and long runs are cross-checked at a sample."""

import math

import mpmath
import pytest
import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.errors import PrecisionExhausted, UnsupportedNode
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, MpField
from replcalc.statements import certification
from replcalc.statements import derivation as steps
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Proof
from replcalc.statements.statement import POSITIVE, Conclusion, Parameter, Statement, i, k
from replcalc.symbolic import evaluation
from replcalc.symbolic.evaluation import Environment, evaluate

ell, j = sp.symbols("ell j", integer=True, positive=True)
e = sp.IndexedBase("e", positive=True)
S = sp.Sum(e[j], (j, 1, ell - 1))


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


def test_a_root_of_a_square_is_a_modulus():
    ball = in_balls(ROOT_OF_SQUARE, unit_steps(1200))
    assert ball.contains(360_000) and ball.rad() < arb("1e-20")


@pytest.mark.parametrize(
    "body",
    [
        sp.log((S - 600) ** 2 + sp.Rational(1, 4)),
        sp.Max(S, 900),
        sp.Pow((S - sp.Rational(1801, 3)) ** 2, sp.Rational(1, 3), evaluate=False),
        sp.ceiling(S / 4),
        sp.atanh(S / 1300),
        sp.loggamma(1 + S / 100),
        1 / (S - sp.Rational(1201, 2)),
    ],
    ids=str,
)
def test_kinks_cuts_poles_and_every_function(body):
    environment = unit_steps(1200)
    ball, members = in_balls(body, environment), in_members(body, environment)
    with BallField(200).active():
        assert ball.rad() < arb("1e-25") * (1 + abs(ball.mid()))
        assert abs(ball - arb(mpmath.nstr(members, 45))) < arb("1e-25") * (1 + abs(ball.mid()))


def test_too_many_members_are_refused():
    with pytest.raises(UnsupportedNode, match="2,000,000 members"):
        in_balls(sp.ceiling(S / 4), unit_steps(2_000_001))


# -- the second evaluation ---------------------------------------------------------------------------------------------
@pytest.fixture
def long_derivation(monkeypatch):
    """Its statement is in no catalogue."""
    monkeypatch.setattr(steps, "is_catalogued", lambda statement: True)
    total = sp.Symbol("total", real=True)
    lemma = Statement(
        label="t:long",
        title="t",
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


def test_a_wrong_second_evaluation_is_caught(monkeypatch, long_derivation):
    right = MpField.number
    monkeypatch.setattr(MpField, "number", lambda self, value: right(self, value) * (1 + self.context.mpf(10) ** -12))
    monkeypatch.setattr(certification, "CEILING", 2000)  # else tried with up to a hundred thousand digits
    with pytest.raises(PrecisionExhausted, match="two evaluations disagree"):
        certify(long_derivation, {"e": Family.constant(fmpq(1), 2_001)})


@pytest.mark.parametrize("count", [7, 8, 9])
def test_chunks_leave_nothing_out(monkeypatch, count):
    """Members are taken in chunks: full ones, a last one that is not full, none at all left."""
    monkeypatch.setattr(evaluation, "CHUNK", 4)
    body = sp.exp(sp.Max(S, 3) / 5)
    ball, members = in_balls(body, unit_steps(count)), in_members(body, unit_steps(count))
    assert abs(float(ball.mid()) - float(members)) < 1e-12


def test_a_left_out_member_is_told_apart():
    body = sp.exp(S / 5)
    ball, fewer = in_balls(body, unit_steps(1200)), in_members(body, unit_steps(1199))
    assert abs(float(ball.log().mid()) - float(mpmath.log(fewer))) > 0.1
