"""Errata of the introduction, composition and the adaptive lower bound."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    imprecise pg-intro thm:pg_compose_intro
        tex 321: Then for any $\delta' \in (0, 1/2)$, their composition -> Then for any $\delta' \in (0, 1/2)$ for
            which $\eps^*$ is small enough, their composition
        tex 328: The above theorem also holds in the adaptive setting
        reason: the theorem is titled 'Informal' and leaves out $\eps^* \le c_3$, which the precise one has (806); in
            the adaptive setting the condition is needed. Witness: 400040 rounds of randomised response spell a 40-bit
            hash of the sample, a last round names the sample to whoever has the hash
            (paper/pg_composition/proof-spelled-hash.md)
        repair: mention $\eps^* \le c_3$
        claims: statement.intro-large-epsilon
        named tex 806: If $\eps^* \le c_3$, then the adaptive composition
        effect: none: lm:pg_compose has the condition, lm:pg_compose_het the factor $e^{\eps^{(l-1)}}$

    imprecise pg-intro-delta thm:pg_compose_intro
        tex 320: with small enough $\eps_i$ and $\delta_i \ll \eps_i$ -> with small enough $\eps_i$ and $\delta_i \ll
            \eps_i^2$
        reason: the precise theorem asks for more: $\delta_i/\eps_i^2 \le c_1$ (801), which $\delta_i \ll \eps_i$ does
            not give
        repair: $\delta_i \ll \eps_i^2$
        named tex 801: Suppose $\eps_i, \frac{\delta_i}{\eps_i^2} \le c_1$

    imprecise table-range table:only
        tex 599: for $\beta \ge \rho$ -> for $\beta < \rho/2$
        reason: the two ranges exclude each other
        repair: $\beta < \rho/2$, or $\beta \le \rho/4$ as used (3193)
        claims: sq.table-range, sq.denominator
        named tex 3188: for $\beta < \rho/2$, there exists a replicable algorithm
        quotes: Impagliazzo et al. 2022, Theorem 2.3, as quoted

    typo label-option thm:intro_stuff_stat
        tex 448: \label{thm:intro_stuff_stat}[Informal; see \Cref{thm:suff_stat}] -> [Informal; see
            \Cref{thm:suff_stat}]\label{thm:intro_stuff_stat}
        repair: the title in brackets before the label

    typo label-caption table:only
        tex 586: \label{table:only} \centering -> \centering
        tex 593: \renewcommand{\arraystretch}{1.25} -> \label{table:only} \renewcommand{\arraystretch}{1.25}
        repair: the label after the caption, whose number it then gets

    typo our-known table:only
        tex 636: similar results our known -> similar results are known

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

    typo polylog-argument thm:multi_dim_mean
        math 1220: \frac{n_0k}{\rho^2} \polylog(k\rho/\beta_0) -> \frac{n_0k}{\rho^2} \polylog(k/\rho\beta_0)
        math 1264: \frac{n_0 k}{\rho^2} \polylog(k\rho/\beta_0) -> \frac{n_0 k}{\rho^2} \polylog(k/\rho\beta_0)
        reason: thm:main has $k/(\rho \beta_0)$; the logarithms differ by $2 \ln(1/\rho)$, a factor of at most 3 here
        repair: $\polylog(k/(\rho \beta_0))$
        claims: mean.polylog-argument

    typo query-with thm:multi_dim_mean
        tex 1134: estimate each query with $\mu_i$ -> estimate each query mean $\mu_i$

    typo accuracy-symbol thm:multi_dim_mean
        tex 1136: with error $\eps \rho / \sqrt{k}$ -> with error $\alpha \rho / \sqrt{k}$

    typo one-query thm:multi_dim_mean
        tex 1184: an instance of the problem with $d=1$ -> an instance of the problem with $k=1$

    typo arm-accuracy thm:parallel_best_arm
        tex 1232: $O(\frac{1}{\rho^2\eps^2}\log^3(|A|/\beta))$ -> $O(\frac{1}{\rho^2\alpha^2}\log^3(|A|/\beta))$

    false kasivi lm:kasivi
        math 1584: \ge 1- 2\delta/\hat{\delta} - 2\delta/(1-e^{-\eps}) -> \ge 1- (1 + e^{\eps})\delta/\hat{\delta} -
            \delta - 2\delta/(1-e^{-\eps})
        math 1581: U \mid_{V=t} \approx_{3\eps, \hat{\delta}}
        reason: two explicit distributions on five points with $e^\eps = 2$, $\delta = 1/100$, $\hat{\delta} = 1/10$,
            close on every event, have the bad mass 25/100 against the printed 24/100
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

    imprecise errors-independent thm:adaptive_lb
        tex 421: the errors (either correctness or replicability) are independent and therefore compound -> the errors
            (either correctness or replicability) compound
        tex 404: the replicability errors are \emph{independent} and therefore compound -> the replicability errors
            compound
        tex 2454: ensures that the errors across rounds are not correlated with each other -> lets the hardness of a
            round be applied given the rounds before it
        reason: an algorithm may copy its first answer: the disagreements of two rounds then coincide. Witness: $y_1$ a
            fair bit of the sample, $y_2 = y_1$
        repair: leave the words out: the proof of clm:fixed_r_lb telescopes conditional expectations and does not use
            them
        claims: fixed-coins.split
        effect: none: the sentences belong to sketches

    imprecise undefined-indicator clm:fixed_r_lb
        tex 2537: Note that on the event $\{M_{i-1} = 1\}$ (runs 1 and 2 agreed on all previous outputs), -> Let $M_i =
            \prod_{j=1}^i \ind{y_j = y'_j}$, with $M_0 = 1$. Note that on the event $\{M_{i-1} = 1\}$ (runs 1 and 2
            agreed on all previous outputs),
        reason: $M_i$ is used from here on and never defined, while $N_i$ is (2648)
        repair: $M_i = \prod_{j \le i} 1[y_j = y'_j]$, the indicator that runs 1 and 2 agreed in all rounds up to $i$
        claims: fixed-coins.split, fixed-coins.rearrange-rho
        named tex 2648: Let $N_i = \prod_{j=1}^i \ind{y_j \in G_{\theta_j}}$

    imprecise adaptive-rho thm:adaptive_lb
        tex 2524: requires sample complexity $m = \Omega(nk^2)$, where $n = \Theta(1/\tau^2)$
        tex 2522: Any algorithm $\cA$ that is $\rho$-replicable in this game -> Any algorithm $\cA$ that is
            $\rho$-replicable, for a small enough constant $\rho$, in this game
        tex 392: Any algorithm that is $\rho$-replicable in the adaptive $k$-round game and answers all rounds
            correctly with constant probability -> Any algorithm that is $\rho$-replicable in the adaptive $k$-round
            game and answers all rounds correctly with probability at least $1 - \beta$, for small enough constants
            $\rho$ and $\beta$,
        reason: no range of $\rho$ is printed, and not every one is possible: an algorithm that answers + always on a
            $\beta/2$ share of its coins and by majority otherwise is $(1 - \beta/2)$-replicable and needs only order
            $\log(k/\beta)/\tau^2$ samples. Witness: $k = 10^6$, $\tau = 1/5$, $\beta = 1/100$, $m = 221$; with even
            coins $\rho = 1/2$ and success 49/100, which the theorem titled 'Informal' (392) allows too
        repair: $\rho < 1/4$ and $\beta < 1/68$; the steps of the proof then give $m \ge (k (1 - 4 \rho)/(972 \rho
            \tau))^2$, with a factor $1/\rho^2$ that the printed form does not show
        claims: adaptive.every-rho, adaptive.majority-witness, adaptive.majority-cost, adaptive.rho-below-quarter,
            adaptive.pk-bound, adaptive.explicit
        named tex 2683: keeping $\rho$ small (a sufficiently small constant)
        effect: none for a small constant $\rho$, the case the theorem is about

    unjustified interval-inside lem:threshold_estimation
        tex 2504: wherein $1/3 < p_+(\theta) < 2/3$. -> wherein $1/3 < p_+(\theta) < 2/3$. At the ends of $(1/2 - \tau,
            1/2 + \tau)$ the value is at most $3/16$ and at least $13/16$, so $I$ lies inside.
        tex 2506: $\frac{1}{3} \cdot \frac{\abs{I}}{2\tau} = \Omega\rbr{\frac{1}{\tau\sqrt{m}}}$
        reason: that $I$ lies inside $(1/2 - \tau, 1/2 + \tau)$ is used (2506) and not argued
        repair: at the two ends $p_+$ is at most $3/16 < 1/3$ and at least $13/16 > 2/3$, so $I$ cannot reach them
        claims: threshold.interval-inside

    imprecise tight-up-to-logs thm:adaptive_lb
        tex 397: yields an $O(nk^2)$ algorithm -> yields an $\wtilde{O}(nk^2)$ algorithm
        reason: the boosting that is meant costs $1/\rho^2$ up to logarithms, as said at 689
        repair: $\tilde{O}(n k^2)$
        named tex 689: at (nearly) a $\rho^{-2}$ cost in sample complexity

    imprecise phantom-sample thm:adaptive_lb
        tex 438: a fresh resample from the conditional distribution given the sufficient statistic -> a fresh sample
            from the same distribution
        tex 439: (here, the empirical distribution) was used -> was used
        reason: $S''_i$ is a fresh sample of $\theta_i^m$ (2589); only thm:suff_stat resamples given a statistic
        repair: a fresh sample from the same distribution
        named tex 2589: where $S''_i \sim \theta_i^m$ is an independent fresh sample

    imprecise large-enough-k thm:adaptive_lb
        tex 2678: which exceeds $\beta$ for large enough $k$---a contradiction -> which is at least $1/68$ and so
            exceeds $\beta < 1/68$---a contradiction
        reason: $(1/2)(k/32)/(1 + k/16)$ never reaches 1/4, so largeness of $k$ alone is not enough; and it is at least
            1/68 for every $k$
        repair: $\beta < 1/68$ works for every $k$
        claims: adaptive.beta-threshold, adaptive.beta-limit
    """,
    at,
)
