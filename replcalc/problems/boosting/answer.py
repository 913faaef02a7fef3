"""Everything that is said about boosting one problem: the ways side by side, and from which beta on boosting wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from replcalc.ask.comparison import Comparison
from replcalc.problems.boosting.crossover import Crossover, crossover, crossover_with_best
from replcalc.problems.boosting.exact_tester import ExactTester
from replcalc.problems.boosting.question import Boosting
from replcalc.problems.boosting.registry import get
from replcalc.problems.boosting.way import compare_boosting, exact_pac_tester


@dataclass(frozen=True, repr=False)
class Boosted(Comparison):
    """The ways, best first; ``split`` is the one asked for.

    ``crossing``: from which beta on it needs fewer samples than the solver it boosts; ``against_best``: the same
    against the best solver known here, if there is one; ``exact_tester``: the smallest tester by exact binomial tails.
    """

    split: str = "paper"
    crossing: Crossover | None = None
    against_best: Crossover | None = None
    exact_tester: ExactTester | None = None

    _writer: ClassVar[tuple[str, str]] = ("problems", "boost_report")


def boosted_problem(question: Boosting, split: str = "paper", digits: int = 20) -> Boosted:
    """The whole answer of ``replcalc boost``."""
    found = compare_boosting(question, split, digits)
    crossing = crossover(get(question.problem), question.values, split, question.settings)
    return Boosted(
        question, found.results, digits, unit=found.unit, split=split, crossing=crossing,
        against_best=crossover_with_best(question, split), exact_tester=exact_pac_tester(found[split]),
    )  # fmt: skip
