"""What each problem costs, against plain mpmath, exact binomial tails and small exhaustive cases."""

from fractions import Fraction
from itertools import product
from math import comb, exp, lgamma, log

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.fields import ExactField
from replcalc.problems import PROBLEMS
from replcalc.problems.best_arm import statements as best_arm
from replcalc.problems.boosting.registry import get, problems
from replcalc.problems.heavy_hitters import statements as heavy_hitters
from replcalc.problems.pac import statements as pac
from replcalc.problems.pac.statements import log_star_of
from replcalc.problems.statistical_query import statements as statistical_query
from replcalc.symbolic.evaluation import Environment, evaluate

MP = mpmath.mp.clone()
MP.dps = 40


def count(statement, **values):
    return int(statement.bound("samples", **values).unique_fmpz())


def ceil(x):
    return int(MP.ceil(x))


def upto(n, t, p):
    """Pr[Bin(n,p) <= t] as a Fraction."""
    p = Fraction(p)
    return sum((comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(t + 1)), Fraction(0))


def pmf(n, j, p):
    """Pr[Bin(n,p) = j] as a float."""
    if p == 0:
        return float(j == 0)
    return exp(lgamma(n + 1) - lgamma(j + 1) - lgamma(n - j + 1) + j * log(p) + (n - j) * log(1 - p))


# -- statistical query -------------------------------------------------------------------------------------------------
def test_rounding_by_hand():
    # rho - 2 beta = 1/4, rho + 1 - 2 beta = 5/4, so n = 200 ln 16 = 554.5...
    assert count(statistical_query.rounding, rho="1/2", alpha="1/4", beta="1/8") == 555


def test_rounding_uses_exactly_rho_and_alpha():
    rho, alpha, beta = fmpq(1, 7), fmpq(2, 9), fmpq(1, 50)

    rounding = statistical_query.rounding
    values = {p.variable: v for p, v in zip(rounding.given, (rho, alpha, beta), strict=True)}
    grid = evaluate(rounding.conclusion("grid").expression, Environment(values), ExactField())
    error = evaluate(rounding.conclusion("error").expression, Environment(values), ExactField())
    assert error + grid / 2 == alpha
    assert 2 * beta + 2 * error / grid == rho


def test_rounding_needs_beta_below_half_rho():
    verdicts = dict(statistical_query.rounding.check(rho="0.1", alpha="0.1", beta="0.05"))
    assert Verdict.REFUTED in verdicts.values()
    assert all(v is Verdict.PROVED for _, v in statistical_query.rounding.check(rho="0.1", alpha="0.1", beta="0.049"))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("p", ["1/2", "1/3", "1/10"])
def test_rounding_holds_for_coins(p):
    """Exact disagreement and failure of the rounding for coins: E min(1, |v-v'|/grid), Pr[|v-p| > error]."""
    rho, alpha, beta = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
    n = count(statistical_query.rounding, rho="1/2", alpha="1/4", beta="1/8")
    grid = 2 * alpha / (rho + 1 - 2 * beta)
    error = alpha * (rho - 2 * beta) / (rho + 1 - 2 * beta)
    q = MP.mpf(Fraction(p).numerator) / Fraction(p).denominator
    weights = [MP.mpf(comb(n, j)) * q**j * (1 - q) ** (n - j) for j in range(n + 1)]
    wide = [j for j in range(n + 1) if weights[j] > MP.mpf(10) ** -15]
    step = MP.mpf(grid.denominator) / (n * grid.numerator)
    gap = sum(weights[i] * weights[j] * min(1, abs(i - j) * step) for i in wide for j in wide)
    assert gap + MP.mpf(10) ** -10 < MP.mpf(1) / 2
    bad = sum(w for j, w in enumerate(weights) if abs(Fraction(j, n) - Fraction(p)) > error)
    assert bad <= MP.mpf(1) / 8


@pytest.mark.parametrize("p", ["0", "1/4", "1/2", "3/5"])
@pytest.mark.parametrize("side", [1, -1])
def test_query_tester_has_both_errors_below_beta(p, side):
    """Coins, exactly: values alpha away are accepted, values 2 alpha away rejected, each except with beta."""
    alpha, beta = Fraction(1, 10), Fraction(1, 50)
    n = count(statistical_query.tester, alpha="1/10", beta="1/50")
    p = Fraction(p)
    for distance, must_accept in ((alpha, True), (2 * alpha, False)):
        value = p + side * distance
        wrong = sum(pmf(n, j, p) for j in range(n + 1) if (abs(value - Fraction(j, n)) < 3 * alpha / 2) != must_accept)
        assert wrong <= beta


