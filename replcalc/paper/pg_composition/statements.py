"""Section "Heterogeneous Composition for Perfect Generalization": lm:pg_compose_het and its conditioning step.

TeX lines 1274-1629. The round-by-round part of the proof (lines 1629-2295) is in ``pg_composition_proof``.
``epsilon_k`` and ``delta_k`` stand for the paper's epsilon^(k) and delta^(k).
"""

from typing import Any

from replcalc.paper.literature import BASSILY_2016, KASIVISWANATHAN_2014, at, quoted_at
from replcalc.vocabulary import *


def delta_hat(epsilon: Any, delta: Any) -> Any:
    """Return 2 delta/(1 - e^-epsilon): the log-ratio leaves [-2 epsilon, 2 epsilon] at most this often."""
    return 2 * delta / (1 - exp(-epsilon))


def psi(epsilon: Any, delta: Any) -> Any:
    """Return delta(2e^eps + 1) + 2 delta^2 (2e^{2 eps}/(e^eps - 1) + 1)^2."""
    return delta * (2 * exp(epsilon) + 1) + 2 * delta**2 * (2 * exp(2 * epsilon) / (exp(epsilon) - 1) + 1) ** 2


def tilt(epsilon: Any, hat: Any) -> Any:
    """Return 2 eps (e^{2 eps}/(1 - delta-hat) - 1): what a change of weights adds to a mean log-ratio."""
    return 2 * epsilon * (exp(2 * epsilon) / (1 - hat) - 1)


def drift(epsilon: Any, delta: Any) -> Any:
    """Return psi + 2 eps (e^{2 eps}/(1 - delta-hat) - 1): bound on the expected log-ratio of one round."""
    return psi(epsilon, delta) + tilt(epsilon, delta_hat(epsilon, delta))


def epsilon_prefix(upper: Any, drifts: Any = None) -> Any:
    """epsilon^(upper): concentration plus drift of the rounds 1..upper (``drifts``: a family that names the drift)."""
    squares = Sum(epsilons[j] ** 2, (j, 1, upper))
    each = drift(epsilons[j], deltas[j]) if drifts is None else drifts[j]
    rare = log(1 / delta_prime)
    spread = sqrt(rare) * sqrt(squares) if upper == k else sqrt(rare * squares)  # before round 1 there are no squares
    return 2 * sqrt(2) * spread + Sum(each, (j, 1, upper))


def delta_total(hats: Any = None, drifts: Any = None) -> Any:
    """Return delta^(k): per round, a failure of concentration, of the log-ratio and of closeness at the real prefix."""
    return (
        k * delta_prime
        + total(delta_hat(epsilons[i], deltas[i]) if hats is None else hats[i])
        + Sum(exp(epsilon_prefix(ell - 1, drifts)) * gammas[ell], (ell, 1, k))
    )


epsilon_k, delta_k = real("epsilon_k"), real("delta_k")
EPSILON_K = Parameter(epsilon_k, POSITIVE, "epsilon^(k): multiplicative closeness of the joint distributions")
DELTA_K = Parameter(delta_k, POSITIVE, "delta^(k): additive closeness of the joint distributions")

#: Hypotheses on the rounds that lm:pg_compose_het makes and its proof uses throughout.
SMALL_DELTAS = at_most(deltas[i], epsilons[i] / 50)
SMALL_DELTA_PRIME = below(delta_prime, rational(1, 2))
EVERY_PREFIX = assuming(
    "at every prefix of earlier outputs the i-th algorithm is perfectly generalizing with its parameters, and its "
    "coins are its own"
)

_delta_star = real("delta_star")

#: From joint closeness (epsilon^(k), delta^(k)) to the parameters of the composition.
CONDITIONED: tuple[Conclusion, ...] = (
    Conclusion(real("epsilon_star"), "=", 3 * epsilon_k, "multiplicative closeness of the composition"),
    Conclusion(
        _delta_star, "=", 5 * sqrt(delta_k) * sqrt(1 / smallest(epsilon_k, 1)), "additive closeness of the composition"
    ),
    Conclusion(real("gamma_star"), "=", _delta_star, "probability that closeness fails"),
)

_hats, _psis, _drifts = family("delta_hat"), family("psi"), family("drift")

