"""What a word means to ``show`` and ``verify``: a label, a number of the paper, a method, a constant, words of a title,
or a word of the glossary.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from replcalc.numbers.errors import InputError, UnknownName
from replcalc.numbers.exact import parse_rational
from replcalc.output.document import Document, Table, TableColumn
from replcalc.paper import numbering
from replcalc.paper.places import PLACES
from replcalc.planning.method import get, kinds, kinds_of, names
from replcalc.statements.catalogue import entries

if TYPE_CHECKING:
    from replcalc.claims.claim import Claim


@dataclass(frozen=True)
class Found:
    """What a word means: kind is statement, place, method, constant or word."""

    kind: str
    name: str


def look_up(text: str) -> Found:
    """Return what a text names.

    Raises:
        UnknownName: nothing has that name; says what is close to it.
    """
    word = text.strip()
    if word in PLACES:
        return Found("place", word)
    if ":" in word:
        from replcalc.statements.catalogue import entry

        entry(word)  # refuses an unknown label with the labels close to it
        return Found("statement", word)
    number = numbering.parse_numbered(word)
    if number is not None:
        return _find_numbered(word, *number)
    if kinds_of(word):
        return Found("method", word)
    if word in list_constants() or _is_number(word):
        return Found("constant", word)
    if word.lower() in load_terms():
        return Found("word", word)
    titled = _find_titled(word)
    if titled:
        return Found("statement", titled[0])
    if find_meanings(word) is not None:
        return Found("word", word)
    methods = (name for kind in kinds() for name in names(kind))
    known = [*entries(), *load_terms(), *methods, *list_constants()]
    close = get_close_matches(word.lower(), known, 3, 0.5)
    hint = f"did you mean {', '.join(dict.fromkeys(close))}?" if close else "'replcalc show' lists the statements"
    if re.match(r"(eq|equation|formula)\W", word.lower()):
        hint = "the paper's equations have labels, such as eq:def_eps_i_delta_i; 'replcalc show --all' lists them"
    elif re.fullmatch(r"[A-Za-z]+\.? *\d+\.\d[\d.]*", word):
        hint = "the paper counts without sections: Theorem 1, Lemma 7"
    raise UnknownName("WORD", text, "a label, a method, a constant, words of a title or a word of the answers", hint)


def _find_numbered(text: str, kind: str, number: int) -> Found:
    label = numbering.label_of(kind, number)
    if label is None:
        most = numbering.count(kind)
        why = "it is a step of a proof here, not a statement of its own" if number <= most else ""
        raise UnknownName("WORD", text, f"{kind.capitalize()} 1 to {most} of the paper", why)
    return Found("place" if label in PLACES else "statement", label)


def _find_titled(text: str) -> list[str]:
    """Return the labels whose title or label holds every word of the text, the shortest title first."""
    words = re.findall(r"\w+", text.lower())
    aliases = {"pg": "perfect"}
    found = []
    for label, entry in entries().items():
        title = f"{entry.title} {label}".lower()
        if words and all(word in title or aliases.get(word, word) in title for word in words):
            found.append((entry.provenance != "paper", len(entry.title), label))
    return [label for _, _, label in sorted(found)]


def list_constants() -> dict[str, list[str]]:
    """Return the name of every constant that a statement leaves open or proves, with the labels of the statements."""
    found: dict[str, list[str]] = {}
    for label, entry in entries().items():
        for constant in entry.statement.hidden:
            found.setdefault(constant.name, []).append(label)
    return found


def _is_number(text: str) -> bool:
    try:
        parse_rational(text, "WORD")
    except InputError:
        return False
    return True


def find_claims_about(constant: str) -> list[Claim]:
    """Return the claims that name a constant, or whose constant, as printed or proved, is that number."""
    from replcalc.claims.deciding import claim, claim_labels

    every = [claim(identifier) for identifier in claim_labels()]
    if not _is_number(constant):
        spelled = re.compile(rf"(?<!\w){re.escape(constant).replace('_', '_?')}(?!\w)")
        own = [each for each in every if spelled.search(" ".join((each.text, each.note)))]
        return sorted(own, key=lambda each: not each.text.startswith(constant))
    value = parse_rational(constant, "WORD")
    numbers = re.compile(r"(?<![\w./])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?:/\d+)?(?![\w.])")
    return [
        each
        for each in every
        if any(
            parse_rational(found, "WORD") == value
            for text in (each.text, each.printed_constant, each.proved_constant)
            for found in numbers.findall(text)
        )
    ]


def find_claim_names(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return ids and labels for ``verify``: constants, equations, numbers and titles become what they are about.

    Raises:
        UnknownName: no claim is about a constant.
    """
    from replcalc.claims.record import claims_of, recorded_claims

    wanted: list[str] = []
    for word in words:
        is_id = re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", word) and not _is_number(word)
        if word in PLACES and PLACES[word].statements:
            wanted += [label for label in PLACES[word].statements if claims_of(label)]
        elif ":" in word or word in recorded_claims() or is_id:
            wanted.append(word)
        elif (found := look_up(word)).kind != "constant":
            wanted.append(found.name)
        elif about := find_claims_about(word):
            wanted += [each.id for each in about]
        else:
            raise UnknownName("ID", word, "a constant that some claim is about", f"replcalc show {word}")
    return tuple(wanted)


def show_document(text: str) -> Document:
    """Report what is known about the thing that a text names."""
    from replcalc.output.catalogue import report_method, report_place
    from replcalc.output.statement import report_statement

    write: dict[str, Callable[[str], Document]] = {
        "statement": report_statement,
        "place": report_place,
        "method": report_method,
        "constant": report_constant,
        "word": report_word,
    }
    found = look_up(text)
    return write[found.kind](found.name)


def report_constant(name: str) -> Document:
    """Write a constant's values by the statements that have it, and every claim about it."""
    stands = [
        {"statement": label, "value": str(h.default), "meaning": h.meaning, "why": h.reason}
        for label in list_constants().get(name, [])
        for h in entries()[label].statement.hidden
        if h.name == name
    ]
    claims = [
        {"claim": c.id, "printed": c.printed_constant, "proved": c.proved_constant, "says": c.text}
        for c in find_claims_about(name)
    ]
    title = f"{name} stands in {len(claims)} claim{'' if len(claims) == 1 else 's'}."
    if stands:
        first = stands[0]
        kind = "proved" if first["why"].startswith("proved") else "a guess for a constant that the paper leaves open"
        title = f"{name} = {first['value']}, {kind}: {first['meaning']} ({first['statement']})."
    tables = tuple(
        Table.of(heading, found, *map(TableColumn, found[0]))
        for heading, found in (("Statements with it", stands), ("Claims about it", claims))
        if found
    )
    answer = {"constant": name, "statements": stands, "claims": claims}
    return Document(answer, tables, (f"Next: verify {name} (decides these claims)",), title=title)


# -- words: glossary.md, and what methods and quantities of formulas say themselves ------------------------------------
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
