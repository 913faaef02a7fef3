"""What every simulator must do: keep its statements, notice weakened bounds, be deterministic, know its labels."""

from __future__ import annotations

import json
import pickle
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, reduce
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest
from flint import arb, fmpq

from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import ball_precision
from replcalc.output.document import encode
from replcalc.simulate.registry import available, get
from replcalc.simulate.running import record
from replcalc.simulate.simulator import BITS, UNWEAKENED, Case, Finding, Measurement, Simulator, measured, simulate
from replcalc.statements.catalogue import statement, statements
from tests.contract.checks import Broken, is_about

NAMES = available()
CASES = 6  # named cases and searches run in full; random cases only so many
LABELS = {s.label for s in statements()}
#: Their cases take about a second each or more: they are built by the exhaustive run.
LONG = {
    "spelled-hash",
    "conditioning",
    "replicable-to-pg",
    "main",
    "race",
    "raced-votes",
    "tight-adaptive",
    "testers",
    "boosting",
    "toy-hybrids",
    "threshold-votes",
    "cosine",
}


def cases(names: Iterable[str], long: Container[str] = LONG) -> list[Any]:
    return [pytest.param(name, marks=pytest.mark.exhaustive) if name in long else name for name in names]


every_simulator = pytest.mark.parametrize("name", cases(NAMES))


@cache
def comparisons(name: str) -> tuple[Measurement, ...]:
    """Everything a simulator compares, collected once: every test of this suite looks at the same run."""
    with ball_precision(BITS):
        return tuple(get(name).comparisons(0, CASES))


@cache
def finding(name: str, weaken: fmpq = UNWEAKENED) -> Finding:
    return simulate(Replay(name), weaken=weaken)


class Replay(Simulator):
    """A simulator's comparisons as they were collected, to be tallied."""

    def __init__(self, name: str) -> None:
        origin = get(name)
        self.name, self.statements, self.summary = origin.name, origin.statements, origin.summary
        self.loose = origin.loose  # type: ignore[misc]
        self.extra = origin.extra  # type: ignore[method-assign]

    def comparisons(self, seed: int, cases: int) -> Iterator[Measurement]:
        return iter(comparisons(self.name))

    def named(self) -> Iterable[Case]:
        return ()

    def draw(self, rng: Random, number: int) -> Iterable[Case]:
        return ()

    def search(self, rng: Random, budget: int) -> Iterable[Case]:
        return ()


def test_every_simulator_of_the_registry_exists() -> None:
    assert [get(name).name for name in NAMES] == list(NAMES)


@pytest.mark.sampled(2)
@every_simulator
def test_no_bound_is_broken(name: str) -> None:
    found = finding(name)
    assert found.violations == 0, found.first_violation
    assert found.cases > 0 and found.worst is not None
    assert not found.worst.ratio() > 1


@every_simulator
def test_a_weakened_bound_is_broken(name: str) -> None:
    """The negative control: for some factor the same cases break the bound, and no larger factor breaks less."""
    with ball_precision(BITS):
        honest = [c for c in comparisons(name) if not c.expected_false]
        broken = [sum(c.violated(factor) for c in honest) for factor in (fmpq(1), fmpq(1, 2), fmpq(1, 10**9))]
    assert broken[0] == 0 < broken[-1]
    assert broken == sorted(broken)


def ratios(label: str) -> list[arb]:
    """The largest true/bound for each of its conclusions, in each simulator."""
    with ball_precision(BITS):
        found = [item for name in WITNESSES[label] for item in finding(name).compared.items()]
        return [worst.ratio() for (of, _), (_, worst) in found if of == label]


def worst_ratio(label: str) -> arb:
    """The largest of them; what is known to be false is not among them."""
    return reduce(lambda a, b: b if b > a else a, ratios(label), arb(0))


#: Not true as printed, in every case that is compared: there is only a counterexample.
ONLY_BROKEN = {"lm:kasivi", "thm:pg_compose_intro"}
#: label -> the simulators that compare it
WITNESSES = {
    label: [n for n in NAMES if label in get(n).statements] for name in NAMES for label in get(name).statements
}
WITNESSED = sorted(WITNESSES.keys() - ONLY_BROKEN)
#: label -> why its worst ratio is below 1/10, of those that no simulator comes near
LOOSE = {
    label: why
    for name in NAMES
    for label, why in get(name).loose.items()
    if all(label in get(other).loose for other in WITNESSES[label])
}