pg_composition = Statement(
    label="lm:pg_compose_het",
    source=at(1313),
    title="Adaptive composition with heterogeneous parameters",
    meaning="Adaptive composition of (gamma_i, epsilon_i, delta_i)-PG algorithms is (gamma*, epsilon*, delta*)-PG.",
    given=(GAMMAS, EPSILONS, DELTAS, DELTA_PRIME),
    assumes=(EVERY_PREFIX, SMALL_DELTAS, SMALL_DELTA_PRIME),
    gives=(
        Conclusion(_hats, "=", delta_hat(epsilons[i], deltas[i]), "how often the i-th log-ratio is large"),
        Conclusion(_psis, "=", psi(epsilons[i], deltas[i]), "mean log-ratio of round i under the simulator"),
        Conclusion(_drifts, "=", _psis[i] + tilt(epsilons[i], _hats[i]), "bound on the mean log-ratio of round i"),
        Conclusion(epsilon_k, "=", epsilon_prefix(k, _drifts), "epsilon^(k): joint closeness, k rounds"),
        Conclusion(delta_k, "=", delta_total(_hats, _drifts), "delta^(k): additive part of the joint closeness"),
        *CONDITIONED,
    ),
    uses=("lm:z_in_G_i", "lm:tilde_z_in_G_i", "lm:G_G_prime_implies_joint", "lm:joint_implies_cond", "def:pg"),
    cites=(BASSILY_2016.at("Theorem 4.8"),),
    notes="That the coins are independent is not printed, but needed: with a shared random string two perfectly "
    "generalizing algorithms can reveal a sample together.",
)

joint_from_tails = Statement(
    label="lm:G_G_prime_implies_joint",
    source=at(1501),
    title="Two tail events give joint closeness",
    meaning="If the summed log-ratio rarely exceeds epsilon^(k) under the real transcript and rarely falls below "
    "-epsilon^(k) under the oracle transcript, the two transcripts are close jointly with the sample.",
    given=(
        Parameter(epsilon_k, POSITIVE, "threshold for the summed log-ratio"),
        Parameter(delta_k, POSITIVE, "bound on the probability of either tail event"),
    ),
    assumes=(
        assuming("Pr[summed log-ratio > epsilon_k] <= delta_k for the real transcript"),
        assuming("Pr[summed log-ratio < -epsilon_k] <= delta_k for the oracle transcript"),
    ),
    gives=(
        Conclusion(real("epsilon_joint"), "=", epsilon_k, "multiplicative closeness of the joint distributions"),
        Conclusion(real("delta_joint"), "=", delta_k, "additive closeness of the joint distributions"),
    ),
)

_delta_hat = real("delta_hat")

conditional_from_joint = Statement(
    label="lm:joint_implies_cond",
    source=at(1566),
    title="From joint closeness to closeness given the sample",
    meaning="Joint closeness of (sample, transcript) and (sample, oracle transcript) becomes perfect generalization of "
    "the composition, at the price of a factor 3 and a square root.",
    given=(EPSILON_K, DELTA_K),
    assumes=(assuming("(X, Z) and (X, oracle Z) are (epsilon_k, delta_k)-close, the oracle independent of X"),),
    gives=(
        Conclusion(
            _delta_hat, "=", 2 * sqrt(5) * sqrt(delta_k) * sqrt(smallest(epsilon_k, 1)) / 5, "asked of lm:kasivi"
        ),
        *CONDITIONED,
    ),
    uses=("lm:kasivi",),
    notes="lm:kasivi is false as printed, but here both conditioning variables are the same sample; a direct argument "
    "gives epsilon* = epsilon^(k), delta* = gamma* = sqrt(2 delta^(k)), so the lemma holds.",
)

_failure = real("failure")

conditioning = Statement(
    label="lm:kasivi",
    source=quoted_at(1572),
    title="Conditioning on the second coordinate",
    meaning="If two pairs are jointly (epsilon, delta)-close, then for most values of the second coordinate the first "
    "coordinates, conditioned on it, are (3 epsilon, delta_hat)-close.",
    given=(
        Parameter(epsilon, POSITIVE, "multiplicative closeness of the pairs"),
        Parameter(delta, NONNEGATIVE, "additive closeness of the pairs"),
        Parameter(_delta_hat, POSITIVE, "additive closeness wanted after conditioning"),
    ),
    assumes=(assuming("the pairs (U, V) and (U', V') are (epsilon, delta)-close in both directions"),),
    gives=(
        Conclusion(real("epsilon_conditional"), "=", 3 * epsilon, "multiplicative closeness after conditioning"),
        Conclusion(
            _failure, "<=", 2 * delta / _delta_hat + 2 * delta / (1 - exp(-epsilon)), "probability that closeness fails"
        ),
        Conclusion(real("success"), ">=", 1 - _failure, "probability of a value at which closeness holds"),
    ),
    cites=(KASIVISWANATHAN_2014,),
    notes=(
        (
            "False as printed: at e^epsilon = 2, delta = 1/100, delta_hat = 1/10 there are pairs that fail with "
            "probability 25/100, above the printed 24/100."
        ),
        "Repaired: failure <= (1 + e^epsilon) delta/delta_hat + delta + 2 delta/(1 - e^-epsilon).",
    ),
)

STATEMENTS = (pg_composition, joint_from_tails, conditional_from_joint, conditioning)
