"""Hypotheses in words, the sources cited, what the printed proofs use, and the corrections said."""

from __future__ import annotations

import pytest

from replcalc.paper import PAPER
from replcalc.statements.catalogue import statement

#: Words that a hypothesis of the statement must contain.
WORDS = {
    "lm:pg_compose": ["every prefix", "coins"],
    "lm:pg_compose_het": ["every prefix", "coins"],
    "lm:pg_to_replic": ["finite"],
    "thm:main": ["finitely many outputs"],
    "lm:kasivi": ["(epsilon, delta)-close"],
    "lm:help_kasi": ["(epsilon, delta)-close"],
    "lm:G_G_prime_implies_joint": ["> epsilon_k", "< -epsilon_k"],
    "lm:azuma": ["mean at most mu_i"],
    "thm:suff_stat": ["member of the family"],
    "cor:order_inv": ["ordered domain"],
    "cor:label_inv": ["symmetric", "finite"],
    "cor:pointwise_label_inv": ["symmetric", "domain and output space are finite"],
    "thm:boost_beta": ["accepts", "rejects"],
    "lm:boost_pac": ["realizable"],
    "rem:boost": ["constant factors", "beta < rho"],
    "sec:naive": ["coins independent"],
    "thm:hardness": ["c-replicable", "1/10000", "n^chi k^psi"],
}


def unsaid(label: str, phrases: list[str]) -> list[str]:
    said = " / ".join(c.text for c in statement(label).assumes if not c.numeric)
    return [phrase for phrase in phrases if phrase not in said]


@pytest.mark.parametrize("label", WORDS)
def test_hypotheses_in_words(label: str) -> None:
    assert unsaid(label, WORDS[label]) == []


def test_a_hypothesis_left_out_is_noticed() -> None:
    assert unsaid("cor:label_inv", ["finite", "countable"]) == ["countable"]


#: The theorem numbers printed next to the citations.
SOURCES = {
    "lm:replic_to_pg": ["Theorem 3.19"],
    "lm:pg_to_replic": ["Theorem 3.17"],
    "lm:replic_to_sample_pg": ["Theorem 3.19"],
    "lm:sample_pg_is_pg": ["Lemma 3.6"],
    "lm:marginal_neg": ["Theorem 5.3"],
    "thm:multi_dim_mean": ["Theorem 2.3", "Theorem 1.9"],
    "thm:boost_sq": ["Theorem 2.3"],
    "thm:best_arm": ["Theorem 3.3"],
    "thm:parallel_best_arm": ["Theorem 3.3"],
    "lem:threshold_estimation": ["Lemma 7.2"],
    "def:adaptive_game": ["Section III.A"],
    "lm:pg_compose_het": ["Theorem 4.8"],
    "def:label_inv": ["Definition 1.5", "Definition 4.2"],
    "cor:order_inv": ["Theorem 1.2"],
    "cor:label_inv": ["Theorem 1.2"],
}


@pytest.mark.parametrize("label", SOURCES)
def test_theorem_numbers(label: str) -> None:
    cited = [c.theorem for c in statement(label).cites]
    assert [number for number in SOURCES[label] if number not in cited] == []


def test_results_merely_cited_are_literature() -> None:
    cited = {s.label for s in PAPER.statements if s.provenance == "literature"}
    assert cited == {
        "route:private",
        "def:replic",
        "def:pg",
        "lm:replic_to_pg",
        "lm:pg_to_replic",
        "lm:kasivi",
        "lm:help_kasi",
        "lm:azuma",
        "def:correlated_sampling",
        "lm:marginal_neg",
        "lm:replic_to_sample_pg",
        "lm:sample_pg_is_pg",
    }


#: What the printed proofs invoke.
PROOFS = {
    "lm:pg_compose": {"lm:pg_compose_het"},
    "lm:joint_implies_cond": {"lm:kasivi"},
    "lm:h_hat_to_h": {"lm:help_kasi"},
    "lm:bound_expect": {"cl:Q_weighted_bound", "cl:P_weighted_bound"},
    "lm:h_to_g": {"lm:bound_expect", "lm:azuma"},
    "lm:tilde_z_not_in_chhat": {"lm:tilde_z_C_i", "lm:h_hat_to_h"},
    "lm:z_C_i": {"lm:tilde_z_C_i"},
    "lm:z_not_in_chhat": {"lm:h_hat_to_h"},
    "lm:z_in_G_i": {"lm:z_C_i", "lm:h_hat_to_h", "lm:h_to_g"},
    "lm:tilde_z_in_G_i": {"lm:tilde_z_C_i", "lm:h_hat_to_h", "lm:h_to_g_tilde"},
    "thm:multi_dim_mean": {"thm:main"},
    "lm:boost_pac": {"thm:boost_beta", "lm:tester"},
    "thm:heavy_hitters": {"thm:boost_beta", "lm:heavy_tester"},
    "thm:hardness": {"lm:hard_instance_exists"},
    "lm:hard_instance_exists": {"thm:multi_dim_mean", "lm:marginal_neg", "def:one-way"},
    "lm:replic_to_pg": {"lm:replic_to_sample_pg", "lm:sample_pg_is_pg"},
    "derived:threshold-constant": set(),
    "derived:adaptive-lower-bound": {"derived:threshold-constant", "def:adaptive_game"},
    "derived:boost-split": {"alg:hybrid", "def:statistical_problem", "def:replic"},
    "derived:exact-tester": set(),
    "derived:side-by-side": {"def:replic", "def:statistical_problem"},
}


@pytest.mark.parametrize("label", PROOFS)
def test_what_proofs_use(label: str) -> None:
    assert set(statement(label).uses) == PROOFS[label]


#: Statements recorded otherwise than printed, or false as printed, and a word of the note that says so.
CORRECTED = {
    "thm:pg_compose_intro": "adaptive",
    "thm:main": "rho <= 1",
    "lm:replic_to_pg": "log(2/epsilon)",
    "lm:replic_to_sample_pg": "log(2/epsilon)",
    "lm:pg_to_replic": "one-way",
    "cl:c_small_pg_compose_precond_hold": "beta0 <= 1/4",
    "lm:pg_compose_het": "coins",
    "lm:kasivi": "False as printed",
    "lm:azuma": "change of variable",
    "lem:threshold_estimation": "2/243",
    "thm:adaptive_lb": "rho < 1/4",
    "thm:suff_stat": "subscript",
    "def:correlated_sampling": "uniform distributions",
    "thm:boost_beta": "omits",
    "thm:boost_sq": "not printed",
    "lm:tester": "swap",
    "lm:boost_pac": "ln(1/rho)/alpha",
    "cor:finite_class": "rho <= 1/2",
    "cor:thresholds": "(1 + log* d)^3",
    "lm:heavy_tester": "at most beta",
    "thm:best_arm": "1 - beta/8",
    "sec:naive": "Independent coins",
    "lm:hard_instance_exists": "rho < 1/2",
    "table:only": "rho <= 1/2",
}


@pytest.mark.parametrize("label", CORRECTED)
def test_corrections_are_said(label: str) -> None:
    assert CORRECTED[label] in " ".join(statement(label).notes)
