"""``--report``: an answer as one self-contained HTML file.

The question, what was assumed, the answer with its guarantee and recipe, plots, tables, the derivation with every
formula, every condition with its margin, the digests of the certificates behind the statements used, versions. Made of
the same Report and Results as every other output: nothing is computed anew.
"""

from __future__ import annotations

import platform
import shlex
from collections.abc import Mapping, Sequence
from html import escape
from importlib.metadata import version
from typing import Any

from replcalc import __version__
from replcalc.claims.manifest import claims_of, recorded_claims
from replcalc.numbers.enclosure import Enclosure
from replcalc.output.advice import advice
from replcalc.output.formats import render
from replcalc.output.page import (
    asset,
    cell_html,
    details,
    display,
    document,
    items,
    pairs,
    paragraphs,
    prose,
    section,
    table_html,
    text_digest,
)
from replcalc.output.report import Formula, Report, Table, cell_text
from replcalc.output.result import explanation_row, granted, relation
from replcalc.planning.comparison import Comparison
from replcalc.planning.recipe import guarantee
from replcalc.planning.result import Result, Status
from replcalc.statements.certification import Answer
from replcalc.statements.derivation import Application
from replcalc.symbolic.latex import symbol_latex

#: Longer JSON is not repeated at the end of a report: its digest is there.
_JSON_CHARACTERS = 400_000
#: Questions whose answer is a number of samples that suffice.
_PROMISING = ("composition", "queries", "boosting")
#: Digits of the enclosures in the derivation.
_DIGITS = 20


def report_page(report: Report, *, command: Sequence[str] = (), digits: int = 20) -> str:
    """The whole file. ``command``: the words typed after ``replcalc``."""
    found = results_of(report.answer)
    first = [any(result is one for one in leading(report.answer)) for result in found]
    shown = _shown(digits)
    data = render(report, "json", digits)
    parts = {
        "Answer": _answer(report, found, shown),
        "Guarantee and recipe": _recipe(report.answer),
        "Question": _question(report, command),
        "Assumptions": _assumptions(report, found),
        "Tables": _tables(report, found, shown),
        "Derivation": "".join(map(_derivation, found, first)),
        "Conditions": "".join(map(_conditions, found, first)),
        "Certificates": _certificates(found),
        "Versions": _versions(data),
        "Data": _json(data),
    }
    filled = {title: body for title, body in parts.items() if body}
    links = "".join(f'<a href="#{title.split()[0].lower()}">{title}</a>' for title in filled)
    body = [
        f'<main><p class="eyebrow">replcalc {escape(__version__)} report</p>',
        verdict(report, "h1", " ".join(command) or "Report"),
        f'<nav class="contents" aria-label="Contents">{links}</nav>',
        *(section(title, content, title.split()[0].lower()) for title, content in filled.items()),
        "</main>",
    ]
    style = f"<style>\n{asset('page.css')}</style>\n"
    return document(report.heading or "replcalc report", "\n".join(body), head=style)


def verdict(report: Report, level: str = "h2", untitled: str = "Answer") -> str:
    """What stands above the fold: a figure and what to run, only where it is certified and can be run; the promise.

    Without a promise nothing is set large but the words that there is none.
    """
    title = report.heading or untitled
    figure, colon, words = title.partition(": ")
    if isinstance(report.answer, Comparison) and report.status == Status.CERTIFIED and colon:
        number, _, unit = figure.partition(" ")
        large = f"{escape(number)} <small>{escape(unit)}</small>" if number[:1].isdigit() else escape(figure)
        head = (
            f'<{level} class="figure-number">{large}</{level}>'
            f'<p class="answer">{escape(words)} {cell_html(report.status)}</p>'
        )
    else:
        first, stop, rest = title.partition(". ")
        told = f'<p class="answer">{escape(rest)}</p>' if stop else ""
        head = f"<{level}>{escape(first + stop.strip())}</{level}>{told}"
    lines = "".join(f"<p>{prose(line.replace('<=', '≤').replace('>=', '≥'))}</p>" for line in report.lead)
    return f'<div class="verdict">{head}<div class="promise">{lines}</div></div>'


def summary(report: Report, digits: int = 20) -> tuple[str, str]:
    """The answer alone, for a page that shows it beside its question; and what else there is to say."""
    found = results_of(report.answer)
    recipe = _recipe(report.answer)
    first = _answer(report, found, _shown(digits))
    rest = _tables(report, found, _shown(digits))
    return first, rest + (details("Guarantee and recipe", recipe) if recipe else "")


