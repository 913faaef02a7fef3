"""Problems on one common sample, each by itself: run once, threshold votes, lotteries (proof.md, proof-*.md)."""

from replcalc.paper.literature import EFRON_1981, GLASSER_1961
from replcalc.sharper.votes.weights import LEAST, LOTTERY, MOST, TWO_ANSWERS
from replcalc.vocabulary import *

_N, _T = natural("N"), natural("T")
Ts = Base("T")
#: What every composition on a common sample rests on and no computation can check.
INDEPENDENT = assuming(
    "the samples are independent draws of one population, for which rho0_i and beta0_i hold, and the random strings "
    "are independent of them"
)
TWO_OUTPUTS = assuming("given its random string, every base algorithm has at most two possible outputs")
SAMPLES_GIVEN = Parameter(_N, COUNT, "samples of the composition")
SAMPLES = Conclusion(natural("N_total"), "=", _N, "samples of the composition", name="samples")
#: What every theorem on votes is given, and that the samples suffice for T_i votes.
VOTED = (NS, RHO0S, BETA0S, SAMPLES_GIVEN)
ENOUGH = at_most(ns[i] * Ts[i], _N)


def count_runs(count: object) -> Conclusion:
    return Conclusion(Symbol("runs"), "=", total(count), "runs of base algorithms")


# -- the goals, and problems that share a sample -----------------------------------------------------------------------
def _make_goal(label: str, title: str, name: str, of: tuple[str, str], meaning: str) -> Statement:
    achieved, target = real(f"{name}_achieved"), real(f"{name}_target")
    return Statement(
        label=label,
        kind="analysis",
        title=title,
        meaning=meaning,
        given=(
            Parameter(achieved, NONNEGATIVE, f"proved bound on the {of[0]}", name="achieved"),
            Parameter(target, UNIT_OPEN, f"requested {of[1]}", name="target"),
        ),
        assumes=(at_most(achieved, target),),
    )


replicability_goal = _make_goal(
    "goal:replicability",
    "The requested replicability is met",
    "rho",
    ("disagreement", "replicability"),
    "A bound on the disagreement that is at most rho proves rho-replicability.",
)
failure_goal = _make_goal(
    "goal:failure",
    "The requested failure probability is met",
    "beta",
    ("failure probability", "failure probability"),
    "A bound on the failure probability that is at most beta proves that the whole fails that rarely.",
)

side_by_side = Statement(
    label="derived:side-by-side",
    title="Running the algorithms side by side",
    meaning="On one common sample, the k algorithms disagree somewhere, or fail somewhere, with at most the sum of "
    "their probabilities.",
    given=(NS, RHO0S, BETA0S),
    assumes=(INDEPENDENT,),
    gives=(
        Conclusion(real("N"), "=", ceiling(greatest(ns[i])), "samples of the whole", name="samples"),
        Conclusion(rho, "<=", total(rho0s[i]), "disagreement of the whole (union bound)"),
        Conclusion(beta, "<=", total(beta0s[i]), "failure of the whole (union bound)"),
    ),
    uses=("def:replic", "def:statistical_problem"),
)


def _make_part_parameters(place: str) -> tuple[Parameter, ...]:
    return (
        Parameter(real(f"rho_{place}"), NONNEGATIVE, f"disagreement of the {place} part"),
        Parameter(real(f"beta_{place}"), NONNEGATIVE, f"failure probability of the {place} part"),
        Parameter(Symbol(f"runs_{place}"), COUNT, "runs of base algorithms in it"),
    )


_ONE, _OTHER = _make_part_parameters("one"), _make_part_parameters("other")
_of_rho, _of_beta, _of_runs = (one.variable + other.variable for one, other in zip(_ONE, _OTHER, strict=True))

two_parts = Statement(
    label="derived:two-parts",
    title="Two parts of the problems on one sample",
    meaning="Parts that read the same samples with strings of their own: disagreements and failures add up.",
    given=(SAMPLES_GIVEN, *_ONE, *_OTHER),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", _of_rho, "disagreement of both together (union bound)"),
        Conclusion(beta, "<=", _of_beta, "failure of both together (union bound)"),
        Conclusion(Symbol("runs"), "=", _of_runs, "runs of base algorithms"),
    ),
    uses=("def:replic", "def:statistical_problem"),
)

_rhos, _betas, _blocks = family("rho_one"), family("beta_one"), Base("B")

