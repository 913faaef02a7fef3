"""What every simulator must do: keep the bounds, catch its mutants, come near what it tests, and be deterministic."""

import pickle
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import pytest
from flint import arb, fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError, MalformedStatement
from replcalc.numbers.fields import ball_precision
from replcalc.simulate.bounds import parameters
from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import available, find, get
from replcalc.simulate.running import result_to_data
from replcalc.simulate.simulator import (
    BITS,
    UNWEAKENED,
    Case,
    Measurement,
    SimulationResult,
    Simulator,
    measure_cases,
    simulate,
    tally,
)
from replcalc.statements.catalogue import statement, statements

NAMES = available()
CASES = 4  # examples and exhaustive searches run in full; random cases and climbing steps only so many
LABELS = {s.label for s in statements()}
#: Their cases take about a second each or more: the exhaustive run has them.
LONG = {
    "hidden-coins",
    "shared-noise",
    "shrinking-window",
    "cells",
    "main",
    "race",
    "raced-votes",
    "tight-adaptive",
    "votes",
    "cosine",
    "softmax-race",
    "frequencies",
}
every_simulator = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.exhaustive) if name in LONG else name for name in NAMES]
)


@cache
def measurements(name: str) -> tuple[Measurement, ...]:
    """Everything a simulator compares, collected once."""
    with ball_precision(BITS):
        return tuple(get(name).measurements(0, CASES))


@cache
def result(name: str, weaken: fmpq = UNWEAKENED) -> SimulationResult:
    with ball_precision(BITS):
        return tally(get(name), measurements(name), weaken)


@every_simulator
def test_no_bound_is_broken_and_every_statement_is_compared(name: str) -> None:
    found = result(name)
    assert found.violations == 0, found.first_violation
    assert {*found.per_statement, *found.false_as_printed} == set(get(name).statements) <= LABELS
    assert all(broken for _, broken in found.false_as_printed.values()), "false as printed, and nothing shows it"


@pytest.mark.parametrize("name", NAMES)
def test_every_mutant_breaks_a_bound(name: str) -> None:
    """A simulator that misses a planted error tests nothing."""
    mutants = list(get(name).mutants())
    assert mutants, "name an error that the simulator catches"
    with ball_precision(BITS):
        for error, case in mutants:
            found = [m for m in case.measurements() if not m.expected_false]
            assert any(m.is_violated() for m in found), f"not noticed: {error}"


@every_simulator
def test_weakened_bounds_are_broken_and_steps_are_not_counted(name: str) -> None:
    found, broken = result(name), result(name, fmpq(1, 10**9))
    if any(not each.worst.equation for each in found.conclusions.values()):
        assert broken.violations > 0 and broken.first_violation is not None
        assert broken.first_violation.conclusion and not broken.first_violation.equation
    assert broken.refuted == found.refuted


@every_simulator
def test_what_is_counted_is_the_conclusion_at_parameters_where_it_holds(name: str) -> None:
    for (label, conclusion), each in result(name).conclusions.items():
        check_conclusion(each.worst, label, conclusion)
        assert each.worst.ratio() > 0, f"{label}, {conclusion}: 0 in every case, which nothing weaker breaks"


def check_conclusion(worst: Measurement, label: str, conclusion: str) -> None:
    entry = statement(label)
    senses = [c.relation for c in entry.gives if c.name == conclusion]
    assert all(sense in ("<=", ">=", "=") for sense in senses), "an order of magnitude bounds no number"
    assert not [c for c in entry.unknown_factors(conclusion) if c not in worst.given], "an unknown constant"
    given = parameters(worst.given)
    with ball_precision(BITS):
        refuted = [str(c) for c, verdict in entry.check(**given) if verdict is Verdict.REFUTED]
        assert not refuted, f"compared where {refuted} does not hold"
        stated = given[conclusion] if conclusion in entry.reaches else entry.bound(conclusion, bits=BITS, **given)
        assert arb(stated).overlaps(arb(worst.bound)), f"compared with {worst.bound}, and the statement says {stated}"


@pytest.mark.parametrize(
    ("label", "conclusion", "bound", "given", "why"),
    [
        ("lm:pg_to_replic", "rho", "1/2", {"gamma": "1/8", "epsilon": "1/16", "delta": "1/8"}, "the statement says"),
        ("lm:pg_to_replic", "rho", "12", {"gamma": "2", "epsilon": "1/4", "delta": "1/2"}, "does not hold"),
        ("thm:boost_sq", "n_new", "1", {"rho": "1/2", "alpha": "1/2", "beta": "1/2"}, "order of magnitude"),
    ],
)
def test_what_is_not_the_conclusion_is_refused(
    label: str, conclusion: str, bound: str, given: dict[str, str], why: str
) -> None:
    def number(text: str) -> fmpq:
        return fmpq(*map(int, text.split("/")))

    lie = Measurement(label, "a lie", fmpq(1), number(bound), given={key: number(x) for key, x in given.items()})
    with pytest.raises(AssertionError, match=why):
        check_conclusion(lie, label, conclusion)


@pytest.mark.sampled(2)
@every_simulator
def test_the_same_seed_finds_the_same_and_cases_can_be_shown_and_sent(name: str) -> None:
    with ball_precision(BITS):
        first, again = (list(islice(get(name).measurements(0, CASES), 40)) for _ in range(2))
    assert [str(m.true) for m in first] == [str(m.true) for m in again]
    assert [m.show() for m in first] == [m.show() for m in again] != []
    data = result_to_data(result(name), 0, UNWEAKENED, show=True)
    assert pickle.loads(pickle.dumps(data)) == data
    assert data["simulator"] == name


