"""Finite exact computations: Fractions against plain Python; every change is noticed."""

import copy
import json
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.finite import Evaluator, littlestone_dimension, vc_dimension
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.finite import Case, finite_tree, indicator, prove_finite
from replcalc.prover.outcome import Outcome
from replcalc.symbolic.language import at_least, at_most, below, equal

n, i, j, k = sp.symbols("n i j k", integer=True, nonnegative=True)
x, p = sp.symbols("x p", positive=True)
table = sp.IndexedBase("P")


def verify(outcome: Outcome, **changes: Any) -> Verdict:
    assert outcome.certificate is not None
    return recheck(Certificate.from_json({**json.loads(outcome.certificate.text()), **changes}))


def test_every_value_of_the_indices_is_looked_at() -> None:
    """sum of the first n odd numbers is n^2, except that 17 is spoiled."""
    odd = sp.Sum(2 * i - 1, (i, 1, n))
    good = prove_finite([Case("odd numbers", equal(odd, n**2), [(n, 0, 20)])])
    bad = prove_finite([Case("odd numbers", equal(odd, n**2 + indicator(sp.Eq(n, 17))), [(n, 0, 20)])])
    assert (good.verdict, bad.verdict) == (Verdict.PROVED, Verdict.REFUTED)
    assert bad.counterexample == {"case": "odd numbers", "n": "17", "left": "289", "right": "290"}
    assert (verify(good), verify(bad)) == (Verdict.PROVED, Verdict.REFUTED)
    assert verify(good, cases=bad.certificate.data["cases"] if bad.certificate else []) is Verdict.UNDECIDED
    for at in ({"n": "16"}, {"n": "21"}, {"n": "17", "m": "1"}, {}):
        assert verify(bad, fails={"case": "odd numbers", "at": at}) is Verdict.UNDECIDED


def test_ranges_that_depend_on_earlier_indices() -> None:
    """C(n, i) = C(n-1, i-1) + C(n-1, i), and its failure with the wrong term."""
    over = [(n, 1, 12), (i, 1, n)]
    assert (
        prove_finite(
            [Case("Pascal", equal(sp.binomial(n, i), sp.binomial(n - 1, i - 1) + sp.binomial(n - 1, i)), over)]
        ).verdict
        is Verdict.PROVED
    )
    wrong = prove_finite([Case("Pascal", equal(sp.binomial(n, i), 2 * sp.binomial(n - 1, i)), over)])
    assert wrong.verdict is Verdict.REFUTED
    assert verify(wrong) is Verdict.REFUTED


def test_both_evaluators_agree_with_plain_python() -> None:
    entries = [[Fraction(1, 3), Fraction(-1, 2)], [Fraction(2), Fraction(5, 7)]]
    names = {"P": [[str(e) for e in row] for row in entries]}
    formula = sp.Sum(
        indicator(sp.Ge(table[i, j], p), sp.Abs(table[i, j]), sp.Max(0, p - table[j, i]) ** 2) / (1 + k),
        (i, 0, 1),
        (j, 0, 1),
    )
    for number, value in product(range(4), (Fraction(1, 3), Fraction(-1), Fraction(3))):
        expected = Fraction(0)
        for a, b in product(range(2), repeat=2):
            here = entries[a][b]
            expected += (abs(here) if here >= value else max(Fraction(0), value - entries[b][a]) ** 2) / (1 + number)
        at = {"k": Fraction(number)}
        assert Evaluator({"p": value}, names, None).value(finite_tree(formula), at) == expected
        relation = equal(formula, sp.Rational(expected.numerator, expected.denominator))
        outcome = prove_finite([Case("", relation, [(k, number, number)])], given={p: value}, tables={table: entries})
        assert outcome.verdict is Verdict.PROVED
        assert verify(outcome) is Verdict.PROVED


