"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    false main-beta0 thm:main
        math 249: O\left(k\sqrt{\beta_0}\log\frac{k}{\rho \beta_0}\right)
        tex 241: failure probability at most $\beta_0$, and its output -> failure probability at most $\beta_0 \le
            1/4$, and its output
        tex 859: the lemma holds trivially by picking large enough constants under $O(.)$
        tex 860: We similarly assume that $\beta_0 \le 1/4$. -> Recall that $\beta_0 \le 1/4$.
        reason: the proof assumes $\beta_0 \le 1/4$ (860) and calls the rest trivial by larger constants (859), which
            is not so for $k = 1$: with $\rho = 1$ both bounds tend to 0 as $\beta_0$ tends to 1, because $\log(k/(\rho
            \beta_0))$ does, and a base algorithm that guesses by a shared coin is allowed there. Witness: $\beta_0 = 1
            - 10^{-9}$, $n_1 = 1$
        repair: $\beta_0 \le 1/4$, or $\log(2k/(\rho \beta_0))$ in both bounds
        claims: statement.main-beta0-near-one
        effect: none for $\beta_0 \le 1/4$, the only range in which the theorem is used

    false zero-samples lm:replic_to_pg
        math 785: \frac{n \log(1/\eps)}{\eps^2} \cdot \polylog(1/\delta) -> \frac{n \log(2/\eps)}{\eps^2} \cdot
            \polylog(1/\delta)
        math 3751: \frac{n \log(1/\eps)}{\eps^2}\polylog(1/\delta) -> \frac{n \log(2/\eps)}{\eps^2}\polylog(1/\delta)
        tex 777: and let $\eps \in (0, 1]$
        reason: at $\eps = 1$ the logarithm is 0, and so is the number of samples
        repair: $\log(2/\eps)$ in place of $\log(1/\eps)$
        claims: to-pg.zero-samples
        quotes: Bun et al. 2023, Theorem 3.19, as quoted
        effect: none: thm:main uses $\eps_i \le c_1 < 1$

    unjustified het-precondition lm:pg_compose
        tex 2301: We invoke \Cref{lm:pg_compose_het} and bound the values there. -> We invoke \Cref{lm:pg_compose_het},
            whose hypothesis $\delta_i \le \eps_i/50$ follows from $\delta_i \le c_1\eps_i^2 \le c_1^2\eps_i$ for $c_1
            \le 1/\sqrt{50}$, and bound the values there.
        tex 1319: $\delta_i \in (0, \eps_i / 50]$
        reason: the hypothesis $\delta_i \le \eps_i/50$ (1319) is not verified
        repair: it follows from $\delta_i \le c_1 \eps_i^2$ and $\eps_i \le c_1$ for $c_1 = 1/10$ (any $c_1 \le
            1/\sqrt{50}$)
        claims: pg.hypothesis

    unjustified theta-epsilon-star lm:pg_compose
        tex 2396: $\min\cbr{\eps^{(k)}, 1} \in \Theta(\eps^*)$
        tex 2394: Since $\eps^{(k)} \le \eps^{*} \le c_3$, -> Since $2\sqrt{2}\rbr{\sqrt{\ln(1/\delta')\sum_i \eps_i^2}
            + \sum_i \eps_i^2} \le \eps^{(k)} \le \eps^{*} \le c_3$,
        reason: the inequality gives an upper bound on $\eps^{(k)}$, and a lower bound is needed
        repair: $\eps^{(k)} \ge 2 \sqrt{2} (\sqrt{\ln(1/\delta') S} + S)$ with $S$ the sum of $\eps_i^2$
        claims: pg.epsilon-lower

    imprecise main-rho thm:main
        tex 241: for any $\rho > 0$, there exists a $\rho$-replicable algorithm that solves the composed -> for any
            $\rho \in (0, 1]$, there exists a $\rho$-replicable algorithm that solves the composed
        reason: beyond 1 the bounds are too small. Witness: $k = 1$, $\rho = 10^{40}$, $\beta_0 = \rho^{-2}$ leave less
            than one sample and a failure bound below 1/2
        repair: $\rho \in (0, 1]$
        claims: statement.main-large-rho
        named tex 918: Since $\rho \le 1$, and
        named tex 954: \EqComment{Since $c, \rho \le 1$}
        named tex 1041: \EqComment{Since $\rho \le 1$}
        effect: none: replicability is a probability

    imprecise one-way lm:pg_to_replic
        tex 816: one-way perfectly generalizing, a weaker notion than standard perfect generalization. -> one-way
            perfectly generalizing, a weaker notion than standard perfect generalization that asks for the upper
            inequality alone.
        tex 821: one-way perfectly generalizing algorithm with finite output space
        reason: the notion is not defined in the paper
        repair: define it; the upper inequality of def:pg seems to be meant
        quotes: Bun et al. 2023, Theorem 3.17, as quoted

    imprecise equal-costs thm:main
        tex 835: as implied by \Cref{lm:replic_to_pg}, is the same for all $i$. -> as implied by
            \Cref{lm:replic_to_pg}, is at most the same bound for all $i$.
        reason: said as intuition; because of the term $1/k$ it is not the same. Witness: $n = (1, 3)$: $n_i/\eps_i^2$
            is in the ratio 4/3 to 12/5
        repair: at most the same bound for all $i$, which is what is used (1103)
        claims: statement.equal-costs, main.cost
        named math 1103: \frac{n_i}{\eps_i^2} \le O

    imprecise log-two cl:c_small_pg_compose_precond_hold
        tex 918: $\log(k / \rho \beta_0) \ge \log(2) =1$ -> $\log(k / \rho \beta_0) \ge \log(4) > 1$
        reason: that is the base-2 logarithm, whereas $\ln(1/\delta')$ in lm:pg_compose_het is natural, and $\ln 2 < 1$
        repair: $\ln(k/(\rho \beta_0)) \ge \ln 4 > 1$ from $\beta_0 \le 1/4$ (860)
        claims: statement.log-two, c.log-at-least
        named tex 860: assume that $\beta_0 \le 1/4$

    imprecise absorbing-c thm:main
        tex 1065: we have used the fact that $k \ge 2$ -> we have used the fact that $\beta_0 \le 1/4$
        reason: $k \ge 2$ is not assumed
        repair: not needed: $\ln(k/(\rho \beta_0)) \ge \ln 4$ from $\beta_0 \le 1/4$
        claims: c.log-at-least
        named tex 860: assume that $\beta_0 \le 1/4$

    imprecise two-epsilon-stars lm:pg_compose
        tex 2385: $\eps^{(i-1)} \le \eps^{(k)} = \eps^*/3$ -> $\eps^{(i-1)} \le \eps^{(k)} \le \eps^*/3$
        reason: that is $\eps^*$ of lm:pg_compose_het; the theorem's own $\eps^*$ is the larger $c_2 (\ldots)$
        repair: $\eps^{(k)} \le \eps^*/3$
        claims: pg.epsilon-star, pg.below-one

    typo parentheses lm:pg_to_replic
        tex 821: be a $\gamma, \eps, \delta$ one-way -> be a $(\gamma, \eps, \delta)$ one-way

    typo composed-symbol thm:main
        tex 830: implies that $\cB$ is PG -> implies that $\cBcomp$ is PG

    typo unused-input alg:main
        tex 841: ; parameters $\rho, \beta$ -> ; parameter $\rho$

    typo replicable-one thm:main
        tex 860: obtain a $1$-replicable algorithm -> obtain a $0$-replicable algorithm
    """,
    at,
)
