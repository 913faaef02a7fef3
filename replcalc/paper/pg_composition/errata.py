"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import shown, slip, tex
from replcalc.statements.erratum import false_as_printed, imprecise, typo, unjustified

ERRATA = (
    false_as_printed(
        "kasivi",
        "lm:kasivi",
        (
            shown(
                1584,
                r"\ge 1- 2\delta/\hat{\delta} - 2\delta/(1-e^{-\eps})",
                r"\ge 1- (1 + e^{\eps})\delta/\hat{\delta} - \delta - 2\delta/(1-e^{-\eps})",
            ),
            shown(1581, r"U \mid_{V=t} \approx_{3\eps, \hat{\delta}}"),
        ),
        "two explicit laws on five points with $e^\\eps = 2$, $\\delta = 1/100$, $\\hat{\\delta} = 1/10$, close on "
        "every event, have the bad mass 25/100 against the printed 24/100",
        "$1 - (1 + e^\\eps) \\delta/\\hat{\\delta} - \\delta - 2 \\delta/(1 - e^{-\\eps})$; and for two pairs with the "
        "same second coordinate, which is all that is used, even $2 \\delta/\\hat{\\delta}$ at $\\eps$ instead of "
        "$3 \\eps$",
        ("kasivi.printed", "kasivi.repair", "kasivi.same-marginal", "kasivi.survival"),
        quotes="Kasiviswanathan and Smith 2014, as quoted",
        effect="none: lm:joint_implies_cond has the same $X$ on both sides and stands as printed, as does what follows",
    ),
    unjustified(
        "azuma-change",
        "lm:azuma",
        (
            tex(
                1997,
                r"this directly yields the above lemma",
                r"the same proof, with Hoeffding's lemma on $[-c_i, c_i]$ for each step, yields the above lemma",
            ),
        ),
        "$|X_i| \\le c_i$ does not give $|X_i - \\mu_i| \\le c_i$. Witness: values $-1$ and 1 with mean 1/2 deviate by "
        "3/2",
        "Hoeffding's lemma on $[-c_i, c_i]$ gives the same bound $\\exp(-t^2/(2 \\sum_i c_i^2))$",
        ("azuma.change-of-variable", "azuma.hoeffding"),
        effect="none: the lemma is true with the printed constant",
    ),
    imprecise(
        "composition-coins",
        "lm:pg_compose_het",
        (
            tex(
                1299,
                r"we compute $Z_i = \cA_i(X, Z^{i-1})$ where",
                r"we compute $Z_i = \cA_i(X, Z^{i-1})$ with fresh coins, where",
            ),
        ),
        "that every round has its own coins is not said; the chain rule (1533) uses it. Witness: $A_1 = r$ and "
        "$A_2 = r \\oplus x_1$ are $(0, 0, 0)$-PG one by one, but with a common $r$ they tell $x_1$",
        "every round uses fresh coins",
        ("statement.shared-coins",),
        named=(
            tex(
                1533,
                r"$\Pr{Z_\ell = z_\ell \mid X\!=\!x, Z^{\ell-1}\!=\!z^{\ell-1}} = "
                r"\Pr{\cA_\ell(x, z^{\ell-1}) = z_\ell}$",
            ),
        ),
    ),
    imprecise(
        "log-domain",
        "cl:Q_weighted_bound",
        (tex(1785, r"which holds for all $x$ and", r"which holds for all $x < 1$ and"),),
        "the logarithm is undefined from $x = 1$ on",
        "for $x < 1$",
        ("expect.log-below",),
    ),
    imprecise(
        "ratio-wording",
        "cl:P_weighted_bound",
        (tex(1890, r"we can write this as", r"we see that this is at most"),),
        "the sum is at most that",
        "$\\le$ in place of $=$",
        ("expect.ratio",),
    ),
    typo(
        "appendix-range",
        "sec:pg_error_explain",
        (
            tex(
                3804,
                r"$\cB: \cX^n \times \{0, 1\}^r \to (\cX \cup \{\perp\})$",
                r"$\cB: \cX^n \times \{0, 1\}^r \to (\cX^n \cup \{\perp\})$",
            ),
        ),
        "an exponent: $B(X, A(X))$ recovers the $n$ bits $X$ (3810), and $A$ and $B$ together would take only "
        "$3 \\cdot 2^r$ values. Witness: at $n = 100$, $r = 20$ a guess is right with probability below $10^{-23}$",
        "$X^n \\cup \\{\\perp\\}$",
        ("appendix.recovery",),
        named=(tex(3810, r"recovers $X$ with high probability"),),
        quotes="the paper, describing Theorem 4.1 of Rogers et al. 2016",
    ),
    slip(
        "sum-range",
        "lm:h_to_g",
        shown(2086, r"2\sqrt{2\sum_{j} \eps_j^2 \ln(1/\delta')}", r"2\sqrt{2\sum_{j \le i} \eps_j^2 \ln(1/\delta')}"),
    ),
)
