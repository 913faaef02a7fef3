"""The published tables (``replcalc table NAME``, the files under ``tables/``): each builder returns a Report.

Nothing is typed in: table 1 is derived from the problems' statements, the others are read off the catalogue, the
claims, the simulators and the routes. Output is deterministic: no timings, no dates.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, decimal
from replcalc.numbers.errors import InputError, UnknownName
from replcalc.output.advice import rounds_text, runs_text
from replcalc.output.latex import latex_escape
from replcalc.output.report import Report, Table, TableColumn, cell_text
from replcalc.output.table_one import growth_formula, printed_otherwise, references, table_one_latex
from replcalc.paper.errata_table import ERRATA, VERSION, by_severity
from replcalc.paper.literature import READ
from replcalc.planning.defaults import TABLE_ONE, TABLE_ONE_D
from replcalc.problems.boosting.inputs import Boosting, problem_inputs
from replcalc.problems.boosting.method import boost
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.boosting.registry import problems
from replcalc.problems.table_one.orders import assumptions, new_order, previous_order
from replcalc.statements.erratum import Erratum, Quotation, closed
from replcalc.statements.statement import HiddenConstant
from replcalc.statements.theory import line, place


def _at(problem: Problem, point: Mapping[str, str]) -> Boosting:
    if problem.name in TABLE_ONE_D:
        point = {"d": TABLE_ONE_D[problem.name], **point}
    own = {option.key for option in problem.options} | {problem.accuracy.name}
    options = {key: point[key] for key in point if key in own and key not in ("rho", "alpha", "beta")}
    alpha = point["alpha"] if problem.accuracy.name == "alpha" else None
    return problem_inputs(problem, point["rho"], alpha, point["beta"], options)


def four_digits(samples: int) -> int:
    """Rounded up to four significant digits: still enough samples, and the same on every machine."""
    unit: int = 10 ** max(0, len(str(samples)) - 4)
    return -(-samples // unit) * unit


def table_one(point: Mapping[str, str] | None = None, *, wide: bool = True) -> Report:
    """The paper's table: both columns derived and reduced, with numbers at a reference point.

    ``wide``: one table with everything (for files); otherwise bounds and numbers apart (for a terminal).
    """
    point = {**TABLE_ONE, **(point or {})}
    rows, records, notes, set_rows = [], [], [], []
    for problem in problems():
        given = _at(problem, point)
        previous, new = growth_formula(previous_order(problem)), growth_formula(new_order(problem))
        paper = boost(problem, given.values, digits=6)
        optimal = four_digits(boost(problem, given.values, split="optimal", digits=6).value("n_new"))
        n_previous, n_new, ratio = (paper.value(name) for name in ("n_previous", "n_new", "ratio"))
        cite = problem.previous_citation
        source = f"{cite.authors.split(',')[0]} et al. ({cite.year})" if cite else ""
        gain = fmpq(optimal, n_previous)
        rows.append((problem.title, previous, source, new, n_previous, n_new, optimal, ratio, gain))
        records.append(
            {
                "problem": problem.name,
                "previous": previous,
                "new": new,
                "previous_latex": previous.latex,
                "new_latex": new.latex,
                "assumptions": list(assumptions(problem)),
                "previous_assumptions": list(assumptions(problem, previous=True)),
                "source": source,
                "inputs": dict(given.typed),
                "n_previous": n_previous,
                "n_new": n_new,
                "n_new_optimal": optimal,
                "ratio": ratio,
                "ratio_optimal": gain,
                "hidden_constants": list(paper.hidden),
                "certified": paper.certified,
            }
        )
        at = f"At {_point(given)}.{_caveat(paper.hidden_constants)}"
        notes.append(f"{problem.title}: {'; '.join(assumptions(problem))}. {at}")
        notes += [f"{problem.title}: {note}." for note in given.notes]
        set_rows.append((problem, previous, new))
        if (other := printed_otherwise(problem, new)) is not None:
            notes.append(f"{problem.title}: {other[0]}.")
    tables: tuple[Table, ...] = (Table("", _BOUNDS + _NUMBERS, tuple(rows), right=(4, 5, 6, 7, 8)),)
    if not wide:
        tables = (
            Table(
                "Bounds",
                (*_BOUNDS[:2], _BOUNDS[3]),
                tuple((r[0], r[1], r[3]) for r in rows),
                latex=table_one_latex(set_rows),
                references=references([problem for problem, _, _ in set_rows]),
            ),
            Table(
                "Samples at the reference point",
                _BOUNDS[:1] + _NUMBERS,
                tuple((r[0], *r[4:]) for r in rows),
                (1, 2, 3, 4, 5),
            ),
        )
    notes.append("Samples with the best split are rounded up to four digits.")
    data = {"table": "1", "reference": dict(point), "rows": records}
    return Report(data, tables, tuple(notes), heading="Boosting: bounds before and after, derived and reduced")


_BOUNDS = ("problem", "previous bound", "source", "new bound")
_NUMBERS = ("previous", "new", "new, best split", "ratio", "best ratio")


def _point(given: Boosting) -> str:
    return ", ".join(f"{name} = {cell_text(value)}" for name, value in given.typed.items())


def _caveat(hidden: tuple[HiddenConstant, ...]) -> str:
    constants = [constant.name for constant in hidden if not constant.exponent]
    left_out = " and hidden logarithms left out" if len(constants) < len(hidden) else ""
    return f" Numbers with {', '.join(constants)} = 1{left_out}." if constants else ""


def witness_records(label: str) -> list[dict[str, Any]]:
    """Every conclusion of a statement: whether it bounds a number, and which simulator came how near to it."""
    from replcalc.simulate.registry import witnesses_of

    return [
        {
            "conclusion": w.name,
            "kind": "bound" if w.bounds else "order" if w.why_none else "equation",
            "found": [
                {"simulator": name, "quantity": near.quantity, "worst_ratio": near.ratio, "cases": near.cases}
                for name, near in w.found.items()
            ],
        }
        for w in witnesses_of(label)
    ]


def _bounds(r: dict[str, Any]) -> list[dict[str, Any]]:
    return [w for w in r["witnesses"] if w["kind"] == "bound"]


def _counted(r: dict[str, Any]) -> str:
    bounds = _bounds(r)
    return f"{sum(bool(w['found']) for w in bounds)} of {len(bounds)}" if bounds else ""


def _nearest(r: dict[str, Any]) -> str:
    found = [(w["conclusion"], near) for w in r["witnesses"] for near in w["found"]]
    return "; ".join(f"{name} ({near['quantity']}): {near['worst_ratio']}" for name, near in found)


def statements_table() -> Report:
    """The catalogue with what covers each statement."""
    from replcalc.claims.manifest import claims_of
    from replcalc.paper.coverage import FACTS
    from replcalc.simulate.registry import simulators_of
    from replcalc.statements.catalogue import entries

    records: list[dict[str, Any]] = [
        {
            "label": entry.label,
            "kind": entry.kind,
            "line": line(entry.source),
            "where": place(entry.source),
            "title": entry.title,
            "provenance": entry.provenance,
            "claims": list(claims_of(entry.qualified)),
            "simulators": list(simulators_of(entry.qualified)),
            "witnesses": witness_records(entry.qualified),
        }
        for entry in entries().values()
    ]
    table = Table.of(
        "",
        records,
        *map(TableColumn, ("label", "kind", "where", "title", "provenance")),
        TableColumn("claims", lambda r: len(r["claims"]) or None, number=True),
        TableColumn("simulators", lambda r: ", ".join(r["simulators"])),
        TableColumn("bounds witnessed", _counted),
        TableColumn("nearest (truth/bound)", _nearest),
        TableColumn("no witness", lambda r: ", ".join(w["conclusion"] for w in _bounds(r) if not w["found"])),
    )
    covered = sum(1 for r in records if r["claims"] or r["simulators"])
    promises = [w for r in records for w in r["witnesses"]]
    bounds = [w for r in records for w in _bounds(r)]
    seen = sum(bool(w["found"]) for w in bounds)
    others = sum(bool(w["found"]) for w in promises) - seen
    unknown = sum(w["kind"] == "order" for w in promises)
    note = (
        f"{len(records)} statements; {covered} are covered by a claim or a simulator. Of their {len(promises):,} "
        f"conclusions (and parameters that they promise to keep to) {len(bounds)} bound a number: {seen} are witnessed "
        f"in exact worlds, {len(bounds) - seen} are not. {unknown} are orders or rest on an unknown constant: there is "
        f"nothing to compare with. The others are equations: settings, costs, steps; {others} of them are witnessed."
    )
    facts = [fact.record() for fact in FACTS]
    passing = Table.of_records("Said in passing, or informally", facts)
    data = {"table": "statements", "rows": records, "facts": facts}
    return Report(data, (table, passing), (note,), heading="Statements and what covers them")


#: Reference points of the table of routes: (n, rho, rho0, beta0).
COMPOSITIONS: tuple[tuple[str, str, str, str], ...] = (
    ("100,200", "0.1", "1e-4", "1e-3"),
    ("100x1000", "0.01", "1e-4", "1e-6"),
    ("100x1000", "0.1", "1e-2", "1e-9"),
    ("50x20,400x5,10000", "0.05", "1e-4", "1e-6"),
)


def routes_table() -> Report:
    """Every composition route at the reference points."""
    from replcalc.planning.comparison import compare
    from replcalc.planning.composition import composition
    from replcalc.planning.registry import names

    records: list[dict[str, Any]] = []
    for n, rho, rho0, beta0 in COMPOSITIONS:
        goal = composition(n, rho, rho0=rho0, beta0=beta0)
        for name in names("composition"):
            result = compare(goal, (name,), 6).results[0]
            note = result.why_not or ("hidden: " + ", ".join(result.hidden) if result.hidden else "")
            samples = four_digits(result.samples) if result.applicable and result.samples else None
            beta = result.answer.value("beta") if result.applicable and result.answer else None
            effort = result.effort if result.applicable else None
            runs = runs_text(effort)
            records.append(
                {
                    "n": n,
                    "rho": rho,
                    "rho0": rho0,
                    "beta0": beta0,
                    "route": name,
                    "samples": samples,
                    "runs": four_digits(runs) if isinstance(runs, int) else runs,
                    "rounds": rounds_text(effort),
                    "beta": beta,
                    "applicable": result.applicable,
                    "certified": result.certified,
                    "status": result.status.value,
                    "note": note,
                }
            )
    shown = {name: name for name in records[0] if name not in ("applicable", "certified")} | {"runs": "base runs"}
    rows = tuple(tuple(_rounded_up(r[name]) if name == "beta" else r[name] for name in shown) for r in records)
    table = Table("", tuple(shown.values()), rows, right=(1, 2, 3, 5, 6, 7, 8))
    note = "Samples and runs are rounded up to four digits, failure probabilities to three."
    data = {"table": "routes", "rows": records}
    return Report(data, (table,), (note,), heading="Composition: every route at reference points")


def _rounded_up(beta: Any) -> Any:
    return decimal(beta.upper, 3, up=True) if isinstance(beta, Enclosure) else beta


def constants_table(*, fresh: bool = False) -> Report:
    """Build the table of the paper's constants next to the best ones; ``fresh`` decides every claim anew."""
    from replcalc.paper.constants_table import constants_rows

    return _records_report("constants", "Constants of the paper, and the best ones", constants_rows(fresh=fresh))


