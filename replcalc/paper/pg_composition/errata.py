"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    false kasivi lm:kasivi
        math 1584: \ge 1- 2\delta/\hat{\delta} - 2\delta/(1-e^{-\eps}) -> \ge 1- (1 + e^{\eps})\delta/\hat{\delta} -
            \delta - 2\delta/(1-e^{-\eps})
        math 1581: U \mid_{V=t} \approx_{3\eps, \hat{\delta}}
        reason: two explicit laws on five points with $e^\eps = 2$, $\delta = 1/100$, $\hat{\delta} = 1/10$, close on
            every event, have the bad mass 25/100 against the printed 24/100
        repair: $1 - (1 + e^\eps) \delta/\hat{\delta} - \delta - 2 \delta/(1 - e^{-\eps})$; and for two pairs with the
            same second coordinate, which is all that is used, even $2 \delta/\hat{\delta}$ at $\eps$ instead of $3
            \eps$
        claims: kasivi.printed, kasivi.repair, kasivi.same-marginal, kasivi.survival
        quotes: Kasiviswanathan and Smith 2014, as quoted
        effect: none: lm:joint_implies_cond has the same $X$ on both sides and stands as printed, as does what follows

    unjustified azuma-change lm:azuma
        tex 1997: this directly yields the above lemma -> the same proof, with Hoeffding's lemma on $[-c_i, c_i]$ for
            each step, yields the above lemma
        reason: $|X_i| \le c_i$ does not give $|X_i - \mu_i| \le c_i$. Witness: values $-1$ and 1 with mean 1/2 deviate
            by 3/2
        repair: Hoeffding's lemma on $[-c_i, c_i]$ gives the same bound $\exp(-t^2/(2 \sum_i c_i^2))$
        claims: azuma.change-of-variable
        effect: none: the lemma is true with the printed constant

    imprecise composition-coins lm:pg_compose_het
        tex 1299: we compute $Z_i = \cA_i(X, Z^{i-1})$ where -> we compute $Z_i = \cA_i(X, Z^{i-1})$ with fresh coins,
            where
        reason: that every round has its own coins is not said; the chain rule (1533) uses it. Witness: $A_1 = r$ and
            $A_2 = r \oplus x_1$ are $(0, 0, 0)$-PG one by one, but with a common $r$ they tell $x_1$
        repair: every round uses fresh coins
        claims: statement.shared-coins
        named tex 1533: $\Pr{Z_\ell = z_\ell \mid X\!=\!x, Z^{\ell-1}\!=\!z^{\ell-1}} = \Pr{\cA_\ell(x, z^{\ell-1}) =
            z_\ell}$

    imprecise log-domain cl:Q_weighted_bound
        tex 1785: which holds for all $x$ and -> which holds for all $x < 1$ and
        reason: the logarithm is undefined from $x = 1$ on
        repair: for $x < 1$
        claims: expect.log-below

    imprecise ratio-wording cl:P_weighted_bound
        tex 1890: we can write this as -> we see that this is at most
        reason: the sum is at most that
        repair: $\le$ in place of $=$
        claims: expect.ratio

    typo appendix-range sec:pg_error_explain
        tex 3804: $\cB: \cX^n \times \{0, 1\}^r \to (\cX \cup \{\perp\})$ -> $\cB: \cX^n \times \{0, 1\}^r \to (\cX^n
            \cup \{\perp\})$
        reason: an exponent: $B(X, A(X))$ recovers the $n$ bits $X$ (3810), and $A$ and $B$ together would take only $3
            \cdot 2^r$ values. Witness: at $n = 100$, $r = 20$ a guess is right with probability below $10^{-23}$
        repair: $X^n \cup \{\perp\}$
        claims: appendix.recovery
        named tex 3810: recovers $X$ with high probability
        quotes: the paper, describing Theorem 4.1 of Rogers et al. 2016

    typo sum-range lm:h_to_g
        math 2086: 2\sqrt{2\sum_{j} \eps_j^2 \ln(1/\delta')} -> 2\sqrt{2\sum_{j \le i} \eps_j^2 \ln(1/\delta')}
    """,
    at,
)
