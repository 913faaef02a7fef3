"""``replcalc site``: the theory as pages that need no server: statements, methods, claims, errata, proofs, search."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape, unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import replcalc
from replcalc.claims.kernel import describe_proved_part, kernel_theorems
from replcalc.output.mathml import format_formula_html
from replcalc.output.plots.graph import arrange_layers
from replcalc.planning.method import get, kinds, names
from replcalc.simulate.registry import simulators_of
from replcalc.statements.catalogue import entries, every, used_by
from replcalc.statements.erratum import in_words
from replcalc.statements.theory import Entry, place

#: Where a reader may begin.
FIRST = (
    "thm:main",
    "lm:pg_compose",
    "lm:pg_compose_het",
    "thm:boost_beta",
    "thm:adaptive_lb",
    "derived:tight-adaptive",
)
#: page -> title, in the order of the navigation
PAGES: Mapping[str, str] = {
    "index": "Home",
    "statements": "Statements",
    "graph": "Graph",
    "methods": "Methods",
    "proofs": "Proofs",
    "claims": "Claims",
    "errata": "Errata",
    "constants": "Unspecified constants",
    "search": "Search",
}
_STATUS = {"derived": "proved here", "paper": "proved in its source", "literature": "cited"}
#: Characters of a page that the search looks at.
_SEARCHED = 20_000


def make_address(label: str) -> str:
    """Return the page of a statement; it depends on its label alone."""
    return "statement-" + re.sub(r"[^A-Za-z0-9_]+", "-", label) + ".html"


class Theory:
    """What the pages are about, collected once: methods by kind of question, the file of every proof page."""

    def __init__(self) -> None:
        self.entries: Mapping[str, Entry] = {about.label: about for about in entries().values()}
        self.claims: list[Any] = [claim for _, claim in every("CLAIMS")]
        self.errata: list[Any] = [erratum for _, erratum in every("ERRATA")]
        self.methods = [(kind, get(name, kind).derive()) for kind in kinds() for name in names(kind)]
        package = Path(replcalc.__file__).resolve().parent
        self.proofs: Mapping[str, Path] = {
            f"proof-{'-'.join(p.relative_to(package).parts[1:-1])}{p.stem[5:]}.html": p
            for p in sorted(package.rglob("proof*.md"))
        }

    def uses(self, label: str) -> list[str]:
        return list(self.entries[label].uses)

    def badges(self, label: str) -> list[str]:
        """Return the facts about a statement to show at a glance."""
        about = self.entries[label]
        found = [_STATUS[about.provenance]]
        if about.statement.hidden:
            found.append("unspecified constants")
        if any(erratum.statement == label for erratum in self.errata):
            found.append("erratum")
        if label in kernel_theorems():
            found.append("proved in Coq in part" if describe_proved_part(label) else "proved in Coq")
        if simulators_of(label):
            found.append("simulated")
        return found

    def rests_on(self, label: str) -> list[str]:
        """Return the statement and all that its proof uses, directly or not."""
        found = [label]
        for one in found:
            found += [used for used in dict.fromkeys(self.uses(one)) if used not in found]
        return found


def build_site(directory: Path, write: Callable[[Path, str], None]) -> int:
    """Write all pages to the directory and return their number."""
    import jinja2
    from markupsafe import Markup

    loader = jinja2.PackageLoader("replcalc.output", "assets")
    environment = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    theory = Theory()
    environment.globals |= {
        "theory": theory,
        "pages": PAGES,
        "version": replcalc.__version__,
        "address": make_address,
        "link": lambda label: Markup(_make_link(theory, label)),
        "show": lambda latex: Markup(f'<div class="formula">{format_formula_html(latex, display=True)}</div>'),
        "inline": lambda latex: Markup(format_formula_html(latex)),
        "words": in_words,
        "place": place,
        "used_by": used_by,
        "simulators_of": simulators_of,
        "graph": lambda labels: Markup(draw_svg(theory, labels)),
        "first": [label for label in FIRST if label in theory.entries],
    }
    template = environment.get_template("site.html")
    index = []
    for name, title, part, given in _build_pages(theory):
        text = template.render(page=name, title=title, part=part, **given)
        write(directory / name, text)
        index.append({"u": name, "t": title, "w": _extract_words(text)[:_SEARCHED]})
    assets = files("replcalc.output") / "assets"
    write(directory / "site.css", "".join((assets / name).read_text() for name in ("page.css", "site.css")))
    write(directory / "site.js", (assets / "site.js").read_text())
    write(directory / "search-index.js", f"window.searchIndex = {json.dumps(index, ensure_ascii=False)};\n")
    return len(index) + 3


def _build_pages(theory: Theory) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield file, title, the part of the template and its values."""
    from markupsafe import Markup

    for page, title in PAGES.items():
        yield f"{page}.html", title if page != "index" else "The theory of replicable composition", page, {}
    for label, about in theory.entries.items():
        yield make_address(label), f"{about.title} ({label})", "statement", {"label": label, "about": about}
    for page, path in theory.proofs.items():
        text = path.read_text(encoding="utf-8")
        yield page, find_proof_title(path), "proof", {"body": Markup(render_markdown(theory, text))}


