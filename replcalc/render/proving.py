"""The report of ``replcalc prove``."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import decimal, rational_text
from replcalc.prover.proving import Proving
from replcalc.render.report import Report, Table


def proving_report(found: Proving) -> Report:
    """The verdict first; the point, the place that resists, or the bracket of the best constant below it."""
    outcome = found.outcome
    data: dict[str, Any] = {
        "verdict": outcome.verdict, "fact": str(found.fact), "conclusion": found.fact.conclusion(),
        "method": outcome.method, "detail": outcome.detail, "seconds": round(found.seconds, 3),
    }  # fmt: skip
    rows: list[tuple[str, Any]] = [("verdict", outcome.verdict), ("fact", str(found.fact))]
    if outcome.counterexample is not None:
        data["counterexample"] = dict(outcome.counterexample)
        rows += [(f"fails at {name}", value) for name, value in outcome.counterexample.items()]
    if outcome.method == "undefined":
        data["undefined"] = outcome.detail
    if outcome.detail:
        label = {"PROVED": "rests on", "REFUTED": "rests on"}.get(outcome.verdict.value, "why not")
        rows.append((label, outcome.detail))
    if found.best is not None:
        data["best"] = {"proved": found.best.proved, "refuted": found.best.refuted}
        rows += [
            (f"{found.best.name} proved", _number(found.best.proved)),
            (f"{found.best.name} refuted", _number(found.best.refuted)),
        ]
    rows.append(("seconds", f"{found.seconds:.1f}"))
    heading = f"{outcome.verdict.value}: {found.fact}"
    return Report(data, (Table("Proof", ("quantity", "value"), tuple(rows)),), (), heading)


def _number(value: fmpq | None) -> str:
    return "none" if value is None else f"{rational_text(value)} (about {decimal(value, 10, up=False)})"
