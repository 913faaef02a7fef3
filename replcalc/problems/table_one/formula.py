"""A small language for formulas in files: names, integers, + - * / ^, parentheses and log(...). Nothing is evaluated.

``log^3(x)`` is the third power of log(x). Names must be among the given symbols; anything else is a clear refusal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import sympy as sp

from replcalc.numbers.errors import InputError

_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z_0-9]*)|(.))", re.ASCII)
#: Nesting beyond this is a mistake, not a formula.
MAX_DEPTH = 50


def parse_formula(text: str, symbols: Mapping[str, Any]) -> Any:
    """The sympy expression that ``text`` denotes."""
    return _Parser(text, symbols).parse()


class _Parser:
    def __init__(self, text: str, symbols: Mapping[str, Any]) -> None:
        self.text, self.symbols = text, symbols
        self.tokens = [m.group(m.lastindex) for m in _TOKEN.finditer(text) if m.lastindex]
        self.position, self.depth = 0, 0

    def parse(self) -> Any:
        value = self._sum()
        if self.position != len(self.tokens):
            raise self._error(f"nothing after '{self.tokens[self.position - 1]}'")
        return value

    def _error(self, allowed: str) -> InputError:
        return InputError("formula", self.text, allowed)

    def _peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def _take(self, expected: str = "") -> str:
        token = self._peek()
        if not token or (expected and token != expected):
            raise self._error(f"'{expected}'" if expected else "a number, a name or '('")
        self.position += 1
        return token

    def _sum(self) -> Any:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error(f"at most {MAX_DEPTH} nested parentheses")
        value = self._product()
        while self._peek() in ("+", "-"):
            value = value + self._product() if self._take() == "+" else value - self._product()
        self.depth -= 1
        return value

    def _product(self) -> Any:
        value = self._power()
        while self._peek() in ("*", "/"):
            value = value * self._power() if self._take() == "*" else value / self._power()
        return value

    def _power(self) -> Any:
        value = self._atom()
        if self._peek() == "^":
            self._take()
            value = value ** self._integer()
        return value

    def _integer(self) -> Any:
        token = self._take()
        if not token.isdigit():
            raise self._error("an integer after '^'")
        return sp.Integer(int(token))

    def _atom(self) -> Any:
        token = self._take()
        if token.isdigit():
            return sp.Integer(int(token))
        if token == "(":
            value = self._sum()
            self._take(")")
            return value
        if token == "log":
            exponent = sp.Integer(1)
            if self._peek() == "^":
                self._take()
                exponent = self._integer()
            self._take("(")
            value = self._sum()
            self._take(")")
            return sp.log(value) ** exponent
        if token not in self.symbols:
            raise self._error("log or one of " + ", ".join(sorted(self.symbols)))
        return self.symbols[token]
