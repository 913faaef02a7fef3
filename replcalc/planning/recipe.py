"""The winning way as numbered steps with every parameter filled in, and a guarantee to paste into a paper.

The steps stand beside each way (``Way.recipe`` turns its Result into sentences); here they are joined with what is
promised: inputs, assumptions, the statements used with their sources, and the version that certified the figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc import __version__
from replcalc.numbers.enclosure import Enclosure, decimal, nearest
from replcalc.numbers.family import Family
from replcalc.planning.assumption import STEP, in_turn
from replcalc.planning.assumption import told as told_problems
from replcalc.planning.method import get, kinds, names
from replcalc.planning.result import Result

#: Digits of a bound in the guarantee, rounded up.
_DIGITS = 4


@dataclass(frozen=True)
class Recipe:
    """What to do, step by step, and what holds if it is done."""

    method: str
    steps: tuple[str, ...]
    guarantee: str


def recipe_of(result: Result, unit: str = "samples") -> Recipe | None:
    """The recipe of a way that promises something; None where it promises nothing or no steps are written for it."""
    kind = result.question.kind
    if not result.certified or kind not in kinds() or result.method not in names(kind):
        return None
    write = get(result.method, kind).recipe
    if write is None:
        return None
    chosen = ", ".join(f"{name} = {exact(value)}" for name, value in result.chosen.items())
    last = (f"The parameters of these steps, part of what is agreed on: {chosen}.",) if chosen else ()
    first = (STEP,) if in_turn(result.question) else ()
    return Recipe(result.method, (*first, *write(result), *last), guarantee(result, unit))


def guarantee(result: Result, unit: str = "samples") -> str:
    """Promise, inputs, what is taken for granted, statements with their sources, version: one paragraph.

    ``unit``: what the samples count.
    """
    question, promise = result.question, []
    if result.rho is not None:
        promise.append(f"two runs with the same random seed disagree with probability at most {bound_text(result.rho)}")
    if result.beta is not None:
        promise.append(f"{failing(question)} with probability at most {bound_text(result.beta)}")
    enough = "" if result.samples is None else f"With {result.samples:,} {unit} "
    told = f"{enough}{', and '.join(promise)}"
    given = ", ".join(f"{name} = {text}" for name, text in inputs(question))
    assumed = f" (assumed: {', '.join(result.assumed)})" if result.assumed else ""
    parts = [f"{told[:1].upper()}{told[1:]}, for {given}{assumed}."]
    clause = told_problems(question)
    parts += [f"{clause[:1].upper()}{clause[1:]}."] if clause else []
    steps = result.steps_taken
    if steps is not None:
        granted = dict.fromkeys(condition.text for _, condition in steps.obligations)
        parts += [f"Taken for granted: {'; '.join(granted)}."] if granted else []
        used = dict.fromkeys(s.statement.where for s in steps.steps if not s.statement.label.startswith("goal:"))
        parts.append("By " + "; ".join(used) + ".")
    parts.append(f"Certified in ball arithmetic by replcalc {__version__}.")
    return " ".join(parts)


def failing(question: Any) -> str:
    """What it means that a run fails."""
    match question.kind:
        case "queries":
            return f"some answer is off by more than {exact(question.alpha)}"
        case "choose":
            return f"some option chosen is more than {exact(question.alpha)} worse than the best"
        case "composition":
            return "a run fails" if question.k == 1 else "some algorithm fails"
        case _:
            return "a run fails"


_NAMES = ("k", "n", "arms", "alpha", "rho", "rho0", "beta", "beta0", "outputs")


def inputs(question: Any) -> list[tuple[str, str]]:
    """The question's own values by name, as text."""
    typed = getattr(question, "typed", None)
    named = typed if typed is not None else {name: getattr(question, name, None) for name in _NAMES}
    if getattr(question, "outputs_by_row", None) is not None:
        named |= {"outputs": question.outputs_by_row}
    return [(name, exact(value)) for name, value in named.items() if value is not None]


def exact(value: Any) -> str:
    """An exact value as a reader types it: decimals where they end, else a fraction; a family as its runs."""
    if isinstance(value, Family):
        if len(value.runs) > 6:
            return f"{len(value.runs):,} values in a list"
        same = len({str(v) for v in value.values}) == 1
        several = (exact(v) + ("" if c == 1 else f" ({c:,} times)") for v, c in value.runs)
        return exact(value.values[0]) if same else ", ".join(several)
    if isinstance(value, tuple | list):
        shown = [exact(v) for v in value[:6]]
        return shown[0] if len(set(map(str, value))) == 1 else ", ".join(shown) + (", ..." if len(value) > 6 else "")
    if isinstance(value, Enclosure):
        return exact(value.lower) if value.is_exact else bound_text(value)
    if isinstance(value, fmpq) and value.q == 1:
        value = int(value.p)
    if isinstance(value, bool) or not isinstance(value, int | fmpq):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    rest = int(value.q)
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return nearest(value, 60) if rest == 1 else str(value)


def bound_text(bound: Enclosure) -> str:
    """A bound in four digits, rounded up."""
    return decimal(bound.upper, _DIGITS, up=True)


def sizes(values: Family[int], text: Any) -> str:
    """``text(n)`` for every different size n, or the rule alone where they are many."""
    distinct = sorted(set(values.distinct))
    if len(distinct) > 6:
        distinct = [distinct[0], distinct[-1]]
    return "; ".join(f"n = {n:,}: {text(n)}" for n in distinct)
