"""What the site is about, collected once: statements, what stands by them, every page's address; the graph of uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path

import replcalc
from replcalc.claims.claim import Claim
from replcalc.claims.kernel import kernel_theorems, proved_in_part
from replcalc.claims.manifest import claims_of
from replcalc.output.page import text_digest
from replcalc.output.plots.layers import layered
from replcalc.output.report import slug
from replcalc.planning.registry import get, kinds, names
from replcalc.simulate.recorded import Recorded, recorded_runs
from replcalc.simulate.registry import simulators_of, witnesses_of
from replcalc.statements.catalogue import entries, entry, every, theories
from replcalc.statements.derivation import Derivation
from replcalc.statements.erratum import Erratum
from replcalc.statements.statement import Statement
from replcalc.statements.theory import Entry, Theory

#: What a statement can be, in the order of the legend: class of its colour and what it means.
STATUS: Mapping[str, str] = {
    "derived": "proved here",
    "paper": "proved in its source",
    "literature": "cited",
}


@dataclass(frozen=True)
class Book:
    """``source``: a checkout of the repository, for its docs and tables; None where the package is installed alone."""

    source: Path | None

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        return entries()

    @cached_property
    def statements(self) -> Mapping[str, Statement]:
        return {name: about.statement for name, about in self.entries.items()}

    @cached_property
    def theories(self) -> Mapping[str, Theory]:
        return {theory.name: theory for theory in theories()}

    @cached_property
    def claims(self) -> Mapping[str, Claim]:
        return {claim.id: claim for _, claim in every("CLAIMS")}

    @cached_property
    def errata(self) -> tuple[Erratum, ...]:
        return tuple(erratum for _, erratum in every("ERRATA"))

    @cached_property
    def methods(self) -> Mapping[tuple[str, str], Derivation]:
        """The derivation of every way, by kind of question and name."""
        return {(kind, name): get(name, kind).derive() for kind in kinds() for name in names(kind)}

    def applied_by(self, label: str) -> tuple[tuple[str, str], ...]:
        """The ways whose derivation applies a statement."""
        return tuple(
            method for method, steps in self.methods.items() if any(s.statement.label == label for s in steps.steps)
        )

    @cached_property
    def documents(self) -> Mapping[str, Path]:
        """The proofs and the pages of docs/ by the name of their page here."""
        if self.source is None:
            return self.proofs
        root = self.source / "docs"
        found = {path.relative_to(root).with_suffix("").as_posix(): path for path in sorted(root.rglob("*.md"))}
        return {**self.proofs} | {f"docs-{slug(name)}.html": path for name, path in found.items()}

    @cached_property
    def proofs(self) -> Mapping[str, Path]:
        """The proofs that lie beside their theorems, by the name of their page here."""
        package = Path(replcalc.__file__).resolve().parent
        found = {"-".join((path.parent.name, *path.stem.split("-")[1:])): path for path in package.rglob("proof*.md")}
        return {f"proof-{slug(name)}.html": path for name, path in sorted(found.items())}

    @cached_property
    def tables(self) -> Mapping[str, Path]:
        """The committed tables by the name of their page here."""
        if self.source is None:
            return {}
        return {f"tables-{path.stem}.html": path for path in sorted((self.source / "tables").glob("*.csv"))}

    # -- addresses -----------------------------------------------------------------------------------------------------
    @cached_property
    def _addresses(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for name in self.entries:
            address = f"{slug(name)}.html"
            if address in found.values():  # by the label alone, so that a new statement changes no address
                address = f"{slug(name)}-{text_digest(name)[:6]}.html"
            found[name] = address
        return found

    def address(self, label: str) -> str | None:
        """The page of a statement, if there is such a statement."""
        return self._addresses.get(label)

    # -- about one statement -------------------------------------------------------------------------------------------
    def uses(self, name: str) -> tuple[str, ...]:
        """The names of the statements that the proof of one uses."""
        return self._uses[name]

    @cached_property
    def _uses(self) -> Mapping[str, tuple[str, ...]]:
        named = {about.qualified: name for name, about in self.entries.items()}
        found = {n: {entry(label, a.theory).qualified for label in a.uses} for n, a in self.entries.items()}
        return {name: tuple(other for q, other in named.items() if q in wanted) for name, wanted in found.items()}

    def claims_of(self, name: str) -> tuple[Claim, ...]:
        return tuple(self.claims[identifier] for identifier in claims_of(name))

    def runs_of(self, name: str) -> tuple[tuple[str, Recorded | None], ...]:
        return tuple((simulator, recorded_runs().get(simulator)) for simulator in simulators_of(name))

    def errata_of(self, name: str) -> tuple[Erratum, ...]:
        return tuple(e for e in self.errata if e.statement == self.entries[name].label)

    def pages_about(self, label: str) -> tuple[str, ...]:
        """The proofs that state it: those with its label in their first lines."""
        return tuple(page for page, text in self._openings.items() if f"`{label}`" in text)

    @cached_property
    def _openings(self) -> Mapping[str, str]:
        return {
            page: "\n".join(path.read_text(encoding="utf-8").splitlines()[:8]) for page, path in self.proofs.items()
        }

    def marks(self, name: str) -> tuple[str, ...]:
        """What is to be said about a statement at a glance, as words."""
        about, statement = self.entries[name], self.statements[name]
        found = [STATUS[about.provenance]]
        if statement.hidden:
            found.append("hidden constants")
        if self.errata_of(name):
            found.append("erratum")
        if about.label in kernel_theorems():
            found.append("proved in Coq in part" if proved_in_part(about.label) else "proved in Coq")
        bounds = [w for w in witnesses_of(name) if w.bounds]
        if any(w.found for w in bounds):
            found.append("witnessed" if all(w.found for w in bounds) else "partly witnessed")
        return tuple(found)


def checkout() -> Path | None:
    """The repository that this package runs from, if it is one."""
    root = Path(replcalc.__file__).resolve().parent.parent
    return root if (root / "docs").is_dir() and (root / "tables").is_dir() else None


# -- the graph of uses as SVG: who uses whom, coloured by status; every node leads to its page -------------------------
#: Size of a node and of the grid it stands on: layers go from left to right.
_WIDTH, _HEIGHT, _ACROSS, _DOWN = 196, 24, 256, 33


def graph_svg(book: Book, around: str = "") -> str:
    """Every statement that uses another or is used, left what uses, right what is used; or the neighbours of one."""
    edges = [(name, other) for name in book.entries for other in book.uses(name)]
    if around:
        near = {name for edge in edges if around in edge for name in edge}
        edges = [edge for edge in edges if around in edge or near >= {*edge}]
    lines, boxes, below, depth = [], [], 0.0, 0
    for nodes in components(edges):
        layout = layered([name for name in book.entries if name in nodes], [e for e in edges if e[0] in nodes])
        for (start, end), route in layout.routes.items():
            points = [(20 + layer * _ACROSS, 20 + (below + x) * _DOWN + _HEIGHT / 2) for x, layer in route]
            ends = f'data-from="{escape(str(start))}" data-to="{escape(str(end))}"'
            lines.append(f'<path class="edge" {ends} d="{_curve(points)}"/>')
        for name, (x, layer) in layout.places.items():
            boxes.append(_node(book, str(name), below + x, layer, around))
        below, depth = below + layout.width + 0.5, max(depth, layout.depth)
    width, height = (depth - 1) * _ACROSS + _WIDTH + 40, below * _DOWN + 40
    named = "" if around else 'id="graph" '
    return (
        f'<svg {named}class="graph" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="Which statement uses which">'
        f"<g>{''.join(lines)}</g><g>{''.join(boxes)}</g></svg>"
    )


def components(edges: Sequence[tuple[str, str]]) -> list[set[str]]:
    """The parts that hang together, the largest first: each is drawn by itself."""
    found: list[set[str]] = []
    for edge in edges:
        touched = [part for part in found if part & {*edge}]
        found = [part for part in found if not part & {*edge}] + [{*edge}.union(*touched)]
    return sorted(found, key=len, reverse=True)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """From the right edge of the first node through the bends to the left edge of the last."""
    (x, y), *rest = points
    path = [f"M{x + _WIDTH:.0f} {y:.0f}"]
    x += _WIDTH
    for number, (a, b) in enumerate(rest):
        middle = (x + a) / 2
        path.append(f"C{middle:.0f} {y:.0f} {middle:.0f} {b:.0f} {a:.0f} {b:.0f}")
        x, y = a, b
        if number < len(rest) - 1:
            x += _WIDTH
            path.append(f"H{x:.0f}")
    return "".join(path)


def _node(book: Book, name: str, place: float, layer: int, around: str) -> str:
    """A box; in the whole graph (``around`` nobody) it has its label as its address."""
    x, y = 20 + layer * _ACROSS, 20 + place * _DOWN
    about, marks = book.entries[name], book.marks(name)
    kind = " ".join((about.provenance, *(mark.split()[0] for mark in marks[1:]), *(["lit"] if name == around else [])))
    named = "" if around else f'id="{escape(name)}" '
    text = name if len(name) <= 25 else name[:23] + "…"
    told = f"{about.title} ({about.kind}; {', '.join(marks)})"
    signs = []
    if "erratum" in marks:
        signs.append(f'<circle class="sign erratum" cx="{x + _WIDTH - 7}" cy="{y}" r="5"/>')
    if "proved in Coq" in marks:
        signs.append(f'<circle class="sign kernel" cx="{x + 7}" cy="{y}" r="5"/>')
    if "witnessed" in marks or "partly witnessed" in marks:
        signs.append(f'<circle class="sign witnessed" cx="{x + _WIDTH - 7}" cy="{y + _HEIGHT}" r="4"/>')
    return (
        f'<a href="{escape(book.address(name) or "")}" {named}class="node {kind}" data-name="{escape(name)}" '
        f'data-x="{x:.0f}" data-y="{y:.0f}">'
        f"<title>{escape(told)}</title>"
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"/>'
        f'<text x="{x + 8:.0f}" y="{y + 16.5:.1f}">{escape(text)}</text>{"".join(signs)}</a>'
    )


def legend() -> str:
    """What the colours and signs mean."""
    kinds = [f'<li><span class="swatch {kind}"></span>{escape(told)}</li>' for kind, told in STATUS.items()]
    kinds += [
        '<li><span class="swatch paper hidden"></span>dashed: hidden constants</li>',
        '<li><span class="dot kernel"></span>proved in Coq for finite sample spaces</li>',
        '<li><span class="dot erratum"></span>erratum</li>',
        '<li><span class="dot witnessed"></span>some or all of its bounds witnessed by a simulator</li>',
    ]
    return f'<ul class="legend">{"".join(kinds)}</ul>'