def test_the_record_is_of_these_simulators() -> None:
    assert list(recorded_runs()) == list(NAMES)
    assert all(run.violations == 0 for run in recorded_runs().values())
    for name in NAMES:
        assert set(recorded_runs()[name].statements) == set(get(name).statements), name


#: Figures without a simulator: informal or asymptotic, of cited results, or composed of what has one.
NOT_SIMULATED = frozenset(
    [
        "route:private",
        "thm:pg_compose_intro",
        "thm:boost_intro",
        "table:only",
        "def:statistical_problem",
        "eq:def_eps_i_delta_i",
        "thm:main/leading",
        "thm:multi_dim_mean",
        "thm:parallel_best_arm",
        "rem:boost",
        "cor:littlestone",
        "cor:finite_class",
        "cor:thresholds",
        "thm:heavy_hitters",
        "lm:heavy_tester",
        "thm:best_arm",
        "thm:hardness",
        "lm:marginal_neg",
        "lm:hard_instance_exists",
        "lm:replic_to_sample_pg",
        "derived:two-parts",
        "derived:common-sample",
        "derived:two-point-tv",
        "derived:raced-votes-limit",
        "derived:expected-gap-rounding",
        "derived:softmax-race-samples",
        "derived:arms-through-means",
    ]
)


def test_every_statement_has_a_simulator_or_is_listed() -> None:
    tested = {label for name in NAMES for label in get(name).statements}
    concluding = {s.label for s in statements() if s.gives and not s.label.startswith("problem:")}
    assert concluding - tested == NOT_SIMULATED


def test_a_loose_bound_has_a_reason_and_is_tested() -> None:
    for name in NAMES:
        simulator = get(name)
        assert {label.split("/")[0] if label not in LABELS else label for label in simulator.loose} <= set(
            simulator.statements
        )
        assert all(len(why) > 20 for why in simulator.loose.values())


def test_a_label_means_its_simulators() -> None:
    assert find("lm:pg_to_replic") and set(find("lm:pg_to_replic")) <= set(NAMES)
    assert find(NAMES[0]) == (NAMES[0],)
    with pytest.raises(InputError):
        find("no-such-simulator")


@dataclass(frozen=True)
class Lie(Case):
    number: int
    found: Measurement

    def show(self) -> dict[str, Any]:
        return {"a" if self.number else "a long name": self.number}

    def measurements(self) -> Iterator[Measurement]:
        yield self.found


class Liar(Simulator):
    """Half of the truth, and less than nothing about a false statement."""

    name, statements, summary = "liar", ("def:pg",), "half of the truth"

    def examples(self) -> Iterable[Case]:
        conclusion = {"conclusion": "upper"}
        yield Lie(1, Measurement("def:pg", "half", fmpq(1), fmpq(1, 2), **conclusion))
        yield Lie(2, Measurement("def:pg", "exact", fmpq(1, 2), fmpq(1, 2), **conclusion))
        yield Lie(3, Measurement("def:pg", "from below", fmpq(1, 3), fmpq(1, 2), ">=", **conclusion))
        yield Lie(4, Measurement("def:pg", "a step that is attained", fmpq(1, 2), fmpq(1, 2)))
        yield Lie(5, Measurement("def:pg", "an equation", fmpq(1, 2), fmpq(1, 2), equation=True, **conclusion))
        yield Lie(0, Measurement("def:pg", "printed", fmpq(2), fmpq(1), expected_false=True))
        yield Lie(4, Measurement("def:pg", "printed", fmpq(3), fmpq(1), expected_false=True))

    def mutants(self) -> Iterable[tuple[str, Case]]:
        return ()


def test_the_tally_itself_can_fail() -> None:
    found = simulate(Liar())
    assert (found.cases, found.violations, found.refuted) == (5, 2, 2)
    assert found.counterexample is not None and found.counterexample.show() == {"a": 4}
    assert found.worst is not None and found.worst.quantity == "half" and found.worst.ratio() == 2
    assert found.false_as_printed == {"def:pg": (2, 2)}
    assert simulate(Liar(), weaken=fmpq(1, 2)).violations == 3  # neither the step nor the equation is weakened


def test_the_default_search_climbs_towards_the_bound() -> None:
    @dataclass(frozen=True)
    class Hill(Case):
        varied = ("x",)
        x: fmpq

        def measurements(self) -> Iterator[Measurement]:
            yield Measurement("def:pg", "x", self.x * (1 - self.x), fmpq(1, 4), conclusion="upper")

    class Climber(Liar):
        name = "climber"

        def examples(self) -> Iterable[Case]:
            yield Hill(fmpq(1, 50))

    found = simulate(Climber(), cases=60)
    assert found.worst is not None and found.worst.ratio() > fmpq(9, 10)
    assert found.cases > 60 and found.violations == 0


def test_what_is_not_well_formed_is_refused() -> None:
    whole = {"statements": ("def:pg",), "summary": "half of the truth"}
    assert type("Fine", (Liar,), {"name": "fine", **whole})
    for wrong in ({"statements": ()}, {"statements": ("def:pg", "def:pg")}, {"summary": ""}, {"summary": "Half."}):
        with pytest.raises(MalformedStatement, match="wrong"):
            type("Wrong", (Liar,), {"name": "wrong", **whole, **wrong})


def test_measured_cases_carry_their_case() -> None:
    assert all(m.case is not None for m in measure_cases(Liar().examples()))
