"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import shown, slip, tex
from replcalc.statements.erratum import false_as_printed, imprecise, typo

ERRATA = (
    false_as_printed(
        "thresholds-one",
        "cor:thresholds",
        (
            shown(3412, r"\frac{(\log^*d)^3}{\alpha^2 \rho^2}", r"\frac{(1 + \log^*d)^3}{\alpha^2 \rho^2}"),
            tex(
                612,
                r"$\wtilde{O}\left(\frac{(\log^*d)^3}{\alpha^2\rho^2} + \frac{\log(1/\beta)}{\alpha}\right)$",
                r"$\wtilde{O}\left(\frac{(1 + \log^*d)^3}{\alpha^2\rho^2} + \frac{\log(1/\beta)}{\alpha}\right)$",
            ),
            shown(
                3424,
                r"\frac{(\log^*d)^3 \log^{2}(1/\beta)}{\alpha^2 \rho^2}",
                r"\frac{(1 + \log^*d)^3 \log^{2}(1/\beta)}{\alpha^2 \rho^2}",
            ),
        ),
        "$\\log^* 1 = 0$, so at $d = 1$ the term in $\\rho$ disappears, while two thresholds already need "
        "$1/(54 \\alpha \\rho)$ samples ($\\beta \\le 1/16$)",
        "$(1 + \\log^* d)^3$",
        ("pac.thresholds-at-one", "pac.thresholds-lower"),
        quotes="the paper, from a bound of Bun et al. 2023 quoted at 3424",
        effect="none for $d \\ge 2$",
    ),
    imprecise(
        "heavy-boundary",
        "thm:heavy_hitters",
        (
            tex(
                632,
                r"any elements such that $\Pru{D}{x} < \nu - \epsilon$",
                r"any elements such that $\Pru{D}{x} \le \nu - \epsilon$",
            ),
            tex(
                3491,
                r"If $L$ contains some $x$ with probability less than",
                r"If $L$ contains some $x$ with probability at most",
            ),
        ),
        "the two definitions differ at equality, and the tester's proof (3491) treats the strict one",
        "$\\le \\nu - \\epsilon$ throughout: the margins of the tester cover it",
        ("heavy.light-margin", "heavy.fallback-threshold"),
        named=(tex(3435, r"$\Pru{X \sim \cD}{X=x} \le \nu - \epsilon$"),),
    ),
    imprecise(
        "tester-at-rho",
        "lm:boost_pac",
        (
            tex(
                3335,
                r"Plugging these bounds in \Cref{thm:boost_beta} we obtain the desired bound.",
                r"Plugging these bounds in \Cref{thm:boost_beta} we obtain the desired bound for $\beta < \rho/4$; "
                r"for $\beta \ge \rho/4$ we return the answer of the replicable learner untested.",
            ),
        ),
        "the tester of thm:boost_beta runs at $\\min(\\rho, \\beta)/4$, so for $\\beta$ far above $\\rho$ its "
        "$\\log(1/\\rho)/\\alpha$ samples are not covered by the $O(\\cdot)$; "
        "rem:boost (3154) assumes $\\beta < \\rho$, the lemma does not",
        "for $\\beta \\ge \\rho/4$ return the answer of the replicable learner, which then fails rarely enough",
        ("pac.tester-cost",),
        effect="none for $\\beta < \\rho$, the only range in which the lemma is used",
    ),
    imprecise(
        "tester-answers",
        "lm:boost_pac",
        (
            tex(
                3318,
                r"\Cref{lm:tester} for $\cA_{\textnormal{tester}}$",
                r"\Cref{lm:tester}, with accept and reject exchanged, for $\cA_{\textnormal{tester}}$",
            ),
            tex(3246, r"If $\mu \ge 2\alpha$, the algorithm outputs accept"),
        ),
        "lm:tester, true as printed, accepts large means (3246), while thm:boost_beta needs valid solutions accepted "
        "(3093), and a valid hypothesis has a small mean error. Witness: a hypothesis without errors is rejected",
        "exchange accept and reject when the lemma is used",
        ("tester.accepts-perfect-hypothesis",),
        named=(tex(3093, r"For any valid solution for $\cT_{\alpha}$, the tester outputs \emph{accept}"),),
    ),
    imprecise(
        "finite-class-rho",
        "cor:finite_class",
        (
            shown(
                3379, r"\frac{\log^2|\cH| + \log(1/\rho)}{\alpha \rho^2}\log^{3}(1/\rho) + \frac{\log(1/\beta)}{\alpha}"
            ),
            tex(
                3374,
                r"For any finite class $\cH$, there exists",
                r"For any finite class $\cH$ and $\rho, \alpha, \beta \in (0, 1/2)$, there exists",
            ),
        ),
        "no range of $\\rho$ is printed; lm:boost_pac, from which it follows, has $\\rho \\in (0, 1/2)$ (3308), and as "
        "$\\rho$ tends to 1 the first term vanishes. Witness: $|H| = 2^{10^9}$, $\\rho = 1 - 10^{-6}$, "
        "$\\alpha = \\beta = 1/8$",
        "$\\rho \\in (0, 1/2)$",
        ("pac.finite-every-rho", "pac.finite-bracket", "pac.finite-needed", "pac.finite-repaired"),
        named=(tex(3308, r"For $\rho, \alpha, \beta \in (0, 1/2)$, there exists a $\rho$-replicable algorithm"),),
    ),
    imprecise(
        "best-arm-equality",
        "thm:best_arm",
        (
            tex(
                3575,
                r"$\hat{\mu}_{a'} \ge \hat{\mu}_{a} + \frac{3}{2}\alpha$ and as such the tester will reject",
                r"$\hat{\mu}_{a'} \ge \hat{\mu}_{a} + \frac{15}{8}\alpha$ and as such the tester will reject",
            ),
            tex(3571, r"$\hat{\mu}_{a} \ge \max_{a'} \hat{\mu}_{a'} - \frac{3}{2}\alpha$"),
        ),
        "the test (3571) accepts at equality",
        "the gap is at least $15 \\alpha/8$",
        ("best-arm.invalid-margin",),
    ),
    typo(
        "failure-at-least",
        "lm:heavy_tester",
        (tex(3463, r"with failure probability at least $1-\beta$", r"with failure probability at most $\beta$"),),
        "a failure probability of 1 would satisfy that",
        "at most $\\beta$",
        ("heavy.failure",),
    ),
    typo(
        "success-beta-eighth",
        "thm:best_arm",
        (
            tex(
                3568, r"with probability at least $\beta/8$ we have", r"with probability at least $1 - \beta/8$ we have"
            ),
            tex(
                3580,
                r"with probability at least $\beta/8$, all estimates",
                r"with probability at least $1 - \beta/8$, all estimates",
            ),
        ),
        "the union bound leaves a failure of $\\beta/16$",
        "at least $1 - \\beta/8$",
        ("best-arm.estimates",),
    ),
    slip(
        "proof-inside",
        "lm:boost_pac",
        tex(
            3316,
            "\\begin{proof}\n        The theorem follows directly",
            "\\end{lemma}\n    \\begin{proof}\n        The theorem follows directly",
        ),
        tex(
            3336, "\\end{proof}\n\\end{lemma}\n\nAs an example application", "\\end{proof}\n\nAs an example application"
        ),
        repair="the proof after the lemma",
    ),
    slip(
        "littlestone",
        "cor:littlestone",
        tex(3339, r"classes with finite little stone dimension", r"classes with finite Littlestone dimension"),
    ),
    slip(
        "extra-argument",
        "cor:finite_class",
        shown(
            3397,
            "n_{\\textnormal{non-replic}}\n        (\\rho, \\alpha, \\beta)",
            "n_{\\textnormal{non-replic}}\n        (\\alpha, \\beta)",
        ),
    ),
    slip(
        "braces",
        "cor:thresholds",
        tex(3408, r"over the finite domain ${0, 1, \dots, d}$", r"over the finite domain $\{0, 1, \dots, d\}$"),
    ),
    slip(
        "replic-argument",
        "cor:thresholds",
        shown(
            3421,
            "n_{\\textnormal{replic}}(\\rho, \\alpha, \\rho)\n        \\le \n        \\wtilde{O}",
            "n_{\\textnormal{replic}}(\\rho, \\alpha, \\beta)\n        \\le \n        \\wtilde{O}",
        ),
    ),
    slip(
        "at-least-nu",
        "lm:heavy_tester",
        tex(3494, r"element $x$ with probability more than $\nu$", r"element $x$ with probability at least $\nu$"),
    ),
    slip(
        "element-appears",
        "lm:heavy_tester",
        tex(3495, r"The probability will appear in the set $A$", r"The element will appear in the set $A$"),
    ),
    slip(
        "list-rejected",
        "lm:heavy_tester",
        tex(3498, r"the set $A$ will get rejected", r"the list $L$ will get rejected"),
    ),
    slip("at-most", "thm:heavy_hitters", tex(3527, r"such elements is a most", r"such elements is at most")),
    slip(
        "doubled-word",
        "thm:best_arm",
        tex(3580, r"correct up to the desired error correct.", r"correct up to the desired error."),
    ),
)
