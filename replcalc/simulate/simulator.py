"""Simulators: exact small cases that compare a true quantity with what a statement says of it.

A simulator builds small finite cases. A ``Case`` is a frozen value that yields ``Measurement`` objects: a truth
computed exactly from definitions (fmpq; Arb balls only where exp or log enter) beside the bound of a statement. It must
not use the formulas that it tests. This module runs the cases, searches for worse ones by random hill climbing, counts
violations and finds the largest ratio of truth to bound for every conclusion.

A simulator that cannot fail tests nothing, so there are two controls: ``weaken`` scales the bounds until they break,
and ``mutants`` are cases with a planted error, each of which must break a bound.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import chain, islice
from random import Random
from typing import Any, ClassVar, Literal, Self, TypeVar

from flint import arb, fmpq

from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import ball_precision
from replcalc.simulate.distributions import Distribution, distribution, shift_unit, show_distribution, vary

Spot = TypeVar("Spot")

#: Working precision, in bits, of comparisons in which a ball takes part.
BITS = 192
#: The bound as it stands.
UNWEAKENED = fmpq(1)
#: From this ratio of truth to bound on a conclusion is called tight.
TIGHT = fmpq(1, 2)


@dataclass(frozen=True)
class Measurement:
    """The true value of one quantity in one case, beside its bound.

    Attributes:
        statement: Label of the statement that gives the bound.
        quantity: What was measured, in words.
        true: The true value.
        bound: The value of the bound.
        sense: "<=" if the statement says true <= bound, ">=" if true >= bound.
        expected_false: The statement is known to be false as printed; a breach is reported apart.
        details: What this measurement adds to the table that shows the case.
        conclusion: The conclusion of the statement whose value at ``given`` is the bound (see ``bounds.measure``);
            empty for a step of a proof or a consequence, which counts for no conclusion.
        equation: The conclusion is an equation, which no weaker bound can test.
        case: Filled in when the case is measured.
    """

    statement: str
    quantity: str
    true: Any
    bound: Any
    sense: Literal["<=", ">="] = "<="
    expected_false: bool = False
    details: Mapping[str, Any] = field(default_factory=dict)
    conclusion: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    equation: bool = False
    case: Case | None = None

    @property
    def sides(self) -> tuple[Any, Any]:
        """The side that should be smaller, and the side that should be larger."""
        return (self.true, self.bound) if self.sense == "<=" else (self.bound, self.true)

    @property
    def exact(self) -> bool:
        return all(isinstance(side, fmpq | int) for side in self.sides)

    def show(self) -> dict[str, Any]:
        """Return the case and this measurement of it as a small table that a person can check by hand."""
        with ball_precision(BITS):
            return {**({} if self.case is None else self.case.show()), **self.details}

    def ratio(self) -> arb:
        """Return true/bound (bound/true for a lower bound): at most 1 where the statement holds. 0/0 counts as 0."""
        top, bottom = map(arb, self.sides)
        if top.is_zero():
            return arb(0)
        return arb("inf") if bottom.is_zero() else top / bottom

    def is_violated(self, weaken: fmpq = UNWEAKENED) -> bool:
        """Return whether it is certainly broken; the bound of an inequality is multiplied by ``weaken`` first.

        Steps and equations are not weakened: they would break at any factor and say nothing about a conclusion.
        """
        factor = weaken if self.conclusion and not self.equation else UNWEAKENED
        smaller, larger = map(fmpq if self.exact else arb, self.sides)
        return bool(smaller > larger * factor)

    def is_decided(self) -> bool:
        """Return whether it is certainly kept or certainly broken: not where two enclosures overlap."""
        smaller, larger = map(arb, self.sides)
        return self.exact or bool(smaller <= larger) or bool(smaller > larger)


class Case(ABC):
    """A small finite case: a frozen dataclass."""

    #: Fields that the default search changes; every value that ``vary`` can reach must keep the hypotheses.
    varied: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def measurements(self) -> Iterator[Measurement]:
        """Yield what is true here, beside what statements say."""

    def show(self) -> Mapping[str, Any]:
        """Return the case as a small table that a person can check by hand: by default its fields."""
        return {key: text for f in fields(self) for key, text in _show_value(f.name, getattr(self, f.name))}  # type: ignore[arg-type]

    def vary(self, rng: Random) -> Self | None:
        """Return a random neighbour with one of the ``varied`` fields changed, or None where there is none."""
        if not self.varied:
            return None
        name = rng.choice(self.varied)
        return replace(self, **{name: vary(rng, getattr(self, name))})  # type: ignore[type-var]


def _show_value(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    name = name.replace("_", " ")
    if hasattr(value, "show"):
        yield from value.show().items()
    elif is_dataclass(value):
        for f in fields(value):
            yield from _show_value(f"{name}: {f.name}", getattr(value, f.name))
    elif isinstance(value, tuple) and value and all(isinstance(x, fmpq | int | str) for x in value):
        yield name, show_distribution(value)
    elif isinstance(value, tuple) and value:
        for number, each in enumerate(value):
            yield from _show_value(f"{name} {number}", each)
    elif not callable(value):
        yield name, str(value)


def measure_cases(cases: Iterable[Case]) -> Iterator[Measurement]:
    """Yield the measurements of the cases, each with the case it belongs to."""
    for case in cases:
        for measurement in case.measurements():
            yield replace(measurement, case=case)


class Simulator(ABC):
    """A builder of small cases. Subclasses set the class attributes and yield cases."""

    name: str
    statements: tuple[str, ...]
    summary: str
    default_cases: int = 200
    #: Label, or "label/conclusion" -> why no case comes near the bound: it is loose by nature.
    loose: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        """Refuse a simulator that is not complete."""
        super().__init_subclass__()
        if "name" not in vars(cls):
            return
        if not cls.statements or len(set(cls.statements)) < len(cls.statements):
            raise MalformedStatement(f"simulator '{cls.name}': it names the statements it tests, each once")
        if not cls.summary or cls.summary.endswith("."):
            raise MalformedStatement(f"simulator '{cls.name}': the summary is a phrase without a full stop")

    @abstractmethod
    def examples(self) -> Iterable[Case]:
        """Return cases worth keeping."""

    @abstractmethod
    def mutants(self) -> Iterable[tuple[str, Case]]:
        """Return cases with a planted error, each with a name of the error; every one must break a bound."""

    def example(self, number: int) -> Case:
        """Return the example of that number, counted from 0."""
        return next(islice(self.examples(), number, None))

    def draw(self, rng: Random, number: int) -> Iterable[Case]:
        """Return the random case of that number (0, 1, ...), or a few kinds of them."""
        return ()

    def search(self, rng: Random, budget: int) -> Iterable[Case]:
        """Return cases of a search of its own, such as an exhaustive grid."""
        return ()

    def measurements(self, seed: int, cases: int) -> Iterator[Measurement]:
        """Yield every comparison: examples, random cases, the own search, then hill climbing for every conclusion."""
        rng = Random(f"{self.name}/{seed}")
        drawn = (case for number in range(cases) for case in self.draw(rng, number))
        worst: dict[tuple[str, str], Measurement] = {}
        for m in measure_cases(chain(self.examples(), drawn, self.search(rng, cases))):
            _keep_worst(worst, m)
            yield m
        starts = [key for key, m in worst.items() if m.case is not None and m.case.varied]
        for key in starts:
            for _ in range(2 * cases // len(starts) + 1):
                neighbour = worst[key].case.vary(rng)  # type: ignore[union-attr]
                for m in measure_cases(() if neighbour is None else (neighbour,)):
                    _keep_worst(worst, m)
                    yield m


def _keep_worst(worst: dict[tuple[str, str], Measurement], m: Measurement) -> None:
    """Remember the measurement if it is the nearest to its bound so far for that conclusion."""
    key = m.statement, m.conclusion
    if m.conclusion and not m.expected_false and (key not in worst or m.ratio() > worst[key].ratio()):
        worst[key] = m


def hill_climb(
    start: Spot, neighbour: Callable[[Spot], Spot], cases: Callable[[Spot], Iterable[Case]], steps: int
) -> Iterator[Case]:
    """Random hill climbing over spots that describe cases, to truths closer to their bounds.

    Yields the cases of the start and of every strict improvement; spots that are as good are accepted, too.
    """

    def score(spot: Spot) -> float:
        found = (each.ratio() for case in cases(spot) for each in case.measurements())
        return max((float(ratio.mid()) for ratio in found), default=0.0)

    current, best = start, score(start)
    yield from cases(start)
    for _ in range(steps):
        candidate = neighbour(current)
        value = score(candidate)
        if value > best:
            yield from cases(candidate)
        if value >= best:
            current, best = candidate, value


def climb_distributions(
    rng: Random, weights: tuple[int, ...], case: Callable[[Distribution], Case], steps: int, units: int = 2
) -> Iterator[Case]:
    """Hill climbing over distributions in proportion to integers, up to ``units`` of which are moved at a time."""
    yield from hill_climb(weights, lambda w: shift_unit(rng, w, units), lambda w: [case(distribution(*w))], steps)


@dataclass(frozen=True)
class Compared:
    """How often a conclusion was compared, and the comparison that came nearest to its bound."""

    cases: int
    worst: Measurement

    def add(self, other: Compared) -> Compared:
        return Compared(self.cases + other.cases, max(self.worst, other.worst, key=Measurement.ratio))


@dataclass(frozen=True)
class SimulationResult:
    """What a run of a simulator found.

    Attributes:
        compared: (label, conclusion, or "" for steps) -> comparisons.
        false_as_printed: label -> (comparisons, breaches) of statements known to be false as printed.
        counterexample: The breach of such a statement with the smallest case.
        undecided: Comparisons in which the enclosures of truth and bound overlap.
    """

    simulator: str
    statements: tuple[str, ...]
    violations: int = 0
    undecided: int = 0
    worst: Measurement | None = None
    first_violation: Measurement | None = None
    compared: Mapping[tuple[str, str], Compared] = field(default_factory=dict)
    false_as_printed: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    counterexample: Measurement | None = None
    loose: Mapping[str, str] = field(default_factory=dict)

    @property
    def cases(self) -> int:
        return sum(each.cases for each in self.compared.values())

    @property
    def per_statement(self) -> Mapping[str, Compared]:
        """label -> comparisons, whatever they are about."""
        found: dict[str, Compared] = {}
        for (label, _), each in self.compared.items():
            found[label] = found[label].add(each) if label in found else each
        return found

    @property
    def conclusions(self) -> Mapping[tuple[str, str], Compared]:
        """(label, conclusion) -> comparisons."""
        return {about: each for about, each in self.compared.items() if about[1]}

    @property
    def refuted(self) -> int:
        """Comparisons that broke a statement known to be false as printed."""
        return sum(broken for _, broken in self.false_as_printed.values())


def simulate(
    simulator: Simulator, *, seed: int = 0, cases: int | None = None, weaken: fmpq = UNWEAKENED
) -> SimulationResult:
    """Run a simulator and tally its comparisons."""
    with ball_precision(BITS):
        found = simulator.measurements(seed, simulator.default_cases if cases is None else cases)
        return tally(simulator, found, weaken)


def tally(simulator: Simulator, measurements: Iterable[Measurement], weaken: fmpq = UNWEAKENED) -> SimulationResult:
    """Count violations and find the worst comparison of every conclusion."""
    violations = undecided = 0
    worst: Measurement | None = None
    first: Measurement | None = None
    counterexample: Measurement | None = None
    compared: dict[tuple[str, str], Compared] = {}
    false_as_printed: dict[str, tuple[int, int]] = {}
    for m in measurements:
        if m.expected_false:
            broken = m.is_violated()
            tried, count = false_as_printed.get(m.statement, (0, 0))
            false_as_printed[m.statement] = (tried + 1, count + broken)
            if broken:
                counterexample = min(counterexample or m, m, key=lambda each: len(str(each.show())))
            continue
        undecided += not m.is_decided()
        about, once = (m.statement, m.conclusion), Compared(1, m)
        compared[about] = compared[about].add(once) if about in compared else once  # of equals the first
        worst = max(worst or m, m, key=Measurement.ratio)
        if m.is_violated(weaken):
            violations += 1
            first = first or m
    return SimulationResult(
        simulator.name,
        simulator.statements,
        violations,
        undecided,
        worst,
        first,
        compared,
        false_as_printed,
        counterexample,
        simulator.loose,
    )
