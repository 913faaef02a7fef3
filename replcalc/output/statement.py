"""Write a statement: its formulas, conditions, constants, and what is known about it."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from replcalc.claims.kernel import describe_proved_part, kernel_theorems
from replcalc.claims.record import claims_of
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import parse_sample_sizes
from replcalc.output.catalogue import encode_summary
from replcalc.output.document import Document, Formula, Table, TableColumn, format_cell
from replcalc.output.formats import wrap_prose
from replcalc.output.steps import SIGNS, format_conclusion
from replcalc.paper.numbering import PRINTED, number_of
from replcalc.planning.proving import derive_alone
from replcalc.planning.recipe import write_bound
from replcalc.simulate.registry import coverage_of, simulators_of
from replcalc.statements.catalogue import entry, used_by
from replcalc.statements.certification import certify
from replcalc.statements.statement import Statement
from replcalc.symbolic.language import free
from replcalc.symbolic.printing import format_formula, latex, symbol_text, wrap_formula

_WIDTH = 80


def report_statement(of: str | Statement) -> Document:
    """Write everything known about one statement: itself, where it is defined, what uses it and what covers it."""
    label = of if isinstance(of, str) else of.label
    about = entry(label)
    s, coverage, checked = about.statement, coverage_of(label), kernel_theorems().get(about.label)
    number, printed, proved = number_of(label), PRINTED.get(label, ""), find_proved_bounds(s)
    known: dict[str, Any] = {"uses": s.uses, "used_by": used_by(label)}
    known |= {"claims": claims_of(label), "simulators": simulators_of(label)}
    value = encode_summary(label, about) | {
        "number": number,
        "printed": printed or None,
        "proved": proved,
        "theory": about.theory,
        "defined": about.defined_at(),
        "source": s.where,
        "citations": list(map(str, s.cites)),
        "given": [{"symbol": str(p.entry), **_pick(p, "name", "domain", "meaning")} for p in s.given],
        "assumes": [{"condition": str(c), "checkable": c.numeric} for c in s.assumes],
        "gives": [
            {"relation": c.relation, "latex": c.latex(), **_pick(c, "name", "expression", "meaning")} for c in s.gives
        ],
        "constants": [_pick(h, "name", "default", "meaning", "reason") for h in s.hidden],
        **known,
        "reaches": s.reaches,
        "simulated": {
            each.name: [{"simulator": name, **asdict(worst)} for name, worst in each.found.items()] for each in coverage
        },
        "kernel": checked and {"theorem": checked.name, "file": checked.file, "assumes": checked.assumes},
        "notes": s.notes,
    }
    lines = [s.meaning] + ([f"As printed: {printed}"] if printed else [])
    if proved:
        settings = ", ".join(f"{h.name} = {h.default}" for h in s.hidden)
        lines += [f"As proved, with {settings}:", *(f"  {bound}" for bound in proved)]
    notes = [f"Keeps to: {', '.join(s.reaches)}"] if s.reaches else []
    notes += [f"Source: {s.where}", f"Defined: {about.defined_at()}"]
    if checked is not None:
        part = describe_proved_part(s.label)
        notes.append(f"Proved in Coq{f' in part ({part})' if part else ''}, for finite sample spaces: {checked}")
    notes += [f"{n.capitalize().replace('_', ' ')}: {', '.join(items)}" for n, items in known.items() if items]
    notes += [f"Simulated {each.name}: {each.to_text()}" for each in coverage if each.found or each.why_none]
    notes += [f"Note: {note}" for note in s.notes]
    gives = sorted(s.gives, key=lambda c: c.relation == "=") if proved else s.gives
    drawing = [line for c in gives for line in (*_indent_formula(c), *wrap_prose(c.meaning, _WIDTH, "    "))]
    rows = tuple((Formula(format_conclusion(c), c.latex()), c.meaning) for c in gives)
    where = f", {s.source.place}" if s.source else ""
    return Document(
        value,
        tuple(_build_tables(s)),
        tuple(notes),
        title=f"{label}{f' ({number})' if number else ''}: {s.title} ({s.kind}, {s.provenance}{where})",
        lines=tuple(lines),
        drawing="\n".join(("", *drawing)) if drawing else "",
        typeset=Table("", ("", ""), rows) if rows else None,
    )


def _pick(of: Any, *names: str) -> dict[str, str]:
    return {name: str(getattr(of, name)) for name in names}


def _indent_formula(conclusion: Any) -> list[str]:
    return [f"  {line}" for line in wrap_formula(format_conclusion(conclusion), _WIDTH - 2)]


def _build_tables(s: Statement) -> Iterator[Table]:
    """Yield parameters, hypotheses and constants."""

    def formula(of: Any) -> Formula:
        return Formula(format_formula(of), latex(of))

    if s.given:
        symbol, domain = (
            TableColumn("symbol", lambda p: formula(p.entry)),
            TableColumn("domain", lambda p: str(p.domain)),
        )
        yield Table.of("Given", s.given, symbol, TableColumn("name"), domain, TableColumn("meaning"))
    if s.assumes:
        condition = TableColumn("condition", lambda c: formula(c.relation) if c.numeric else str(c))
        yield Table.of("Assumes", s.assumes, condition)
    if s.hidden:
        value = TableColumn("value", lambda h: str(h.default))
        yield Table.of("Constants", s.hidden, TableColumn("name"), value, TableColumn("meaning"), TableColumn("reason"))


# -- constants as proved -----------------------------------------------------------------------------------------------
#: A point at which a statement about base algorithms is evaluated for its constants.
_POINT = {"n": "100,200", "rho": "1/10", "rho0": "1/10000", "beta0": "1/1000"}


def find_proved_bounds(s: Statement) -> list[str]:
    """Return the bounds of a statement with the constants that it defines put in as numbers; none without constants."""
    inputs = {p.variable for p in s.given}
    defined = {c.name for c in s.gives if c.relation == "=" and not inputs & free(c.expression)}
    bounds = [c for c in s.gives if c.relation in SIGNS]
    if not defined or not bounds or not {p.name for p in s.given} <= _POINT.keys():
        return []
    point = {p.name: (parse_sample_sizes if p.name == "n" else parse_rational)(_POINT[p.name]) for p in s.given}
    answer = certify(derive_alone(s.label, s, *s.given), point, digits=6)
    found = []
    for bound in bounds:
        text = format_conclusion(bound)
        for name in sorted(defined, key=len, reverse=True):
            text = text.replace(symbol_text(name), _round_up(answer.value(name)))
        found.append(f"{text}   ({bound.meaning})")
    return found


def _round_up(value: Any) -> str:
    if isinstance(value, int) or value.is_integer:
        return format_cell(value)
    text = write_bound(value)
    if len(text) <= 7 or not text.isdigit():
        return text
    digits = text.rstrip("0")
    return f"{digits[0]}.{digits[1:] or '0'}e{len(text) - 1}"
