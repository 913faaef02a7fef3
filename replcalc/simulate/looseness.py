"""Statements whose bound no world comes near, and why: everywhere else a tenth of the bound is broken.

The contract suite asks every statement that a simulator witnesses: its bound times 1/10 must be broken somewhere, or it
is listed here, and then some weaker factor must break it all the same.
"""

from __future__ import annotations

#: label -> why its worst ratio is below 1/10.
LOOSE: dict[str, str] = {
    "thm:best_arm": (
        "the tester estimates to alpha/16 where alpha/4 suffices, so that a good arm is rejected about as often as "
        "beta^16; Hoeffding's inequality costs more"
    ),
    "thm:adaptive_lb": (
        "the steps of the proof lose a factor 972^2 (2/243 for one round, 8 for the averaging); "
        "derived:adaptive-lower-bound is within reach of the same games"
    ),
    "lm:heavy_tester": (
        "elements are estimated to epsilon/32 where 3 epsilon/16 suffices; Hoeffding and three union bounds "
        "cost the rest"
    ),
    "thm:main": (
        "a hidden constant taken as 1, and sqrt(beta0) ln(...) where the small worlds fail with chance beta0 times "
        "the number of runs"
    ),
    "lm:pg_compose": (
        "constants for the worst of all families (c2 = 16.2, c4 = 18), each the product of several lossy steps; the "
        "least epsilon of a few rounds is near sqrt(2 ln(1/delta) sum eps_i^2)"
    ),
    "lm:h_to_g": (
        "Azuma with the range 2 epsilon_i, which small worlds reach only on a set of probability delta-hat; the drift "
        "rho_i is loose by a factor 8 as well (expect.looseness)"
    ),
    "lm:h_to_g_tilde": "as lm:h_to_g, for the oracle transcript",
    "lm:joint_implies_cond": (
        "derived:conditioned-composition proves sqrt(2 delta) in place of 5 sqrt(delta/min(epsilon, 1)), which is "
        "attained up to a factor 2"
    ),
    "lem:threshold_estimation": "the explicit constant is 2/243; derived:threshold-constant has at least 0.0566",
}
