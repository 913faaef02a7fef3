"""The best replicable test between two values of a parameter (proof.md)."""

from replcalc.vocabulary import *

_N = natural("N")
_differ, _tail, _low, _high = (Symbol(name) for name in ("differ", "tail", "errs_low", "errs_high"))
_mass, _price_low, _price_high = (Symbol(name) for name in ("mass", "price_low", "price_high"))
_worth = real("worth")
_DRAWS = assuming("the sample is N draws of one member of the family, independent of each other and of the string")

SAMPLES = Parameter(_N, COUNT, "samples")

threshold_test = Statement(
    label="derived:threshold-test",
    kind="theorem",
    title="A shared random threshold tests replicably",
    meaning="A statistic X grows with the parameter; the answer is high if X reaches a threshold that runs share.",
    given=(
        SAMPLES,
        Parameter(_differ, UNIT_CLOSED, "largest disagreement of two runs on an interval that holds both values"),
        Parameter(
            _tail,
            Domain(rational(0), rational(1, 2), False, False),
            "largest probability, at the ends of the interval, of a wrong answer that depends on the sample",
        ),
        Parameter(_low, UNIT_CLOSED, "probability of the answer high at the low value"),
        Parameter(_high, UNIT_CLOSED, "probability of the answer low at the high value"),
    ),
    assumes=(_DRAWS,),
    gives=(
        Conclusion(natural("N_total"), "=", _N, "samples of the test", name="samples"),
        Conclusion(rho, "<=", largest(_differ, 2 * _tail * (1 - _tail)), "replicability at every parameter"),
        Conclusion(beta, "<=", largest(_low, _high), "failure probability at the two values and outside them"),
    ),
    uses=("def:replic",),
    notes=(
        (
            "Best possible: no test has less disagreement between the two values than the best distribution of a "
            "threshold."
        ),
        "Data in [0,1]: replace x by 1 if a shared uniform number is at most x; coins are the hardest case.",
    ),
)

threshold_test_lower = Statement(
    label="derived:threshold-test-lower",
    kind="theorem",
    title="No replicable test is better than a shared threshold",
    meaning="Weights of parameters between the two values and prices of both errors against which every test loses.",
    given=(
        SAMPLES,
        RHO,
        BETA,
        Parameter(_mass, NONNEGATIVE, "sum of the weights"),
        Parameter(_price_low, NONNEGATIVE, "price of the answer high at the low value"),
        Parameter(_price_high, NONNEGATIVE, "price of the answer low at the high value"),
        Parameter(
            real("worth"), POSITIVE, "least cost of a threshold: weighted disagreement and the prices of its errors"
        ),
    ),
    assumes=(
        below(rho * _mass + beta * (_price_low + _price_high), _worth),
        assuming("the test is rho-replicable between the two values and errs with probability at most beta at them"),
    ),
    gives=(
        Conclusion(real("cost"), ">=", _worth, "the same cost of any test, private coins allowed"),
        Conclusion(Symbol("N_least"), ">=", _N + 1, "samples", name="samples"),
    ),
    uses=("def:replic", "derived:threshold-test"),
    notes=("For coins; the proof holds for every one-parameter family with a monotone likelihood ratio.",),
)

STATEMENTS = (threshold_test, threshold_test_lower)