# -- PAC ---------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("alpha", "beta"), [("1/10", "1/20"), ("1/4", "1/100"), ("2/5", "1/10")])
def test_paper_tester_has_both_errors_below_beta(alpha, beta):
    a, b = Fraction(alpha), Fraction(beta)
    n = count(pac.tester, alpha=alpha, beta=beta)
    assert n == ceil(24 * MP.log(MP.mpf(b.denominator) / b.numerator) * a.denominator / a.numerator)
    largest_accepted = -(-3 * a * n // 2) - 1  # counts with empirical error strictly below 3 alpha/2
    assert 1 - upto(n, int(largest_accepted), a) <= b
    assert upto(n, int(largest_accepted), min(2 * a, 1)) <= b


@pytest.mark.parametrize(
    ("alpha", "lam", "beta"), [("1/5", "1/2", "1/20"), ("1/2", "4/5", "1/10"), ("1/10", "1/5", "1/100")]
)
def test_separator_has_both_errors_below_beta(alpha, lam, beta):
    a, low, b = Fraction(alpha), Fraction(alpha) * Fraction(lam), Fraction(beta)
    n = count(pac.separator, alpha=alpha, lam=lam, beta=beta)
    threshold = float(pac.separator.bound("threshold", alpha=alpha, lam=lam, beta=beta).mid())
    accepted = int(threshold * n)
    assert 1 - upto(n, accepted, low) <= b
    assert upto(n, accepted, a) <= b
    odds = MP.log((1 - MP.mpf(low.numerator) / low.denominator) / (1 - MP.mpf(a.numerator) / a.denominator))
    assert (
        abs(threshold - odds / (odds + MP.log(1 / MP.mpf(Fraction(lam).numerator) * Fraction(lam).denominator))) < 1e-12
    )


def test_learners():
    a, b = MP.mpf(1) / 20, MP.mpf("5e-7")
    vc = count(pac.vc_learner, alpha="1/20", beta="5e-7", d=3)
    assert vc == ceil(max(4 / a * MP.log(2 / b, 2), 24 / a * MP.log(13 / a, 2)))
    finite = count(pac.finite_learner, alpha="1/20", beta="5e-7", class_size=1000)
    assert finite == ceil((MP.log(1000) + MP.log(1 / b)) / a)
    assert 1000 * (1 - a) ** finite <= b
    thresholds = count(pac.threshold_learner, alpha="1/20", beta="5e-7")
    assert (1 - a) ** thresholds <= b


def test_threshold_learner_on_every_small_distribution():
    """{0,...,3}, masses in quarters, every true threshold: the smallest positive example fails with probability at most (1 - alpha)^n."""
    alpha, n = Fraction(1, 4), 5
    bound = (1 - alpha) ** n
    for cuts in product(range(5), repeat=3):
        masses = [Fraction(cuts[0], 4), Fraction(cuts[1], 4), Fraction(cuts[2], 4)]
        masses.append(1 - sum(masses))
        if masses[3] < 0:
            continue
        for true in range(5):
            failure = Fraction(0)
            for answer in range(true, 5):  # the smallest positive example is `answer` (4: none was seen)
                at_least = sum(masses[true:answer], Fraction(0))
                not_before = (1 - at_least) ** n
                not_here = (1 - at_least - (masses[answer] if answer < 4 else 0)) ** n if answer < 4 else Fraction(0)
                if at_least > alpha:
                    failure += not_before - not_here
            assert failure <= bound


def test_log_star():
    values = {1: 0, 2: 1, 3: 2, 4: 2, 5: 3, 16: 3, 17: 4, 65536: 4, 65537: 5, 2**65536: 5, 2**65536 + 1: 6}
    assert {d: log_star_of(d) for d in values} == values


# -- heavy hitters -----------------------------------------------------------------------------------------------------
def test_heavy_fallback_with_half_the_tolerance():
    """The paper's own fallback and tester are computed by hand in tests/problems/boosting."""
    nu, eps, b = MP.mpf("0.2"), MP.mpf("0.05"), MP.mpf("5e-7")
    collected = ceil(MP.log(2 / (nu * b)) / nu)
    expected = collected + ceil(MP.log(4 * collected / b) / (2 * (eps / 2) ** 2))
    assert count(heavy_hitters.sharp_fallback, nu="0.2", epsilon="0.05", beta="5e-7") == expected


def test_collecting_bound_on_equal_elements():
    """1/nu elements of probability nu: the chance that one is missed, by inclusion and exclusion, is below beta."""
    nu, beta = Fraction(1, 8), Fraction(1, 20)
    import sympy as sp

    n = int(heavy_hitters.collecting(sp.Rational(1, 8), sp.Rational(1, 20)).doit())
    missed = sum((-1) ** (j + 1) * comb(8, j) * (1 - j * nu) ** n for j in range(1, 9))
    assert missed <= beta < sum((-1) ** (j + 1) * comb(8, j) * (1 - j * nu) ** (n // 2) for j in range(1, 9))


@pytest.mark.parametrize("lam", [Fraction(1, 2), Fraction(4, 5)])
def test_separator_decides_lists_right_for_all_estimates(lam):
    """Exhaustive: true probabilities on a grid, estimates anywhere strictly within the error."""
    nu, eps = Fraction(1, 5), Fraction(1, 10)
    gap = (1 - lam) * eps / 2
    error = gap / 2
    inner_nu, inner_eps = nu - gap, lam * eps
    offsets = [error * Fraction(s, 100) for s in (-99, 0, 99)]
    for step in range(61):
        p = nu - eps - eps / 5 + Fraction(step, 60) * eps * Fraction(7, 5)
        for offset in offsets:
            estimate = p + offset
            looks_light, looks_heavy = estimate <= nu - eps + gap / 2, estimate >= nu - gap / 2
            if p <= nu - eps:
                assert looks_light  # a member this light makes a list invalid
            if p >= nu:
                assert looks_heavy  # leaving it out makes a list invalid
            if p > inner_nu - inner_eps:
                assert not looks_light  # members of a list valid for the inner problem
            if p < inner_nu:
                assert not looks_heavy  # what such a list may leave out


def test_heavy_split_is_the_papers():
    problem = get("heavy-hitters")
    from replcalc.paper.boosting_applications.statements import heavy_hitters as theorem
    from replcalc.statements.notation import epsilon

    bound = problem.bindings(problem.replicable, rho=1, alpha=epsilon / 2, beta=1, full=epsilon)
    nu = problem.options[0].parameter.variable
    for nu_value, eps_value in ((Fraction(1, 5), Fraction(1, 20)), (Fraction(1, 2), Fraction(1, 4))):
        values = {nu: parse_rational(nu_value), epsilon: parse_rational(eps_value)}
        for name, key in (("nu", "nu_prime"), ("epsilon", "epsilon_prime")):
            expected = evaluate(theorem.conclusion(key).expression, Environment(values), ExactField())
            assert evaluate(bound[name], Environment(values), ExactField()) == expected


# -- best arm ----------------------------------------------------------------------------------------------------------
def test_best_arm_fallback_with_error_alpha_half():
    expected = ceil(MP.log(20 / MP.mpf("2.5e-7")) / (2 * (MP.mpf(1) / 80) ** 2))
    assert count(best_arm.sharp_fallback, alpha="1/40", beta="2.5e-7", arms=10) == expected


@pytest.mark.parametrize("lam", [Fraction(1, 2), Fraction(9, 10)])
def test_best_arm_separator_decides_right(lam):
    alpha = Fraction(1, 10)
    error, margin = (1 - lam) * alpha / 4, (1 + lam) * alpha / 2
    for step in range(41):
        gap = Fraction(step, 20) * alpha
        for first, second in product((-1, 0, 1), repeat=2):
            estimated = gap + Fraction(99, 100) * error * (first - second)
            if gap <= lam * alpha:
                assert estimated <= margin
            if gap > alpha:
                assert estimated > margin


# -- all of them -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "statement", [s for s in PROBLEMS.statements if s.gives[-1].name == "samples"], ids=lambda s: s.label
)
def test_costs_are_whole_numbers_and_grow_as_beta_shrinks(statement):
    values = {"rho": "0.1", "alpha": "0.1", "d": 3, "class_size": 50, "log_star": 3, "nu": "0.2", "epsilon": "0.05"}
    values |= {"arms": 5, "lam": "1/2"}
    given = {p.name: values[p.name] for p in statement.given if p.name != "beta"}
    few, many = count(statement, beta="0.01", **given), count(statement, beta="1e-60", **given)
    assert 0 < few < many


def test_every_problem_states_its_hidden_constants():
    explicit = [p.name for p in problems() if not p.replicable.hidden]
    assert explicit == ["statistical-query"]
    for problem in problems():
        for statement in (problem.tester, problem.separator, problem.fallback, problem.sharp_fallback):
            assert statement.hidden == ()
