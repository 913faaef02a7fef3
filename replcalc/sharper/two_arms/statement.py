"""Which of two means is larger, with the law of the threshold that is best for one coin (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import HOEFFDING_1956, KAAS_1980
from replcalc.vocabulary import (
    COUNT,
    UNIT_CLOSED,
    Conclusion,
    Domain,
    Parameter,
    Statement,
    Symbol,
    assuming,
    beta,
    largest,
    natural,
    rational,
    rho,
)

_N = natural("N")
_differ, _tail, _low, _high = (Symbol(name, nonnegative=True) for name in ("differ", "tail", "errs_low", "errs_high"))

two_arms = Statement(
    label="derived:two-arms",
    kind="theorem",
    needs_simulator=True,
    title="Two arms are no harder than one coin",
    meaning="Successes of new and failures of old are counted; new is better if they reach a shared threshold.",
    given=(
        Parameter(_N, COUNT, "rewards of each arm"),
        Parameter(
            _differ,
            UNIT_CLOSED,
            "largest disagreement of 2N flips of a coin on an interval of biases, a threshold next to the mean as 1/2",
        ),
        Parameter(
            _tail,
            Domain(rational(0), rational(1, 2), False, False),
            "largest probability, at the ends of the interval, of a wrong answer for the coin that looks at the flips",
        ),
        Parameter(_low, UNIT_CLOSED, "probability of the answer new for the coin of bias (1 - alpha)/2"),
        Parameter(_high, UNIT_CLOSED, "probability of the answer old for the coin of bias (1 + alpha)/2"),
    ),
    assumes=(
        assuming("rewards lie in [0, 1], each arm has its own N independent draws, the shared string apart from them"),
    ),
    gives=(
        Conclusion(natural("N_total"), "=", _N, "rewards of each arm", name="samples"),
        Conclusion(rho, "<=", largest(_differ, 2 * _tail * (1 - _tail)), "replicability for every pair of means"),
        Conclusion(beta, "<=", largest(_low, _high), "failure probability where the means differ by alpha or more"),
    ),
    uses=("def:replic", "derived:threshold-test"),
    cites=(HOEFFDING_1956.at("Theorem 4"), KAAS_1980),
    notes=("The coin is a pair of arms (of means p and 1 - p): no decision takes fewer than half the flips it needs.",),
)

STATEMENTS = (two_arms,)
