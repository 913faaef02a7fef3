"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.statements.erratum import false_as_printed, imprecise, unjustified

ERRATA = (
    false_as_printed(
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
    false_as_printed(
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
    unjustified(
        "interval-inside",
        at(2504),
        "lem:threshold_estimation",
        "an interval I around q of length Omega(1/sqrt m), then (1/3) |I|/(2 tau)",
        "that I lies inside (1/2 - tau, 1/2 + tau) is used (2506) and not argued",
        "at the two ends p is at most 3/16 < 1/3 and at least 13/16 > 2/3, so I cannot reach them",
        ("threshold.interval-inside",),
        also=lines(2506),
    ),
    imprecise(
        "tight-up-to-logs",
        at(397),
        "thm:adaptive_lb",
        "'an O(n k^2) algorithm'",
        "the boosting that is meant costs 1/rho^2 up to logarithms, as said at 689",
        "O~(n k^2)",
        also=lines(689),
    ),
    imprecise(
        "phantom-sample",
        at(438),
        "thm:adaptive_lb",
        "a resample 'given the sufficient statistic (here, the empirical distribution)'",
        "S''_i is a fresh sample of theta_i^m (2589); only thm:suff_stat resamples given a statistic",
        "a fresh sample from the same distribution",
        also=lines(2589),
    ),
    imprecise(
        "large-enough-k",
        at(2678),
        "thm:adaptive_lb",
        "(1/2)(k/32)/(1 + k/16) > beta 'for large enough k'",
        "it never reaches 1/4, so largeness of k alone is not enough; and it is at least 1/68 for every k",
        "beta < 1/68 works for every k",
        ("adaptive.beta-threshold", "adaptive.beta-limit"),
    ),
)