def _shown(digits: int) -> int:
    """Digits of the tables: few, unless more than the usual were asked for."""
    return min(digits, 60) if digits > 20 else 6


def _tables(report: Report, found: Sequence[Result], digits: int) -> str:
    """The tables after the one that stands with the answer."""
    return "".join(table_html(table, digits) for table in report.tables[1 if found else 0 :])


def results_of(answer: Any) -> tuple[Result, ...]:
    """The results behind an answer of any kind, the best first."""
    if isinstance(answer, Result):
        return (answer,)
    if isinstance(answer, Comparison):
        return answer.results
    if isinstance(answer, tuple):
        return tuple(result for each in answer for result in results_of(each))
    return results_of(answer.result) if hasattr(answer, "result") else ()


def leading(answer: Any) -> tuple[Result, ...]:
    """The results that are shown in full: the one to run, or the first."""
    found = results_of(answer)
    if isinstance(answer, Comparison):
        chosen = advice(answer).result
        return found[:1] if chosen is None else (chosen,)
    return found[:1]


# -- what was asked, and what came out ---------------------------------------------------------------------------------
def _question(report: Report, command: Sequence[str]) -> str:
    told = f'<pre class="command">$ {escape(shlex.join(["replcalc", *command]))}</pre>' if command else ""
    inputs = report.data.get("inputs")
    if not isinstance(inputs, Mapping):
        return told
    given = ((name, value) for name, value in inputs.items() if value not in (None, {}, []))
    return told + pairs((_symbol(name), cell_html(_plain(value))) for name, value in given)


def _plain(value: Any) -> Any:
    """An input as people write it: runs of a family as value x count."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {cell_text(_plain(item))}" for name, item in value.items())
    if isinstance(value, list) and value and all(isinstance(v, Mapping) and {*v} == {"value", "count"} for v in value):
        runs = [f"{cell_text(v['value'])}" + (f" × {v['count']:,}" if v["count"] > 1 else "") for v in value[:12]]
        return ", ".join(runs) + (f", … ({len(value)} runs)" if len(value) > 12 else "")
    return value


def _symbol(name: str) -> str:
    """An input's name as a formula where it is one."""
    if name.replace("_", "").isalnum() and "_" not in name and name not in ("settings", "arms"):
        return cell_html(Formula(name, symbol_latex(name)))
    return escape(name.replace("_", " "))


def _assumptions(report: Report, found: Sequence[Result]) -> str:
    assumed = report.data.get("assumed")
    lines = ""
    if isinstance(assumed, Mapping) and assumed:
        lines = pairs(
            (_symbol(name), f"{cell_html(about['value'])} — {escape(about['why'])}") for name, about in assumed.items()
        )
    needed = granted(found)
    if needed:
        entries = (f"{escape(text)} <i>({escape(', '.join(methods))})</i>" for text, methods in needed.items())
        lines += "<h3>Taken for granted</h3>" + items(entries)
    return lines or "<p>Nothing was assumed beyond what was typed.</p>"


def _answer(report: Report, found: Sequence[Result], digits: int) -> str:
    """The first table and the sentences; the verdict stands above them."""
    notes = [note for note in report.notes if not note.startswith(("Taken for granted", "Recipe (", "Guarantee:"))]
    notes = [note for note in notes if not note[:1].isdigit()]
    first = table_html(report.tables[0], digits) if found and report.tables else ""
    drawn = f"<pre>{escape(report.preformatted)}</pre>" if report.preformatted else ""
    return drawn + first + paragraphs(notes)


def _recipe(answer: Any) -> str:
    """The steps of the best way to run and what they promise; the promise alone where no steps are written."""
    if not isinstance(answer, Comparison) or answer.question.kind not in _PROMISING:
        return ""
    recipe = answer.recipe()
    if recipe is not None:
        steps = items(map(prose, recipe.steps), ordered=True)
        return f"<blockquote>{escape(recipe.guarantee)}</blockquote><h3>Recipe: {escape(recipe.method)}</h3>{steps}"
    promised = next((result for result in leading(answer) if result.certified), None)
    return f"<blockquote>{escape(guarantee(promised))}</blockquote>" if promised is not None else ""