def constants_summary(report: Report) -> Report:
    """The table of constants for a terminal: how many are what, and a line for each area (before an identifier's dot).

    Hidden: the paper leaves the constant to an O, or says no more than that it is small or absolute. Bracketed: proved
    at one figure and refuted at the next, hence the best; of the others that is not said.
    """
    found: dict[str, list[Mapping[str, Any]]] = {}
    for row in report.data["rows"]:
        found.setdefault(row["claim"].partition(".")[0], []).append(row)
    counts = {area: [sum(test(row) for row in rows) for test in _COUNTED.values()] for area, rows in found.items()}
    total = dict(zip(_COUNTED, map(sum, zip(*counts.values(), strict=True)), strict=True))
    heading = f"{total['all']} constants: " + ", ".join(f"{total[name]} {name}" for name in ("proved", "refuted"))
    heading += f"; {total['best']} of them certified as the best"
    unsaid = total["all"] - total["hidden"] - total["printed"]
    told = f"hides {total['hidden']} of them in an O or a word, prints {total['printed']} and has none for {unsaid}"
    lead = (f"The paper {told}.",)
    rows = tuple((f"{area}.*", *(count or None for count in of)) for area, of in counts.items())
    table = Table("", ("constants", *_COUNTED), rows, tuple(range(1, len(_COUNTED) + 1)))
    notes = ("Best: proved at one figure, refuted at the next; of the others it is not said whether they are best.",)
    return replace(report, heading=heading, lead=lead, tables=(table,), notes=notes)


