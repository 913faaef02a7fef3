"""The method to run as numbered steps with every parameter filled in, and a guarantee to paste into a paper.

Each method writes its own steps (``Method.recipe``); this module adds the guarantee: inputs, assumptions, the
statements used with their sources, and the version that certified the figures.
"""

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc import __version__
from replcalc.numbers.enclosure import Enclosure, decimal, nearest, short
from replcalc.numbers.family import Family
from replcalc.planning.assumption import STEP, describe_problems, is_adaptive
from replcalc.planning.method import get, kinds, names
from replcalc.planning.result import Result

#: Digits of a bound in the guarantee, rounded up.
_DIGITS = 4


@dataclass(frozen=True)
class Recipe:
    """Steps to carry out, and the guarantee that holds then."""

    method: str
    steps: tuple[str, ...]
    guarantee: str


def recipe_of(result: Result, unit: str = "samples") -> Recipe | None:
    """Return the recipe of a certified result; None where it is not certified or its method has no steps."""
    kind = result.question.kind
    if not result.certified or kind not in kinds() or result.method not in names(kind):
        return None
    write = get(result.method, kind).recipe
    if write is None:
        return None
    chosen = ", ".join(f"{name} = {write_exact(value)}" for name, value in result.chosen.items())
    last = (f"The parameters of these steps, part of what is agreed on: {chosen}.",) if chosen else ()
    first = (STEP,) if is_adaptive(result.question) else ()
    return Recipe(result.method, (*first, *write(result), *last), guarantee(result, unit))


def guarantee(result: Result, unit: str = "samples") -> str:
    """Return the guarantee as a paragraph: bounds, inputs, unchecked assumptions, statements and sources, version.

    ``unit``: what the samples count.
    """
    question, bounds = result.question, []
    if result.rho is not None:
        bounds.append(f"two runs with the same random seed differ with probability at most {write_bound(result.rho)}")
    if result.beta is not None:
        bounds.append(f"{describe_failure(question)} with probability at most {write_bound(result.beta)}")
    enough = "" if result.samples is None else f"With {result.samples:,} {unit} "
    sentence = f"{enough}{', and '.join(bounds)}"
    given = ", ".join(f"{name} = {text}" for name, text in list_inputs(question))
    assumed = f" (assumed: {', '.join(result.assumed)})" if result.assumed else ""
    parts = [f"{sentence[:1].upper()}{sentence[1:]}, for {given}{assumed}."]
    clause = describe_problems(question)
    parts += [f"{clause[:1].upper()}{clause[1:]}."] if clause else []
    steps = result.steps_taken
    if steps is not None:
        unchecked = dict.fromkeys(condition.text for _, condition in steps.obligations)
        parts += [f"Assumed, cannot be checked: {'; '.join(unchecked)}."] if unchecked else []
        used = dict.fromkeys(s.statement.where for s in steps.steps if not s.statement.label.startswith("goal:"))
        parts.append("By " + "; ".join(used) + ".")
    parts.append(f"Certified in ball arithmetic by replcalc {__version__}.")
    return " ".join(parts)


def describe_failure(question: Any) -> str:
    """Say what a failure of the run means."""
    match question.kind:
        case "queries":
            return f"some answer is off by more than {write_exact(question.alpha)}"
        case "choose":
            return f"some option chosen is more than {write_exact(question.alpha)} worse than the best"
        case "composition":
            return "the answer is wrong" if question.k == 1 else "some answer is wrong"
        case _:
            return "the answer is wrong"


_NAMES = ("k", "n", "arms", "alpha", "rho", "rho0", "beta", "beta0", "outputs")


def list_inputs(question: Any) -> list[tuple[str, str]]:
    """Return the inputs of the question by name, as text."""
    typed = getattr(question, "typed", None)
    named = typed if typed is not None else {name: getattr(question, name, None) for name in _NAMES}
    if getattr(question, "outputs_by_row", None) is not None:
        named |= {"outputs": question.outputs_by_row}
    return [(name, write_exact(value)) for name, value in named.items() if value is not None]


def write_exact(value: Any) -> str:
    """Write an exact value as one types it: a finite decimal, else a fraction; a family as its runs."""
    if isinstance(value, Family):
        if len(value.runs) > 6:
            return f"{len(value.runs):,} values in a list"
        same = len({str(v) for v in value.values}) == 1
        several = (write_exact(v) + ("" if c == 1 else f" ({c:,} times)") for v, c in value.runs)
        return write_exact(value.values[0]) if same else ", ".join(several)
    if isinstance(value, tuple | list):
        shown = [write_exact(v) for v in value[:6]]
        return shown[0] if len(set(map(str, value))) == 1 else ", ".join(shown) + (", ..." if len(value) > 6 else "")
    if isinstance(value, Enclosure):
        return write_exact(value.lower) if value.is_exact else write_bound(value)
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


def write_bound(bound: Enclosure) -> str:
    """Write a bound in four digits, rounded up."""
    return decimal(bound.upper, _DIGITS, up=True)


def write_sizes(values: Family[int], text: Any) -> str:
    """Write ``text(n)`` for every different size n; only for the least and the largest of many."""
    distinct = sorted(set(values.distinct))
    if len(distinct) > 6:
        distinct = [distinct[0], distinct[-1]]
    return "; ".join(f"n = {n:,}: {text(n)}" for n in distinct)


# -- steps that the recipes of several methods share -------------------------------------------------------------------
#: Digits of a real parameter that has no finite decimal.
_TYPED_DIGITS = 17


def write_parameter(value: Any) -> str:
    """Write a parameter as one types it: exact where it is, else to 17 digits."""
    return short(value, _TYPED_DIGITS) if isinstance(value, Enclosure) and not value.is_exact else write_exact(value)


def describe_race(what: str, inside: str = "") -> tuple[str, str]:
    """Describe the clocks to derive from the seed, and the race; ``inside``: of every group."""
    clocks = f"independent exponential clocks of mean 1, one for every vector z of {what}{inside}"
    run = (
        f"Race{inside}: of all vectors z of {what} take the one with the smallest clock divided by the product of its "
        "probabilities. Look at points in the order of their clocks until no later one can win."
    )
    return clocks, run


def describe_groups(k: int, size: int | None) -> tuple[str, str]:
    """Describe how the problems are divided into groups; empty where there is one group."""
    if size is None or size >= k:
        return "", ""
    count = -(-k // size)
    return f"Divide the {k:,} problems into {count:,} groups of at most {size:,}, in order. ", " of one group"
