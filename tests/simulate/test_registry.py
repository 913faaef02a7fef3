"""Which simulators witness a statement is read from the record; the record knows what the simulators say themselves."""

import pytest

from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import simulators_of, witnesses_of
from replcalc.statements.catalogue import entry, own, statement
from replcalc.theories import OWN

SIMULATORS = [simulator for theory in map(own, OWN) for simulator in theory.simulators]


@pytest.mark.parametrize("simulator", SIMULATORS, ids=lambda simulator: simulator.name)
def test_the_record_names_every_statement_of_a_simulator(simulator):
    run = recorded_runs()[simulator.name]
    assert {*run.statements, *run.without} == set(simulator.statements)
    assert all(simulator.name in simulators_of(label) for label in simulator.statements)


def test_no_simulator_witnesses_what_it_does_not_name():
    for label in ("thm:main", "lm:kasivi", "derived:race"):
        wanted = {s.name for s in SIMULATORS if any(entry(about) is entry(label) for about in s.statements)}
        assert set(simulators_of(label)) == wanted and wanted != {s.name for s in SIMULATORS}


def test_witnesses_are_counted_by_conclusion() -> None:
    """Only what a simulator named is witnessed; the rest says none, and why where the statement tells."""
    main = {w.name: w for w in witnesses_of("thm:main")}
    assert set(main["rho"].found) == {"main"} and main["rho"].bounds
    assert not main["beta"].found and main["beta"].told() == "none (C_fail unknown)"
    assert not main["samples"].bounds
    queries = {w.name: w for w in witnesses_of("thm:multi_dim_mean")}
    assert queries["rho"].told() == "none" and queries["n0"].told() == "none (an order)"
    chain = {w.name: w for w in witnesses_of("lm:h_hat_to_h")}
    assert all(near.ratio.startswith("0.95") for w in chain.values() for near in w.found.values()) and len(chain) == 2
    assert "P(|f| > 2 eps), 0.95" in chain["failure_real"].told()


def test_what_is_recorded_is_promised() -> None:
    """Of every recorded conclusion the statement says so; steps have no name."""
    for run in recorded_runs().values():
        for label, of in run.statements.items():
            assert set(of) - {""} <= set(statement(label).promises)
            assert all(near.cases > 0 for near in of.values())