def _hidden(row: Mapping[str, Any]) -> bool:
    return re.search(r"O\(|O~|Theta|Omega|polylog|small|absolute", row["paper_constant"]) is not None


_COUNTED: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "all": lambda row: True,
    "proved": lambda row: row["verdict"] == "PROVED",
    "refuted": lambda row: row["verdict"] == "REFUTED",
    "hidden": _hidden,
    "printed": lambda row: bool(row["paper_constant"]) and not _hidden(row),
    "best": lambda row: row["best_constant"].endswith(" refuted"),
}


def errata_table(*, wide: bool = True) -> Report:
    """What is false, unjustified or imprecise in the paper; for a terminal, the columns that fit."""
    from replcalc.paper.errata_table import errata_rows

    narrow = ("lines", "severity", "printed", "repair")
    report = _records_report("errata", "Errata", errata_rows(), None if wide else narrow)
    return replace(report, tables=(replace(report.tables[0], latex=errata_latex()),))


def standing_table(source: str) -> Report:
    """Which errata still stand in another version of the paper's source."""
    from replcalc.paper.errata_table import standing_rows

    rows = standing_rows(source)
    counts = Counter(row["verdict"] for row in rows)
    told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ("stands", "in part", "changed") if counts[verdict])
    note = f"{len(rows)} errata: {told}. Changed: what is quoted is not there any more; read whether it is right."
    return replace(_records_report("errata", "Errata against another version", rows), notes=(note,))


