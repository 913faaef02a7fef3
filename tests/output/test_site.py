"""``replcalc site``: every statement has its page, every link leads somewhere, the pages are valid and say the truth."""

import json
import re
from html.parser import HTMLParser

import pytest

from replcalc.output.page import prose
from replcalc.output.site import pages as writers
from replcalc.output.site.book import Book, checkout, components
from replcalc.output.site.pages import site
from replcalc.output.site.statement_page import markdown_html, statement_body
from replcalc.simulate import recorded
from replcalc.simulate.registry import available, get
from replcalc.statements.catalogue import entries, used_by

VOID = {"meta", "link", "br", "hr", "input", "img", "path", "rect", "circle"}


class Page(HTMLParser):
    """The ids and links of a page; what is not closed in order is an error."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.words = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        self.links += [found[name] for name in ("href", "src") if name in found]

    def handle_startendtag(self, tag, attributes):
        assert tag in VOID
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.open[-3:], self.getpos())

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def files():
    return dict(site(Book(checkout())))


@pytest.fixture(scope="module")
def pages(files):
    return {name: Page(text) for name, text in files.items() if name.endswith(".html")}


def words(page):
    return " ".join("".join(page.words).split())


def test_every_link_leads_somewhere(files, pages):
    count = 0
    for name, page in pages.items():
        assert len(set(page.ids)) == len(page.ids), f"{name}: an id is given twice"
        for link in page.links:
            if link.startswith(("https://", "data:image/")):
                continue
            target, _, place = link.partition("#")
            assert (target or name) in files, f"{name} links to {link}"
            if place:
                assert place in pages[target or name].ids, f"{name} links to {link}"
            count += 1
    assert count > 3000


def test_a_broken_link_would_be_seen(pages):
    broken = Page('<a href="nowhere.html">x</a>')
    assert broken.links == ["nowhere.html"] and broken.links[0] not in pages
    with pytest.raises(AssertionError):
        Page("<p><b>x</p></b>")


@pytest.mark.parametrize(
    "name", ["index.html", "lm-pg-compose.html", "proof-race.html", "search.html", "tables-routes.html"]
)
def test_pages_are_valid(files, read_page, name):
    read_page(files[name])


def test_the_graph_is_valid_and_whole(files, pages, read_page):
    read_page(files["graph.html"])
    edges = re.findall(r'data-from="([^"]+)" data-to="([^"]+)"', files["graph.html"])
    book = Book(None)
    assert sorted(edges) == sorted((name, used) for name in book.entries for used in book.uses(name))
    nodes = set(re.findall(r'class="node [^"]*" data-name="([^"]+)"', files["graph.html"]))
    alone = {name for name in book.entries if not book.uses(name) and not used_by(name)}
    assert nodes | alone == set(book.entries) and not nodes & alone


def test_one_statement_can_be_chosen_in_the_graph(files, pages, read_page):
    """118 boxes could not be read at once: a field to find one, and every box with an address of its own."""
    tree = read_page(files["graph.html"])
    boxes = [e for e in tree.iter() if e.get("data-name")]
    drawn = {e.get("data-name") for e in boxes}
    assert {e.get("value") for e in tree.iter("option")} == drawn == {e.get("id") for e in boxes} and len(drawn) > 100
    assert 'href="graph.html#thm:main"' in files["thm-main.html"] and "thm:main" in drawn


def test_a_statement_keeps_its_address_and_says_how_to_cite_it(files):
    page = files["lm-azuma.html"]
    assert (
        "keeps its address, lm-azuma.html" in page
        and "@misc{azuma1967weighted," in page
        and "@software{replcalc," in page
    )


def test_components():
    assert components([("a", "b"), ("c", "d"), ("e", "b"), ("e", "f")]) == [{"a", "b", "e", "f"}, {"c", "d"}]


def test_every_statement_has_its_page(pages):
    book = Book(checkout())
    for name, about in entries().items():
        page = pages[book.address(name)]
        told = words(page)
        assert about.title in told and words(Page(prose(about.meaning))) in told and about.defined_at() in told
        assert all(other in told for other in (*book.uses(name), *used_by(name)))
        assert all(claim.id in told for claim in book.claims_of(name))
        assert all(erratum.id in told for erratum in book.errata_of(name))
        for simulator, run in book.runs_of(name):
            assert simulator in told and run is not None, f"{simulator}: run {recorded.COMMAND} {simulator}"


def test_what_is_on_a_page(pages):
    told = words(pages["lm-kasivi.html"])
    assert "cited" in told and "erratum" in told and "kasivi.printed" in told and "REFUTED" in told
    assert "replcalc/paper" in told
    assert "proof-race.html" in pages["derived-race.html"].links
    ratio = recorded.recorded_runs()["log-ratio"].statements["lm:help_kasi"]["failure"].ratio
    assert ratio in words(pages["lm-help-kasi.html"]) and 0.9 < float(ratio) <= 1


def test_ways_and_their_figures(pages):
    told = words(pages["ways.html"])
    assert {"composition-direct", "queries-cosine", "pg-het", "lower-bound-tight"} <= set(pages["ways.html"].ids)
    assert "derived:raced-votes" in told and "50x20,400x5,10000" in told
    assert "ways.html#composition-direct" in pages["derived-raced-votes.html"].links
    assert "ways.html#composition-direct" not in pages["lm-azuma.html"].links


@pytest.mark.exhaustive
def test_recorded_runs_are_what_the_simulators_find():
    names = list(available())
    assert list(recorded.recorded_runs()) == names, f"run {recorded.COMMAND} NAME for what is missing"
    for name in ("naive", "order-invariance"):
        assert recorded.computed(name) == recorded.recorded_runs()[name], f"run {recorded.COMMAND} {name}"
    assert all(run.violations == 0 for run in recorded.recorded_runs().values())
    witnesses = {name: set(get(name).statements) for name in names}
    assert {name: set(run.statements) - witnesses[name] for name, run in recorded.recorded_runs().items()} == {
        name: set() for name in names
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", available())
def test_every_recorded_run(name):
    assert recorded.computed(name) == recorded.recorded_runs()[name], f"run {recorded.COMMAND} {name}"


def test_the_search_knows_every_page(files, pages):
    text = files["search-index.js"]
    index = json.loads(text.removeprefix("window.searchIndex = ").rstrip(";\n"))
    assert {page["u"] for page in index} == set(pages)
    (found,) = [page for page in index if page["u"] == "lm-azuma.html"]
    assert (
        "lm:azuma" in found["t"]
        and "simulator" in found["w"]
        and "<" not in found["w"].replace("<=", "").replace("< ", "")
    )
    assert len(text) < 3_000_000


def test_an_installed_package_builds_a_smaller_site(pages):
    alone = Book(None)
    assert alone.documents == alone.proofs and "proof-race.html" in alone.proofs and not alone.tables
    for write in (writers.tables_page, writers.theory_page):
        assert "installed package" in words(Page(write(alone)))
    gone = {name for name in pages if name.startswith(("docs-", "tables-"))}
    for body in (writers.constants_page(alone), statement_body(alone, "derived:race"), writers.front(alone)):
        assert not gone & {link.partition("#")[0] for link in Page(body).links}


def test_prose():
    assert prose("rho-replicable, n_i/eps_i^2 at e^epsilon, k <= beta0") == (
        "<i>ρ</i>-replicable, <i>n</i><sub>i</sub>/<i>ε</i><sub>i</sub><sup>2</sup> at <i>e</i><sup>ε</sup>, "
        "<i>k</i> &lt;= <i>β</i><sub>0</sub>"
    )
    for name in ("thm:boost_beta", "docs/theory/beta.md", "--rho", "replcalc/rho.py", "knows", "alphabet", "log_star"):
        assert prose(name) == name


def test_markdown():
    html = markdown_html(
        "# A *b* $x_1$\n\nOn `lm:a` and `$y$`: $a_i*b*c$ see [p](p.md#z), [`lm:a`](p.md#z), [q](../q.py).\n\n$$\\frac12$$\n\n|a|b|\n|-|-:|\n|1|2|\n",
        lambda target: "page.html" if target == "p.md#z" else None,
        lambda label: "a.html" if label == "lm:a" else None,
    )
    assert '<h1 id="a-b">A <em>b</em> <math' in html and '<a href="a.html"><code>lm:a</code></a>' in html
    assert '<a href="page.html"><code>lm:a</code></a>' in html, "no link inside a link"
    assert (
        "<code>$y$</code>" in html and '<a href="page.html">p</a>' in html and '<span title="../q.py">q</span>' in html
    )
    assert "<em>" not in html.split("</h1>")[1] and '<div class="formula" tabindex="0"><math display="block"' in html
    assert '<td class="number">2</td>' in html


def test_command(replcalc, tmp_path):
    (tmp_path / "file").write_text("x")
    assert replcalc("site", str(tmp_path / "file")).code == 2
    done = replcalc("site", str(tmp_path / "book"), "--source", str(tmp_path))
    assert done.code == 2 and "--source" in done.err and not (tmp_path / "book").exists()
