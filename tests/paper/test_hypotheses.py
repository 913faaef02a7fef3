"""Hypotheses in words, the sources cited, what the printed proofs use, and the corrections said."""

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