common_sample = Statement(
    label="derived:common-sample",
    kind="theorem",
    title="Every problem by itself on a common sample",
    meaning="Problems that read the same samples with strings of their own: disagreements and failures add up.",
    given=(
        NS,
        SAMPLES_GIVEN,
        Parameter(_blocks, COUNT, "blocks that the i-th problem reads, of n_i samples each"),
        Parameter(_rhos, NONNEGATIVE, "replicability of the procedure for the i-th problem"),
        Parameter(_betas, NONNEGATIVE, "its failure probability"),
    ),
    assumes=(at_most(ns[i] * _blocks[i], _N), INDEPENDENT),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(_rhos[i]), "replicability of the composition"),
        Conclusion(beta, "<=", total(_betas[i]), "failure probability of the composition"),
        count_runs(_blocks[i]),
    ),
    uses=("def:replic", "def:statistical_problem"),
)

# -- votes against a shared threshold, at most two answers per string --------------------------------------------------
_kappas, _phis = family("kappa"), family("phi")
_kappa, _phi, _mass = map(real, ("kappa", "phi", "mass"))
VOTES = Domain(rational(LEAST), None, False, integer=True)
T_OF = Parameter(_T, VOTES, "votes")
#: Numbers of votes with certified constants.
T_TABLED = Parameter(_T, Domain(rational(LEAST), rational(MOST), False, False, integer=True), "votes")
#: Largest growth of a failure probability with the weights of the closed form, attained at three votes and q = 3/4.
CLOSED_GROWTH = rational(9, 8)
_CLOSED_WEIGHTS = "The distribution of the threshold m = 0..T-1 is proportional to sqrt(m(T-1-m))."


def make_votes_parameter(domain: Domain) -> Parameter:
    return Parameter(Ts, domain, "votes of the i-th algorithm; floor(N/n_i) is best")


_kappa_bound = sqrt(_T * (_T - 1) * (_T - 2) / 3) / _mass
#: kappa of the weights sqrt(m(T-1-m)): also the first step to the closed form of a lottery.
_CLOSED = (
    Conclusion(
        _mass, ">=", pi * (_T - 1) ** 2 / 8 - sqrt(2 * (_T - 1)) / 3, "sum of the weights sqrt(m(T-1-m)) before scaling"
    ),
    Conclusion(_kappa, "<=", _kappa_bound, "bound on kappa; about 1.4702/sqrt T for many votes"),
)

vote_kappa_closed = Statement(
    label="derived:vote-kappa-closed",
    title="The constants of T threshold votes, closed form",
    meaning="How much two independent counts of votes differ, weighed by the thresholds, per unit of 2q(1-q).",
    given=(T_OF,),
    gives=(*_CLOSED, Conclusion(_phi, "=", CLOSED_GROWTH, "growth of a failure probability")),
    cites=(GLASSER_1961, EFRON_1981),
    notes=(_CLOSED_WEIGHTS,),
)

_kappa_bound = TWO_ANSWERS.make_function("kappa", "kappa", r"\kappa_{{{}}}")(_T)
_phi_bound = TWO_ANSWERS.make_function("phi", "vote_growth", r"\varphi_{{{}}}")(_T)
vote_kappa = Statement(
    label="derived:vote-kappa",
    title="The constants of T threshold votes, certified",
    meaning="The same for better distributions of the threshold, one for every number of votes up to a thousand.",
    given=(T_TABLED,),
    gives=(
        Conclusion(_kappa, "<=", _kappa_bound, "bound on kappa, certified on cells of q"),
        Conclusion(_phi, "<=", _phi_bound, "growth of a failure probability"),
    ),
    notes=(
        "About 8/pi^(3/2)/sqrt T = 1.4367/sqrt T for many votes.",
        "Up to 50 votes the distributions solve linear programs.",
    ),
)

threshold_two = Statement(
    label="derived:threshold-two",
    kind="theorem",
    title="Threshold votes, at most two answers per string",
    meaning="Every problem by itself: the larger answer if it has more votes than a shared random threshold.",
    given=(
        *VOTED,
        make_votes_parameter(VOTES),
        Parameter(_kappas, POSITIVE, "kappa of the i-th number of votes: derived:vote-kappa, -closed"),
        Parameter(_phis, POSITIVE, "growth of its failure probability"),
    ),
    assumes=(ENOUGH, TWO_OUTPUTS, INDEPENDENT),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(_kappas[i] * rho0s[i]), "replicability of the composition"),
        Conclusion(beta, "<=", total(_phis[i] * beta0s[i]), "failure probability of the composition"),
        count_runs(Ts[i]),
    ),
    uses=("derived:vote-kappa", "derived:vote-kappa-closed"),
    notes=("Polynomial time: one run of the i-th algorithm per block of n_i samples, and no sampling.",),
)

