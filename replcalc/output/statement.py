"""Statements and derivations for people and machines: cards, trees, LaTeX."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from replcalc.claims.kernel import grounds_of, kernel_theorems, proved_in_part, rests_on_text
from replcalc.claims.record import claims_of
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import parse_sample_sizes
from replcalc.output.catalogue import summary_json
from replcalc.output.document import Document, Formula, Table, TableColumn, cell_text
from replcalc.output.latex import FIT, latex_document, latex_text
from replcalc.output.steps import UNCATALOGUED, formula_text
from replcalc.paper.numbering import PRINTED, number_of
from replcalc.planning.proving import alone
from replcalc.planning.recipe import bound_text
from replcalc.simulate.registry import Coverage, coverage_of, simulators_of
from replcalc.statements.catalogue import entry, used_by
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Application, Derivation, is_catalogued
from replcalc.statements.rendering import Renderable
from replcalc.statements.statement import GROWTH, Conclusion, Statement
from replcalc.statements.theory import Entry
from replcalc.symbolic.language import free
from replcalc.symbolic.printing import draw_formula, format_formula, latex, symbol_text, wrap_formula

_WIDTH = 80
FormulaText = Callable[[Any], str]


def statement_report(of: str | Statement) -> Document:
    """Write everything known about one statement: itself, where it is defined, what uses it and what covers it."""
    label = of if isinstance(of, str) else of.label
    about = entry(label)
    s, users, claims, simulators = about.statement, used_by(label), claims_of(label), simulators_of(label)
    witnesses, defined, checked = coverage_of(label), about.defined_at(), kernel_theorems().get(about.label)
    printed, proved = PRINTED.get(label, ""), _as_proved(s)
    value = summary_json(label, about) | {
        "number": number_of(label),
        "printed": printed or None,
        "proved": proved,
        "theory": about.theory,
        "defined": defined,
        "source": s.where,
        "citations": [str(c) for c in s.cites],
        "given": [
            {"name": p.name, "symbol": str(p.entry), "domain": str(p.domain), "meaning": p.meaning} for p in s.given
        ],
        "assumes": [{"condition": str(c), "checkable": c.numeric} for c in s.assumes],
        "gives": [
            {
                "name": c.name,
                "sense": c.relation,
                "expression": str(c.expression),
                "latex": c.latex(),
                "meaning": c.meaning,
            }
            for c in s.gives
        ],
        "constants": [
            {"name": h.name, "default": str(h.default), "meaning": h.meaning, "reason": h.reason} for h in s.hidden
        ],
        "uses": list(s.uses),
        "used_by": list(users),
        "claims": list(claims),
        "simulators": list(simulators),
        "reaches": list(s.reaches),
        "witnesses": {
            w.name: [{"simulator": name, **asdict(near)} for name, near in w.found.items()] for w in witnesses
        },
        "kernel": checked and {"theorem": checked.name, "file": checked.file, "assumes": list(checked.assumes)},
        "notes": list(s.notes),
    }
    lines = [s.meaning] + ([f"As printed: {printed}"] if printed else [])
    if proved:
        settings = ", ".join(f"{h.name} = {h.default}" for h in s.hidden)
        lines.append(f"As proved, with {settings}:")
        lines += [f"  {bound}" for bound in proved]
    notes = tuple(_notes(s, defined, users, claims, simulators, witnesses))
    card, in_card = _card(s, bounds_first=bool(proved))
    drawn_ones = [c for c in s.gives if c.name in in_card]
    typeset = Table("", ("", ""), tuple((Formula(one_line(c), c.latex()), c.meaning) for c in drawn_ones))
    tables = tuple(_tables(s, format_formula, leaving_out=in_card))
    title = _title(s, number_of(label))
    return Document(
        value, tables, notes, title=title, lines=tuple(lines), drawing=card, typeset=typeset if drawn_ones else None
    )


#: A point at which a statement about base algorithms is evaluated for its constants.
_POINT = {"n": "100,200", "rho": "1/10", "rho0": "1/10000", "beta0": "1/1000"}


def _as_proved(s: Statement) -> list[str]:
    """Return the bounds of a statement with the constants that it defines put in as numbers; none without constants."""
    defined = {c.name for c in s.gives if c.relation == "=" and not {p.variable for p in s.given} & free(c.expression)}
    bounds = [c for c in s.gives if c.relation in ("<=", ">=")]
    if not defined or not bounds or not {p.name for p in s.given} <= _POINT.keys():
        return []
    answer = certify(
        alone(s.label, s, *s.given),
        {p.name: parse_sample_sizes(_POINT["n"]) if p.name == "n" else parse_rational(_POINT[p.name]) for p in s.given},
        digits=6,
    )
    found = []
    for bound in bounds:
        text = formula_text(bound)
        for name in sorted(defined, key=len, reverse=True):
            text = text.replace(symbol_text(name), _round_up(answer.value(name)))
        found.append(f"{text}   ({bound.meaning})")
    return found


def _round_up(value: Any) -> str:
    if isinstance(value, int) or value.is_integer:
        return cell_text(value)
    text = bound_text(value)
    if len(text) <= 7 or not text.isdigit():
        return text
    digits = text.rstrip("0")
    return f"{digits[0]}.{digits[1:] or '0'}e{len(text) - 1}"


def _title(s: Statement, number: str) -> str:
    where = f", {s.source.place}" if s.source else ""
    printed = f" ({number})" if number else ""
    return f"{s.label}{printed}: {s.title} ({s.kind}, {s.provenance}{where})"


def _tables(s: Statement, write: FormulaText = str, leaving_out: frozenset[str] = frozenset()) -> list[Table]:
    """Return what is not drawn; ``write``: formulas as they are typed, or as people write them."""
    tables = []
    if s.given:
        tables.append(given_table(s, "Given", write))
    if s.assumes:
        condition = TableColumn(
            "condition", lambda c: Formula(write(c.relation), latex(c.relation)) if c.numeric else str(c)
        )
        tables.append(Table.of("Assumes", s.assumes, condition))
    if gives := [c for c in s.gives if c.name not in leaving_out]:
        formula = TableColumn("formula", lambda c: Formula(one_line(c, write), c.latex()))
        tables.append(Table.of("Gives", gives, TableColumn("name"), formula, TableColumn("meaning")))
    if s.hidden:
        default = TableColumn("value", lambda h: str(h.default))
        names = (TableColumn("name"), default, TableColumn("meaning"), TableColumn("reason"))
        tables.append(Table.of("Constants", s.hidden, *names))
    return tables


def given_table(s: Statement, title: str = "", write: FormulaText = str) -> Table:
    symbol = TableColumn("symbol", lambda p: Formula(write(p.entry), latex(p.entry)))
    domain = TableColumn("domain", lambda p: str(p.domain))
    return Table.of(title, s.given, symbol, TableColumn("name"), domain, TableColumn("meaning"))


def one_line(c: Conclusion, write: FormulaText = str) -> str:
    return f"{c.entry} {c.to_text()}" if write is str else formula_text(c)


def _card(s: Statement, *, bounds_first: bool = False) -> tuple[str, frozenset[str]]:
    """Return the formulas drawn over several lines where they fit, with the names of those drawn."""
    parts = [""]
    done = set()
    for c in sorted(s.gives, key=lambda c: c.relation == "=") if bounds_first else s.gives:
        relation, order = _RELATION.get(c.relation, "="), GROWTH.get(c.relation, "")
        lines = draw_formula(c.expression, order).splitlines()
        if max(map(len, lines)) > _WIDTH - 20:
            continue
        done.add(c.name)
        head = f"  {draw_formula(c.entry)} {relation} "
        named = [row for row, line in enumerate(lines) if order and line.startswith(order)]
        middle = named[0] if named else len(lines) // 2
        parts += [(head if row == middle else " " * len(head)) + line for row, line in enumerate(lines)]
        parts += [*textwrap.wrap(c.meaning, _WIDTH, initial_indent="    ", subsequent_indent="    "), ""]
    return "\n".join(parts), frozenset(done)


#: The relation of a conclusion by its sense; orders of growth are equal to their O.
_RELATION = {"<=": "≤", ">=": "≥"}


def _notes(
    s: Statement,
    defined: str,
    users: tuple[str, ...],
    claims: tuple[str, ...],
    simulators: tuple[str, ...],
    witnesses: tuple[Coverage, ...],
) -> list[str]:
    notes = [f"Keeps to: {', '.join(s.reaches)}"] if s.reaches else []
    notes += [f"Source: {s.where}", f"Defined: {defined}"]
    if (checked := kernel_theorems().get(s.label)) is not None:
        part = proved_in_part(s.label)
        proved = f"Proved in Coq in part ({part})" if part else "Proved in Coq"
        notes.append(f"{proved}, for finite sample spaces: {checked}")
    for title, items in (("Uses", s.uses), ("Used by", users), ("Claims", claims), ("Simulators", simulators)):
        if items:
            notes.append(f"{title}: {', '.join(items)}")
    notes += [f"Simulated {w.name}: {w.to_text()}" for w in witnesses if w.found or w.bounds or w.why_none]
    return notes + [f"Note: {note}" for note in s.notes]


# -- derivations as trees ----------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class TreeNode(Renderable):
    """A node of a printed tree. ``again``: shown in full elsewhere in the same tree."""

    label: str
    title: str
    detail: tuple[str, ...]
    formulas: tuple[str, ...]  # LaTeX
    children: tuple[TreeNode, ...]
    again: bool = False
    lines: tuple[str, ...] = ()  # the detail as people write it, for the terminal

    _writer: ClassVar[tuple[str, str]] = ("statement", "tree_report")

    def _summary(self) -> str:
        return f"{self.label}, {self.title}"

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "title": self.title,
            "detail": list(self.detail),
            "formulas": list(self.formulas),
            "again": self.again,
            "children": [child.to_json() for child in self.children],
        }


def statement_tree(label: str) -> TreeNode:
    """What a statement rests on, down to cited results."""
    return _statement_node(entry(label), set())


def _statement_node(about: Entry, seen: set[str]) -> TreeNode:
    s = about.statement
    again = about.label in seen
    seen.add(about.label)
    children = () if again else tuple(_statement_node(entry(u), seen) for u in s.uses)
    detail = () if again else tuple(f"cites {c}" for c in s.cites)
    return TreeNode(
        s.label, s.title, detail, () if again else tuple(c.latex() for c in s.gives), children, again and bool(s.uses)
    )


def derivation_tree(derivation: Derivation) -> TreeNode:
    """The last steps on top, what each uses below it; a step used twice is drawn once."""
    used = {p for step in derivation.steps for p in derivation.predecessors(step)}
    tops = [step for step in derivation.steps if step not in used]
    seen: set[Application] = set()
    children = tuple(_step_node(derivation, step, seen) for step in reversed(tops))
    inputs = ", ".join(f"{p.entry}" for p in derivation.inputs)
    return TreeNode(derivation.name, derivation.title, (f"inputs: {inputs}",), (), children)


def _step_node(derivation: Derivation, step: Application, seen: set[Application]) -> TreeNode:
    again = step in seen
    seen.add(step)
    s = step.statement
    detail: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    latexed: tuple[str, ...] = ()
    if not again:
        cited = tuple(f"cites {c}" for c in s.cites)
        told = derivation.conclusions_of(step)
        detail = (*cited, *(f"{c.variable} {c.to_text()}" for c in told))
        lines = (*cited, *map(formula_text, told))
        latexed = tuple(c.latex() for c in told)
    children = () if again else tuple(_step_node(derivation, p, seen) for p in derivation.predecessors(step))
    yours = "" if is_catalogued(s) else UNCATALOGUED
    title = s.title + (" (for every i)" if step.each else "") + yours
    return TreeNode(s.label, title, detail, latexed, children, again, lines)


#: Lines of a tree are cut at operators to this width; names are never cut.
_TREE_WIDTH = 80


def tree_text(node: TreeNode, depth: int = 0) -> str:
    """The tree, each level four columns further to the right."""
    room = max(36, _TREE_WIDTH - 4 * depth - 4)
    told = [row for d in node.lines or node.detail for row in wrap_formula(d, room)]
    again = " (see above)" if node.again else ""
    title, *more = textwrap.wrap(f"{node.label}: {node.title}{again}", room + 4, break_long_words=False)
    lines = [title] + [f"│   {d}" if node.children else f"    {d}" for d in (*more, *told)]
    for position, child in enumerate(node.children):
        last = position == len(node.children) - 1
        rows = tree_text(child, depth + 1).splitlines()
        lines.append(("└── " if last else "├── ") + rows[0])
        lines += [("    " if last else "│   ") + row for row in rows[1:]]
    return "\n".join(lines)


def tree_latex(node: TreeNode, standalone: bool = False) -> str:
    """Every node indented under the one that rests on it, its formulas displayed and shrunk to the line."""
    lines = [FIT, r"\begingroup\parskip=3pt", *_latex_nodes(node, 0), r"\endgroup"]
    return latex_document("\n".join(lines)) if standalone else "\n".join(lines)


def _latex_nodes(node: TreeNode, depth: int) -> list[str]:
    """A node is a box as wide as the line less its indentation, which grows for twelve levels and no more."""
    again = " (see above)" if node.again else ""
    lines = [_indented(1.2 * min(depth, 12), rf"\small {latex_text(node.label)}: {latex_text(node.title)}{again}")]
    lines += [_indented(1.2 * min(depth, 12) + 1, rf"\small\replcalcfit{{$\displaystyle {f}$}}") for f in node.formulas]
    for child in node.children:
        lines += _latex_nodes(child, depth + 1)
    return lines


def _indented(indent: float, body: str) -> str:
    width = rf"\dimexpr\linewidth-{indent:.1f}em\relax"
    return rf"\noindent\hspace*{{{indent:.1f}em}}\begin{{minipage}}[t]{{{width}}}\raggedright{body}\end{{minipage}}\par"


def _typeset_rows(node: TreeNode, depth: int) -> Iterator[tuple[Any, ...]]:
    """Yield a row for every node: indented label and title, and its formulas."""
    again = " (see above)" if node.again else ""
    yield "\u2003" * depth + f"{node.label}: {node.title}{again}", tuple(Formula("", f) for f in node.formulas)
    for child in node.children:
        yield from _typeset_rows(child, depth + 1)


def tree_of(found: Derivation | TreeNode) -> TreeNode:
    return found if isinstance(found, TreeNode) else derivation_tree(found)


def _ground(found: Derivation | TreeNode) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The labels that a derivation applies, or a statement's own; what the user answers for."""
    if isinstance(found, TreeNode):
        return (found.label,), tuple(h.name for h in entry(found.label).statement.hidden if h.placeholder)
    labels = dict.fromkeys(step.statement.label for step in found.steps if is_catalogued(step.statement))
    return tuple(labels), (*found.uncatalogued, *(h.name for h in found.hidden if h.placeholder))


def tree_report(found: Derivation | TreeNode) -> Document:
    node = tree_of(found)
    rows: list[tuple[Any, ...]] = []

    def walk(current: TreeNode, depth: int) -> None:
        rows.append((depth, current.label, current.title, "; ".join(current.detail)))
        for child in current.children:
            walk(child, depth + 1)

    walk(node, 0)
    labels, taken = _ground(found)
    told = rests_on_text(labels, taken)
    resting = {ground.value: list(names) for ground, names in grounds_of(labels).items()}
    resting["assumed by you"] = list(taken)
    return Document(
        {"tree": node.to_json(), "rests_on": resting},
        (),
        (told,),
        drawing=tree_text(node),
        typeset=Table("", ("step", ""), tuple(_typeset_rows(node, 0))),
        data=Table("", ("depth", "label", "title", "detail"), tuple(rows), right=(0,)),
    )
