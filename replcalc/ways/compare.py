"""All routes for one goal, ranked: certified ones first, fewest samples first."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from replcalc.numbers.enclosure import nearest, short
from replcalc.numbers.errors import InputError, PrecisionExhausted, UnmetCondition
from replcalc.questions.composition import Composition
from replcalc.ways.registry import ROUTES, get
from replcalc.ways.route import RouteResult
from replcalc.ways.showing import report_of


@dataclass(frozen=True)
class RouteComparison:
    """What every asked-for route found, best first."""

    goal: Composition
    results: tuple[RouteResult, ...]
    digits: int

    @property
    def best(self) -> str | None:
        """The certified route with the fewest samples; without one, the applicable route with the fewest."""
        first = self.results[0] if self.results else None
        return first.name if first is not None and first.applicable else None

    def __getitem__(self, name: str) -> RouteResult:
        return next(result for result in self.results if result.name == name)

    def _repr_html_(self) -> str:
        shown: str = report_of("composition", "comparison_report", self)._repr_html_()
        return shown

    def sentence(self) -> str:
        """Why the best route is best, in one sentence."""
        winner = next((r for r in self.results if r.name == self.best), None)
        if winner is None:
            return "No route applies: " + "; ".join(f"{r.name}: {reason(r)}" for r in self.results) + "."
        text = f"Best: {winner.name} with {_count(winner.samples)} samples"
        text += " (certified)" if winner.certified else f" (not certified: depends on {', '.join(winner.hidden)})"
        if winner.name == "naive":
            return (
                text
                + ": the replicabilities of the base algorithms add up to at most rho, so one common sample is enough."
            )
        rivals = [r for r in self.results if r.certified and r is not winner and r.samples]
        if winner.certified and rivals and rivals[0].samples and winner.samples:
            from flint import fmpq

            text += f", {nearest(fmpq(rivals[0].samples, winner.samples), 3)} times fewer than {rivals[0].name}"
        return text + "."


def reason(result: RouteResult) -> str:
    """Why a route does not apply, or an empty string."""
    if result.applicable:
        return ""
    if result.reason:
        return result.reason
    return "; ".join(condition.describe() for condition in result.unmet[:2])


def _count(samples: int | None) -> str:
    if samples is None:
        return "?"
    return f"{samples:,}" if samples < 10**15 else short(samples, 6)


def compare_routes(goal: Composition, names: Sequence[str] = (), digits: int = 20) -> RouteComparison:
    """Solve the goal by every route named (all by default) and rank the answers."""
    results = [_solve(name, goal, digits) for name in (dict.fromkeys(names) or ROUTES)]
    _check_settings(goal, results)
    order = {name: position for position, name in enumerate(ROUTES)}
    results.sort(key=lambda r: (not r.certified, not r.applicable, r.samples if r.samples else 0, order[r.name]))
    return RouteComparison(goal, tuple(results), digits)


def _solve(name: str, goal: Composition, digits: int) -> RouteResult:
    route = get(name)
    try:
        return route.solve(goal, digits)
    except (PrecisionExhausted, UnmetCondition) as error:
        return RouteResult(name, None, str(error), derivation=route.derive())


def _check_settings(goal: Composition, results: Sequence[RouteResult]) -> None:
    """A setting that no asked-for route knows is a mistyped name, not a wish to be ignored."""
    refuse_unknown(goal, {name for result in results for name in result.hidden})


def refuse_unknown(goal: Composition, known: Collection[str]) -> None:
    for name in goal.settings:
        if name not in known:
            listed = ", ".join(sorted(known)) or "none (no asked-for route has hidden constants)"
            raise InputError("--set", name, f"a hidden constant of the asked-for routes: {listed}")
