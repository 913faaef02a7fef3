"""Report of ``replcalc test``."""

from __future__ import annotations

from typing import Any

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.exact import to_float
from replcalc.render.details import result_tables
from replcalc.render.report import Later, Report, Table, cell_text
from replcalc.render.result import answer_report, comparison_json
from replcalc.render.result_json import result_json
from replcalc.sharper.threshold_test.certificates import ThresholdLaw
from replcalc.sharper.threshold_test.way import TestAnswer

#: Thresholds that people are shown; JSON and csv have all of them.
_SHOWN = 16


def test_report(found: TestAnswer, *, explain: bool = False) -> Report:
    """The least samples, why fewer do not do, the law of the threshold."""
    tables = [_law_table(found, _SHOWN)]
    if explain:
        tables += result_tables(found.result, explain=True)
    notes = _told(found)[1:]
    return answer_report(found, Later(lambda: _data(found)), tables, notes, figures=_law_table(found, None))


test_report.__test__ = False  # type: ignore[attr-defined]  # no test of pytest's


def _data(found: TestAnswer) -> dict[str, Any]:
    one = result_json(found.result)
    quantities = {**one["quantities"], "differ": found.differ}
    return comparison_json(found) | {
        "quantities": quantities,
        "status": one["status"],
        "explanation": " ".join(_told(found)),
        "law": law_json(found.law),
    }


def law_json(law: ThresholdLaw) -> dict[str, Any]:
    """Thresholds with their probabilities, and the answers that are given without a look."""
    rows = zip(law.thresholds, law.weights, strict=True)
    return {
        "thresholds": [{"threshold": int(c.p) if c.q == 1 else c, "probability": w} for c, w in rows],
        "always_low": law.always_low,
        "always_high": law.always_high,
        "answer": "high if the statistic is at least the threshold, low if not",
    }


def _law_table(found: TestAnswer, most: int | None) -> Table:
    law = found.law
    rows: list[tuple[Any, ...]] = [
        (_place(c), Enclosure.exactly(w)) for c, w in zip(law.thresholds, law.weights, strict=True)
    ]
    if most is not None and len(rows) > most:
        left = len(rows) - most
        rest = sum(law.weights[most // 2 : -(most // 2)])
        rows = [*rows[: most // 2], (f"({left} more)", Enclosure.exactly(rest)), *rows[-(most // 2) :]]
    blind = (("always high", law.always_high), ("always low", law.always_low))
    rows += [(name, Enclosure.exactly(w)) for name, w in blind if w]
    return Table("Law of the threshold", ("high from", "probability"), tuple(rows), right=(0, 1))


def _place(threshold: Any) -> Any:
    return int(threshold.p) if threshold.q == 1 else f"{to_float(threshold):.9g}"


_STATISTIC = {
    "binomial": "the number of successes",
    "poisson": "the number of events",
    "gaussian": "the mean of the values",
}


def _told(found: TestAnswer) -> tuple[str, ...]:
    result, question = found.result, found.question
    if not result.certified:
        return (f"Nothing is certified: {result.why_not}.",)
    least = result.quantities["lower_samples"]
    told = [f"Best: {cell_text(result.samples)} samples (certified)."]
    if result.samples == least:
        told.append(f"No test needs fewer: {cell_text(least - 1)} are excluded (derived:threshold-test-lower).")
    else:
        told.append(f"At least {cell_text(least)} are needed by every test (derived:threshold-test-lower).")
    told.append(
        f"The answer is high if {_STATISTIC[question.family]} reaches a shared threshold, drawn by its law; two "
        f"runs differ with probability at most {cell_text(result.rho)} at every value of the parameter."
    )
    return tuple(told)
