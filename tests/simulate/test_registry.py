"""Which simulators witness a statement is read from the record; the record knows what the simulators say themselves."""

import pytest

from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import simulators_of
from replcalc.statements.catalogue import entry, own
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