def gaps_table() -> Report:
    """Of every problem what suffices and what is needed, both certified, and what is left between."""
    from replcalc.problems.gaps.known import gap_rows

    records: list[dict[str, Any]] = []
    for row in gap_rows():
        most, least = row["at_most"], row["at_least"]
        most = four_digits(most) if most is not None else None
        least = least - least % 10 ** max(0, len(str(least)) - 4) if least is not None else None
        ratio = decimal(fmpq(most, least), 3, up=True) if most and least else None
        records.append({**row, "at_most": most, "at_least": least, "ratio": ratio})
    shown = ("problem", "model", "point", "at_most", "method", "at_least", "statement", "ratio", "limit", "conjectured")
    rows = tuple(tuple(record[name] for name in shown) for record in records)
    titles = tuple({"at_most": "suffice", "at_least": "are needed", "statement": "by"}.get(n, n) for n in shown)
    notes = (
        "Samples that suffice are rounded up to four digits, samples that are needed down. Both are certified.",
        "Limit: what is proved of the ratio where alpha, rho, rho0 and beta vanish.",
    )
    data = {"table": "gaps", "rows": records}
    table = Table("", titles, rows, right=(3, 5, 7), spare=(1, 2, 4, 6, 8, 9))
    return Report(data, (table,), notes, heading="What is known with constants")


def _records_report(name: str, heading: str, found: Any, only: tuple[str, ...] | None = None) -> Report:
    """A table from records (mappings with the same keys, in order), or of some of their columns."""
    records = [dict(record) for record in found]
    columns = only or (tuple(records[0]) if records else ("",))
    # a line of the source is a name, not a quantity: no digits grouped
    rows = tuple(tuple(str(r[c]) if c == "line" else r[c] for c in columns) for r in records)
    shown = tuple(column.replace("_", " ") for column in columns)
    return Report({"table": name, "rows": records}, (Table("", shown, rows),), (), heading=heading)


#: Formats whose pages have a width.
NARROW = ("text", "latex")
BUILDERS: dict[str, Callable[[], Report]] = {
    "1": table_one,
    "constants": constants_table,
    "statements": statements_table,
    "routes": routes_table,
    "errata": errata_table,
    "gaps": gaps_table,
}


def table_report(
    name: str, point: Mapping[str, str] | None = None, *, wide: bool = True, fresh: bool = False
) -> Report:
    """Build the table of that name.

    Args:
        name: one of ``BUILDERS``.
        point: overrides the reference point of table 1.
        wide: whether the page has no width.
        fresh: of the table of constants, decide every claim anew.
    """
    if name not in BUILDERS:
        raise UnknownName("NAME", name, "one of " + ", ".join(BUILDERS))
    if name == "1":
        return table_one(point, wide=wide)
    if point:
        raise InputError(next(iter(point)), next(iter(point.values())), "only with table 1")
    if name == "constants":
        return constants_table(fresh=fresh)
    return errata_table(wide=wide) if name == "errata" else BUILDERS[name]()


