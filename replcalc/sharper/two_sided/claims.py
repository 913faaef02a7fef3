"""Claims on same or different by a shared threshold."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:same-mean
    two-sided.answers: two statistics on different sides of the value have different answers for thresholds of no more \
        than their distance
        Max(x, y) <= {1|1/2}*(x + y)
        on x > 0, y > 0
        given that a threshold is uniform

    two-sided.window: thresholds lie between near and alpha, and their ends leave of the margin what the tails are \
        taken from
        alpha - low - width = {1|2}*(1 - start)*(1 - lambda)*margin and low >= near
        if near <= alpha

    about derived:same-arms
    two-sided.sides: the same is called different only after a deviation of y to one side or of near + y to the other
        near + y - (near - t) >= y + {0|1} and near + y + s >= near + y
        on y > 0, t >= 0, s >= 0
        given that thresholds lie in their window
    """
)
