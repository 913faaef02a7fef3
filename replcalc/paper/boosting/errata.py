"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import shown, slip, tex
from replcalc.statements.erratum import false_as_printed, imprecise, unjustified

ERRATA = (
    false_as_printed(
        "chernoff",
        "lm:tester",
        (
            shown(
                3259,
                r"\Pr{\abs{\hat{\mu} - \mu} \ge \delta \mu}",
                r"\max\cbr{\Pr{\hat{\mu} \ge (1 + \delta)\mu}, \Pr{\hat{\mu} \le (1 - \delta)\mu}}",
            ),
            tex(
                3257,
                r"the following variant of the Chernoff bound: for any $\delta > 0$,",
                r"the following variant of the Chernoff bound: for any $\delta \in (0, 1]$,",
            ),
        ),
        "the two tails together need a factor 2, and the upper tail alone needs $\\delta \\le 1$. Witnesses: $n = 1$, "
        "$\\mu = 1/2$, $\\delta = 1$ (probability 1, bound 0.846); $n = 1$, $\\mu = 1/100$, $\\delta = 99$",
        "each tail on its own, for $\\delta \\le 1$ (the lower one even with $/2$)",
        (
            "tester.chernoff-two-sided",
            "tester.chernoff-large-deviation",
            "tester.chernoff-upper",
            "tester.chernoff-lower",
            "tester.moment-bound",
            "tester.needed-rates",
        ),
        quotes="a standard bound, quoted without a reference",
        effect="none: lm:tester uses one tail at a time, at $\\delta = 1/4$ and $1/2$",
    ),
    false_as_printed(
        "tester-equality",
        "lm:tester",
        (shown(3273, r"= \Pr{\hat{\mu} \le (1 - \delta)\mu}", r"\le \Pr{\hat{\mu} \le (1 - \delta)\mu}"),),
        "the point of equality may have mass. Witness: $n = 2$, $\\alpha = 1/3$, $\\mu = 2/3$: 1/9 against 5/9",
        "$\\le$ in place of $=$",
        ("tester.strict-inequality",),
        effect="none: the next step bounds the right-hand side",
    ),
    false_as_printed(
        "log-four",
        "thm:boost_sq",
        (
            tex(3186, r"invoke the theorem with $\beta = \rho/4$ to get the same sample complexity bound"),
            tex(
                3176,
                r"For any $\alpha, \rho, \beta > 0$, there exists a $\rho$-replicable",
                r"For any $\alpha, \beta > 0$ and $\rho \in (0, 1/2]$, there exists a $\rho$-replicable",
            ),
        ),
        "$\\log(4/\\rho)$ is not $O(\\log(1/\\rho))$ as $\\rho$ tends to 1",
        "$\\rho \\le 1/2$, where the factor is 3",
        ("sq.log-four-everywhere", "sq.log-four"),
        effect="none for $\\rho \\le 1/2$",
    ),
    unjustified(
        "mean-above-one",
        "lm:tester",
        (
            tex(3266, r"It is clear that the probability is maximized for $\mu = 2\alpha$"),
            tex(
                3242,
                r"Let $\alpha \in (0, 1)$ be an arbitrary parameter.",
                r"Let $\alpha \in (0, 1/2]$ be an arbitrary parameter.",
            ),
        ),
        "$2 \\alpha$ is no probability for $\\alpha > 1/2$; the case is empty there",
        "$\\alpha \\le 1/2$",
        ("tester.mean-above-one", "tester.sample-size"),
    ),
    imprecise(
        "failure-missing",
        "thm:boost_beta",
        (
            tex(
                3097,
                r"Then there exists a $\rho$-replicable algorithm for $\cT_{\alpha}$ with sample complexity",
                r"Then there exists a $\rho$-replicable algorithm for $\cT_{\alpha}$ with failure probability at most "
                r"$\beta$ and sample complexity",
            ),
            tex(
                3176,
                r"statistical oracle with error $\alpha$ and sample complexity",
                r"statistical oracle with error $\alpha$, failure probability at most $\beta$ and sample complexity",
            ),
        ),
        "the failure probability $\\beta$ is proved but not stated",
        "add: and failure probability at most $\\beta$",
        ("boost.failure",),
    ),
    imprecise(
        "two-meanings-of-mean",
        "thm:boost_sq",
        (
            tex(3212, r"Letting $\hat{\mu}$ denote the estimate,", r"Letting $\bar{\mu}$ denote the estimate,"),
            tex(3213, r"closer than $3\alpha/2$ to $\hat{\mu}$", r"closer than $3\alpha/2$ to $\bar{\mu}$"),
        ),
        "the symbol stands for the proposed value in the text (3171) and for the estimate in the proof; the test "
        "compares the two",
        "two symbols",
        named=(tex(3171, r"testing whether or not a value $\hat{\mu}$ is at most $\alpha$ away from the mean"),),
    ),
    imprecise(
        "tester-probability",
        "lm:tester",
        (
            tex(
                3246,
                r"If $\mu \ge 2\alpha$, the algorithm outputs accept",
                r"If $\mu \ge 2\alpha$, the algorithm outputs accept with probability at least $1-\beta$.",
            ),
            tex(
                3247,
                r"If $\mu \le \alpha$ the algorithm outputs reject.",
                r"If $\mu \le \alpha$, the algorithm outputs reject with probability at least $1-\beta$.",
            ),
        ),
        "with which probability is said only in the proof (3296)",
        "each with probability at least $1 - \\beta$",
        ("tester.sample-size",),
        named=(tex(3296, r"the tester accepts with probability at least $1-\beta$"),),
    ),
    slip(
        "missing-space",
        "sec:boost",
        tex(3076, r"by an\enquote{accuracy} parameter", r"by an \enquote{accuracy} parameter"),
    ),
    slip(
        "stray-equals",
        "thm:boost_sq",
        shown(
            3190,
            r"= O(\frac{\log(1/\beta)}{\alpha^2 (\rho - 2\beta)^2})",
            r"O(\frac{\log(1/\beta)}{\alpha^2 (\rho - 2\beta)^2})",
        ),
    ),
    slip("article", "lm:tester", tex(3241, r"with a unknown mean", r"with an unknown mean")),
)
