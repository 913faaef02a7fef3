"""The site: every statement has a page, every link leads somewhere, formulas are drawn."""

import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from replcalc.output.site import PAGES, Theory, build_site, draw_svg, make_address, render_markdown


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    directory, found = tmp_path_factory.mktemp("site"), {}
    count = build_site(directory, lambda path, text: found.__setitem__(path.name, text))
    assert count == len(found)
    return found


class Links(HTMLParser):
    """The addresses and identifiers of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.links |= {given[key] for key in ("href", "src") if given.get(key)}
        self.ids |= {given["id"]} if given.get("id") else set()


def broken_links(files):
    pages = {name: Links(text) for name, text in files.items() if name.endswith(".html")}
    for name, page in pages.items():
        for link in page.links:
            target, _, part = unquote(link).partition("#")
            if link.startswith(("http://", "https://")):
                continue
            known = files.get(target or name)
            if known is None or (part and part not in pages[target or name].ids):
                yield name, link


def test_every_link_leads_somewhere(files):
    assert list(broken_links(files)) == []


def test_a_broken_link_is_seen():
    pages = {"x.html": '<a href="nowhere.html">x</a><a href="y.html#a">y</a>', "y.html": '<p id="a">'}
    assert list(broken_links(pages)) == [("x.html", "nowhere.html")]


def test_every_statement_has_a_page_with_its_formulas(files):
    theory = Theory()
    assert len({make_address(label) for label in theory.entries}) == len(theory.entries)
    for label, about in theory.entries.items():
        text = files[make_address(label)]
        assert text.count("<math") >= len(about.statement.gives) and 'class="tex"' not in text, label


def test_the_search_knows_every_page(files):
    index = files["search-index.js"]
    assert all(f'"u": "{name}"' in index for name in files if name.endswith(".html"))
    assert set(PAGES) <= {name.removesuffix(".html") for name in files}


def test_scripts_and_texts_are_escaped():
    html = render_markdown(Theory(), "# A <script>x</script>\n\n$a_1 < b$ and `thm:main` and [x](other.md)")
    assert "<script" not in html and "<math" in html and make_address("thm:main") in html and "other.md" not in html


def test_the_graph_holds_every_use():
    theory = Theory()
    svg = draw_svg(theory)
    edges = set(re.findall(r'data-from="([^"]+)" data-to="([^"]+)"', svg))
    assert edges == {(label, used) for label in theory.entries for used in theory.uses(label)}
