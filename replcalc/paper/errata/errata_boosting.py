"""Errata of sufficient statistics, invariance, boosting and its applications, the omitted proofs."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    typo suffstat-probability thm:suff_stat
        math 2737: \Pru{r, r'}{\cB(S_1; r, r') = \cB(S_2; r, r')} \ge 1 - 2\rho -> \Pru{S_1, S_2, r, r'}{\cB(S_1; r,
            r') = \cB(S_2; r, r')} \ge 1 - 2\rho
        reason: a subscript: over the coins alone it would be a statement about every pair of samples. Witness: two
            coin flips against a random threshold are 3/8-replicable, but the samples 00 and 11 never agree
        repair: the probability over $S_1, S_2, r, r'$, as in the proof (2750)
        claims: suffstat.random-threshold, suffstat.coins-only
        named tex 2750: be two independent samples and let $(r, r')$ be shared random bits

    typo argument-result thm:suff_stat
        tex 2791: A closely related argument result is -> A closely related result is

    typo symmetric cor:order_inv
        tex 2875: \emph{is} symemtric -> \emph{is} symmetric

    imprecise closeness-symmetric def:symmetric_problem
        tex 469: (uniformity testing, closeness testing, and entropy estimation are canonical examples) -> (uniformity
            testing and entropy estimation are canonical examples)
        tex 2905: every valid output $y \in G_D$, and every permutation $\pi : \cX \to \cX$
        reason: def:symmetric_problem is about one distribution over $X$ and does not cover two-sample problems; read
            over pairs, a permutation sends the point mass on (1, 1), with equal marginals, to that on (1, 2)
        repair: leave closeness testing out, or let the same relabelling act on both samples
        effect: none: no result is applied to it

    imprecise error-function-zero def:correlated_sampling
        tex 2988: In particular, $\varepsilon(0) = 0$, so $\mathrm{CS}(P, r) = \mathrm{CS}(Q, r)$ with probability $1$
            -> Since the output is a function of the distribution and the string, $\mathrm{CS}(P, r) = \mathrm{CS}(Q,
            r)$
        reason: the definition does not imply $\eps(0) = 0$ ($\eps = 1$ throughout is allowed); equal distributions
            give equal outputs because the sampler is a deterministic function of distribution and string
        repair: argue by determinism, as at 3008, or use the bound $2 \delta/(1 + \delta)$
        claims: pointwise.twice-tv
        named tex 3008: is a deterministic function of the distribution and the seed

    typo left-composition cor:label_inv
        tex 2949: since left-composition by the fixed $\sigma$ -> since right-composition by the fixed $\sigma$
        reason: $\pi$ is followed after $\sigma$, which is composition from the right; both are bijections
        repair: from the right

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

    false thresholds-one cor:thresholds
        math 3412: \frac{(\log^*d)^3}{\alpha^2 \rho^2} -> \frac{(1 + \log^*d)^3}{\alpha^2 \rho^2}
        tex 612: $\wtilde{O}\left(\frac{(\log^*d)^3}{\alpha^2\rho^2} + \frac{\log(1/\beta)}{\alpha}\right)$ ->
            $\wtilde{O}\left(\frac{(1 + \log^*d)^3}{\alpha^2\rho^2} + \frac{\log(1/\beta)}{\alpha}\right)$
        math 3424: \frac{(\log^*d)^3 \log^{2}(1/\beta)}{\alpha^2 \rho^2} -> \frac{(1 + \log^*d)^3
            \log^{2}(1/\beta)}{\alpha^2 \rho^2}
        reason: $\log^* 1 = 0$, so at $d = 1$ the term in $\rho$ disappears, while two thresholds already need $1/(54
            \alpha \rho)$ samples ($\beta \le 1/16$)
        repair: $(1 + \log^* d)^3$
        claims: pac.thresholds-at-one, pac.thresholds-lower
        quotes: the paper, from a bound of Bun et al. 2023 quoted at 3424
        effect: none for $d \ge 2$

    imprecise heavy-boundary thm:heavy_hitters
        tex 632: any elements such that $\Pru{D}{x} < \nu - \epsilon$ -> any elements such that $\Pru{D}{x} \le \nu -
            \epsilon$
        tex 3491: If $L$ contains some $x$ with probability less than -> If $L$ contains some $x$ with probability at
            most
        reason: the two definitions differ at equality, and the tester's proof (3491) treats the strict one
        repair: $\le \nu - \epsilon$ throughout: the margins of the tester cover it
        claims: heavy.light-margin, heavy.fallback-threshold
        named tex 3435: $\Pru{X \sim \cD}{X=x} \le \nu - \epsilon$

    imprecise tester-at-rho lm:boost_pac
        tex 3335: Plugging these bounds in \Cref{thm:boost_beta} we obtain the desired bound. -> Plugging these bounds
            in \Cref{thm:boost_beta} we obtain the desired bound for $\beta < \rho/4$; for $\beta \ge \rho/4$ we return
            the answer of the replicable learner untested.
        reason: the tester of thm:boost_beta runs at $\min(\rho, \beta)/4$, so for $\beta$ far above $\rho$ its
            $\log(1/\rho)/\alpha$ samples are not covered by the $O(\cdot)$; rem:boost (3154) assumes $\beta < \rho$,
            the lemma does not
        repair: for $\beta \ge \rho/4$ return the answer of the replicable learner, which then fails rarely enough
        claims: pac.tester-cost
        effect: none for $\beta < \rho$, the only range in which the lemma is used

    imprecise tester-answers lm:boost_pac
        tex 3318: \Cref{lm:tester} for $\cA_{\textnormal{tester}}$ -> \Cref{lm:tester}, with accept and reject
            exchanged, for $\cA_{\textnormal{tester}}$
        tex 3246: If $\mu \ge 2\alpha$, the algorithm outputs accept
        reason: lm:tester, true as printed, accepts large means (3246), while thm:boost_beta needs valid solutions
            accepted (3093), and a valid hypothesis has a small mean error. Witness: a hypothesis without errors is
            rejected
        repair: exchange accept and reject when the lemma is used
        named tex 3093: For any valid solution for $\cT_{\alpha}$, the tester outputs \emph{accept}

    imprecise finite-class-rho cor:finite_class
        math 3379: \frac{\log^2|\cH| + \log(1/\rho)}{\alpha \rho^2}\log^{3}(1/\rho) + \frac{\log(1/\beta)}{\alpha}
        tex 3374: For any finite class $\cH$, there exists -> For any finite class $\cH$ and $\rho, \alpha, \beta \in
            (0, 1/2)$, there exists
        reason: no range of $\rho$ is printed; lm:boost_pac, from which it follows, has $\rho \in (0, 1/2)$ (3308), and
            as $\rho$ tends to 1 the first term vanishes. Witness: $|H| = 2^{10^9}$, $\rho = 1 - 10^{-6}$, $\alpha =
            \beta = 1/8$
        repair: $\rho \in (0, 1/2)$
        claims: pac.finite-every-rho, pac.finite-bracket, pac.finite-needed, pac.finite-repaired
        named tex 3308: For $\rho, \alpha, \beta \in (0, 1/2)$, there exists a $\rho$-replicable algorithm

    imprecise best-arm-equality thm:best_arm
        tex 3575: $\hat{\mu}_{a'} \ge \hat{\mu}_{a} + \frac{3}{2}\alpha$ and as such the tester will reject ->
            $\hat{\mu}_{a'} \ge \hat{\mu}_{a} + \frac{15}{8}\alpha$ and as such the tester will reject
        tex 3571: $\hat{\mu}_{a} \ge \max_{a'} \hat{\mu}_{a'} - \frac{3}{2}\alpha$
        reason: the test (3571) accepts at equality
        repair: the gap is at least $15 \alpha/8$
        claims: best-arm.invalid-margin

    typo failure-at-least lm:heavy_tester
        tex 3463: with failure probability at least $1-\beta$ -> with failure probability at most $\beta$
        reason: a failure probability of 1 would satisfy that
        repair: at most $\beta$
        claims: heavy.failure

    typo success-beta-eighth thm:best_arm
        tex 3568: with probability at least $\beta/8$ we have -> with probability at least $1 - \beta/8$ we have
        tex 3580: with probability at least $\beta/8$, all estimates -> with probability at least $1 - \beta/8$, all
            estimates
        reason: the union bound leaves a failure of $\beta/16$
        repair: at least $1 - \beta/8$
        claims: best-arm.estimates

    typo proof-inside lm:boost_pac
        tex 3316: \begin{proof} The theorem follows directly -> \end{lemma} \begin{proof} The theorem follows directly
        tex 3336: \end{proof} \end{lemma} -> \end{proof}
        repair: the proof after the lemma

    typo littlestone cor:littlestone
        tex 3339: classes with finite little stone dimension -> classes with finite Littlestone dimension

    typo extra-argument cor:finite_class
        math 3397: n_{\textnormal{non-replic}} (\rho, \alpha, \beta) -> n_{\textnormal{non-replic}} (\alpha, \beta)

    typo braces cor:thresholds
        tex 3408: over the finite domain ${0, 1, \dots, d}$ -> over the finite domain $\{0, 1, \dots, d\}$

    typo replic-argument cor:thresholds
        math 3421: n_{\textnormal{replic}}(\rho, \alpha, \rho) \le \wtilde{O} -> n_{\textnormal{replic}}(\rho, \alpha,
            \beta) \le \wtilde{O}

    typo at-least-nu lm:heavy_tester
        tex 3494: element $x$ with probability more than $\nu$ -> element $x$ with probability at least $\nu$

    typo element-appears lm:heavy_tester
        tex 3495: The probability will appear in the set $A$ -> The element will appear in the set $A$

    typo list-rejected lm:heavy_tester
        tex 3498: the set $A$ will get rejected -> the list $L$ will get rejected

    typo at-most thm:heavy_hitters
        tex 3527: such elements is a most -> such elements is at most

    typo doubled-word thm:best_arm
        tex 3580: correct up to the desired error correct. -> correct up to the desired error.

    imprecise naive-coins sec:naive
        tex 3629: the events $\cbr{\err_i}_{i=1}^{k}$ are independent.
        reason: the inputs are, but with one common random string the events need not be. Witness: answer the sample if
            $r < 1/10$, else 0: the union stays at most 1/10 for every $k$
        repair: every copy has its own coins
        claims: naive.common-string, naive.union
        named tex 3628: and the random bits used by $\cA_i$. -> and the random bits used by $\cA_i$, which are its own.

    imprecise hard-instance-ranges lm:hard_instance_exists
        tex 3693: For any $\rho, \beta > 0$, each $\cT_i$ -> For any $\rho < 1/2$ and $\beta < \rho$, each $\cT_i$
        reason: thm:multi_dim_mean, which is used, asks for $\rho < 1/2$ and $\beta < \rho$ (1152)
        repair: the same ranges
        named tex 1152: For any $\rho, \alpha <1/2$ and $\beta < \rho$

    typo one-hundredth thm:hardness
        tex 3734: has failure probability $0.01$ however -> has failure probability $0.001$ however
        reason: the constant was chosen for 0.001 (3728), and only that falls under the lower bound
        repair: 0.001
        named tex 3728: picking the constant for $\beta$ small enough, is at most $0.001$

    typo polylog lm:hard_instance_exists
        tex 3705: $\wtilde{O}(d\rho^{-2}\log(\beta^{-1}))$ -> $\wtilde{O}(d\rho^{-2}\polylog(\beta^{-1}))$

    typo last-vector lm:hard_instance_exists
        tex 3708: vectors $v^{(1)}, \dots, v^{(i)}$ -> vectors $v^{(1)}, \dots, v^{(k)}$

    typo composed-problem thm:hardness
        tex 3727: produces an algorithm for $\cT_i$ -> produces an algorithm for $\cTcomp$
    """,
    at,
)