@pytest.mark.parametrize("shift", [0, 1])
def test_polynomials_are_compared_coefficient_by_coefficient(shift: int) -> None:
    """(x + 1)^n and its derivative; at a single point a wrong coefficient could hide."""
    expanded = sp.Sum(sp.binomial(n, i) * x**i, (i, 0, n))
    slope = sp.Sum(i * sp.binomial(n, i) * x ** (i - 1), (i, 1, n))
    cases = [
        Case("expansion", equal((x + 1) ** n, expanded + shift * x * (x - 1)), [(n, 0, 9)]),
        Case("slope", equal(sp.Derivative(expanded, x), slope), [(n, 0, 9)]),
    ]
    outcome = prove_finite(cases, polynomial=x)
    assert outcome.verdict is (Verdict.REFUTED if shift else Verdict.PROVED)
    assert verify(outcome) is outcome.verdict
    assert verify(outcome, polynomial=None) is Verdict.UNDECIDED


def test_polynomials_are_not_ordered() -> None:
    certificate = prove_finite([Case("", equal(x, x))], polynomial=x).certificate
    assert certificate is not None
    data = copy.deepcopy(dict(certificate.data))
    data["cases"][0]["relation"]["operator"] = "<="
    assert recheck(Certificate("finite", data)) is Verdict.UNDECIDED


def test_tables_and_parameters_are_part_of_it() -> None:
    total = sp.Sum(table[i], (i, 0, 2))
    outcome = prove_finite([Case("mass", at_most(total, p))], tables={table: ("1/2", "1/4", "1/4")}, given={p: 1})
    assert verify(outcome) is Verdict.PROVED
    assert verify(outcome, tables={"P": ["1/2", "1/4", "1/3"]}) is Verdict.UNDECIDED
    assert verify(outcome, tables={"P": ["1/2", "1/2"]}) is Verdict.UNDECIDED
    assert verify(outcome, given={"p": "99/100"}) is Verdict.UNDECIDED
    assert verify(outcome, cases=[]) is Verdict.UNDECIDED


def test_it_stops_at_the_first_failure() -> None:
    bad = prove_finite([Case("a", at_most(1, 2)), Case("b", below(3, 3)), Case("c", at_least(0, 1))])
    assert bad.counterexample == {"case": "b", "left": "3", "right": "3"}


@pytest.mark.parametrize(
    "tree",
    [
        ["^", ["q", "2"], ["q", "1000000000"]],
        ["^", ["q", "2"], ["q", "1/2"]],
        ["at", "P", ["q", "-1"]],
        ["at", "P", ["q", "9"]],
        ["exp", ["q", "1"]],
        ["binom", ["q", "-1"], ["q", "1"]],
        ["diff", ["q", "1"]],
    ],
)
def test_what_has_no_exact_value_is_refused(tree: Any) -> None:
    relation = {"left": tree, "operator": "==", "right": tree}
    data = {
        "given": {},
        "tables": {"P": ["1"]},
        "polynomial": None,
        "cases": [{"name": "", "for": [], "relation": relation}],
    }
    assert recheck(Certificate("finite", data)) is Verdict.UNDECIDED


def test_binomial_sums() -> None:
    tail = sp.Sum(sp.binomial(n, i) * p**i * (1 - p) ** (n - i), (i, k, n))
    expected = sum(comb(7, a) * Fraction(1, 3) ** a * Fraction(2, 3) ** (7 - a) for a in range(3, 8))
    value = sp.Rational(expected.numerator, expected.denominator)
    outcome = prove_finite([Case("tail", equal(tail, value))], given={n: 7, k: 3, p: "1/3"})
    assert outcome.verdict is Verdict.PROVED
    assert verify(outcome) is Verdict.PROVED


@pytest.mark.parametrize(
    ("number", "dimensions"),
    [
        (0b1, (0, 0)),  # one function
        (0b11, (1, 1)),  # 000 and 001
        (0b10001011, (1, 2)),  # thresholds on three points: 000, 001, 011, 111
        (0b00001111, (2, 2)),  # everything on two of the points
        (0b11111111, (3, 3)),  # everything
    ],
)
def test_dimensions_of_classes(number: int, dimensions: tuple[int, int]) -> None:
    assert (vc_dimension(3, number), littlestone_dimension(3, number)) == dimensions
