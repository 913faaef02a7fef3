"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import false_as_printed, imprecise, typo, unjustified

ERRATA = (
    false_as_printed(
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
    unjustified(
        "azuma-change",
        at(1997),
        "lm:azuma",
        "Y_i = sum_(j <= i) (X_j - mu_j), 'directly yields' the lemma",
        "|X_i| <= c_i does not give |X_i - mu_i| <= c_i. Witness: values -1 and 1 with mean 1/2 deviate by 3/2",
        "Hoeffding's lemma on [-c_i, c_i] gives the same bound exp(-t^2/(2 sum c_i^2))",
        ("azuma.change-of-variable", "azuma.hoeffding"),
        effect="none: the lemma is true with the printed constant",
    ),
    imprecise(
        "composition-coins",
        at(1299),
        "lm:pg_compose_het",
        "Z_i = A_i(X, Z^(i-1))",
        "that every round has its own coins is not said; the chain rule (1533) uses it. Witness: A_1 = r and "
        "A_2 = r xor x_1 are (0,0,0)-PG one by one, but with a common r they tell x_1",
        "every round uses fresh coins",
        ("statement.shared-coins",),
        also=lines(1533),
    ),
    imprecise(
        "log-domain",
        at(1785),
        "cl:Q_weighted_bound",
        "ln(1-x) <= -x 'for all x'",
        "the logarithm is undefined from x = 1 on",
        "for x < 1",
        ("expect.log-below",),
    ),
    imprecise(
        "ratio-wording",
        at(1890),
        "cl:P_weighted_bound",
        "'we can write this as' 2 eps_i sum Pr[Q = z_i] max{...}",
        "the sum is at most that",
        "<= in place of =",
        ("expect.ratio",),
        also=lines(1895),
    ),
    typo(
        "appendix-range",
        at(3804),
        "sec:pg_error_explain",
        "B: X^n x {0,1}^r -> X u {perp}, X = {0,1}",
        "an exponent: B(X, A(X)) recovers the n bits X (3810), and A and B together would take only 3 * 2^r values. "
        "Witness: at n = 100, r = 20 a guess is right with probability below 10^-23",
        "X^n u {perp}",
        ("appendix.recovery",),
        also=lines(3810),
        quotes="the paper, describing Theorem 4.1 of Rogers et al. 2016",
    ),
    slip("sum-range", 2086, "lm:h_to_g", "a sum over all j", "over j <= i"),
)
