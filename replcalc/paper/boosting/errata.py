"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    false chernoff lm:tester
        math 3259: \Pr{\abs{\hat{\mu} - \mu} \ge \delta \mu} -> \max\cbr{\Pr{\hat{\mu} \ge (1 + \delta)\mu},
            \Pr{\hat{\mu} \le (1 - \delta)\mu}}
        tex 3257: the following variant of the Chernoff bound: for any $\delta > 0$, -> the following variant of the
            Chernoff bound: for any $\delta \in (0, 1]$,
        reason: the two tails together need a factor 2, and the upper tail alone needs $\delta \le 1$. Witnesses: $n =
            1$, $\mu = 1/2$, $\delta = 1$ (probability 1, bound 0.846); $n = 1$, $\mu = 1/100$, $\delta = 99$
        repair: each tail on its own, for $\delta \le 1$ (the lower one even with $/2$)
        claims: tester.chernoff-two-sided, tester.chernoff-large-deviation, tester.chernoff-upper,
            tester.chernoff-lower, tester.moment-bound, tester.needed-rates
        quotes: a standard bound, quoted without a reference
        effect: none: lm:tester uses one tail at a time, at $\delta = 1/4$ and $1/2$

    false tester-equality lm:tester
        math 3273: = \Pr{\hat{\mu} \le (1 - \delta)\mu} -> \le \Pr{\hat{\mu} \le (1 - \delta)\mu}
        reason: the point of equality may have mass. Witness: $n = 2$, $\alpha = 1/3$, $\mu = 2/3$: 1/9 against 5/9
        repair: $\le$ in place of $=$
        claims: tester.strict-inequality
        effect: none: the next step bounds the right-hand side

    false log-four thm:boost_sq
        tex 3186: invoke the theorem with $\beta = \rho/4$ to get the same sample complexity bound
        tex 3176: For any $\alpha, \rho, \beta > 0$, there exists a $\rho$-replicable -> For any $\alpha, \beta > 0$
            and $\rho \in (0, 1/2]$, there exists a $\rho$-replicable
        reason: $\log(4/\rho)$ is not $O(\log(1/\rho))$ as $\rho$ tends to 1
        repair: $\rho \le 1/2$, where the factor is 3
        claims: sq.log-four-everywhere, sq.log-four
        effect: none for $\rho \le 1/2$

    unjustified mean-above-one lm:tester
        tex 3266: It is clear that the probability is maximized for $\mu = 2\alpha$
        tex 3242: Let $\alpha \in (0, 1)$ be an arbitrary parameter. -> Let $\alpha \in (0, 1/2]$ be an arbitrary
            parameter.
        reason: $2 \alpha$ is no probability for $\alpha > 1/2$; the case is empty there
        repair: $\alpha \le 1/2$
        claims: tester.mean-above-one, tester.sample-size

    imprecise failure-missing thm:boost_beta
        tex 3097: Then there exists a $\rho$-replicable algorithm for $\cT_{\alpha}$ with sample complexity -> Then
            there exists a $\rho$-replicable algorithm for $\cT_{\alpha}$ with failure probability at most $\beta$ and
            sample complexity
        tex 3176: statistical oracle with error $\alpha$ and sample complexity -> statistical oracle with error
            $\alpha$, failure probability at most $\beta$ and sample complexity
        reason: the failure probability $\beta$ is proved but not stated
        repair: add: and failure probability at most $\beta$
        claims: boost.failure

    imprecise two-meanings-of-mean thm:boost_sq
        tex 3212: Letting $\hat{\mu}$ denote the estimate, -> Letting $\bar{\mu}$ denote the estimate,
        tex 3213: closer than $3\alpha/2$ to $\hat{\mu}$ -> closer than $3\alpha/2$ to $\bar{\mu}$
        reason: the symbol stands for the proposed value in the text (3171) and for the estimate in the proof; the test
            compares the two
        repair: two symbols
        named tex 3171: testing whether or not a value $\hat{\mu}$ is at most $\alpha$ away from the mean

    imprecise tester-probability lm:tester
        tex 3246: If $\mu \ge 2\alpha$, the algorithm outputs accept -> If $\mu \ge 2\alpha$, the algorithm outputs
            accept with probability at least $1-\beta$.
        tex 3247: If $\mu \le \alpha$ the algorithm outputs reject. -> If $\mu \le \alpha$, the algorithm outputs
            reject with probability at least $1-\beta$.
        reason: with which probability is said only in the proof (3296)
        repair: each with probability at least $1 - \beta$
        claims: tester.sample-size
        named tex 3296: the tester accepts with probability at least $1-\beta$

    typo missing-space sec:boost
        tex 3076: by an\enquote{accuracy} parameter -> by an \enquote{accuracy} parameter

    typo stray-equals thm:boost_sq
        math 3190: = O(\frac{\log(1/\beta)}{\alpha^2 (\rho - 2\beta)^2}) -> O(\frac{\log(1/\beta)}{\alpha^2 (\rho -
            2\beta)^2})

    typo article lm:tester
        tex 3241: with a unknown mean -> with an unknown mean
    """,
    at,
)
