"""Claims on two arms beside one coin."""

from __future__ import annotations

from replcalc.vocabulary import concluded

OWN = "derived:two-arms"

CLAIMS = (
    concluded(
        "arms.further-from-half",
        OWN,
        None,
        "of two distribution functions on one side of 1/2 the one further away differs less often between two runs",
        "2*x*(1 - x) <= 2*y*(1 - y)",
        "x in [0, {}], y in [0, {}]",
        "1/2",
        "13/25",
        where_holds=("x <= y",),
    ),
    concluded(
        "arms.centre",
        OWN,
        None,
        "what one threshold next to the mean may add, at most: a square of the distance of its F from 1/2",
        "1/2 - 2*x*(1 - x) <= {}*(x - 1/2)^2",
        "x in [0, 1]",
        "2",
        "199/100",
    ),
)
