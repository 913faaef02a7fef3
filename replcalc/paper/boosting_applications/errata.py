"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
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
    """,
    at,
)
