"""The ordered parameters of the paper's pipeline: eps_i, delta_i, boosted n_i, then eps*, delta*, gamma*."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from replcalc.ask.comparison import Comparison
from replcalc.ask.composition import Composition
from replcalc.ask.result import Result, Status
from replcalc.numbers.family import Family, align
from replcalc.render.advice import falls_short
from replcalc.render.report import Table, cell_text

#: Runs of equal n that are shown one by one; of more the first, the last and the worst.
_RUNS = 4
#: heading of a row -> the way's quantity: one value for every i, then one for all of them
_EACH = {"eps_i": "epsilon", "delta_i": "delta", "boosted n_i": "samples_each"}
_WHOLE = {"eps*": "epsilon_star", "delta*": "delta_star", "gamma*": "gamma_star", "rho": "rho", "beta": "beta"}


def pipeline(comparison: Comparison) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """The table of the way ``paper``; or a line that says why it does not apply; nothing where it was not asked.

    Algorithms that have names stand in rows of their own.
    """
    result = next((r for r in comparison.results if r.way == "paper"), None)
    if getattr(comparison.question, "names", None) is not None:
        return _by_name(comparison.question, result)
    if result is None or comparison.question.kind not in ("composition", "queries", "arms"):
        return (), ()
    if not result.applicable or result.answer is None or "epsilon" not in result.answer.quantities:
        return (), ((f"The paper's pipeline (thm:main) does not apply: {result.why_not}.",) if result.why_not else ())
    runs = tuple(_shown_runs(result))
    rows: list[tuple[Any, ...]] = []
    if len(runs) > 1:
        rows.append(("n_i", *(n for _, n, _ in runs)))
    for heading, name in _EACH.items():
        values = result.value(name)
        rows.append((heading, *(values[place] for place, _, _ in runs)))
    for heading, name in _WHOLE.items():
        rows.append((heading, result.value(name), *(None,) * (len(runs) - 1)))
    columns = ("", *(label for _, _, label in runs))
    title = f"The paper's pipeline (thm:main): {cell_text(result.samples, 4)} {comparison.unit}, {_worth(result)}"
    return (Table(title, columns, tuple(rows), tuple(range(1, len(columns))), digits=4),), ()


def _by_name(question: Composition, result: Result | None) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """Every named algorithm on a row: what was said of it, and what the paper's pipeline asks of it."""
    assert question.names is not None
    outputs = question.each_output
    given = {"n": question.n, "rho0": question.rho0, "beta0": question.beta0, "outputs": outputs.map(str)}
    names, *families = align(question.names, *given.values())
    said: dict[str, Sequence[Any]] = {"algorithm": names.values, "times": names.counts}
    said |= {name: family.values for name, family in zip(given, families, strict=True)}
    known = result is not None and result.applicable and result.answer is not None
    if known and result is not None:
        ends, starts = list(accumulate(question.n.counts)), (0, *accumulate(names.counts[:-1]))
        places = [bisect_right(ends, start) for start in starts]
        said |= {heading: [result.value(name)[place] for place in places] for heading, name in _EACH.items()}
    said = {name: cells for name, cells in said.items() if name in _ALWAYS or len({str(cell) for cell in cells}) > 1}
    right = tuple(place for place, name in enumerate(said) if name not in ("algorithm", "outputs"))
    table = Table("Algorithms", tuple(said), tuple(zip(*said.values(), strict=True)), right, digits=4)
    if not known or result is None:
        return (table,), (f"The paper's pipeline (thm:main) does not apply: {result.why_not}.",) if result else ()
    whole = ", ".join(f"{heading} = {cell_text(result.value(name), 4)}" for heading, name in _WHOLE.items())
    title = f"Algorithms; the paper's pipeline (thm:main): {cell_text(result.samples, 4)} samples, {_worth(result)}"
    return (replace(table, title=title),), (f"All together: {whole}.",)


#: Columns that stand there even if every algorithm has the same in it.
_ALWAYS = ("algorithm", "n", *_EACH)


def _worth(result: Result) -> str:
    match result.status:
        case Status.VACUOUS:
            told = "; ".join(f"{name} <= {cell_text(value)} repairs it" for name, value in result.repair.items())
            return "vacuous" + (f": {told}" if told else "")
        case Status.FALLS_SHORT:
            return falls_short(result)
        case Status.APPLIES:
            return "hidden constants at their placeholders"
        case _:
            return result.status.value


def _shown_runs(result: Result) -> Iterator[tuple[int, int, str]]:
    """Place, n and label of the runs to show."""
    assert result.answer is not None
    sizes = result.answer.inputs["n"]
    assert isinstance(sizes, Family)
    boosted = result.value("samples_each")
    places = range(len(sizes.counts))
    if len(places) > _RUNS:
        worst = max(places, key=lambda place: _upper(boosted[place]))
        places_shown = sorted({0, worst, len(places) - 1})
    else:
        places_shown = list(places)
        worst = -1
    starts = [1]
    for count in sizes.counts:
        starts.append(starts[-1] + count)
    for place in places_shown:
        first, count = starts[place], sizes.counts[place]
        label = f"i={first:,}" + ("" if count == 1 else f" to {first + count - 1:,}")
        yield place, sizes.values[place], label + (" (worst)" if place == worst else "")


def _upper(value: Any) -> Any:
    return getattr(value, "upper", value)
