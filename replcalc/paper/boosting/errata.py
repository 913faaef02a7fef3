"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import false_as_printed, imprecise

ERRATA = (
    false_as_printed(
        "chernoff",
        at(3259),
        "lm:tester",
        "Pr[|muhat - mu| >= delta mu] <= exp(-delta^2 n mu/3), for any delta > 0",
        "the two tails together need a factor 2, and the upper tail alone needs delta <= 1. Witnesses: n = 1, "
        "mu = 1/2, delta = 1 (probability 1, bound 0.846); n = 1, mu = 1/100, delta = 99",
        "each tail on its own, for delta <= 1 (the lower one even with /2)",
        (
            "tester.chernoff-two-sided",
            "tester.chernoff-large-deviation",
            "tester.chernoff-upper",
            "tester.chernoff-lower",
            "tester.moment-bound",
            "tester.needed-rates",
        ),
        also=lines(3257),
        quotes="a standard bound, quoted without a reference",
        effect="none: lm:tester uses one tail at a time, at delta = 1/4 and 1/2",
    ),
    false_as_printed(
        "tester-equality",
        at(3273),
        "lm:tester",
        "Pr[muhat < tau] = Pr[muhat <= (1 - delta) mu]",
        "the point of equality may have mass. Witness: n = 2, alpha = 1/3, mu = 2/3: 1/9 against 5/9",
        "<= in place of =",
        ("tester.strict-inequality",),
        effect="none: the next step bounds the right-hand side",
    ),
    imprecise(
        "failure-missing",
        at(3097),
        "thm:boost_beta",
        "'a rho-replicable algorithm for T_alpha with sample complexity' n_new",
        "its failure probability beta is proved but not stated",
        "add: and failure probability beta",
        ("boost.failure",),
        also=lines(3176),
    ),
    imprecise(
        "two-meanings-of-mean",
        at(3171),
        "thm:boost_sq",
        "muhat",
        "the symbol stands for the proposed value in the text and for the estimate in the proof; the test compares "
        "the two",
        "two symbols",
        also=lines(3212),
    ),
    imprecise(
        "log-four",
        at(3186),
        "thm:boost_sq",
        "beta = rho/4 gives 'the same sample complexity bound', for any rho > 0 (3176)",
        "log(4/rho) is not O(log(1/rho)) as rho tends to 1",
        "rho <= 1/2, where the factor is 3",
        ("sq.log-four-everywhere", "sq.log-four"),
        also=lines(3176),
    ),
    imprecise(
        "tester-probability",
        at(3246),
        "lm:tester",
        "'the algorithm outputs accept', 'outputs reject'",
        "with which probability is said only in the proof (3296)",
        "each with probability at least 1 - beta",
        ("tester.sample-size",),
        also=lines(3247, 3296),
    ),
    imprecise(
        "mean-above-one",
        at(3266),
        "lm:tester",
        "mu = 2 alpha without loss of generality, alpha in (0, 1) (3242)",
        "2 alpha is no probability for alpha > 1/2; the case is empty there",
        "alpha <= 1/2",
        ("tester.mean-above-one",),
        also=lines(3242),
    ),
    slip("missing-space", 3076, "sec:boost", "no space before a quoted word", "a space"),
    slip("stray-equals", 3190, "thm:boost_sq", "an equals sign without a left side", "without it"),
    slip("article", 3241, "lm:tester", "'a unknown'", "'an unknown'"),
)
