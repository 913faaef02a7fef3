"""The explicit constants against plain evaluation: drift, trade-off, universal c, the witness against lm:kasivi."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import mpmath
import pytest
from mpmath import mp, mpf

from replcalc.paper.main.claims_composition import C1, C2, C3, C4, K
from replcalc.paper.main.claims_constant import FROM_TWO, UNIVERSAL
from replcalc.paper.main.claims_trade_off import trade_off
from replcalc.paper.pg_composition.claims_conditioning import OTHER, PAIR
from replcalc.statements.catalogue import statement

DIGITS = 40


def real(q: object) -> mpf:
    return mpf(int(q.p)) / int(q.q)  # type: ignore[attr-defined]


def drift(eps: mpf, delta: mpf) -> mpf:
    """Retyped from the statement of lm:pg_compose_het."""
    e = mp.exp(eps)
    hat = 2 * delta / (1 - 1 / e)
    psi = delta * (2 * e + 1) + 2 * delta**2 * (2 * e**2 / (e - 1) + 1) ** 2
    return psi + 2 * eps * (e**2 / (1 - hat) - 1)


def test_the_drift_constant_brackets_the_truth() -> None:
    with mpmath.workdps(DIGITS):
        c1 = real(C1)
        worst = max(
            drift(e, c1 * e**2 * t) / e**2
            for e in (c1 * j / 50 for j in range(1, 51))
            for t in (mpf(j) / 10 for j in range(11))
        )
        assert mpf("5.390") < worst <= real(K) < worst + mpf("0.005")


def test_every_row_of_the_trade_off_is_close_to_the_truth() -> None:
    with mpmath.workdps(DIGITS):
        for row in trade_off():
            c1, largest, c2, c4 = (real(q) for q in (row.c1, row.drift, row.c2, row.c4))
            truth = drift(c1, c1**3) / c1**2
            assert truth <= largest < truth * mpf("1.002")
            assert max(6 * mp.sqrt(2), 3 * largest) <= c2 < 3 * largest + mpf("0.002")
            factor = 2 * c1 / (1 - mp.exp(-c1)) + c1 * mp.exp(mpf(1) / 3)
            assert mpf(0) <= c4 - mp.sqrt(25 * factor * c2 / (2 * mp.sqrt(2))) < mpf("0.002")
    assert [float(row.c2) for row in trade_off()] == sorted((float(row.c2) for row in trade_off()), reverse=True)
    assert 12 < float(trade_off()[-1].c2) < 12.1


def test_the_constants_are_small_enough() -> None:
    assert (Fraction(1, 10), 1) == (C1, C3)
    assert Fraction(162, 10) >= C2
    assert C4 <= 18


@pytest.mark.parametrize("seed", range(6))
def test_the_theorem_dominates_the_heterogeneous_lemma(seed: int) -> None:
    """Random families within c1: eps* and delta* of lm:pg_compose are no smaller than those of lm:pg_compose_het."""
    draw = random.Random(seed)
    count = draw.choice([1, 2, 5, 20])
    eps = [Fraction(draw.randint(1, 1000), 200_000 * count) for _ in range(count)]
    delta = [Fraction(draw.randint(1, 100), 1000) * e**2 for e in eps]
    slack = Fraction(1, 10 ** draw.randint(1, 9))
    het = {
        name: statement("lm:pg_compose_het").bound(name, epsilon=eps, delta=delta, gamma=delta, delta_prime=slack)
        for name in ("epsilon_star", "delta_star")
    }
    simple = {
        name: statement("lm:pg_compose").bound(name, epsilon=eps, delta=delta, delta_prime=slack)
        for name in ("epsilon_star", "delta_star")
    }
    assert simple["epsilon_star"] <= 1
    assert het["epsilon_star"] <= simple["epsilon_star"]
    assert het["delta_star"] <= simple["delta_star"]


def composed(n: list[int], rho: mpf, beta0: mpf, c: mpf) -> tuple[mpf, mpf, mpf]:
    """eps*, delta* and k delta' of the parameter choice, retyped."""
    k, total = len(n), sum(n)
    log = mp.log(k / (rho * beta0))
    eps = [c * rho * mp.sqrt((mpf(v) / total + mpf(1) / k) / log) for v in n]
    slack = beta0 * mp.fsum(e**10 for e in eps) / k
    squares = mp.fsum(e**2 for e in eps)
    star = real(C2) * (mp.sqrt(mp.log(1 / slack) * squares) + squares)
    ratio = (k * slack + mp.fsum(beta0 * e**9 for e in eps)) / star
    return star, real(C4) * mp.sqrt(ratio), k * slack


@pytest.mark.parametrize("seed", range(12))
def test_the_universal_constant_at_random_inputs(seed: int) -> None:
    draw = random.Random(seed)
    with mpmath.workdps(DIGITS):
        for constant, least in ((UNIVERSAL, 1), (FROM_TWO, 2)):
            count = draw.choice([least, 2, 3, 50])
            n = [draw.choice([1, 10, 10**6]) for _ in range(count)]
            rho = mpf(10) ** -draw.choice([0, 0, 1, 4])
            beta0 = mpf(1) / 4 * mpf(10) ** -draw.choice([0, 0, 1, 8])
            star, delta_star, slack = composed(n, rho, beta0, real(constant))
            assert star <= rho / 40
            assert delta_star <= rho**4 / 40
            assert slack <= mpf(1) / 2


@pytest.mark.parametrize(("count", "constant"), [(1, "0.000137"), (2, "0.000164")])
def test_a_larger_constant_fails(count: int, constant: str) -> None:
    with mpmath.workdps(DIGITS):
        star, _, _ = composed([1] * count, mpf(1), mpf(1) / 4, mpf(constant))
        assert star > mpf(1) / 40


# -- lm:kasivi ---------------------------------------------------------------------------------------------------------
def test_the_witness_by_an_independent_count() -> None:
    """Every event by bit masks, the conditional laws by hand: 25/100 of the mass is bad, 24/100 was printed."""
    outcomes = sorted({*PAIR, *OTHER})
    assert sum(PAIR.values()) == sum(OTHER.values()) == 1
    worst = Fraction(0)
    for size in range(len(outcomes) + 1):
        for event in combinations(outcomes, size):
            p = sum((PAIR.get(o, Fraction(0)) for o in event), Fraction(0))
            q = sum((OTHER.get(o, Fraction(0)) for o in event), Fraction(0))
            worst = max(worst, p - 2 * q, q - 2 * p)
    assert worst == Fraction(1, 100)
    # t = 2: U is always n, U' is E with probability 1/9; t = 1: U is F with probability 1/9, U' is always n
    assert OTHER["E", 2] / (OTHER["E", 2] + OTHER["n", 2]) == Fraction(1, 9) > Fraction(1, 10)
    assert PAIR["F", 1] / (PAIR["F", 1] + PAIR["n", 1]) == Fraction(1, 9) > Fraction(1, 10)
    bad = PAIR["n", 2] + PAIR["F", 1] + PAIR["n", 1]
    printed = 2 * Fraction(1, 100) / Fraction(1, 10) + 2 * Fraction(1, 100) / (1 - Fraction(1, 2))
    repaired = 3 * Fraction(1, 100) / Fraction(1, 10) + Fraction(1, 100) + 2 * Fraction(1, 100) / (1 - Fraction(1, 2))
    assert bad == Fraction(25, 100) > printed == Fraction(24, 100)
    assert bad <= repaired