@pytest.mark.parametrize("label", cases(WITNESSED, [label for label, names in WITNESSES.items() if LONG & {*names}]))
def test_every_statement_notices_a_weakened_bound(label: str) -> None:
    """A tenth of the bound is broken somewhere; or the simulator says that it is loose, and something weaker is broken."""
    ratio = worst_ratio(label)
    if label in LOOSE:
        assert ratio > 0, "nothing breaks it"
        assert any(r < fmpq(1, 10) for r in ratios(label)), "not loose any more: the simulator need not say so"
    else:
        assert ratio > fmpq(1, 10)


@every_simulator
def test_what_it_is_counted_for_is_measured(name: str) -> None:
    """At parameters where the hypotheses hold, against the statement's own formula, and never 0 in every case."""
    for (label, conclusion), (_, worst) in finding(name).witnessed.items():
        is_about(name, worst, statement(label), conclusion)
        assert worst.ratio() > 0, f"{label}, {conclusion}: what nothing weaker breaks is no witness"


def lie(label: str, conclusion: str, bound: fmpq, **given: Any) -> Measurement:
    return Measurement(label, "a lie", fmpq(1, 10**6), bound, conclusion=conclusion, given=given)


@pytest.mark.parametrize(
    ("found", "why"),
    [
        (lie("lm:pg_to_replic", "rho", fmpq(1, 2), gamma=fmpq(1, 8), epsilon=fmpq(1, 16), delta=fmpq(1, 8)), "says"),
        (lie("lm:pg_to_replic", "rho", fmpq(12), gamma=fmpq(2), epsilon=fmpq(1, 4), delta=fmpq(1, 2)), "does not hold"),
        (lie("thm:main", "beta", fmpq(1), n=(1,), rho=fmpq(1), beta0=fmpq(1, 9), rho0=fmpq(1, 10**4)), "C_fail"),
        (lie("thm:boost_sq", "n_new", fmpq(1), rho=fmpq(1, 2), alpha=fmpq(1, 2), beta=fmpq(1, 2)), "an order"),
    ],
    ids=["another bound", "outside the hypotheses", "an unknown constant", "an order"],
)
def test_what_is_not_the_conclusion_is_no_witness(found: Measurement, why: str) -> None:
    with pytest.raises(Broken, match=why):
        is_about("liar", found, statement(found.statement), found.conclusion)


@pytest.mark.parametrize("label", cases(sorted(ONLY_BROKEN), ONLY_BROKEN))
def test_what_is_false_as_printed_is_broken(label: str) -> None:
    with ball_precision(BITS):
        found = [c for name in WITNESSES[label] for c in comparisons(name) if c.statement == label]
        assert all(c.expected_false for c in found)
        assert any(c.violated(UNWEAKENED) for c in found)


def test_loose_statements_are_witnessed_and_explained() -> None:
    assert set(LOOSE) <= set(WITNESSED)
    assert all(set(get(name).loose) <= set(get(name).statements) for name in NAMES)
    assert all(len(why) > 20 for why in LOOSE.values())


@pytest.mark.parametrize("name", cases(["closeness", "conditioning", "pg-composition"]))
def test_the_control_reaches_the_count(name: str) -> None:
    found = finding(name, fmpq(1, 10))
    assert found.violations > 0 and found.first_violation is not None
    with ball_precision(BITS):
        assert found.first_violation.violated(fmpq(1, 10)) and not found.first_violation.violated(fmpq(1))
    assert found.refuted == finding(name).refuted  # counted apart, whatever the factor


@pytest.mark.parametrize("name", cases(["closeness", "log-ratio", "conditioning"], ("log-ratio", "conditioning")))
def test_the_same_seed_finds_the_same(name: str) -> None:
    """A run of its own gives the same record as the comparisons that were collected."""
    once = encode(record(finding(name), 0, UNWEAKENED, show=True), 20)
    again = encode(record(simulate(get(name), cases=CASES), 0, UNWEAKENED, show=True), 20)
    assert json.dumps(once) == json.dumps(again)


