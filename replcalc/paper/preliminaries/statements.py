"""Section "Preliminaries": statistical problems, replicability, perfect generalization (TeX lines 700-762)."""

from replcalc.paper.literature import CUMMINGS_2016, IMPAGLIAZZO_2022, at, quoted_at
from replcalc.vocabulary import *

statistical_problem = Statement(
    label="def:statistical_problem",
    source=at(707),
    title="Statistical problem",
    meaning="A problem T names for every distribution D the set G_D of acceptable answers. An algorithm solves it with "
    "n samples and failure probability beta if on every D its answer lies in G_D with probability at least 1 - beta.",
    given=(Parameter(beta, UNIT_CLOSED, "failure probability"), N),
    gives=(Conclusion(real("success"), ">=", 1 - beta, "probability of an acceptable answer, on every D"),),
)

replicability = Statement(
    label="def:replic",
    source=quoted_at(725),
    title="Replicability",
    meaning="Two runs of the algorithm on independent samples of one distribution, with the same internal randomness, "
    "give the same output except with probability rho; this for every distribution.",
    given=(Parameter(rho, UNIT_CLOSED, "how often two runs with shared randomness may disagree"),),
    gives=(Conclusion(real("agreement"), ">=", 1 - rho, "probability that the two outputs are equal"),),
    cites=(IMPAGLIAZZO_2022,),
)

_q = real("q")

perfect_generalization = Statement(
    label="def:pg",
    source=quoted_at(736),
    title="Perfect generalization",
    meaning="For every distribution there is one distribution, the simulator's, such that on all but a gamma fraction "
    "of the samples the algorithm's output distribution is within a factor e^epsilon and an additive delta of it, on "
    "every event.",
    given=(
        Parameter(gamma, UNIT_CLOSED, "probability over the sample that closeness fails"),
        Parameter(epsilon, NONNEGATIVE, "multiplicative closeness"),
        Parameter(delta, NONNEGATIVE, "additive closeness"),
        Parameter(_q, UNIT_CLOSED, "probability of an event under the simulator"),
    ),
    gives=(
        Conclusion(real("upper"), "<=", exp(epsilon) * _q + delta, "probability of the event under the algorithm"),
        Conclusion(real("lower"), ">=", exp(-epsilon) * (_q - delta), "the same, from below"),
    ),
    cites=(CUMMINGS_2016,),
)

STATEMENTS = (statistical_problem, replicability, perfect_generalization)
