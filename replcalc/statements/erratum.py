"""An erratum: quoted lines of a source, why they are wrong, and the correction; errata as text.

Severities:

    false        a claim refutes it, and no assumption of the source excludes the counterexample;
    unjustified  it is true, but the given argument does not prove it;
    imprecise    the source supplies elsewhere what is missing (``named``), two places disagree, or a word is ambiguous:
                 a careful reader of the whole source would not be misled;
    typo         the meaning is clear from the line and its neighbours.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import dedent
from typing import Any, Literal

from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.theory import Source, join_places

Severity = Literal["false", "unjustified", "imprecise", "typo"]

#: Most severe first.
SEVERITIES: tuple[Severity, ...] = ("false", "unjustified", "imprecise", "typo")


@dataclass(frozen=True)
class Quotation:
    """A piece of a TeX source, verbatim but for white space: a space stands for any.

    ``apply_repairs``: the corrected text; ``math``: the piece is inside a displayed formula.
    """

    source: Source
    tex: str
    repaired: str | None = None
    math: bool = False

    @property
    def reads(self) -> str:
        """Return the corrected text, empty where there is none."""
        return self.repaired or ""

    def __str__(self) -> str:
        return f"{self.source.line or self.source.place}: {self.tex}"


@dataclass(frozen=True)
class Erratum:
    """One error in a source.

    ``printed`` quotes it, the main place first; ``named`` quotes where the source supplies what is missing. ``quotes``
    names the work whose statement it is, where the source only cites it. ``reason`` says what is wrong, with a
    counterexample where there is one; ``repair`` what holds instead; ``effect`` which results of the source depend on
    it: sentences whose mathematics stands between dollars. ``claims``: the ids of the claims that decide it.
    """

    id: str
    statement: str
    printed: tuple[Quotation, ...]
    reason: str
    repair: str
    claims: tuple[str, ...] = ()
    severity: Severity = field(kw_only=True)
    named: tuple[Quotation, ...] = ()
    quotes: str = ""
    effect: str = "none"

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise MalformedStatement(f"erratum '{self.id}': severity '{self.severity}' is none of {SEVERITIES}")
        if not all((self.id, self.statement, self.printed, self.reason, self.repair, self.effect)):
            raise MalformedStatement(f"erratum '{self.id}': every field says something")
        if self.severity in ("false", "unjustified") and not self.claims:
            raise MalformedStatement(f"erratum '{self.id}': what is called {self.severity} rests on a decided claim")
        if self.severity == "false" and self.named:
            raise MalformedStatement(f"erratum '{self.id}': what the source names elsewhere is imprecise")

    @property
    def source(self) -> Source:
        """The main place."""
        return self.printed[0].source

    @property
    def quotations(self) -> tuple[Quotation, ...]:
        return (*self.printed, *self.named)

    @property
    def places(self) -> tuple[Source, ...]:
        """Every line that is quoted, in the order of the publication."""
        return tuple(sorted({quotation.source for quotation in self.quotations}, key=lambda s: s.order))

    @property
    def where(self) -> str:
        """The places in one phrase: 'lines 599, 3188'."""
        return join_places(self.places)

    @property
    def printed_text(self) -> str:
        """Return the quoted pieces, each after its line."""
        return " // ".join(map(str, self.printed))


# -- errata as text ----------------------------------------------------------------------------------------------------
#: Why a typo is one, if nothing else is said.
_READ = "read against its context"
_FIELDS = ("reason", "repair", "claims", "quotes", "effect")
_FIELD = re.compile(rf"(?P<named>named )?(?P<kind>tex|math) (?P<line>\d+)|(?P<field>{'|'.join(_FIELDS)})")


def errata_from_text(text: str, at: Callable[[int], Source]) -> tuple[Erratum, ...]:
    """Read errata, separated by blank lines; ``at`` makes the source of a line number.

        false tester-equality lm:tester
            math 3273: = \\Pr{\\hat{\\mu} \\le (1 - \\delta)\\mu} -> \\le \\Pr{\\hat{\\mu} \\le (1 - \\delta)\\mu}
            reason: the point of equality may have mass
            repair: $\\le$ in place of $=$
            claims: tester.strict-inequality
            effect: none: the next step bounds the right-hand side

    The first line has severity, id and statement. Then ``tex LINE: PRINTED -> CORRECTED`` quotes the text of the
    source, ``math`` a displayed formula, ``named tex`` and ``named math`` a place that supplies what is missing; the
    arrow and what follows may be absent. The other fields are those of ``Erratum``. A line that is indented deeper
    continues the one above. A typo needs no reason, and no repair where the first correction says it.
    """
    return tuple(_erratum(block, at) for block in re.split(r"\n\s*\n", dedent(text).strip()))


def _erratum(block: str, at: Callable[[int], Source]) -> Erratum:
    head, *rows = (" ".join(part.split()) for part in re.split(r"\n(?: {4})?(?=\S)", block))
    severity, name, statement = head.split(" ")
    quotations: dict[bool, list[Quotation]] = {False: [], True: []}
    said: dict[str, Any] = {"severity": severity, "reason": _READ if severity == "typo" else "", "repair": ""}
    for row in rows:
        key, _, value = row.partition(": ")
        found = _FIELD.fullmatch(key)
        if found is None:
            raise MalformedStatement(f"erratum '{name}': '{key}' is none of tex LINE, math LINE, {', '.join(_FIELDS)}")
        if found["field"]:
            said[found["field"]] = value
            continue
        tex, arrow, corrected = value.partition(" -> ")
        quotation = Quotation(at(int(found["line"])), tex, corrected if arrow else None, found["kind"] == "math")
        quotations[bool(found["named"])].append(quotation)
    printed, named = (tuple(quotations[which]) for which in (False, True))
    if severity == "typo" and printed and not said["repair"]:
        said["repair"] = f"${printed[0].reads}$" if printed[0].math else printed[0].reads
    said["claims"] = tuple(said.get("claims", "").replace(",", " ").split())
    return Erratum(name, statement, printed, named=named, **said)


# -- the TeX source with the repairs -----------------------------------------------------------------------------------
# A quotation is found by its words, wherever they stand now, with any white space where it has some. The diff is
# unified, as ``patch -p0`` reads it.
def matches(quotation: Quotation, source: str) -> list[re.Match[str]]:
    """Return where it stands, except inside of its own repair."""
    mended = [found.span() for found in _found(quotation.repaired, source)] if quotation.repaired else []
    return [
        found
        for found in _found(quotation.tex, source)
        if not any(start <= found.start() and found.end() <= end for start, end in mended)
    ]


def _found(tex: str, source: str) -> Iterator[re.Match[str]]:
    return re.finditer(r"\s+".join(map(re.escape, tex.split())), source)


def _nearest(quotation: Quotation, source: str) -> re.Match[str] | None:
    """Return where it stands; if at several places, the one nearest to the line that was quoted."""
    line = quotation.source.line or 0
    found = matches(quotation, source)
    return min(found, key=lambda m: abs(source.count("\n", 0, m.start()) + 1 - line), default=None)


def edits(erratum: Erratum) -> tuple[Quotation, ...]:
    """Return the quotations that carry a repair."""
    return tuple(q for q in erratum.quotations if q.repaired is not None)


def apply_repairs(errata: Iterable[Erratum], source: str) -> str:
    """Return the source with every repair that can be made; a quotation that is not there any more is left out."""
    spans = {
        match.span(): quotation.repaired or ""
        for erratum in errata
        for quotation in edits(erratum)
        if (match := _nearest(quotation, source)) is not None
    }
    for start, end in sorted(spans, reverse=True):
        source = source[:start] + spans[start, end] + source[end:]
    return source


def patch(errata: Iterable[Erratum], source: str, name: str) -> str:
    """Return a unified diff from the source to its repaired form, both under ``name``."""
    before, after = (text.splitlines(keepends=True) for text in (source, apply_repairs(errata, source)))
    return "".join(difflib.unified_diff(before, after, name, name))


# -- sentences whose mathematics stands between dollars, as plain text in the notation that one types ------------------
# Only the TeX that errata are written with is known; an unknown command keeps its name, which can still be read.
_COMMANDS = {
    "le": " <= ",
    "ge": " >= ",
    "ll": " << ",
    "ne": " != ",
    "to": " -> ",
    "in": " in ",
    "cdot": " * ",
    "times": " x ",
    "oplus": " xor ",
    "cup": " u ",
    "mid": " | ",
    "approx": " ~ ",
    "sim": " ~ ",
    "left": "",
    "right": "",
    "!": "",
    "dots": "...",
    "ldots": "...",
    "varepsilon": "eps",
    "epsilon": "eps",
    "ell": "l",
    "cTcomp": "T*",
    "cAcomp": "A*",
    "cBcomp": "B*",
}
#: Commands whose argument is shown in a pattern of its own.
_AROUND = {
    "sqrt": "sqrt({})",
    "hat": "{}hat",
    "bar": "{}bar",
    "tilde": "{}~",
    "wtilde": "{}~",
    "rbr": "({})",
    "textnormal": "{}",
    "mathrm": "{}",
    "emph": "{}",
    "enquote": "'{}'",
    "cbr": "{{{}}}",
    "abs": "|{}|",
    "Pr": "Pr[{}]",
}
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|[{}]|[^\\{}]+")


def in_words(sentence: str) -> str:
    """Write ``$\\eps_i \\le 1/\\sqrt{50}$`` as ``eps_i <= 1/sqrt(50)``; words outside of dollars only lose emphasis."""
    pieces = sentence.split("$")
    pieces[::2] = [re.sub(r"\\emph\{([^}]*)\}", r"\1", piece) for piece in pieces[::2]]
    pieces[1::2] = [_tidy(_read_group(_TOKEN.findall(piece))) for piece in pieces[1::2]]
    return "".join(pieces)


def _tidy(text: str) -> str:
    text = re.sub(r"\^\*", "*", re.sub(r"\s+", " ", text))
    return re.sub(r" (?=[,;)^_])|(?<=\() ", "", text).strip()


def _read_group(tokens: list[str]) -> str:
    """Read tokens up to the end, or up to the brace that closes the group one is in."""
    text = ""
    while tokens and (token := tokens.pop(0)) != "}":
        if token == "{":
            inner = _read_group(tokens).strip()
            text += _in_brackets(inner) if text.endswith(("^", "_")) else inner
        else:
            piece = _read_command(token[1:], tokens) if token.startswith("\\") else token
            apart = text[-1:].isalnum() and piece[:1].isalnum() and (token.startswith("\\") or text[-1:].isalpha())
            text += " " + piece if apart else piece
    return text


def _in_brackets(text: str) -> str:
    return text if re.fullmatch(r"-?[\w'*.]+|\([^()]*\)", text) else f"({text})"


def _read_command(name: str, tokens: list[str]) -> str:
    def argument() -> str:
        return _read_group(tokens) if tokens and tokens.pop(0) else ""

    if name == "frac":
        return f"{_in_brackets(argument())}/{_in_brackets(argument())}"
    if name in _AROUND and tokens and tokens[0] == "{":
        return _AROUND[name].format(argument())
    calligraphic = re.fullmatch(r"c[A-Z]", name)
    return name[1] if calligraphic else _COMMANDS.get(name, name)


def as_sentence(text: str) -> str:
    """Return the text as a sentence: capitalised, unless it begins with a name or formula, with a full stop."""
    first = text.partition(" ")[0]
    text = text[0].upper() + text[1:] if first.rstrip(",;:").isalpha() else text
    return text if text.endswith(".") else text + "."
