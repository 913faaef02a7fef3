"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import false_as_printed, imprecise, typo

ERRATA = (
    false_as_printed(
        "thresholds-one",
        at(3412),
        "cor:thresholds",
        "(log* d)^3/(alpha^2 rho^2) + log(1/beta)/alpha",
        "log* 1 = 0, so at d = 1 the term in rho disappears, while two thresholds already need 1/(54 alpha rho) "
        "samples (beta <= 1/16)",
        "(1 + log* d)^3",
        ("pac.thresholds-at-one", "pac.log-star", "pac.thresholds-lower"),
        also=lines(612, 3424),
        quotes="the paper, from a bound of Bun et al. 2023 quoted at 3424",
        effect="none for d >= 2",
    ),
    imprecise(
        "heavy-boundary",
        at(632),
        "thm:heavy_hitters",
        "Pr[x] < nu - eps; at 3435 Pr[x] <= nu - eps",
        "the two definitions differ at equality, and the tester's proof (3491) treats the strict one",
        "<= nu - eps throughout: the margins of the tester cover it",
        ("heavy.light-margin", "heavy.fallback-threshold"),
        also=lines(3435, 3491),
    ),
    imprecise(
        "tester-answers",
        at(3318),
        "lm:boost_pac",
        "lm:tester is used for the tester of thm:boost_beta",
        "lm:tester, true as printed, accepts large means (3246), while thm:boost_beta needs valid solutions accepted "
        "(3093), and a valid hypothesis has a small mean error. Witness: a hypothesis without errors is rejected",
        "swap accept and reject when the lemma is used",
        ("tester.accepts-perfect-hypothesis",),
        also=lines(3093, 3246),
    ),
    imprecise(
        "finite-class-rho",
        at(3379),
        "cor:finite_class",
        "(log^2|H| + log(1/rho))/(alpha rho^2) log^3(1/rho) + log(1/beta)/alpha, no range of rho",
        "lm:boost_pac, from which it follows, has rho in (0, 1/2) (3308); as rho tends to 1 the first term vanishes. "
        "Witness: |H| = 2^(10^9), rho = 1 - 10^-6, alpha = beta = 1/8",
        "rho in (0, 1/2)",
        ("pac.finite-every-rho", "pac.finite-bracket", "pac.finite-needed", "pac.finite-repaired"),
        also=lines(3308),
    ),
    imprecise(
        "best-arm-equality",
        at(3575),
        "thm:best_arm",
        "muhat_a' >= muhat_a + (3/2) alpha, 'and as such the tester will reject'",
        "the test (3571) accepts at equality",
        "the gap is at least 15 alpha/8",
        ("best-arm.invalid-margin",),
        also=lines(3571),
    ),
    typo(
        "failure-at-least",
        at(3463),
        "lm:heavy_tester",
        "'failure probability at least 1 - beta'",
        "a failure probability of 1 would satisfy that",
        "at most beta",
        ("heavy.failure",),
    ),
    typo(
        "success-beta-eighth",
        at(3568),
        "thm:best_arm",
        "'with probability at least beta/8'",
        "the union bound leaves a failure of beta/16",
        "at least 1 - beta/8",
        ("best-arm.estimates",),
        also=lines(3580),
    ),
    slip("proof-inside", 3316, "lm:boost_pac", "the proof stands inside the lemma", "after it"),
    slip("littlestone", 3339, "cor:littlestone", "'little stone'", "'Littlestone'"),
    slip("extra-argument", 3398, "cor:finite_class", "n_nonreplic(rho, alpha, beta)", "n_nonreplic(alpha, beta)"),
    slip("braces", 3408, "cor:thresholds", "the braces of the domain {0, ..., d} are lost", "escaped braces"),
    slip(
        "replic-argument",
        3421,
        "cor:thresholds",
        "n_replic(rho, alpha, rho) against a bound in beta",
        "(rho, alpha, beta)",
    ),
    slip("at-least-nu", 3494, "lm:heavy_tester", "an element of probability more than nu", "at least nu"),
    slip("element-appears", 3495, "lm:heavy_tester", "the probability appears in the set A", "the element"),
    slip("list-rejected", 3498, "lm:heavy_tester", "the set A is rejected", "the list L"),
    slip("at-most", 3527, "thm:heavy_hitters", "'a most'", "'at most'"),
    slip("doubled-word", 3580, "thm:best_arm", "'correct' twice", "once"),
)