# -- the errata as LaTeX sets them -------------------------------------------------------------------------------------
# What is printed and what should stand there as mathematics, not as TeX code.
# Quotations use the authors' own commands, so the piece brings those along, for itself alone.
#: The commands of the paper that quotations use: name -> number of arguments and meaning.
_COMMANDS = {
    "eps": (0, r"\varepsilon"),
    "wtilde": (1, r"\widetilde{#1}"),
    "rbr": (1, r"\left(#1\right)"),
    "cbr": (1, r"\left\{#1\right\}"),
    "abs": (1, r"\left|#1\right|"),
    "Pr": (1, r"\mathrm{Pr}\left[#1\right]"),
    "Pru": (2, r"\mathrm{Pr}_{#1}\left[#2\right]"),
    "polylog": (0, r"\operatorname{polylog}"),
    "cTcomp": (0, r"\ensuremath{\mathcal{T}^*}"),
    "cBcomp": (0, r"\ensuremath{\mathcal{B}^*}"),
    "cAcomp": (0, r"\ensuremath{\mathcal{A}^*}"),
    "err": (0, r"\texttt{err}"),
    "enquote": (1, "``#1''"),
    "Cref": (1, r"\texttt{\detokenize{#1}}"),
    "EqComment": (1, r"\emph{(#1)}"),
    **{f"c{letter}": (0, rf"\mathcal{{{letter}}}") for letter in "ABDEHTXYZ"},
}
#: What is about the source itself is shown as it is typed.
_CODE = re.compile(r"\\(?:begin|end|label|renewcommand)\b")
_LABEL = re.compile(r"\b(?:[a-z]+:[A-Za-z_]\w*|[a-z]+(?:/[\w-]+)+\.md)")


def errata_latex() -> str:
    """Every erratum in a paragraph of its own, gravest first; for \\input."""
    counts = by_severity()
    told = ", ".join(f"{counts[name]} {name}" for name in counts)
    commands = "".join(
        rf"\def\{name}{''.join(f'#{i + 1}' for i in range(arguments))}{{{meaning}}}%" + "\n"
        for name, (arguments, meaning) in _COMMANDS.items()
    )
    head = rf"\paragraph{{Errata.}} Of {VERSION}, by lines of its \TeX{{}} source: {told}."
    body = "\n".join(map(_entry, ERRATA))
    return f"{{\\small\\raggedright\n{commands}{head}\\par\n{body}\n}}"


def _entry(erratum: Erratum) -> str:
    whose = f", {sentence(erratum.quotes)}" if erratum.quotes else ""
    told = f"{erratum.severity}, {erratum.where}, {sentence(erratum.statement)}{whose}"
    why, repair, effect = (closed(sentence(text)) for text in (erratum.reason, erratum.repair, erratum.effect))
    lines = [
        rf"\par\medskip\noindent\textbf{{{latex_escape(erratum.id)}}} ({told}).",
        *(rf"\par\noindent\hangindent=1em {_quoted(quotation)}" for quotation in erratum.quotations),
    ]
    if erratum.reason != READ:
        lines.append(rf"\par\noindent {why} \emph{{Repair:}} {repair} \emph{{Effect:}} {effect}")
    if erratum.claims:
        lines.append(rf"\emph{{Decided by}} {', '.join(_typed(name) for name in erratum.claims)}.")
    return "\n".join(lines)


def _quoted(quotation: Quotation) -> str:
    text = f"{quotation.source.line}: {_piece(quotation, quotation.text)}"
    return text + (rf" $\leadsto$ {_piece(quotation, quotation.reads)}" if quotation.repaired is not None else "")


def _piece(quotation: Quotation, tex: str) -> str:
    if _CODE.search(tex) or _CODE.search(quotation.tex):
        return rf"\texttt{{{latex_escape(tex)}}}"
    return rf"$\displaystyle {tex}$" if quotation.math else f"``{tex}''"


def sentence(text: str) -> str:
    """Words escaped, labels typed, what stands between dollars left as it is."""
    pieces = text.split("$")
    return "".join(f"${piece}$" if number % 2 else _words(piece) for number, piece in enumerate(pieces))


def _words(text: str) -> str:
    text = re.sub(r"\\emph\{([^}]*)\}", r"\1", text)
    parts, end = [], 0
    for found in _LABEL.finditer(text):
        parts += [latex_escape(text[end : found.start()]), _typed(found.group())]
        end = found.end()
    return "".join((*parts, latex_escape(text[end:])))


def _typed(name: str) -> str:
    """A name in typewriter letters that may be broken after its marks."""
    broken = re.sub(r"[:/._-]", lambda mark: latex_escape(mark[0]) + r"\allowbreak{}", name)
    return rf"\texttt{{{broken}}}"
