"""What is not true as printed, each confirmed by a claim with a counterexample checked exactly."""

from __future__ import annotations

from functools import partial

from replcalc.paper.literature import at, lines
from replcalc.statements.erratum import Erratum

_false = partial(Erratum, severity="false")

FALSE: tuple[Erratum, ...] = (
    _false(
        "main-beta0",
        at(249),
        "thm:main",
        "beta = O(k sqrt(beta0) log(k/(rho beta0))), n = O((sum_j n_j)/rho^2 polylog(k/(rho beta0))), for every beta0",
        "with k = rho = 1 both bounds tend to 0 as beta0 tends to 1, because log(k/(rho beta0)) does; a base algorithm "
        "that guesses by a shared coin is allowed there, so larger constants (859) do not cover the case. Witness: "
        "beta0 = 1 - 10^-9, n_1 = 1",
        "beta0 <= 1/4, which the proof assumes anyway (860), or log(2k/(rho beta0)) in both bounds",
        ("statement.main-beta0-near-one",),
        also=lines(858, 859, 860),
        effect="none for beta0 <= 1/4, the only range in which the theorem is used",
    ),
    _false(
        "errors-independent",
        at(421),
        "thm:adaptive_lb",
        "with r fixed and independent instances, 'the errors ... are independent'",
        "an algorithm may copy its first answer: the disagreements of two rounds then coincide. Witness: y_1 a fair "
        "bit of the sample, y_2 = y_1",
        "leave the word out: the proof of clm:fixed_r_lb telescopes conditional expectations and does not use it",
        ("adaptive.errors-independent", "fixed-coins.split"),
        also=lines(404, 2454),
        effect="none: the sentence belongs to the sketch",
    ),
    _false(
        "zero-samples",
        at(785),
        "lm:replic_to_pg",
        "n log(1/eps)/eps^2 polylog(1/delta), eps in (0, 1]",
        "at eps = 1 the logarithm is 0, and so is the number of samples",
        "log(2/eps) in place of log(1/eps)",
        ("to-pg.zero-samples",),
        also=lines(3751),
        quotes="Bun et al. 2023, Theorem 3.19, as quoted",
        effect="none: thm:main uses eps_i <= c1 < 1",
    ),
    _false(
        "kasivi",
        at(1584),
        "lm:kasivi",
        "Pr[...] >= 1 - 2 delta/dhat - 2 delta/(1 - e^-eps)",
        "two explicit laws on five points with e^eps = 2, delta = 1/100, dhat = 1/10, close on every event, have "
        "the bad mass 25/100 against the printed 24/100",
        "1 - (1 + e^eps) delta/dhat - delta - 2 delta/(1 - e^-eps); and for two pairs with the same second coordinate, "
        "which is all that is used, even 2 delta/dhat at eps instead of 3 eps",
        ("kasivi.printed", "kasivi.repair", "kasivi.same-marginal", "kasivi.survival"),
        also=lines(1581),
        quotes="Kasiviswanathan and Smith 2014, as quoted",
        effect="none: lm:joint_implies_cond has the same X on both sides and stands as printed, as does what follows",
    ),
    _false(
        "adaptive-rho",
        at(2524),
        "thm:adaptive_lb",
        "m = Omega(n k^2), for every rho",
        "an algorithm that answers + always on a beta/2 share of its coins and by majority otherwise is "
        "(1 - beta/2)-replicable and needs only order log(k/beta)/tau^2 samples. Witness: k = 10^6, tau = 1/5, "
        "beta = 1/100, m = 189; with even coins rho = 1/2 and success 49/100, which the theorem titled 'Informal' "
        "(392) allows too",
        "rho < 1/4 and beta < 1/68, as the proof has it in words (2683, a sufficiently small constant); its steps then "
        "give m >= (k (1 - 4 rho)/(972 rho tau))^2, with a factor 1/rho^2 that the printed form does not show",
        (
            "adaptive.every-rho",
            "adaptive.informal",
            "adaptive.majority-cost",
            "adaptive.rho-below-quarter",
            "adaptive.pk-bound",
            "adaptive.explicit",
        ),
        also=lines(392, 2522, 2683),
        effect="none for a small constant rho, the case the theorem is about",
    ),
    _false(
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
    _false(
        "tester-equality",
        at(3273),
        "lm:tester",
        "Pr[muhat < tau] = Pr[muhat <= (1 - delta) mu]",
        "the point of equality may have mass. Witness: n = 2, alpha = 1/3, mu = 2/3: 1/9 against 5/9",
        "<= in place of =",
        ("tester.strict-inequality",),
        effect="none: the next step bounds the right-hand side",
    ),
    _false(
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
)
