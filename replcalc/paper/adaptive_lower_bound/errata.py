"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
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
