"""What every question carries: hidden constants the user set, and what it takes for granted because nobody said it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from flint import fmpq

from replcalc.ask.defaults import QUERIES_BETA_SHORT, QUERIES_BETA_WHY, Default

T = TypeVar("T")


@dataclass(frozen=True)
class Assumption:
    """A value nobody typed, and where it comes from; ``short``: the rule behind it, where one fits on a line."""

    value: Any
    why: str
    short: str = ""


def half_of_rho(rho: fmpq) -> Assumption:
    """The failure probability of queries and arms of which nobody said how often they may fail."""
    return Assumption(rho / 2, QUERIES_BETA_WHY, QUERIES_BETA_SHORT)


class Assumed(dict[str, Assumption]):
    """Collects, while a question is parsed, what had to be assumed."""

    def given(self, name: str, value: Any, default: Default) -> Any:
        """What the user gave, or the default's text, remembered as assumed."""
        if value is not None:
            return value
        self[name] = Assumption(default.text, default.why)
        return default.text

    def parsed(self, name: str, value: Any, default: Default, parse: Callable[[Any, str], T]) -> T:
        """The same through a parser; the assumption then remembers the exact value."""
        found = parse(self.given(name, value, default), name)
        if value is None:
            self[name] = Assumption(found, default.why)
        return found


@dataclass(frozen=True, kw_only=True)
class ParsedQuestion:
    """What is common to all questions: ``settings`` overrides hidden constants by name."""

    settings: Mapping[str, fmpq] = field(default_factory=dict, hash=False)
    assumed: Mapping[str, Assumption] = field(default_factory=dict, hash=False, compare=False)


class NumbersQuestion(ParsedQuestion):
    """A question whose fields are all that was asked: those that are numbers are the inputs of its derivations."""

    @property
    def typed(self) -> dict[str, Any]:
        """What was asked, by the names of its fields."""
        return {each.name: getattr(self, each.name) for each in fields(self) if not each.kw_only}

    @property
    def point(self) -> dict[str, Any]:
        """The inputs of derivations, by name; statements call a variance V."""
        named = {"V" if name == "variance" else name: value for name, value in self.typed.items()}
        numbers = {name: value for name, value in named.items() if type(value) in (int, fmpq)}
        return {name: fmpq(value) for name, value in numbers.items()}