# -- why it holds ------------------------------------------------------------------------------------------------------
def _derivation(result: Result, is_open: bool) -> str:
    steps = result.steps_taken
    if steps is None:
        return ""
    inner = "".join(_step(step, result.answer) for step in steps.steps)
    told = f"{len(steps.steps)} steps, {result.status.value}"
    return details(f"<h3>{escape(result.method)}</h3> <small>{escape(told)}</small>", inner, is_open=is_open)


def _step(step: Application, answer: Answer | None) -> str:
    statement = step.statement
    each = " (for every <i>i</i>)" if step.each else ""
    lines = [f'<h4><span class="label">{escape(statement.label)}</span> {escape(statement.title)}{each}</h4>']
    lines.append(f"<p>{prose(statement.meaning)}</p>")
    names = {name: str(symbol) for name, symbol in step.quantities}
    for conclusion in statement.gives:
        lines.append(display(conclusion.latex()))
        known = answer.quantities.get(names[conclusion.name]) if answer and conclusion.name in names else None
        if known is not None and answer is not None:
            _, _, values, _ = explanation_row(known, answer)
            told = f"= {_enclosed(known.value)}" + (f"; with {values}" if values else "")
            lines.append(f'<p class="small">{prose(conclusion.meaning)} {escape(told)}</p>')
        elif conclusion.meaning:
            lines.append(f'<p class="small">{prose(conclusion.meaning)}</p>')
    lines.append(f'<p class="source">Source: {escape(statement.where)}; {statement.provenance}</p>')
    return f'<div class="step">{"".join(lines)}</div>'


def _enclosed(value: Any) -> str:
    """A figure with its enclosure."""
    if isinstance(value, Enclosure) and not value.is_exact:
        low, high = value.decimals(_DIGITS)
        return low if low == high else f"{cell_text(value)} in [{low}, {high}]"
    return cell_text(value, 12)


def _conditions(result: Result, is_open: bool) -> str:
    if not result.conditions:
        return "" if result.applicable else f"<p>{escape(result.method)}: {escape(result.why_not)}</p>"
    rows = tuple((c.statement, relation(c), c.index, c.left, c.right, c.margin, c.verdict) for c in result.conditions)
    columns = ("statement", "condition", "at i", "left", "right", "margin", "verdict")
    met = sum(c.verdict.value == "PROVED" for c in result.conditions)
    summary = f"<h3>{escape(result.method)}</h3> <small>{met} of {len(rows)} PROVED</small>"
    return details(summary, table_html(Table("", columns, rows, right=(2, 3, 4, 5))), is_open=is_open)


def _certificates(found: Sequence[Result]) -> str:
    """The claims about the statements used, each with the digest by which its certificate is accepted."""
    labels = dict.fromkeys(s.statement.label for r in found if r.steps_taken for s in r.steps_taken.steps)
    known = recorded_claims()
    rows = [
        (label, claim, known[claim].expected, known[claim].digest)
        for label in labels
        for claim in claims_of(label)
        if claim in known
    ]
    if not rows:
        return ""
    told = (
        "Numeric facts behind the statements used, as decided by replcalc verify. A certificate written by it is "
        "accepted only for the statement with this SHA-256."
    )
    columns = ("statement", "claim", "verdict", "digest")
    body = table_html(Table("", columns, tuple(rows)), cell=_digest_cell)
    return paragraphs([told]) + details(f"{len(rows)} claims", body, is_open=len(rows) <= 12)


def _digest_cell(value: Any, digits: int) -> str:
    if isinstance(value, str) and len(value) == 64:
        return f'<span class="hash">{escape(value)}</span>'
    return cell_html(value, digits)


def _versions(data: str) -> str:
    libraries = [(name, version(name)) for name in ("sympy", "mpmath", "python-flint", "numpy")]
    told = [("replcalc", __version__), ("Python", platform.python_version()), *libraries]
    entries = [(escape(name), escape(number)) for name, number in told]
    return pairs([*entries, ("SHA-256 of the JSON answer", f'<span class="hash">{text_digest(data)}</span>')])


def _json(data: str) -> str:
    if len(data) > _JSON_CHARACTERS:
        return f"<p>The JSON has {len(data):,} characters; the format json prints it.</p>"
    inner = f"<pre>{escape(data)}</pre>"
    return f'<div class="no-print">{details("The complete answer as JSON", inner)}</div>'
