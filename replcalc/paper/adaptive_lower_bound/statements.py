"""Section "Lower Bound for Adaptive Composition" (TeX lines 2421-2685).

The paper writes Omega; the constants here are those its own steps give. With tau < 1/4 every theta in play has
theta(1-theta) > 3/16, so abs(p') <= 6 E abs(X - EX) <= 6 sqrt(m)/2 = 3 sqrt(m). Around the point where p = 1/2 the
probability stays in (1/3, 2/3) for 1/(18 sqrt m) on either side, an interval that the adversary hits with probability
(1/3)(1/(9 sqrt m))/(2 tau); there two runs disagree with probability above 4/9. Together (2/243)/(tau sqrt m).
"""

from replcalc.paper.literature import DWORK_2010, IMPAGLIAZZO_2022, at
from replcalc.vocabulary import *

m, tau, p = real("m"), real("tau"), real("p")

K_ROUNDS = Parameter(k, COUNT, "number of rounds")
TAU = Parameter(tau, Domain(rational(0), rational(1, 4)), "half the gap between the two decided coins")

#: The constant of lem:threshold_estimation by the paper's own steps.
THRESHOLD_CONSTANT = rational(2, 243)

adaptive_game = Statement(
    label="def:adaptive_game",
    source=at(2426),
    title="Adaptive game",
    meaning="k rounds: an adversary with its own random bits picks the next problem from the answers so far and a "
    "hidden distribution, the algorithm answers from m fresh samples. Two plays with the same bits on both sides "
    "and fresh samples must give the same k answers except with probability rho.",
    given=(
        K_ROUNDS,
        Parameter(m, COUNT, "samples per round"),
        Parameter(rho, UNIT_CLOSED, "how often two plays may differ"),
    ),
    gives=(Conclusion(real("agreement"), ">=", 1 - rho, "probability that all k answers agree"),),
    uses=("def:statistical_problem", "def:replic"),
    cites=(DWORK_2010.at("Section III.A"),),
)

_slope, _interval, _mass, _wrong = real("slope"), real("interval"), real("mass"), real("failure")

threshold_estimation = Statement(
    label="lem:threshold_estimation",
    source=at(2458),
    title="One round of threshold estimation",
    meaning="A coin of bias 1/2 - tau, 1/2 + tau (each with probability 1/3) or in between (uniformly) is shown m "
    "times. An algorithm with fixed internal coins that answers the two decided cases mostly right must disagree "
    "with itself on fresh samples with probability of order 1/(tau sqrt m).",
    given=(
        Parameter(m, COUNT, "samples"),
        TAU,
        Parameter(_wrong, NONNEGATIVE, "expected probability of a wrong answer, internal coins fixed"),
    ),
    assumes=(at_most(_wrong, rational(1, 16)),),
    gives=(
        Conclusion(real("p_lower"), "<=", 3 * _wrong, "probability of answering + at 1/2 - tau", name="p_at_lower_end"),
        Conclusion(
            real("p_upper"), ">=", 1 - 3 * _wrong, "probability of answering + at 1/2 + tau", name="p_at_upper_end"
        ),
        Conclusion(_slope, "<=", 3 * sqrt(m), "derivative of the probability of answering + in the bias"),
        Conclusion(_interval, ">=", 1 / (3 * _slope), "length on which that probability is in (1/3, 2/3)"),
        Conclusion(_mass, ">=", _interval / (6 * tau), "probability that the bias falls there"),
        Conclusion(
            real("disagreement"), ">=", THRESHOLD_CONSTANT / (tau * sqrt(m)), "how often two runs differ: 4/9 of it"
        ),
    ),
    cites=(IMPAGLIAZZO_2022.at("Lemma 7.2"),),
    notes=(
        "Printed with an unspecified constant; 2/243 is what the printed steps give.",
        "That the interval lies inside the range of biases is not argued; it does, since 3/16 < 1/3 and 13/16 > 2/3.",
    ),
)

fixed_coins = Statement(
    label="clm:fixed_r_lb",
    source=at(2532),
    title="k rounds with fixed internal coins",
    meaning="For fixed internal coins, either at least half of the k rounds are accurate on average and then the plays "
    "differ with probability rho_r, or they are not and then some answer is wrong with probability beta_r.",
    given=(Parameter(p, UNIT_LEFT_OPEN, "disagreement of one accurate round (lem:threshold_estimation)"), K_ROUNDS),
    assumes=(assuming("rho_r if the expected number of accurate rounds is at least k/2, beta_r otherwise"),),
    gives=(
        Conclusion(real("rho_r"), ">=", (p * k / 4) / (1 + p * k / 2), "many accurate rounds: two plays differ"),
        Conclusion(
            real("beta_r"), ">=", (k / rational(32)) / (1 + k / rational(16)), "few accurate rounds: an answer is wrong"
        ),
    ),
    uses=("lem:threshold_estimation", "def:adaptive_game"),
    notes="Equality of distributions is not enough for the step with the third draw; it uses that, given the past and "
    "the bias, the first answer is independent of the other two.",
)

_n_one, _C_one, _C_adaptive = real("n_one"), real("C_one_round"), real("C_adaptive")

adaptive_lower_bound = Statement(
    label="thm:adaptive_lb",
    source=at(2518),
    title="Adaptive composition costs k squared",
    meaning="In the adaptive game with k fresh threshold problems, an algorithm that is rho-replicable and answers all "
    "rounds correctly needs of the order of k^2 times the samples of one round.",
    given=(
        K_ROUNDS,
        TAU,
        Parameter(rho, UNIT_OPEN, "replicability of the whole game"),
        Parameter(beta, UNIT_CLOSED, "probability that some answer is wrong"),
    ),
    assumes=(below(rho, rational(1, 4)), below(beta, (k / rational(64)) / (1 + k / rational(16)))),
    gives=(
        Conclusion(
            _n_one, "Theta", _C_one / tau**2, "samples of one round of threshold estimation", name="n_one_round"
        ),
        Conclusion(real("m_order"), "Omega", _C_adaptive * _n_one * k**2, "samples per round, as printed"),
        Conclusion(
            m, ">=", (THRESHOLD_CONSTANT * k * (1 - 4 * rho) / (8 * rho * tau)) ** 2, "samples per round, explicit"
        ),
    ),
    hidden=(
        UnspecifiedConstant(_C_one, 1, "factor of the Theta in the samples of one round"),
        UnspecifiedConstant(_C_adaptive, 1, "factor of the Omega in the samples per round"),
    ),
    uses=("clm:fixed_r_lb", "lem:threshold_estimation", "def:adaptive_game"),
    notes=(
        (
            "Printed without a bound on rho, and false so: for rho near 1 few samples suffice. The proof gives it for "
            "rho < 1/4, and the dependence on rho, of order 1/rho^2, is lost in the printed form."
        ),
        "'Sufficiently small beta' is beta < (k/64)/(1 + k/16); beta < 1/68 suffices for every k.",
    ),
)

STATEMENTS = (adaptive_game, threshold_estimation, adaptive_lower_bound, fixed_coins)
