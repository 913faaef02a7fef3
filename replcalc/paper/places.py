"""The labels of the paper that are no statements of the catalogue: equations inside proofs, remarks, sections.

A place has the line of its label in the TeX source, what it is, what it says in our words, the statements that it
belongs to, and the formula where the paper gives one, in the notation of ``replcalc.symbolic.printing``. Remarks and
informal statements without a label are known by their line, ``line:391``. A section lists the statements that stand
between its line and the next section's, and those that it is about.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class LabelPlace:
    """One label. ``kind``: equation, section, remark, informal theorem."""

    label: str
    line: int
    kind: str
    says: str
    statements: tuple[str, ...] = ()
    formula: str = ""


#: Label, line and statements of an equation; below it the formula, where there is one, and what it says.
_EQUATIONS = """
eq:bound_n_main_thm 250 thm:main
    n = O(Σ_i(n_i)/ρ^2·polylog(k/(ρ·β₀))), β = O(k·sqrt(β₀)·ln(k/(ρ·β₀)))
    samples and failure probability of the composition
eq:def_replic 730 def:replic
    P(A(S₁; r) = A(S₂; r)) ≥ 1 - ρ
    two runs on independent samples with one seed agree
eq:def_eps_star 804 lm:pg_compose
    ε* = c₂·(sqrt(ln(1/δ′)·Σ_i(ε_i^2)) + Σ_i(ε_i^2))
    closeness of the composition
eq:def_delta_star 810 lm:pg_compose
    δ* = c₄·sqrt((k·δ′ + Σ_i(δ_i/ε_i))/ε*)
    additive closeness of the composition
eq:lower_bound_eps_i_1_over_k 885 thm:main eq:def_eps_i_delta_i
    ε_i ≥ c·ρ·sqrt(1/(k·ln(k/(ρ·β₀))))
    no ε_i is small
eq:bound_delta_prime 907 thm:main eq:def_eps_i_delta_i
    ln(1/δ′) = O(ln(1/c) + ln(k/(ρ·β₀)))
    the slack of the concentration is no smaller than a power of what is given
eq:sum_eps_i_squared 939 cl:c_small_pg_compose_precond_hold eq:def_eps_i_delta_i
    Σ_i(ε_i^2) = 2·c^2·ρ^2/ln(k/(ρ·β₀))
    the squares of the chosen ε_i add up to this, for all n_i
eq:lower_bound_eps_star 984 cl:c_small_pg_compose_precond_hold
    ε* = Ω(sqrt(ln(1/δ′)·Σ_i(ε_i^2))) = Ω(max_i(ε_i))
    the composition is no closer than its worst part
eq:bound_log_eps_i 1063 thm:main
    ln(1/ε_i) = O(ln(k/(ρ·β₀)))
    what a logarithm of ε_i costs
eq:bound_log_delta_i 1077 thm:main
    ln(8/δ_i^2) = O(ln(k/(ρ·β₀)))
    what a logarithm of δ_i costs
eq:1ycnw8 1178 thm:multi_dim_mean
    ln(1/β₀) ≤ Θ(ln(k·ln(k/ρ)·ln(1/β)/β) + ln(1/c)) ≤ Θ(ln(k/ρ) + ln(1/β) + ln(1/c))
    the logarithm of the failure probability that every query gets
eq:vec_sim_z_and_z_tilde 1445 lm:pg_compose_het lm:G_G_prime_implies_joint
    in words: the sample with the true answers is close to the sample with the simulated ones
eq:to_show_lem_gen_pg 1509 lm:G_G_prime_implies_joint
    in words: both pairs are good but with probability at most δ_k
eq:bound_pr_g_k 1541 lm:G_G_prime_implies_joint
    in words: good pairs have distributions within exp(ε_k)
eq:bound_with_psi_in_rhs 1818 cl:Q_weighted_bound lm:bound_expect
    Σ_(z in E_i) Pr[Q = z]·ln(Pr[P = z]/Pr[Q = z]) ≤ ψ_i(δ_i)
    the part of the expected loss under the simulated distribution
eq:midway_1021 1940 cl:P_weighted_bound lm:bound_expect
    Σ_(z in E_i) (Pr[P = z | P in E_i] - Pr[Q = z])·ln(Pr[P = z]/Pr[Q = z]) ≤ 2·ε_i·(exp(2·ε_i)/(1 - δ̂_i) - 1)
    the part of the expected loss under the true distribution
eq:rhs_delta_prime 2093 lm:h_to_g lm:azuma
    Pr[Σ_(j≤i) g_j > ε^(i)] ≤ exp(-8·Σ_(j≤i) ε_j^2·ln(1/δ′)/(8·Σ_(j≤i) ε_j^2)) = δ′
    the tail of the concentration inequality