@every_simulator
def test_the_same_seed_builds_the_same_cases(name: str) -> None:
    """The first random cases again, from the seed alone."""
    with ball_precision(BITS):
        first, again = (list(islice(measured(get(name).random(Random(f"{name}/0"), 1)), 2)) for _ in range(2))
    assert [c.shown() for c in first] == [c.shown() for c in again]
    assert [str(c.true) for c in first] == [str(c.true) for c in again]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", ["closeness", "log-ratio", "conditioning", "transcripts", "pg-composition"])
def test_another_seed_builds_other_cases(name: str) -> None:
    with ball_precision(BITS):
        other = tuple(str(c.shown()) for c in get(name).comparisons(1, CASES))
    assert other != tuple(str(c.shown()) for c in comparisons(name))


@every_simulator
def test_labels_are_known_and_all_compared(name: str) -> None:
    assert {c.statement for c in comparisons(name)} == set(get(name).statements) <= LABELS


def test_every_statement_that_needs_a_witness_has_one() -> None:
    witnessed = {label for name in NAMES for label in get(name).statements}
    assert [s.label for s in statements() if s.needs_simulator and s.label not in witnessed] == []


@every_simulator
def test_worlds_can_be_shown_and_sent(name: str) -> None:
    found = record(finding(name), 0, UNWEAKENED)
    assert pickle.loads(pickle.dumps(found)) == found
    ratio = encode(found, 20)["worst_ratio"]
    assert {"lower", "upper"} <= set(ratio)
    assert all(c.case is not None and c.shown() for c in comparisons(name)[:20])
    for option, meaning in get(name).options().items():
        assert option.isidentifier() and meaning


@pytest.mark.parametrize("name", NAMES)
def test_docstring_says_what_case(name: str) -> None:
    module = import_module(type(get(name)).__module__)
    assert "case" in (module.__doc__ or "").lower()


@dataclass(frozen=True)
class Lie(Case):
    number: int
    found: Measurement

    def show(self) -> dict[str, int]:
        return {"a" if self.number else "a long name": self.number}

    def measurements(self) -> Iterator[Measurement]:
        yield self.found


class Liar(Simulator):
    """Promises half of the truth, and less than nothing about a false statement."""

    name, statements, summary = "liar", ("def:pg",), "half of the truth"

    def named(self) -> Iterable[Case]:
        yield Lie(1, Measurement("def:pg", "half", fmpq(1), fmpq(1, 2)))
        yield Lie(2, Measurement("def:pg", "exact", fmpq(1, 2), fmpq(1, 2)))
        yield Lie(3, Measurement("def:pg", "from below", fmpq(1, 3), fmpq(1, 2), ">="))
        yield Lie(0, Measurement("def:pg", "printed", fmpq(2), fmpq(1), expected_false=True))
        yield Lie(4, Measurement("def:pg", "printed", fmpq(3), fmpq(1), expected_false=True))

    def draw(self, rng: Random, number: int) -> Iterable[Case]:
        return ()

    def search(self, rng: Random, budget: int) -> Iterable[Case]:
        return ()


def test_the_tally_itself_can_fail() -> None:
    found = simulate(Liar())
    assert (found.cases, found.violations, found.refuted) == (3, 2, 2)
    assert found.refutation is not None and found.refutation.shown() == {"a": 4}
    assert found.worst is not None and found.worst.quantity == "half" and found.worst.ratio() == 2
    assert found.false_as_printed == {"def:pg": (2, 2)}
    assert simulate(Liar(), weaken=fmpq(1, 2)).violations == 3


def test_what_is_not_well_formed_is_refused() -> None:
    whole = {"statements": ("def:pg",), "summary": "half of the truth"}
    assert type("Fine", (Liar,), {"name": "fine", **whole})
    for wrong in ({"statements": ()}, {"statements": ("def:pg", "def:pg")}, {"summary": ""}, {"summary": "Half."}):
        with pytest.raises(MalformedStatement, match="wrong"):
            type("Wrong", (Liar,), {"name": "wrong", **whole, **wrong})
