"""A way to reach a goal, as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from replcalc.planning.result import Result
from replcalc.statements.derivation import Derivation


@dataclass(frozen=True)
class Method:
    """A named way to answer one kind of question (``kind``: the question's class has the same).

    ``derive`` gives its derivation, symbolically; ``solve(question, digits)`` a Result with certified figures;
    ``quantities`` names what its derivation gives that is worth showing, in order. ``polynomial``: does its time grow
    polynomially with the number of problems? ``recipe`` writes a certified Result of the way as steps to carry out.
    ``on_screen``: is it in the table of all ways where none was named? Data has every way. ``adaptive``: does ``solve``
    also serve problems that are chosen one after the other (``question.adaptive``)? ``most_problems``: with more, it is
    solved only if it is named.
    """

    name: str
    summary: str
    kind: str
    derive: Callable[[], Derivation]
    solve: Callable[[Any, int], Result]
    quantities: tuple[str, ...] = ("samples", "rho", "beta")
    polynomial: bool = True
    recipe: Callable[[Result], tuple[str, ...]] | None = None
    on_screen: bool = True
    adaptive: bool = False
    most_problems: int | None = None
