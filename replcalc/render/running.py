"""What a run of a recommended algorithm prints: answers, guarantee, and how two receipts compare."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from replcalc.render.report import Report, Table
from replcalc.run.means import Answered
from replcalc.run.receipt import Comparison, Receipt, same_data


def _number(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def means_report(found: Answered) -> Report:
    """The answers first, then what they promise."""
    receipt = found.receipt()
    rows = tuple((name, _number(value)) for name, value in found.answers.items())
    data = {"schema": "replcalc/2", "receipt": receipt.to_json(), "answers": dict(rows)}
    notes = (
        f"{found.sums.rows:,} rows read, {found.plan.samples:,} needed (way {found.plan.way}).",
        found.guarantee,
        "Not promised: anything about rows that are not independent draws, or about a seed chosen after the data.",
    )
    return Report(data, (Table("Answers", ("name", "answer"), rows, (1,)),), notes, "Replicable means")


def comparison_report(one: Receipt, two: Receipt, found: Comparison) -> Report:
    """Were the two entitled to agree, and do they?"""
    verdict = ("equal", "different", "not comparable")[found.exit_code]
    notes = []
    if found.obstacles:
        notes.append("Not entitled to agree: " + "; ".join(found.obstacles) + ".")
    else:
        rho = one.question.get("rho", "rho")
        notes.append(f"Entitled to agree except with probability {rho}: same question, plan and seed, enough samples.")
        if same_data(one, two):
            notes.append("Both were made from the same rows: their agreement says nothing about new samples.")
    rows = tuple(
        (name, one.answers.get(name, ""), two.answers.get(name, ""))
        for name in dict.fromkeys((*one.answers, *two.answers))
    )
    data = {
        "schema": "replcalc/2",
        "verdict": verdict,
        "obstacles": list(found.obstacles),
        "different": list(found.different),
        "same_data": same_data(one, two),
    }
    table = Table("Answers", ("name", "first", "second"), rows)
    return Report(
        data,
        (table,),
        tuple(notes),
        f"Receipts: {verdict} answers" if not found.obstacles else "Receipts: not comparable",
    )
