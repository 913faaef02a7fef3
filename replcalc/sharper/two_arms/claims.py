"""Claims on two arms beside one coin."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:two-arms
    arms.further-from-half: of two distribution functions on one side of 1/2 the one further away differs less often \
        between two runs
        2*x*(1 - x) <= 2*y*(1 - y)
        on x in [0, {1/2|13/25}], y in [0, {1/2|13/25}]
        if x <= y

    arms.centre: what one threshold next to the mean may add, at most: a square of the distance of its F from 1/2
        1/2 - 2*x*(1 - x) <= {2|199/100}*(x - 1/2)^2
        on x in [0, 1]

    about derived:two-means
    variance.halved: one plus the difference of two rewards, halved, is the mean of the new one and the old one turned \
        over
        (x + (1 - y))/{2|3} = (1 + x - y)/2 and ((x - y)/2)^2 = (x - y)^2/4
        on x > 0, y > 0
    """
)
