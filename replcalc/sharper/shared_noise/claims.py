"""Claims on choosing by shared noise."""

from __future__ import annotations

from replcalc.vocabulary import concluded

COMMON, EXPONENTIAL = "derived:uniform-noise-common", "derived:exponential-noise"

CLAIMS = (
    concluded(
        "noise.pairs",
        COMMON,
        None,
        "of A scores that are 0 or 1, m of them 1, at most a quarter of A^2 pairs differ",
        "m*(A - m) <= {}*A^2",
        "m > 0, A > 0",
        "1/4",
        "6/25",
    ),
    concluded(
        "noise.path",
        EXPONENTIAL,
        None,
        "along the path from one run to the other the weights of both runs have squares that add up to at most 1",
        "t^2 + (1 - t)^2 <= {}",
        "t in [0, 1]",
        "1",
        "9/10",
    ),
    concluded(
        "noise.maximum",
        EXPONENTIAL,
        None,
        "1 + k^2 = 1/(1 - theta) where k^2 = theta/(1 - theta): the condition on the gap holds along the whole path",
        "1 + theta/(1 - theta) = {}/(1 - theta)",
        "theta in (0, 1)",
        "1",
        "2",
    ),
)
