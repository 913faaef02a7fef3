"""Finite exact computations: every value of the indices is looked at, every change is noticed."""

import json
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.finite import MAX_EXPONENT, finite_value
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.finite import prove_finite
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.language import at_least, at_most, below, equal
from replcalc.symbolic.relations import to_tree

n, i, j = sp.symbols("n i j", integer=True, nonnegative=True)


def verify(outcome: Outcome, **changes: Any) -> Verdict:
    assert outcome.certificate is not None
    return recheck(Certificate.from_json({**json.loads(outcome.certificate.text()), **changes}))


def test_every_value_of_the_indices_is_looked_at() -> None:
    """The sum of the first n odd numbers is n^2; with a summand that vanishes but for n = 17 it is not."""
    odd = sp.Sum(2 * i - 1, (i, 1, n))
    good = prove_finite([equal(odd, n**2)], [(n, 0, 20)])
    bad = prove_finite([at_most(odd, 20 * n), below(odd, 289)], [(n, 0, 20)])
    assert (good.verdict, bad.verdict) == (Verdict.PROVED, Verdict.REFUTED)
    assert bad.counterexample == {"n": "17", "left": "289", "right": "289"}
    assert (verify(good), verify(bad)) == (Verdict.PROVED, Verdict.REFUTED)
    assert verify(good, relations=bad.certificate.data["relations"] if bad.certificate else []) is Verdict.UNDECIDED
    assert verify(good, relations=[]) is Verdict.UNDECIDED
    for at in ({"n": "16"}, {"n": "21"}, {"n": "17", "m": "1"}, {}):
        assert verify(bad, fails={"number": 1, "at": at}) is Verdict.UNDECIDED
    assert verify(bad, fails={"number": 0, "at": {"n": "17"}}) is Verdict.UNDECIDED


def test_ranges_that_depend_on_earlier_indices() -> None:
    """C(n, i) = C(n-1, i-1) + C(n-1, i), and its failure with the wrong term."""
    over = [(n, 1, 12), (i, 1, n)]
    pascal = equal(sp.binomial(n, i), sp.binomial(n - 1, i - 1) + sp.binomial(n - 1, i))
    assert verify(prove_finite([pascal], over)) is Verdict.PROVED
    wrong = prove_finite([equal(sp.binomial(n, i), 2 * sp.binomial(n - 1, i))], over)
    assert verify(wrong) is Verdict.REFUTED


def test_values_are_those_of_sympy() -> None:
    for formula in (
        sp.Sum(sp.binomial(n, j) * (-1) ** j / (2 * j + 1), (j, 0, n)),
        sp.Sum(sp.Sum(i * j, (i, 1, j)), (j, 1, n)) / (n + 1) ** 2,
        (n - 7) ** 3 * 2 ** (-n),
    ):
        for number in range(6):
            expected = sp.Rational(formula.subs(n, number).doit())
            at = {"n": Fraction(number)}
            assert finite_value(to_tree(formula), at) == Fraction(int(expected.p), int(expected.q))


def test_each_comparison_has_its_meaning() -> None:
    for relation, verdict in (
        (at_most(n, 3), Verdict.PROVED),
        (below(n, 3), Verdict.REFUTED),
        (at_least(n, 0), Verdict.PROVED),
        (at_least(n, 1), Verdict.REFUTED),
        (equal(n, n**2), Verdict.REFUTED),
    ):
        assert prove_finite([relation], [(n, 0, 3)]).verdict is verdict


@pytest.mark.parametrize(
    ("tree", "number"),
    [
        (["^", ["q", "2"], ["q", str(MAX_EXPONENT)]], 2**MAX_EXPONENT),
        (["^", ["q", "2"], ["q", str(MAX_EXPONENT + 1)]], None),
        (["^", ["q", "2"], ["q", "1/2"]], None),
        (["exp", ["q", "1"]], None),
        (["binom", ["q", "-1"], ["q", "1"]], None),
        (["sum", ["q", "1"], ["v", "i"], ["q", "0"], ["q", "3/2"]], None),
        (["+", ["q", "1/2"], ["*", ["q", "2"], ["q", "-3"]]], Fraction(-11, 2)),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_has_no_exact_value_is_refused(tree: Any, number: Fraction | None) -> None:
    if number is None:
        with pytest.raises(ValueError, match=r"."):
            finite_value(tree, {})
    else:
        assert finite_value(tree, {}) == number
    data = {"for": [], "relations": [[tree, "=", tree]]}
    assert recheck(Certificate("finite", data)) is (Verdict.UNDECIDED if number is None else Verdict.PROVED)
