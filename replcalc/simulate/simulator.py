"""The one interface of all simulators: cases, and exact comparisons of a true quantity in them with a bound.

A simulator builds small finite cases. A ``Case`` is a frozen value that can be shown and yields ``Measurement``
values: truths computed exactly (fmpq; Arb balls only where exp or log enter) beside what a statement promises. This
module measures the cases, climbs, counts violations, finds the worst ratio and applies the negative control.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, ClassVar, Literal

from flint import arb, fmpq, fmpz

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import ball_precision
from replcalc.simulate.distributions import Distribution, Spot, climb, distribution, shift_unit

#: Working precision of comparisons in which a ball takes part.
BITS = 192
#: The bound as it stands.
UNWEAKENED = fmpq(1)


@dataclass(frozen=True)
class Measurement:
    """The true value of one quantity in one case against its bound.

    ``sense`` "<=": the statement promises true <= bound; ">=": true >= bound. ``expected_false``: the statement is
    known to be false as printed; breaking it is reported apart and is not a violation. ``more``: what this measurement
    adds to the table that shows the case. ``case`` is filled in when the case is measured.

    ``conclusion``: the one it witnesses, whose value at ``given`` is the bound (``bounds.witness`` makes those).
    Without one it is a step of a proof or a consequence: compared, and counted for no conclusion.
    """

    statement: str
    quantity: str
    true: Any
    bound: Any
    sense: Literal["<=", ">="] = "<="
    expected_false: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)
    conclusion: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    case: Case | None = None

    @property
    def sides(self) -> tuple[Any, Any]:
        """What is promised to be the smaller one, and the larger one."""
        return (self.true, self.bound) if self.sense == "<=" else (self.bound, self.true)

    @property
    def exact(self) -> bool:
        return all(isinstance(side, fmpq | int) for side in self.sides)

    def shown(self) -> dict[str, Any]:
        """The case and this measurement of it as a small table, to be checked by hand."""
        with ball_precision(BITS):
            return {**({} if self.case is None else self.case.show()), **self.more}

    def ratio(self) -> arb:
        """true/bound (or bound/true for a lower bound): at most 1 where the statement holds. 0/0 counts as 0."""
        top, bottom = map(arb, self.sides)
        if top.is_zero():
            return arb(0)
        return arb("inf") if bottom.is_zero() else top / bottom

    def violated(self, weaken: fmpq) -> bool:
        """Certainly broken when the bound is multiplied by ``weaken`` (1: the bound itself)."""
        top, bottom = map(fmpq if self.exact else arb, self.sides)
        return bool(top > bottom * weaken)

    def settled(self) -> bool:
        """Certainly kept or certainly broken: False only where two enclosures overlap."""
        top, bottom = map(arb, self.sides)
        return self.exact or bool(top <= bottom) or bool(top > bottom)


class Case(ABC):
    """A small finite case: a frozen value. It must not use the formulas that are tested in it.

    Truths are computed from definitions; ``bounds.measure(label, name, true, ...)`` puts them beside a conclusion of
    the catalogue, ``Measurement`` beside anything else.
    """

    @abstractmethod
    def show(self) -> Mapping[str, Any]:
        """The case as a small table that a person can check by hand."""

    @abstractmethod
    def measurements(self) -> Iterator[Measurement]:
        """What is true here, beside what statements promise."""


def measured(cases: Iterable[Case]) -> Iterator[Measurement]:
    """The measurements of the cases, each with the case that it was taken in."""
    for case in cases:
        for measurement in case.measurements():
            yield replace(measurement, case=case)


def plain_data(value: Any) -> Any:
    """Numbers as Enclosures or integers, mappings and sequences recursively, everything else as text."""
    if value is None or isinstance(value, bool | int | str | fmpq | Enclosure):
        return value
    if isinstance(value, fmpz):
        return int(value)
    if isinstance(value, arb):
        return Enclosure.from_ball(value) if value.is_finite() else "infinite"
    if isinstance(value, Mapping):
        return {str(key): plain_data(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain_data(item) for item in value]
    return str(value)


@dataclass(frozen=True)
class Finding:
    """What a run of a simulator found."""

    simulator: str
    statements: tuple[str, ...]
    extra: Mapping[str, Any]  # plain
    violations: int = 0
    undecided: int = 0  # comparisons in which the enclosures of truth and bound overlap
    worst: Measurement | None = None
    first_violation: Measurement | None = None
    #: (label, conclusion or "") -> (cases, the worst)
    compared: Mapping[tuple[str, str], tuple[int, Measurement]] = field(default_factory=dict)
    false_as_printed: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # label -> (comparisons, broken)
    refutation: Measurement | None = None  # of the broken ones the first with the smallest case
    loose: Mapping[str, str] = field(default_factory=dict)  # as the simulator says

    @property
    def cases(self) -> int:
        return sum(count for count, _ in self.compared.values())

    @property
    def per_statement(self) -> Mapping[str, tuple[int, Measurement]]:
        """label -> (cases, the worst), whatever they are about."""
        found: dict[str, tuple[int, Measurement]] = {}
        for (label, _), (count, worst) in self.compared.items():
            before, nearest = found.get(label, (0, worst))
            found[label] = (before + count, max(nearest, worst, key=Measurement.ratio))
        return found

    @property
    def witnessed(self) -> Mapping[tuple[str, str], tuple[int, Measurement]]:
        """(label, conclusion) -> (cases, the worst)."""
        return {about: found for about, found in self.compared.items() if about[1]}

    @property
    def refuted(self) -> int:
        """Comparisons that broke a statement known to be false as printed."""
        return sum(broken for _, broken in self.false_as_printed.values())


class Simulator(ABC):
    """One builder of small cases. Subclasses set the class attributes and yield cases."""

    name: str
    statements: tuple[str, ...]
    summary: str
    default_cases: int = 200
    #: Statements with a conclusion of which no case breaks a tenth (everywhere else some case does), and why.
    loose: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        """A simulator that names itself is complete: what it witnesses, each once, and a summary for a list."""
        super().__init_subclass__()
        if "name" not in vars(cls):
            return
        if not cls.statements or len(set(cls.statements)) < len(cls.statements):
            raise MalformedStatement(f"simulator '{cls.name}': it witnesses statements, each named once")
        if not cls.summary or cls.summary.endswith("."):
            raise MalformedStatement(f"simulator '{cls.name}': the summary is a phrase without a full stop")

    @abstractmethod
    def named(self) -> Iterable[Case]:
        """Cases worth keeping."""

    @abstractmethod
    def draw(self, rng: Random, number: int) -> Iterable[Case]:
        """The random case of that number (0, 1, ...), or a few kinds of them."""

    @abstractmethod
    def search(self, rng: Random, budget: int) -> Iterable[Case]:
        """An adversarial search (hill climbing or exhaustive grid) that tries to break or tighten the bound."""

    def random(self, rng: Random, count: int) -> Iterator[Case]:
        """``count`` random cases."""
        for number in range(count):
            yield from self.draw(rng, number)

    def options(self) -> Mapping[str, str]:
        """Extra command-line options by name, with their meaning (for instance m and tau of ``threshold``)."""
        return {}

    def extra(self, **options: Any) -> Mapping[str, Any]:
        """Extra results for JSON (for instance ``minimum``), balls too; called with the extra options the user gave."""
        return {}

    def comparisons(self, seed: int, cases: int) -> Iterator[Measurement]:
        rng = Random(f"{self.name}/{seed}")
        yield from measured(self.named())
        yield from measured(self.random(rng, cases))
        yield from measured(self.search(rng, cases))


def hill_climb(
    start: Spot,
    neighbour: Callable[[Spot], Spot],
    cases: Callable[[Spot], Iterable[Case]],
    steps: int,
    score: Callable[[Spot], float] | None = None,
) -> Iterator[Case]:
    """Hill climbing over spots that describe cases (one, several or none): the cases of every improving spot.

    Without a ``score`` to cases whose truths come nearer to their bounds.
    """

    def nearest(spot: Spot) -> float:
        found = (each.ratio() for case in cases(spot) for each in case.measurements())
        return max((float(ratio.mid()) for ratio in found), default=0.0)

    for spot in climb(start, neighbour, score or nearest, steps):
        yield from cases(spot)


def climb_distributions(
    rng: Random, weights: tuple[int, ...], case: Callable[[Distribution], Case], steps: int, units: int = 2
) -> Iterator[Case]:
    """Hill climbing over distributions in proportion to whole weights, up to so many units of which are moved at a
    time.
    """
    yield from hill_climb(weights, lambda w: shift_unit(rng, w, units), lambda w: [case(distribution(*w))], steps)


def simulate(
    simulator: Simulator, *, seed: int = 0, cases: int | None = None, weaken: fmpq = UNWEAKENED, **options: Any
) -> Finding:
    """Run a simulator and tally its comparisons."""
    with ball_precision(BITS):
        return _tally(simulator, seed, simulator.default_cases if cases is None else cases, weaken, options)


def _tally(simulator: Simulator, seed: int, cases: int, weaken: fmpq, options: Mapping[str, Any]) -> Finding:
    violations = undecided = 0
    worst: Measurement | None = None
    first: Measurement | None = None
    refutation: Measurement | None = None
    per: dict[tuple[str, str], tuple[int, Measurement]] = {}
    false_as_printed: dict[str, tuple[int, int]] = {}
    extra = plain_data(simulator.extra(**options))  # first: it checks the options before the long part
    for comparison in simulator.comparisons(seed, cases):
        label = comparison.statement
        if comparison.expected_false:
            broken = comparison.violated(UNWEAKENED)
            tried, found = false_as_printed.get(label, (0, 0))
            false_as_printed[label] = (tried + 1, found + broken)
            if broken:
                refutation = min(refutation or comparison, comparison, key=lambda each: len(str(each.shown())))
            continue
        undecided += not comparison.settled()
        about = label, comparison.conclusion
        count, nearest = per.get(about, (0, comparison))
        per[about] = (count + 1, max(nearest, comparison, key=Measurement.ratio))  # of equals the first
        worst = max(worst or comparison, comparison, key=Measurement.ratio)
        if comparison.violated(weaken):
            violations += 1
            first = first or comparison
    return Finding(
        simulator.name,
        simulator.statements,
        extra,
        violations,
        undecided,
        worst,
        first,
        per,
        false_as_printed,
        refutation,
        simulator.loose,
    )
