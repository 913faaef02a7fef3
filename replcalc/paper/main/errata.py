"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import shown, slip, tex
from replcalc.statements.erratum import false_as_printed, imprecise, unjustified

ERRATA = (
    false_as_printed(
        "main-beta0",
        "thm:main",
        (
            shown(249, r"O\left(k\sqrt{\beta_0}\log\frac{k}{\rho \beta_0}\right)"),
            tex(
                241,
                r"failure probability at most $\beta_0$, and its output",
                r"failure probability at most $\beta_0 \le 1/4$, and its output",
            ),
            tex(859, r"the lemma holds trivially by picking large enough constants under $O(.)$"),
            tex(860, r"We similarly assume that $\beta_0 \le 1/4$.", r"Recall that $\beta_0 \le 1/4$."),
        ),
        "the proof assumes $\\beta_0 \\le 1/4$ (860) and calls the rest trivial by larger constants (859), which is "
        "not so for $k = 1$: with $\\rho = 1$ both bounds tend to 0 as $\\beta_0$ tends to 1, because "
        "$\\log(k/(\\rho \\beta_0))$ does, and a base algorithm that guesses by a shared coin is allowed there. "
        "Witness: $\\beta_0 = 1 - 10^{-9}$, $n_1 = 1$",
        "$\\beta_0 \\le 1/4$, or $\\log(2k/(\\rho \\beta_0))$ in both bounds",
        ("statement.main-beta0-near-one",),
        effect="none for $\\beta_0 \\le 1/4$, the only range in which the theorem is used",
    ),
    false_as_printed(
        "zero-samples",
        "lm:replic_to_pg",
        (
            shown(
                785,
                r"\frac{n \log(1/\eps)}{\eps^2} \cdot \polylog(1/\delta)",
                r"\frac{n \log(2/\eps)}{\eps^2} \cdot \polylog(1/\delta)",
            ),
            shown(
                3751,
                r"\frac{n \log(1/\eps)}{\eps^2}\polylog(1/\delta)",
                r"\frac{n \log(2/\eps)}{\eps^2}\polylog(1/\delta)",
            ),
            tex(777, r"and let $\eps \in (0, 1]$"),
        ),
        "at $\\eps = 1$ the logarithm is 0, and so is the number of samples",
        "$\\log(2/\\eps)$ in place of $\\log(1/\\eps)$",
        ("to-pg.zero-samples",),
        quotes="Bun et al. 2023, Theorem 3.19, as quoted",
        effect="none: thm:main uses $\\eps_i \\le c_1 < 1$",
    ),
    unjustified(
        "het-precondition",
        "lm:pg_compose",
        (
            tex(
                2301,
                r"We invoke \Cref{lm:pg_compose_het} and bound the values there.",
                r"We invoke \Cref{lm:pg_compose_het}, whose hypothesis $\delta_i \le \eps_i/50$ follows from "
                r"$\delta_i \le c_1\eps_i^2 \le c_1^2\eps_i$ for $c_1 \le 1/\sqrt{50}$, and bound the values there.",
            ),
            tex(1319, r"$\delta_i \in (0, \eps_i / 50]$"),
        ),
        "the hypothesis $\\delta_i \\le \\eps_i/50$ (1319) is not verified",
        "it follows from $\\delta_i \\le c_1 \\eps_i^2$ and $\\eps_i \\le c_1$ for $c_1 = 1/10$ (any "
        "$c_1 \\le 1/\\sqrt{50}$)",
        ("pg.hypothesis",),
    ),
    unjustified(
        "theta-epsilon-star",
        "lm:pg_compose",
        (
            tex(2396, r"$\min\cbr{\eps^{(k)}, 1} \in \Theta(\eps^*)$"),
            tex(
                2394,
                r"Since $\eps^{(k)} \le \eps^{*} \le c_3$,",
                r"Since $2\sqrt{2}\rbr{\sqrt{\ln(1/\delta')\sum_i \eps_i^2} + \sum_i \eps_i^2} \le \eps^{(k)} \le "
                r"\eps^{*} \le c_3$,",
            ),
        ),
        "the inequality gives an upper bound on $\\eps^{(k)}$, and a lower bound is needed",
        "$\\eps^{(k)} \\ge 2 \\sqrt{2} (\\sqrt{\\ln(1/\\delta') S} + S)$ with $S$ the sum of $\\eps_i^2$",
        ("pg.epsilon-lower",),
    ),
    imprecise(
        "main-rho",
        "thm:main",
        (
            tex(
                241,
                r"for any $\rho > 0$, there exists a $\rho$-replicable algorithm that solves the composed",
                r"for any $\rho \in (0, 1]$, there exists a $\rho$-replicable algorithm that solves the composed",
            ),
        ),
        "beyond 1 the bounds are too small. Witness: $k = 1$, $\\rho = 10^{40}$, $\\beta_0 = \\rho^{-2}$ leave less "
        "than one sample and a failure bound below 1/2",
        "$\\rho \\in (0, 1]$",
        ("statement.main-large-rho",),
        named=(
            tex(918, r"Since $\rho \le 1$, and"),
            tex(954, r"\EqComment{Since $c, \rho \le 1$}"),
            tex(1041, r"\EqComment{Since $\rho \le 1$}"),
        ),
        effect="none: replicability is a probability",
    ),
    imprecise(
        "one-way",
        "lm:pg_to_replic",
        (
            tex(
                816,
                r"one-way perfectly generalizing, a weaker notion than standard perfect generalization.",
                r"one-way perfectly generalizing, a weaker notion than standard perfect generalization that asks for "
                r"the upper inequality alone.",
            ),
            tex(821, r"one-way perfectly generalizing algorithm with finite output space"),
        ),
        "the notion is not defined in the paper",
        "define it; the upper inequality of def:pg seems to be meant",
        quotes="Bun et al. 2023, Theorem 3.17, as quoted",
    ),
    imprecise(
        "equal-costs",
        "thm:main",
        (
            tex(
                835,
                r"as implied by \Cref{lm:replic_to_pg}, is the same for all $i$.",
                r"as implied by \Cref{lm:replic_to_pg}, is at most the same bound for all $i$.",
            ),
        ),
        "said as intuition; because of the term $1/k$ it is not the same. Witness: $n = (1, 3)$: $n_i/\\eps_i^2$ is in "
        "the ratio 4/3 to 12/5",
        "at most the same bound for all $i$, which is what is used (1103)",
        ("statement.equal-costs", "main.cost"),
        named=(shown(1103, "\\frac{n_i}{\\eps_i^2}\n        \\le O"),),
    ),
    imprecise(
        "log-two",
        "cl:c_small_pg_compose_precond_hold",
        (tex(918, r"$\log(k / \rho \beta_0) \ge \log(2) =1$", r"$\log(k / \rho \beta_0) \ge \log(4) > 1$"),),
        "that is the base-2 logarithm, whereas $\\ln(1/\\delta')$ in lm:pg_compose_het is natural, and $\\ln 2 < 1$",
        "$\\ln(k/(\\rho \\beta_0)) \\ge \\ln 4 > 1$ from $\\beta_0 \\le 1/4$ (860)",
        ("statement.log-two", "c.log-at-least"),
        named=(tex(860, r"assume that $\beta_0 \le 1/4$"),),
    ),
    imprecise(
        "absorbing-c",
        "thm:main",
        (tex(1065, r"we have used the fact that $k \ge 2$", r"we have used the fact that $\beta_0 \le 1/4$"),),
        "$k \\ge 2$ is not assumed",
        "not needed: $\\ln(k/(\\rho \\beta_0)) \\ge \\ln 4$ from $\\beta_0 \\le 1/4$",
        ("c.log-at-least",),
        named=(tex(860, r"assume that $\beta_0 \le 1/4$"),),
    ),
    imprecise(
        "two-epsilon-stars",
        "lm:pg_compose",
        (tex(2385, r"$\eps^{(i-1)} \le \eps^{(k)} = \eps^*/3$", r"$\eps^{(i-1)} \le \eps^{(k)} \le \eps^*/3$"),),
        "that is $\\eps^*$ of lm:pg_compose_het; the theorem's own $\\eps^*$ is the larger $c_2 (\\ldots)$",
        "$\\eps^{(k)} \\le \\eps^*/3$",
        ("pg.epsilon-star", "pg.below-one"),
    ),
    slip(
        "parentheses",
        "lm:pg_to_replic",
        tex(821, r"be a $\gamma, \eps, \delta$ one-way", r"be a $(\gamma, \eps, \delta)$ one-way"),
    ),
    slip("composed-symbol", "thm:main", tex(830, r"implies that $\cB$ is PG", r"implies that $\cBcomp$ is PG")),
    slip("unused-input", "alg:main", tex(841, r"; parameters $\rho, \beta$", r"; parameter $\rho$")),
    slip(
        "replicable-one",
        "thm:main",
        tex(860, r"obtain a $1$-replicable algorithm", r"obtain a $0$-replicable algorithm"),
    ),
)