uniform_threshold = Statement(
    label="derived:uniform-threshold",
    kind="theorem",
    title="A uniform threshold, at most two answers per string",
    meaning="Every problem by itself: the larger answer if its share of the votes exceeds a shared uniform number.",
    given=(*VOTED, make_votes_parameter(COUNT)),
    assumes=(ENOUGH, TWO_OUTPUTS, INDEPENDENT),
    gives=(
        SAMPLES,
        Conclusion(rho, "<=", total(sqrt(2 * rho0s[i] / (pi * Ts[i]))), "replicability of the composition"),
        Conclusion(beta, "<=", total(beta0s[i]), "failure probability of the composition"),
        count_runs(Ts[i]),
    ),
    notes=("Better than derived:threshold-two where rho0 is above about pi^2/32 = 0.308.",),
)

# -- lotteries among the answers that pass a threshold, any outputs ----------------------------------------------------
_c, _u, _step = map(real, ("c", "u", "step"))
_DISAGREE = "disagreement that is not by two fallbacks, per unit of the base's own"
_FALL_BACK = "probability of a fallback, per unit of the base's own disagreement"
_GROWTH = "growth of a failure probability"

lottery_closed = Statement(
    label="derived:lottery-constants-closed",
    title="The constants of a lottery after T votes, closed form",
    meaning="A lottery among the answers with more votes than a shared threshold: what it keeps of a disagreement.",
    given=(T_OF,),
    gives=(
        *_CLOSED,
        Conclusion(
            _step, "<=", sqrt(_T / 12) * (_T - 1) / (2 * _mass), "sqrt(T/12) times the largest weight of a threshold"
        ),
        Conclusion(_c, "<=", _kappa + 2 * _step / (1 - 2 * log(_T) / _T), _DISAGREE),
        Conclusion(_u, "=", CLOSED_GROWTH, _FALL_BACK),
        Conclusion(_phi, "=", CLOSED_GROWTH, _GROWTH),
    ),
    uses=("derived:vote-kappa-closed",),
    cites=(GLASSER_1961, EFRON_1981),
    notes=(_CLOSED_WEIGHTS, "c is about 1.5 kappa, 2.205/sqrt T for many votes."),
)

lottery_constants = Statement(
    label="derived:lottery-constants",
    title="The constants of a lottery after T votes, certified",
    meaning="The same for better distributions of the threshold, one for every number of votes up to a thousand.",
    given=(T_TABLED,),
    gives=(
        Conclusion(_c, "<=", LOTTERY.make_function("c", "lottery_constant", r"c_{{{}}}")(_T), _DISAGREE),
        Conclusion(_u, "<=", LOTTERY.make_function("u", "lottery_fallback", r"u_{{{}}}")(_T), _FALL_BACK),
        Conclusion(
            _phi,
            "<=",
            LOTTERY.make_function("phi", "lottery_growth", r"\varphi^{{\mathrm{{any}}}}_{{{}}}")(_T),
            _GROWTH,
        ),
    ),
    cites=(GLASSER_1961, EFRON_1981),
    notes=("c is about 2.10/sqrt T for many votes; up to 50 votes the distributions solve linear programs.",),
)

_later_rho, _later_beta, _later = real("rho_later"), real("beta_later"), natural("B_later")

lottery = Statement(
    label="derived:lottery",
    kind="theorem",
    title="A lottery among the answers that pass, any outputs",
    meaning=(
        "T blocks vote under one shared string; of the answers with more votes than a shared threshold the one with "
        "the smallest shared clock wins, and where none has more a fallback answers from blocks and strings of its own."
    ),
    given=(
        RHO0,
        BETA0,
        T_OF,
        Parameter(_c, POSITIVE, "from derived:lottery-constants, -closed"),
        Parameter(_u, POSITIVE, "from the same lemma"),
        Parameter(_phi, POSITIVE, "from the same lemma"),
        Parameter(_later_rho, NONNEGATIVE, "replicability of the fallback: one run, or another lottery"),
        Parameter(_later_beta, NONNEGATIVE, "failure probability of the fallback"),
        Parameter(_later, COUNT, "blocks of the fallback"),
    ),
    gives=(
        Conclusion(rho, "<=", rho0 * (_c + _u * _later_rho), "replicability"),
        Conclusion(beta, "<=", _phi * beta0 + _u * rho0 * _later_beta, "failure probability"),
        Conclusion(natural("B"), "=", _T + _later, "blocks, each for one run of the base algorithm", name="blocks"),
    ),
    uses=("derived:lottery-constants", "derived:lottery-constants-closed"),
    notes=(
        "Polynomial time. The outputs may be anything, uncountable sets included.",
        "The fallback's strings are independent of the first one, and its blocks are others.",
    ),
)

STATEMENTS = (
    two_parts,
    lottery_closed,
    lottery_constants,
    lottery,
    common_sample,
    replicability_goal,
    failure_goal,
    side_by_side,
    vote_kappa_closed,
    vote_kappa,
    threshold_two,
    uniform_threshold,
)
