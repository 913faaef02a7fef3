"""Several methods for one question, ranked; the best one, and the best practical one.

``best_lower_bound``: samples that every algorithm of the question's model needs, from all theories.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict, short
from replcalc.numbers.errors import InputError, PrecisionExhausted, UnknownName, UnmetCondition
from replcalc.planning.assumption import ROUNDS, TOGETHER, is_adaptive
from replcalc.planning.composition import Composition
from replcalc.planning.method import Method, get, lower_bound_modules, names
from replcalc.planning.proving import FAILURE_GOAL, derive_alone
from replcalc.planning.recipe import Recipe, recipe_of
from replcalc.planning.result import Result, Status
from replcalc.statements.certification import certify
from replcalc.statements.rendering import LazyMapping, Renderable
from replcalc.statements.statement import Statement

#: Where nothing applies, repairs are computed for this many methods (those with the fewest samples).
REPAIRED = 3
#: Longer lists are not solved again for a repair: each solution takes seconds.
REPAIR_RUNS = 4096


@dataclass(frozen=True, repr=False)
class Comparison(Renderable):
    """The results of the requested methods, best first. ``unit``: what the samples count.

    ``lower_bound``: samples that every algorithm of the question's model needs; None if no bound is known.
    ``hidden_methods``: methods that a table for people leaves out.
    """

    question: Any
    results: tuple[Result, ...]
    digits: int
    max_rounds: fmpq = ROUNDS
    unit: str = "samples"
    lower_bound: SampleBound | None = None
    hidden_methods: tuple[str, ...] = field(default=(), kw_only=True)

    _writer: ClassVar[tuple[str, str]] = ("comparisons", "report_comparison")

    @property
    def shown(self) -> tuple[Result, ...]:
        """The results in a table for people, always with the first and the best one."""
        always = (self.results[0], self.best)
        return tuple(r for r in self.results if r in always or r.method not in self.hidden_methods)

    @property
    def best(self) -> Result | None:
        """The certified method with the fewest samples that is known to be practical.

        That is within ``max_rounds`` search steps. If none is known to be, the first that may be.
        """
        fitting = [r for r in self.results if r.certified and self.runnable(r)]
        return next((r for r in fitting if r.effort is None or not r.effort.rounds_at_least), next(iter(fitting), None))

    @property
    def best_theory(self) -> Result | None:
        """The certified method with the fewest samples, however long it takes."""
        return next((r for r in self.results if r.certified), None)

    @property
    def to_run(self) -> Result | None:
        """The method to run: the best; for means the best one without random search, which ``run`` carries out."""
        best = self.best
        if best is None or self.question.kind not in ("queries",):
            return best
        quiet = (r for r in self.results if r.certified and r.effort is not None and r.effort.samples_nothing)
        return next(quiet, best)

    @property
    def samples(self) -> int | None:
        """Samples of the best method; None where no certified method is practical."""
        return None if self.best is None else self.best.samples

    @property
    def rho(self) -> Enclosure | None:
        """Bound on the probability that two runs of the best method with the same seed differ."""
        return None if self.best is None else self.best.rho

    @property
    def beta(self) -> Enclosure | None:
        """Bound on the failure probability of the best method."""
        return None if self.best is None else self.best.beta

    def recipe(self) -> Recipe | None:
        """The steps to carry out and the guarantee of the method to run, else of the next best; None without steps."""
        certified = [result for result in self.results if result.certified]
        order = sorted(certified, key=lambda result: (result is not self.to_run, not self.runnable(result)))
        return next((recipe for recipe in (recipe_of(r, self.unit) for r in order) if recipe is not None), None)

    def runnable(self, result: Result) -> bool:
        """Return whether the method takes at most ``max_rounds`` steps; a bound or a lemma takes none."""
        return result.effort is None or result.effort.within(self.max_rounds)

    def __getitem__(self, name: str) -> Result:
        for result in self.results:
            if result.method == name:
                return result
        raise UnknownName("method", name, "one of " + ", ".join(r.method for r in self.results))

    def _summary(self) -> str:
        best = f"best {self.best.method}, {short(self.best.samples)} {self.unit}" if self.best else "nothing to run"
        return f"{best}; {len(self.results)} methods"


def compare_methods(question: Any, digits: int = 20, wanted: Sequence[str] = (), unit: str = "samples") -> Comparison:
    """Compare all methods for a question, or the named ones, with what no method undercuts."""
    results = rank_results(solve_all(question, wanted or names(question.kind), digits))
    return Comparison(question, results, digits, unit=unit, lower_bound=pick_lower_bound(question, results))


def pick_lower_bound(question: Any, results: Iterable[Result]) -> SampleBound | None:
    """Return the lower bound that the search of a method found, else the largest one known."""
    found = (result.details.get("least") for result in results)
    return next(filter(None, found), None) or find_lower_bound(question, question.beta)


def rank_results(results: Sequence[Result]) -> tuple[Result, ...]:
    """Sort the results, best first; the order of equals is kept."""
    return tuple(sorted(results, key=lambda r: r.rank))


def compare(goal: Composition, wanted: Sequence[str] = (), digits: int = 20, max_rounds: fmpq = ROUNDS) -> Comparison:
    """Solve the goal by every named method (all by default) and rank the results."""
    slow = () if wanted else list_slow_methods(goal)
    results = solve_all(goal, wanted or [name for name in names("composition") if name not in slow], digits)
    if guarantees_nothing(goal):
        results = [replace(result, short=result.applicable) for result in results]
    order = rank_results(results)
    repaired = {result.method for result in order if result.status is Status.VACUOUS}
    if not any(result.certified for result in order):
        first = [result.method for result in order if not result.hidden]
        repaired |= set(first[: 1 if guarantees_nothing(goal) else REPAIRED])
    if len(goal.n.counts) <= REPAIR_RUNS:
        order = tuple(
            replace(r, repair=LazyMapping(partial(_repairs, r))) if r.method in repaired else r for r in order
        )
    failure = next((r.beta.upper for r in order if r.certified and r.beta is not None), None)
    bound = find_lower_bound(goal, goal.beta if goal.beta is not None else failure)
    left = () if wanted else list_off_screen(goal.kind)
    return Comparison(goal, order, digits, max_rounds, lower_bound=bound, hidden_methods=left)


def _repairs(result: Result) -> dict[str, Any]:
    from replcalc.planning.solving import find_repairs

    return find_repairs(result)


def list_slow_methods(goal: Composition) -> tuple[str, ...]:
    """Return the methods that take long for so many problems: they are solved only if they are named."""
    limits = {name: get(name, goal.kind).most_problems for name in names(goal.kind)}
    return tuple(name for name, most in limits.items() if most is not None and goal.k > most)


def list_off_screen(kind: str) -> tuple[str, ...]:
    """Return the methods that tables for people leave out, where none was named."""
    return tuple(name for name in names(kind) if not get(name, kind).on_screen)


def solve(method: str, question: Any, digits: int) -> Result:
    """Solve a question by one method; a refusal is a result too."""
    found = get(method, question.kind)
    if is_adaptive(question) and not found.adaptive:
        return Result(method, question, None, TOGETHER, derivation=found.derive())
    try:
        result = found.solve(question, digits)
    except (PrecisionExhausted, UnmetCondition) as error:
        gave_up = isinstance(error, PrecisionExhausted)
        result = Result(method, question, None, str(error), derivation=found.derive(), gave_up=gave_up)
    return _without_failure_target(found, question, result, digits) or result


def _without_failure_target(method: Method, question: Any, result: Result, digits: int) -> Result | None:
    """Return the result without a failure probability where a composition may miss that alone; None if it does not."""
    if result.applicable or question.kind != "composition" or question.beta is None:
        return None
    if any(condition.statement != FAILURE_GOAL for condition in result.unmet):
        return None
    try:
        free = method.solve(replace(question, beta=None), digits)
    except (PrecisionExhausted, UnmetCondition):
        return None
    return replace(free, question=question, short=True) if free.applicable else None


def guarantees_nothing(question: Any) -> bool:
    """Return whether a composition has no target for its failure probability and the beta0 give none below 1."""
    return question.kind == "composition" and question.beta is None and not question.any_failure


def solve_all(question: Any, wanted: Iterable[str], digits: int) -> list[Result]:
    """Return the named methods, each once; refuse a setting that none of them uses."""
    results = [
        solve(name, question, digits) for name in dict.fromkeys(get(name, question.kind).name for name in wanted)
    ]
    refuse_unknown(question.settings, {name for result in results for name in result.hidden})
    return results


#: In a batch one question in so many is evaluated a second time.
SECOND_EVALUATION = 50


def refuse_unknown(settings: Collection[str], known: Collection[str]) -> None:
    """Raise an error for settings that none of the requested methods uses."""
    for name in settings:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none (nothing here has unspecified constants)"
            raise InputError("set", name, f"an unspecified constant of the requested methods: {listed}")


@dataclass(frozen=True)
class SampleBound:
    """A lower bound: every algorithm of the model needs ``samples``, by the statement of that label."""

    statement: str
    samples: int
    model: str


def apply_lower_bound(statement: Statement, model: str, **values: fmpq) -> SampleBound | None:
    """Return the certified lower bound of a statement at these values; None where it gives none."""
    derivation = derive_alone(statement.label, statement, *statement.given)
    answer = certify(derivation, values, digits=6, report=("samples",))
    samples = answer.value("samples")
    if answer.verdict is not Verdict.PROVED or not isinstance(samples, int) or samples < 2:
        return None
    return SampleBound(statement.label, samples, model)


def find_lower_bound(question: Any, failure: fmpq | None = None) -> SampleBound | None:
    """Return the largest lower bound known for the model. ``failure``: the failure probability to guarantee."""
    modules = map(import_module, lower_bound_modules(getattr(question, "kind", "")))
    found = [bound for module in modules for bound in module.lower_bounds(question, failure) if bound is not None]
    return max(found, key=lambda bound: bound.samples, default=None)
