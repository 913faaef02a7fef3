"""Draw what a derivation or a statement rests on as a tree, down to cited results."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from replcalc.claims.kernel import grounds_of, rests_on_text
from replcalc.output.document import Document, Formula, Table
from replcalc.output.steps import UNCATALOGUED, format_conclusion
from replcalc.statements.catalogue import entry
from replcalc.statements.derivation import Application, Derivation, is_catalogued
from replcalc.statements.rendering import Renderable
from replcalc.symbolic.printing import wrap_formula


@dataclass(frozen=True, repr=False)
class TreeNode(Renderable):
    """A node of a printed tree.

    Args:
        detail: citations, and what the step gives as one types it.
        formulas: the same conclusions in LaTeX.
        again: shown in full elsewhere in the same tree.
        lines: the detail as people write it, for the terminal.
    """

    label: str
    title: str
    detail: tuple[str, ...]
    formulas: tuple[str, ...]
    children: tuple[TreeNode, ...]
    again: bool = False
    lines: tuple[str, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("trees", "report_tree")

    def _summary(self) -> str:
        return f"{self.label}, {self.title}"

    @property
    def heading(self) -> str:
        """The label and the title, and whether the rest stands above."""
        return f"{self.label}: {self.title}{' (see above)' if self.again else ''}"

    def walk(self, depth: int = 0) -> Iterator[tuple[int, TreeNode]]:
        """Yield this node and all below it with their depths, from top to bottom."""
        yield depth, self
        for child in self.children:
            yield from child.walk(depth + 1)


def build_statement_tree(label: str) -> TreeNode:
    """Return what a statement rests on, down to cited results."""
    return _build_statement_node(label, set())


def _build_statement_node(label: str, seen: set[str]) -> TreeNode:
    s = entry(label).statement
    if s.label in seen:
        return TreeNode(s.label, s.title, (), (), (), again=bool(s.uses))
    seen.add(s.label)
    children = tuple(_build_statement_node(used, seen) for used in s.uses)
    return TreeNode(s.label, s.title, tuple(f"cites {c}" for c in s.cites), tuple(c.latex() for c in s.gives), children)


def build_derivation_tree(derivation: Derivation) -> TreeNode:
    """Return the last steps on top, what each uses below it; a step used twice is drawn once."""
    used = {p for step in derivation.steps for p in derivation.predecessors(step)}
    seen: set[Application] = set()
    tops = [step for step in reversed(derivation.steps) if step not in used]
    children = tuple(_build_step_node(derivation, step, seen) for step in tops)
    inputs = ", ".join(f"{p.entry}" for p in derivation.inputs)
    return TreeNode(derivation.name, derivation.title, (f"inputs: {inputs}",), (), children)


def _build_step_node(derivation: Derivation, step: Application, seen: set[Application]) -> TreeNode:
    s = step.statement
    title = s.title + (" (for every i)" if step.each else "") + ("" if is_catalogued(s) else UNCATALOGUED)
    if step in seen:
        return TreeNode(s.label, title, (), (), (), again=True)
    seen.add(step)
    cited = tuple(f"cites {c}" for c in s.cites)
    gives = derivation.conclusions_of(step)
    return TreeNode(
        s.label,
        title,
        (*cited, *(f"{c.variable} {c.to_text()}" for c in gives)),
        tuple(c.latex() for c in gives),
        tuple(_build_step_node(derivation, p, seen) for p in derivation.predecessors(step)),
        lines=(*cited, *map(format_conclusion, gives)),
    )


#: Lines of a tree are cut at operators to this width; names are never cut.
_WIDTH = 80


def format_tree(node: TreeNode, depth: int = 0) -> str:
    """Return the tree, each level four columns further to the right."""
    width = max(36, _WIDTH - 4 * depth - 4)
    detail = [row for d in node.lines or node.detail for row in wrap_formula(d, width)]
    title, *more = textwrap.wrap(node.heading, width + 4, break_long_words=False)
    lines = [title] + [f"│   {d}" if node.children else f"    {d}" for d in (*more, *detail)]
    for position, child in enumerate(node.children):
        last = position == len(node.children) - 1
        rows = format_tree(child, depth + 1).splitlines()
        lines.append(("└── " if last else "├── ") + rows[0])
        lines += [("    " if last else "│   ") + row for row in rows[1:]]
    return "\n".join(lines)


def report_tree(found: Derivation | TreeNode) -> Document:
    """Write the tree, and what it rests on by its ground: Coq, a page, a citation, an assumption of the user."""
    labels: tuple[str, ...]
    if isinstance(found, TreeNode):
        node, labels = found, (found.label,)
        assumed = tuple(h.name for h in entry(found.label).statement.hidden if h.placeholder)
    else:
        node = build_derivation_tree(found)
        labels = tuple(dict.fromkeys(s.statement.label for s in found.steps if is_catalogued(s.statement)))
        assumed = (*found.uncatalogued, *(h.name for h in found.hidden if h.placeholder))
    grounds = {ground.value: list(names) for ground, names in grounds_of(labels).items()}
    rows = [(depth, each.label, each.title, "; ".join(each.detail)) for depth, each in node.walk()]
    typeset = [
        ("\u2003" * depth + each.heading, tuple(Formula(formula, formula) for formula in each.formulas))
        for depth, each in node.walk()
    ]
    return Document(
        {"tree": node, "rests_on": grounds | {"assumed by you": list(assumed)}},
        (),
        (rests_on_text(labels, assumed),),
        drawing=format_tree(node),
        typeset=Table("", ("step", "formulas"), tuple(typeset)),
        data=Table("", ("depth", "label", "title", "detail"), tuple(rows), right=(0,)),
    )
