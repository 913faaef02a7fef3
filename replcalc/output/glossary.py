"""The words of the answers, from ``glossary.md``; methods and quantities of formulas say what they are themselves."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from replcalc.output.document import Document
from replcalc.planning.method import get, kinds, names


@dataclass(frozen=True)
class Term:
    """A word, what it means, and other spellings under which it is looked up."""

    word: str
    meaning: str
    also: tuple[str, ...] = ()


@cache
def load_terms() -> dict[str, Term]:
    """Return the entries of the glossary by every spelling, in lower case."""
    text = (files("replcalc.output") / "glossary.md").read_text(encoding="utf-8")
    found: dict[str, Term] = {}
    for head, meaning in re.findall(r"^\*\*(.+?)\*\*: (.+)$", text, re.MULTILINE):
        word, _, rest = head.partition(" (")
        also = tuple(filter(None, rest.rstrip(")").split(", ")))
        for spelling in (word, *also):
            found.setdefault(spelling.lower(), Term(word, meaning, also))
    return found


def list_spellings() -> tuple[str, ...]:
    """Return every spelling of every word."""
    return tuple(load_terms())


def has_word(word: str) -> bool:
    """Return whether the glossary has a word."""
    return word.strip().lower() in load_terms()


@cache
def find_meanings(name: str) -> Term | None:
    """Return what the statements behind the methods say that a symbol stands for, each meaning once."""
    found: dict[str, str] = {}
    for kind in kinds():
        for method in names(kind):
            derivation = get(method, kind).derive()
            for step in derivation.steps:
                called = {conclusion: str(symbol) for conclusion, symbol in step.quantities}
                meanings = [(called.get(c.name, c.name), c.meaning) for c in step.statement.gives]
                meanings += [(p.name, p.meaning) for p in step.statement.given]
                for symbol, meaning in meanings:
                    if symbol == name and meaning:
                        found.setdefault(meaning, step.statement.label)
    listed = [f"{meaning} ({label})" for meaning, label in list(found.items())[:4]]
    return Term(name, "A quantity: " + "; ".join(listed) + ".") if listed else None


def report_word(word: str) -> Document:
    """Report the entry of a word or of a quantity."""
    term = load_terms().get(word.strip().lower()) or find_meanings(word.strip())
    assert term is not None
    also = (f"Also: {', '.join(term.also)}.",) if term.also else ()
    value = {"word": term.word, "meaning": term.meaning, "also": list(term.also)}
    return Document(value, (), also, title=f"{term.word}: {term.meaning}")
