"""The result of a method for any question: certified figures, running time, assumptions.

A Method (method.py) turns a question into a Result; a Comparison (comparison.py) ranks several; the package ``output``
writes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.enclosure import short as shortened
from replcalc.numbers.errors import MalformedStatement, UnknownName
from replcalc.planning.assumption import Assumption
from replcalc.planning.effort import Effort
from replcalc.statements.certification import Answer, CheckedCondition, Quantity
from replcalc.statements.derivation import Derivation
from replcalc.statements.rendering import Renderable
from replcalc.statements.statement import UnspecifiedConstant


class Status(StrEnum):
    """The status of a result."""

    CERTIFIED = "certified"  # every condition PROVED, no constant left unspecified
    APPLIES = "conditional"  # every condition PROVED, but some constant is unspecified, or some lemma is not catalogued
    FALLS_SHORT = "misses target"  # every condition PROVED but the requested failure probability
    VACUOUS = "vacuous"  # every condition PROVED, but some probability is only bounded by 1 or more
    DOES_NOT_APPLY = "not applicable"  # some condition is not PROVED
    NOT_FOUND = "not found"  # a search ended without parameters


#: Quantities that bound a probability: vacuous at 1 or more.
PROBABILITIES = ("rho", "beta", "gamma_star", "delta_star")

_ORDER = {status: position for position, status in enumerate(Status)}


@dataclass(frozen=True, repr=False)
class Result(Renderable):
    """The result of a method for a question.

    ``answer`` holds the certified figures and checked conditions of one derivation (None: no parameters were found,
    and ``reason`` says why). ``chosen``: exact parameters of the method. ``extra``: further quantities, among them
    ``samples``, ``rho`` and ``beta`` where the derivation calls them otherwise. ``reported`` names the answer's
    quantities to show, in order (empty: all). ``base``: constants that the base algorithm's own bound leaves
    unspecified. ``repair``: values of single inputs at which a vacuous or refused result is certified.
    ``details``: other findings that are no quantities (a curve, a method, another answer to compare with).
    ``digits``: to how many its figures are shown where it stands alone. ``short``: its figures hold, but it fails more
    often than the question allows. ``gave_up``: a search ended without parameters, and ``reason`` says why.
    """

    method: str
    question: Any
    answer: Answer | None
    reason: str = ""
    chosen: Mapping[str, Any] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    effort: Effort | None = None
    title: str = ""
    reported: tuple[str, ...] = ()
    base: tuple[UnspecifiedConstant, ...] = ()
    derivation: Derivation | None = None
    repair: Mapping[str, fmpq] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    digits: int = 20
    short: bool = False
    gave_up: bool = False

    _writer: ClassVar[tuple[str, str]] = ("comparisons", "report_result")

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone, without cached properties."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    # -- verdicts --------------------------------------------------------------------------------------------------
    @cached_property
    def applicable(self) -> bool:
        """Whether every condition is PROVED."""
        return self.answer is not None and self.answer.verdict is Verdict.PROVED

    @cached_property
    def vacuous(self) -> bool:
        """Whether it applies, but some bounded probability is not certainly below 1."""
        bounds = [self._bound(name) for name in PROBABILITIES]
        return self.applicable and any(bound is not None and not bound.upper < 1 for bound in bounds)

    @cached_property
    def status(self) -> Status:
        if not self.applicable:
            return Status.NOT_FOUND if self.gave_up else Status.DOES_NOT_APPLY
        if self.vacuous:
            return Status.VACUOUS
        if self.short:
            return Status.FALLS_SHORT
        return Status.APPLIES if self.hidden or self.uncatalogued else Status.CERTIFIED

    @property
    def certified(self) -> bool:
        return self.status is Status.CERTIFIED

    @property
    def unmet(self) -> tuple[CheckedCondition, ...]:
        return self.answer.unmet if self.answer else ()

    @property
    def conditions(self) -> tuple[CheckedCondition, ...]:
        return self.answer.conditions if self.answer else ()

    @property
    def why_not(self) -> str:
        """Why the method does not apply, or an empty string."""
        if self.applicable:
            return ""
        return self.reason or "; ".join(condition.describe() for condition in self.unmet[:2])

    # -- what it rests on ------------------------------------------------------------------------------------------
    @property
    def steps_taken(self) -> Derivation | None:
        """The derivation, also where it could not be evaluated."""
        return self.answer.derivation if self.answer else self.derivation

    @property
    def hidden_constants(self) -> tuple[UnspecifiedConstant, ...]:
        """Constants that some source leaves unspecified, each once."""
        own = self.steps_taken.hidden if self.steps_taken else ()
        return tuple({h.name: h for h in (*self.base, *own)}.values())

    @property
    def hidden(self) -> tuple[str, ...]:
        return tuple(h.name for h in self.hidden_constants)

    @property
    def uncatalogued(self) -> tuple[str, ...]:
        """Labels of applied statements that are not in the catalogue."""
        return self.steps_taken.uncatalogued if self.steps_taken else ()

    @property
    def obligations(self) -> tuple[str, ...]:
        """Unchecked assumptions: hypotheses that no computation can check."""
        steps = self.steps_taken
        return tuple(f"{s.label}: {c.text}" for s, c in steps.obligations) if steps else ()

    @property
    def provenance(self) -> str:
        return "+".join(self.steps_taken.provenance) if self.steps_taken else ""

    @property
    def assumed(self) -> Mapping[str, Assumption]:
        found: Mapping[str, Assumption] = getattr(self.question, "assumed", {})
        return found

    # -- figures ---------------------------------------------------------------------------------------------------
    def value(self, name: str) -> Any:
        """Return a quantity by its name: of the derivation, an extra one, or a chosen parameter."""
        known = {**self.chosen, **(self.answer.quantities if self.answer else {}), **self.extra}
        if name not in known:
            listed = ", ".join(known) or "none"
            raise UnknownName("quantity", name, f"one that the method {self.method} gives: {listed}")
        return known[name].value if isinstance(known[name], Quantity) else known[name]

    def _find(self, name: str) -> Any:
        known = name in self.extra or name in self.chosen or (self.answer and name in self.answer.quantities)
        return self.value(name) if known else None

    def _bound(self, name: str) -> Enclosure | None:
        value = self._find(name)
        return value if value is None or isinstance(value, Enclosure) else Enclosure.exactly(value)

    @property
    def samples(self) -> int | None:
        value = self._find("samples")
        if isinstance(value, Enclosure):
            raise MalformedStatement(f"method {self.method} gives no whole number of samples: conclude ceiling(...)")
        return None if value is None else int(value)

    @property
    def rho(self) -> Enclosure | None:
        return self._bound("rho")

    @property
    def beta(self) -> Enclosure | None:
        return self._bound("beta")

    @property
    def runs(self) -> int | None:
        """Runs of base algorithms."""
        return self.effort.runs if self.effort else None

    @property
    def rounds_log10(self) -> Enclosure | None:
        """log10 of the expected search steps; 0 where nothing is sampled jointly."""
        return self.effort.rounds_log10 if self.effort else None

    @property
    def polynomial(self) -> bool | None:
        return self.effort.polynomial if self.effort else None

    @property
    def quantities(self) -> dict[str, Any]:
        """All figures by name: the reported ones, chosen parameters, then samples, rho, beta and the time."""
        found: dict[str, Any] = {}
        if self.answer is not None:
            names = self.reported or tuple(self.answer.quantities)
            found = {name: self.answer.value(name) for name in names if name in self.answer.quantities}
        found |= self.extra
        for name, value in self.chosen.items():
            found.setdefault(name, value)
        if self.effort is not None:
            found["runs"], found["rounds_log10"] = self.effort.runs, self.effort.rounds_log10
        return found

    def _summary(self) -> str:
        samples = "" if self.samples is None else f", {shortened(self.samples)} samples"
        return f"{self.method}, {self.status.value}{samples}"

    # -- order -----------------------------------------------------------------------------------------------------
    @property
    def rank(self) -> tuple[int, bool, int]:
        """The sort key, smaller is better: certified, conditional, vacuous, then fewest samples.

        Of methods that do not apply, one with figures comes before one that found nothing.
        """
        return _ORDER[self.status], self.answer is None, self.samples or 0
