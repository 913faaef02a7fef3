"""thm:main's conclusion bounds the chain of its proof: C_main, p_main and C_beta follow from C_pg, p_pg, C_fail and c."""

import math
from random import Random

import pytest

from replcalc.numbers.enclosure import Verdict
from replcalc.paper.main import method, method_tuned
from replcalc.planning.composition import without_failure_target as composition
from replcalc.statements.catalogue import statement

TUNED = {"c_max": "0.0015279"}


def concluded(name: str, goal, **settings) -> float:
    given = {"n": goal.n, "rho": goal.rho, "beta0": goal.worst_beta0, "rho0": "1e-4"}
    return float(statement("thm:main").bound(name, **given, **settings))


QUESTIONS = [
    ("100,200", "0.1", "0.001"),
    ("1", "0.999999999", "1/4"),
    ("1,1000000", "0.5", "1/4"),
    ("5x100000", "1e-6", "1e-30"),
    ("7x3,1", "0.999999999", "1/4"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("n", "rho", "beta0"), QUESTIONS)
def test_the_conclusion_bounds_the_chain(n: str, rho: str, beta0: str) -> None:
    """With C_main = p_main = C_beta = 1 it gave 297,104 samples for two problems where the chain has 4e15."""
    goal = composition(n, rho, beta0=beta0)
    for solve, settings in ((method.solve, {}), (method_tuned.solve, TUNED)):
        result = solve(goal, 20)
        assert result.samples <= concluded("samples", goal, **settings)
        assert float(result.value("beta")) <= concluded("beta", goal, **settings) * (1 + 1e-12)


def chain(shares: list[float], rho: float, beta0: float, c: float, power: float) -> tuple[float, float]:
    """The samples over (sum n)/rho^2 L^(power + 2) and the failure over k sqrt(beta0) L, typed from the proof."""
    k, whole = len(shares), sum(shares)
    log = math.log(k / (rho * beta0))
    eps = [c * rho * math.sqrt((n / whole + 1 / k) / log) for n in shares]
    logs = [math.log(1 / beta0) + 10 * math.log(1 / e) for e in eps]
    most = max(n * d**power * math.log(1 / e) / e**2 for n, d, e in zip(shares, logs, eps, strict=True))
    failure = sum(math.exp(-2 * d) + math.sqrt(beta0) * (math.log(8) + 2 * d) for d in logs)
    return most / (whole / rho**2 * log ** (power + 2)), failure / (k * math.sqrt(beta0) * log)


def test_the_constants_hold_at_random_and_are_nearly_met() -> None:
    rng, closest = Random(23), [0.0, 0.0]
    for _ in range(1500):
        c, power = 10 ** rng.uniform(-6, math.log10(1 / 125)), rng.choice((0, 0.5, 1, 2, 5))
        k = rng.choice((1, 1, 2, 2, 3, 4, 10))
        shares = [10 ** rng.uniform(-6, 0) for _ in range(k)]
        rho, beta0 = (
            10 ** rng.choice((0, rng.uniform(-9, 0))),
            rng.choice((0.25, 10 ** rng.uniform(-12, math.log10(0.25)))),
        )
        at = {"n": [1], "rho": 1, "beta0": "1/4", "rho0": "1e-4", "c_max": c, "p_pg": power}
        bounds = [float(statement("thm:main").bound(name, **at)) for name in ("C_main", "C_beta")]
        found = [value / limit for value, limit in zip(chain(shares, rho, beta0, c, power), bounds, strict=True)]
        assert max(found) <= 1 + 1e-12, (k, shares, rho, beta0, c, power)
        closest = list(map(max, closest, found))
    assert min(closest) > 0.999


def test_a_large_c_is_refused() -> None:
    given = {"n": [1], "rho": "1/2", "beta0": "1/4", "rho0": "1e-4"}
    verdicts = {str(condition): verdict for condition, verdict in statement("thm:main").check(**given, c_max="1/124")}
    assert verdicts["c_max <= 1/125"] is Verdict.REFUTED
