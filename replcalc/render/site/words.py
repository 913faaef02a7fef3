"""Markdown with LaTeX in it as HTML with MathML; links between files become links between pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

from replcalc.render.mathml import formula
from replcalc.render.page import display
from replcalc.render.report import slug

_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_MATH = re.compile(r"\$\$(.+?)\$\$|\$([^$]+?)\$", re.DOTALL)
#: Characters that no text here has: a formula's place while the markdown is read.
_OPEN, _CLOSE = "\ue000", "\ue001"


def markdown_html(text: str, link: Callable[[str], str | None], label: Callable[[str], str | None]) -> str:
    """``link``: the page a file's address leads to, None if there is none; ``label``: the page of a statement's label.

    Formulas are taken out before the markdown is read, since its emphasis and LaTeX's indices share characters.
    """
    from markdown_it import MarkdownIt

    formulas: list[str] = []

    def kept(found: re.Match[str]) -> str:
        shown, inline = found.groups()
        formulas.append(display(shown) if shown else formula(inline))
        return f"{_OPEN}{len(formulas) - 1}{_CLOSE}"

    parts = _CODE.split(text)
    parts[::2] = [_MATH.sub(kept, part) for part in parts[::2]]
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render("".join(parts))
    html = re.sub(rf"<p>({_OPEN}\d+{_CLOSE})\.?</p>", r"\1", html)
    html = re.sub(r"<h([1-6])>(.*?)</h\1>", _heading, html, flags=re.DOTALL)
    html = re.sub(r'<a href="([^"]*)">(.*?)</a>', lambda found: _linked(found, link), html, flags=re.DOTALL)
    code = re.compile(r"<a .*?</a>|(?<!<pre>)<code>([^<]*)</code>", re.DOTALL)
    html = code.sub(lambda found: _labelled(found, label), html)
    html = re.sub(r"<table>.*?</table>", r'<div class="wide" tabindex="0">\g<0></div>', html, flags=re.DOTALL)
    html = re.sub(r' style="text-align:right"', ' class="number"', html)
    html = re.sub(r' style="text-align:(left|center)"', "", html)
    return re.sub(rf"{_OPEN}(\d+){_CLOSE}", lambda found: formulas[int(found.group(1))], html)


def _heading(found: re.Match[str]) -> str:
    """A heading that can be linked to, as the places where markdown is usually shown name it."""
    level, inner = found.groups()
    words = unescape(re.sub(rf"<[^>]*>|{_OPEN}\d+{_CLOSE}", "", inner))
    return f'<h{level} id="{escape(slug(words))}">{inner}</h{level}>'


def _linked(found: re.Match[str], link: Callable[[str], str | None]) -> str:
    target, inner = unescape(found.group(1)), found.group(2)
    if target.startswith(("https://", "http://", "#")):
        return found.group(0)
    page = link(target)
    return f'<a href="{escape(page)}">{inner}</a>' if page else f'<span title="{escape(target)}">{inner}</span>'


def _labelled(found: re.Match[str], label: Callable[[str], str | None]) -> str:
    """A label in code leads to its statement, unless it stands in a link already."""
    page = label(unescape(found.group(1))) if found.group(1) else None
    return f'<a href="{escape(page)}">{found.group(0)}</a>' if page else found.group(0)


def plain(html: str) -> str:
    """The words of a page, for the search: formulas give way, spaces are single."""
    text = re.sub(r"<math.*?</math>|<svg.*?</svg>|<style.*?</style>|<script.*?</script>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())