fi 2304 lm:pg_compose
    δ_i/ε_i = O(ε_i)
    from δ_i/ε_i^2 ≤ c₁
seceq 2306 lm:pg_compose
    δ_i^2/ε_i^2 = O(δ_i)
    from δ_i/ε_i^2 ≤ c₁
th 2308 lm:pg_compose
    δ_i = O(ε_i^2)
    from δ_i/ε_i^2 ≤ c₁
hatdelta 2323 lm:pg_compose lm:pg_compose_het
    δ̂_i = O(ε_i)
    the corrected δ_i is small
psi 2342 lm:pg_compose lm:pg_compose_het
    ψ_i(δ_i) = O(δ_i) = O(ε_i^2)
    the drift's second part
eq:lower_bound_lme_threshold 2474 lem:threshold_estimation
    E_θ(P(A(S; r) ≠ A(S′; r))) = Ω(1/(τ·sqrt(m)))
    how often a threshold answer differs at least
"""


def _equations() -> Iterator[LabelPlace]:
    for block in re.split(r"\n(?=\S)", _EQUATIONS.strip()):
        head, *formula, says = (" ".join(line.split()) for line in block.splitlines())
        label, line, *about = head.split()
        yield LabelPlace(label, int(line), "equation", says, tuple(about), " ".join(formula))


def _section(label: str, line: int, title: str, *about: str) -> LabelPlace:
    return LabelPlace(label, line, "section", title, about)


_REMARKS = (
    LabelPlace("remark:rho_2", 2775, "remark", "the argument cannot avoid the factor 2 of rho", ("thm:suff_stat",)),
    LabelPlace("line:391", 391, "informal theorem", "k adaptive rounds need k^2", ("thm:adaptive_lb",)),
    LabelPlace("line:475", 475, "informal corollary", "label invariance at no loss", ("cor:label_inv",)),
    LabelPlace("line:2785", 2785, "remark", "design on the statistic alone", ("thm:suff_stat",)),
    LabelPlace("line:2955", 2955, "remark", "a shared permutation loses nothing", ("cor:label_inv", "thm:suff_stat")),
    LabelPlace("line:3046", 3046, "remark", "existence, not computing time", ("cor:pointwise_label_inv",)),
)

_SECTIONS = (
    _section("sec:intro_compose", 237, "Replicable composition"),
    _section("sec:intro_lb", 378, "Lower bound for adaptive composition, introduced"),
    _section("sec:intro_boost", 518, "Boosting success probability, introduced"),
    _section("sec:related", 656, "Related work"),
    _section("sec:prelim", 702, "Preliminaries"),
    _section("sec:main_thing", 771, "Replicable composition"),
    _section("sec:app_sq", 1127, "Application: multiple statistical queries"),
    _section("sec:app_best_arm", 1227, "Application: parallel best arm"),
    _section("sec:compose", 1275, "Heterogeneous composition for perfect generalization"),
    _section("sec:proof_compose_easier", 2298, "Proof of lm:pg_compose", "lm:pg_compose"),
    _section("sec:adaptive_lb", 2422, "Lower bound for adaptive composition"),
    _section("sec:suff_stat", 2688, "Replicable algorithms and sufficient statistics"),
    _section("sec:suff_order_inv", 2807, "Order-invariant algorithms"),
    _section("sec:label_inv", 2884, "Label invariance for symmetric problems"),
    _section("sec:pointwise_label_inv", 2963, "Pointwise label invariance by correlated sampling"),
    _section("sec:boost", 3074, "Boosting success probability"),
    _section("sec:app_sq_boost", 3167, "Application: statistical queries"),
    _section("sec:app_boot_pac", 3233, "Application: PAC learning"),
    _section("sec:heavy", 3431, "Application: heavy hitters"),
    _section("sec:app_best_arm_boost", 3555, "Application: best arm"),
    _section("sec:omitted", 3598, "Omitted proofs"),
    _section("app:naive_is_tight", 3600, "Analysis of naive composition"),
    _section("sec:tight", 3650, "Tightness of composition bounds"),
    _section("app:replic_to_pg", 3743, "Proof of lm:replic_to_pg"),
    _section("sec:pg_error_explain", 3784, "Issues in the proof of adaptive composition", "lm:pg_compose_het"),
)


def section_at(line: int) -> str:
    """Return the label of the section in which a line stands."""
    return next((place.label for place in reversed(_SECTIONS) if place.line <= line), "")


PLACES: dict[str, LabelPlace] = {place.label: place for place in (*_equations(), *_REMARKS, *_SECTIONS)}
