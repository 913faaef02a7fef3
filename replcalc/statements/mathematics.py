"""Sentences whose mathematics stands between dollars, as plain text in the notation that one types.

Only the TeX that errata are written with is known; an unknown command keeps its name, which can still be read.
"""

from __future__ import annotations

import re

_RELATIONS = {
    "le": "<=", "ge": ">=", "ll": "<<", "ne": "!=", "to": "->", "in": "in", "cdot": "*", "times": "x", "oplus": "xor",
    "cup": "u", "mid": "|", "approx": "~", "sim": "~",
}  # fmt: skip
_WORDS = {
    "dots": "...", "ldots": "...", "varepsilon": "eps", "epsilon": "eps", "ell": "l", "left": "", "right": "", "!": "",
    "cTcomp": "T*", "cAcomp": "A*", "cBcomp": "B*",
}  # fmt: skip
#: Commands whose argument is shown in a pattern of its own.
_AROUND = {
    "sqrt": "sqrt({})", "hat": "{}hat", "bar": "{}bar", "tilde": "{}~", "wtilde": "{}~", "textnormal": "{}",
    "mathrm": "{}", "rbr": "({})", "cbr": "{{{}}}", "abs": "|{}|", "Pr": "Pr[{}]", "emph": "{}", "enquote": "'{}'",
}  # fmt: skip
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|[{}]|[^\\{}]+")


def in_words(sentence: str) -> str:
    """``$\\eps_i \\le 1/\\sqrt{50}$`` is ``eps_i <= 1/sqrt(50)``; words outside of dollars lose their emphasis only."""
    pieces = [
        _spaced(_sequence(_TOKEN.findall(piece))) if number % 2 else re.sub(r"\\emph\{([^}]*)\}", r"\1", piece)
        for number, piece in enumerate(sentence.split("$"))
    ]
    return "".join(pieces)


def _spaced(text: str) -> str:
    text = re.sub(r"\^\*", "*", re.sub(r"\s+", " ", text))
    return re.sub(r" (?=[,;)^_])|(?<=\() ", "", text).strip()


def _sequence(tokens: list[str]) -> str:
    """Reads tokens up to the end, or up to the brace that closes the group one is in."""
    text = ""
    while tokens:
        token = tokens.pop(0)
        if token == "}":
            break
        if token == "{":
            inner = _sequence(tokens).strip()
            text += f"({inner})" if text.endswith(("^", "_")) and not _is_one(inner) else inner
        else:
            piece = _command(token[1:], tokens) if token.startswith("\\") else token
            apart = text[-1:].isalnum() and piece[:1].isalnum() and (token.startswith("\\") or text[-1:].isalpha())
            text += " " + piece if apart else piece
    return text


def _is_one(text: str) -> bool:
    """Does it need no brackets?"""
    return re.fullmatch(r"-?[\w'*.]+|\([^()]*\)", text) is not None


def _command(name: str, tokens: list[str]) -> str:
    if name == "frac":
        above, below = (_argument(tokens) for _ in range(2))
        return "/".join(part if _is_one(part) else f"({part})" for part in (above, below))
    if name in _AROUND and tokens and tokens[0] == "{":
        return _AROUND[name].format(_argument(tokens))
    if name in _RELATIONS:
        return f" {_RELATIONS[name]} "
    if re.fullmatch(r"c[A-Z]", name):  # a calligraphic letter
        return name[1]
    return _WORDS.get(name, name)


def _argument(tokens: list[str]) -> str:
    if not tokens or tokens[0] != "{":
        return ""
    tokens.pop(0)
    return _sequence(tokens)


def closed(text: str) -> str:
    """A sentence: with a capital, unless it begins with a name or a formula, and a full stop."""
    first = text.partition(" ")[0]
    text = text[0].upper() + text[1:] if first.rstrip(",;:").isalpha() else text
    return text if text.endswith(".") else text + "."
