"""Ranges as the paper prints them: met just inside, refuted just outside."""

from typing import Any

import pytest

from replcalc.numbers.enclosure import Verdict
from replcalc.statements.catalogue import statement
from replcalc.statements.statement import Domain

#: label, parameter, the printed interval (round brackets: end excluded).
RANGES = [
    ("lm:replic_to_pg", "epsilon", "(0,1]"),
    ("lm:replic_to_sample_pg", "epsilon", "(0,1]"),
    ("lm:pg_compose_het", "epsilon", "(0,1]"),
    ("lm:pg_compose_het", "gamma", "(0,1)"),
    ("lm:pg_to_replic", "gamma", "(0,1)"),
    ("lm:pg_to_replic", "epsilon", "(0,1)"),
    ("lm:pg_to_replic", "delta", "(0,1)"),
    ("eq:def_eps_i_delta_i", "c", "(0,1)"),
    ("thm:multi_dim_mean", "rho", "(0,1/2)"),
    ("thm:multi_dim_mean", "alpha", "(0,1/2)"),
    ("thm:parallel_best_arm", "alpha", "(0,oo)"),
    ("lm:kasivi", "delta_hat", "(0,oo)"),
    ("lm:bound_expect", "epsilon", "(0,1]"),
    ("lm:azuma", "t", "(0,oo)"),
    ("lem:threshold_estimation", "tau", "(0,1/4)"),
    ("lem:threshold_estimation", "m", "[1,oo)"),
    ("thm:boost_beta", "alpha", "(0,oo)"),
    ("alg:hybrid", "alpha", "(0,oo)"),
    ("thm:boost_sq", "alpha", "(0,oo)"),
    ("cor:thresholds", "alpha", "(0,oo)"),
    ("lm:tester", "alpha", "(0,1)"),
    ("lm:boost_pac", "rho", "(0,1/2)"),
    ("lm:boost_pac", "alpha", "(0,1/2)"),
    ("lm:boost_pac", "beta", "(0,1/2)"),
    ("cor:finite_class", "class_size", "[1,oo)"),
    ("thm:best_arm", "arms", "[1,oo)"),
    ("thm:heavy_hitters", "rho", "(0,1)"),
    ("thm:heavy_hitters", "nu", "(0,1)"),
    ("sec:naive", "rho", "(0,1]"),
]


def printed(domain: Domain) -> str:
    left = "(" if domain.lower_open else "["
    right = ")" if domain.upper_open or domain.upper is None else "]"
    return f"{left}{domain.lower},{'oo' if domain.upper is None else domain.upper}{right}"


@pytest.mark.parametrize(("label", "name", "expected"), RANGES, ids=lambda text: text)
def test_ranges(label: str, name: str, expected: str) -> None:
    assert printed(statement(label).parameter(name).domain) == expected


def test_the_notation_of_ranges_distinguishes_open_ends() -> None:
    assert printed(Domain(0, 1)) == "(0,1)" != printed(Domain(0, 1, False))
    assert printed(Domain(0, 1, True, False)) == "(0,1]" != printed(Domain(0, None))


#: label, a point on the boundary of a printed hypothesis, its verdict there, the parameter to move, verdict after.
EDGES: list[tuple[str, dict[str, Any], str, str, Verdict, Verdict]] = [
    ("lm:pg_compose_het", {"delta_prime": "1/2"}, "delta_prime", "0.4999", Verdict.REFUTED, Verdict.PROVED),
    ("lm:pg_compose_het", {"delta": ["1/500"]}, "delta", "2.0001e-3", Verdict.PROVED, Verdict.REFUTED),
    ("lm:pg_compose", {"epsilon": ["1/10"]}, "epsilon", "0.10001", Verdict.PROVED, Verdict.REFUTED),
    ("lm:replic_to_pg", {"rho0": "1e-4"}, "rho0", "1.0001e-4", Verdict.PROVED, Verdict.REFUTED),
    ("thm:main", {"beta0": "1/4"}, "beta0", "0.2501", Verdict.PROVED, Verdict.REFUTED),
    ("thm:multi_dim_mean", {"beta": "0.1"}, "beta", "0.0999", Verdict.REFUTED, Verdict.PROVED),
    ("thm:parallel_best_arm", {"beta": "0.1"}, "beta", "0.1001", Verdict.PROVED, Verdict.REFUTED),
    ("thm:parallel_best_arm", {"rho": "1/2"}, "rho", "0.5001", Verdict.PROVED, Verdict.REFUTED),
    ("lem:threshold_estimation", {"failure": "1/16"}, "failure", "0.0626", Verdict.PROVED, Verdict.REFUTED),
    ("thm:adaptive_lb", {"rho": "1/4"}, "rho", "0.2499", Verdict.REFUTED, Verdict.PROVED),
    ("thm:adaptive_lb", {"beta": "1/68", "k": 1}, "beta", "0.0147", Verdict.REFUTED, Verdict.PROVED),
    ("thm:heavy_hitters", {"epsilon": "0.2"}, "epsilon", "0.1999", Verdict.REFUTED, Verdict.PROVED),
    ("lm:heavy_tester", {"epsilon": "0.1"}, "epsilon", "0.1001", Verdict.PROVED, Verdict.REFUTED),
    ("thm:best_arm", {"rho": "1/2"}, "rho", "0.5001", Verdict.PROVED, Verdict.REFUTED),
    ("table:only", {"beta": "0.1"}, "beta", "0.0999", Verdict.REFUTED, Verdict.PROVED),
]
#: Comfortable values of every parameter above.
INSIDE: dict[str, Any] = {
    "alpha": "0.05",
    "arms": 3,
    "beta": "0.001",
    "beta0": "0.001",
    "c": "0.001",
    "class_size": 9,
    "d": 3,
    "delta_prime": "0.001",
    "epsilon": "0.05",
    "failure": "0.01",
    "k": 5,
    "log_star": 2,
    "m": 100,
    "n": 50,
    "nu": "0.2",
    "rho": "0.1",
    "rho0": "1e-4",
    "tau": "0.1",
}
FAMILIES: dict[str, Any] = {"n": [50], "epsilon": ["1/10"], "delta": ["1e-4"], "gamma": ["1e-4"]}


def worst(label: str, changes: dict[str, Any]) -> Verdict:
    entry = statement(label)
    values = {p.name: (FAMILIES[p.name] if p.indexed else INSIDE.get(p.name, "1e-4")) for p in entry.given}
    verdicts = [verdict for _, verdict in entry.check(**(values | changes))]
    assert verdicts.count(Verdict.REFUTED) <= 1  # the hypothesis meant, and no other
    return Verdict.REFUTED if Verdict.REFUTED in verdicts else Verdict.PROVED


@pytest.mark.parametrize("edge", EDGES, ids=lambda edge: f"{edge[0]}-{edge[2]}")
def test_hypotheses_at_their_printed_ends(edge: tuple[str, dict[str, Any], str, str, Verdict, Verdict]) -> None:
    label, at, name, moved, here, there = edge
    assert worst(label, {}) is Verdict.PROVED
    assert worst(label, at) is here
    assert worst(label, at | {name: [moved] if isinstance(at[name], list) else moved}) is there