def find_proof_title(path: Path) -> str:
    return path.read_text(encoding="utf-8").lstrip().splitlines()[0].lstrip("# ").replace("$", "")


def _make_link(theory: Theory, label: str) -> str:
    if label not in theory.entries:
        return escape(label)
    title = escape(theory.entries[label].title)
    return f'<a class="label" href="{make_address(label)}">{escape(label)}</a> <span class="soft">{title}</span>'


def _extract_words(html: str) -> str:
    """Return the words of a page, for the search."""
    body = html[html.index("<main") :]
    text = re.sub(r"<(math|svg|script)\b.*?</\1>", " ", body, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


# -- proofs: Markdown with LaTeX in it ---------------------------------------------------------------------------------
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.DOTALL)
#: A character that no text here has: it marks the place of a formula while the Markdown is read.
_MARK = "\ue000"


def render_markdown(theory: Theory, text: str) -> str:
    """Return Markdown as HTML, formulas as MathML; a label in code leads to its statement.

    Formulas are taken out before the Markdown is read, since its emphasis and LaTeX's indices share characters.
    """
    from markdown_it import MarkdownIt

    formulas: list[str] = []

    def keep(found: re.Match[str]) -> str:
        displayed, inline = found.groups()
        drawn = format_formula_html(displayed or inline, display=bool(displayed))
        formulas.append(f'<div class="formula">{drawn}</div>' if displayed else drawn)
        return f"{_MARK}{len(formulas) - 1}{_MARK}"

    def label(found: re.Match[str]) -> str:
        name = unescape(found[1])
        return f'<a href="{make_address(name)}">{found[0]}</a>' if name in theory.entries else found[0]

    parts = _CODE.split(text)
    parts[::2] = [_MATH.sub(keep, part) for part in parts[::2]]
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render("".join(parts)))
    html = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", html, flags=re.DOTALL)  # files that are no pages
    html = re.sub(r"(?<!<pre>)<code>([^<]*)</code>", label, html)
    html = re.sub(rf"<p>({_MARK}\d+{_MARK})\.?</p>", r"\1", html)
    html = re.sub(r"<table>.*?</table>", r'<div class="wide">\g<0></div>', html, flags=re.DOTALL)
    return re.sub(rf"{_MARK}(\d+){_MARK}", lambda found: formulas[int(found[1])], html)


# -- the graph of uses -------------------------------------------------------------------------------------------------
#: Pixels: size of a box, from box to box within a layer, from layer to layer.
_WIDTH, _HEIGHT, _DOWN, _ACROSS = 190, 24, 34, 250


def draw_svg(theory: Theory, labels: Iterable[str] = ()) -> str:
    """Return the graph of uses of some statements (none: of all that use or are used), layers from left to right."""
    shown = set(labels) or {
        name for label in theory.entries for name in (label, *theory.uses(label)) if theory.uses(label)
    }
    nodes = [label for label in theory.entries if label in shown]
    edges = [(label, used) for label in nodes for used in theory.uses(label) if used in shown]
    if len(nodes) < 2:
        return ""
    places = arrange_layers(nodes, edges)
    at = {label: (8 + layer * _ACROSS, 8 + x * _DOWN) for label, (x, layer) in places.items()}
    lines, boxes = [], []
    for start, end in edges:
        (x, y), (u, v) = at[start], at[end]
        x, y, v = x + _WIDTH, y + _HEIGHT / 2, v + _HEIGHT / 2
        middle = (x + u) / 2
        ends = f'data-from="{escape(start)}" data-to="{escape(end)}"'
        lines.append(f'<path class="edge" {ends} d="M{x} {y:.1f}C{middle} {y:.1f} {middle} {v:.1f} {u} {v:.1f}"/>')
    for label, (x, y) in at.items():
        about = theory.entries[label]
        kind = about.provenance + (" hidden" if about.statement.hidden else "")
        text = label if len(label) <= 25 else label[:23] + "…"
        hover = escape(f"{about.title} ({', '.join(theory.badges(label))})")
        boxes.append(
            f'<a href="{make_address(label)}" class="node {kind}" data-name="{escape(label)}"><title>{hover}</title>'
            f'<rect x="{x}" y="{y:.1f}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"/>'
            f'<text x="{x + 8}" y="{y + 16:.1f}">{escape(text)}</text></a>'
        )
    width = max(x for x, _ in at.values()) + _WIDTH + 8
    height = max(y for _, y in at.values()) + _HEIGHT + 8
    return (
        f'<svg class="graph" viewBox="0 0 {width} {height:.0f}" width="{width}" height="{height:.0f}" role="group" '
        f'aria-label="Which statement uses which">{"".join(lines)}{"".join(boxes)}</svg>'
    )
