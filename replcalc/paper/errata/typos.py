"""Slips of the pen, confirmed by reading the line; where a number is involved also by a claim."""

from __future__ import annotations

from functools import partial

from replcalc.paper.literature import at, lines
from replcalc.statements.erratum import Erratum

_typo = partial(Erratum, severity="typo")

#: line, statement, what stands there, what it should be.
_SLIPS: tuple[tuple[str, int, str, str, str], ...] = (
    ("label-option", 448, "thm:intro_stuff_stat", "the title in brackets follows \\label", "before it"),
    ("label-caption", 586, "table:only", "\\label before \\caption: the reference gets another number", "after it"),
    ("our-known", 636, "table:only", "'our' known", "'are' known"),
    ("parentheses", 821, "lm:pg_to_replic", "gamma, epsilon, delta without parentheses", "(gamma, epsilon, delta)"),
    ("composed-symbol", 830, "thm:main", "lm:pg_compose is applied to B", "to the composition of the B_i"),
    ("unused-input", 841, "alg:main", "beta is an input of the construction and never used", "beta_0 alone"),
    ("replicable-one", 860, "thm:main", "a constant output is 1-replicable", "0-replicable"),
    ("query-with", 1134, "thm:multi_dim_mean", "each query 'with' mu_i", "each query mean mu_i"),
    ("accuracy-symbol", 1136, "thm:multi_dim_mean", "error eps rho/sqrt k", "alpha rho/sqrt k"),
    ("one-query", 1184, "thm:multi_dim_mean", "an instance with d = 1", "k = 1"),
    ("arm-accuracy", 1232, "thm:parallel_best_arm", "1/(rho^2 eps^2)", "1/(rho^2 alpha^2)"),
    ("sum-range", 2086, "lm:h_to_g", "a sum over all j", "over j <= i"),
    ("argument-result", 2791, "thm:suff_stat", "'argument result'", "'argument'"),
    ("symmetric", 2875, "cor:order_inv", "'symemtric'", "'symmetric'"),
    ("missing-space", 3076, "sec:boost", "no space before a quoted word", "a space"),
    ("stray-equals", 3190, "thm:boost_sq", "an equals sign without a left side", "without it"),
    ("article", 3241, "lm:tester", "'a unknown'", "'an unknown'"),
    ("proof-inside", 3316, "lm:boost_pac", "the proof stands inside the lemma", "after it"),
    ("littlestone", 3339, "cor:littlestone", "'little stone'", "'Littlestone'"),
    ("extra-argument", 3398, "cor:finite_class", "n_nonreplic(rho, alpha, beta)", "n_nonreplic(alpha, beta)"),
    ("braces", 3408, "cor:thresholds", "the braces of the domain {0, ..., d} are lost", "escaped braces"),
    (
        "replic-argument",
        3421,
        "cor:thresholds",
        "n_replic(rho, alpha, rho) against a bound in beta",
        "(rho, alpha, beta)",
    ),
    ("at-least-nu", 3494, "lm:heavy_tester", "an element of probability more than nu", "at least nu"),
    ("element-appears", 3495, "lm:heavy_tester", "the probability appears in the set A", "the element"),
    ("list-rejected", 3498, "lm:heavy_tester", "the set A is rejected", "the list L"),
    ("at-most", 3527, "thm:heavy_hitters", "'a most'", "'at most'"),
    ("doubled-word", 3580, "thm:best_arm", "'correct' twice", "once"),
    ("polylog", 3705, "lm:hard_instance_exists", "log(1/beta)", "polylog(1/beta), as thm:multi_dim_mean gives"),
    ("last-vector", 3708, "lm:hard_instance_exists", "the vectors v^(1), ..., v^(i)", "v^(1), ..., v^(k)"),
    ("composed-problem", 3727, "thm:hardness", "an algorithm for T_i", "for the composed problem"),
)

TYPOS: tuple[Erratum, ...] = (
    _typo(
        "polylog-argument",
        at(1220),
        "thm:multi_dim_mean",
        "polylog(k rho/beta0)",
        "thm:main has k/(rho beta0); the logarithms differ by 2 ln(1/rho), a factor of at most 3 here",
        "polylog(k/(rho beta0))",
        ("mean.polylog-argument",),
        also=lines(1265),
    ),
    _typo(
        "suffstat-probability",
        at(2737),
        "thm:suff_stat",
        "Pr_(r, r')[B(S_1; r, r') = B(S_2; r, r')] >= 1 - 2 rho",
        "a subscript: over the coins alone it would be a statement about every pair of samples. Witness: two coin "
        "flips against a random threshold are 3/8-replicable, but the samples 00 and 11 never agree",
        "Pr_(S_1, S_2, r, r'), as in the proof (2750)",
        ("suffstat.random-threshold", "suffstat.coins-only"),
        also=lines(2750),
    ),
    _typo(
        "left-composition",
        at(2949),
        "cor:label_inv",
        "'left-composition' by sigma",
        "pi is followed after sigma, which is composition from the right; both are bijections",
        "from the right",
        ("label.left-composition",),
    ),
    _typo(
        "failure-at-least",
        at(3463),
        "lm:heavy_tester",
        "'failure probability at least 1 - beta'",
        "a failure probability of 1 would satisfy that",
        "at most beta",
        ("heavy.failure",),
    ),
    _typo(
        "success-beta-eighth",
        at(3568),
        "thm:best_arm",
        "'with probability at least beta/8'",
        "the union bound leaves a failure of beta/16",
        "at least 1 - beta/8",
        ("best-arm.estimates",),
        also=lines(3580),
    ),
    _typo(
        "one-hundredth",
        at(3734),
        "thm:hardness",
        "failure probability 0.01",
        "the constant was chosen for 0.001 (line 3728), and only that falls under the lower bound",
        "0.001",
        also=lines(3728),
    ),
    _typo(
        "appendix-range",
        at(3804),
        "sec:pg_error_explain",
        "B: X^n x {0,1}^r -> X u {perp}, X = {0,1}",
        "an exponent: B(X, A(X)) recovers the n bits X (3810), and A and B together would take only 3 * 2^r values. "
        "Witness: at n = 100, r = 20 a guess is right with probability below 10^-23",
        "X^n u {perp}",
        ("appendix.recovery",),
        also=lines(3810),
        quotes="the paper, describing Theorem 4.1 of Rogers et al. 2016",
    ),
    *(
        _typo(name, at(line), statement, printed, "read against its context", repair)
        for name, line, statement, printed, repair in _SLIPS
    ),
)
