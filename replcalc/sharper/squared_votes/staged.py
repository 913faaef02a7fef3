"""Compiled formulas as a function of one variable at a time: what a step does not change is not computed again.

``staged(parts, ("s", "t"))`` joins the totals of a theorem and what is made of them into one function in stages,

    of_s = staged(parts, ("s", "t"))(fixed, counts, known, rest, targets)      everything but s and t
    of_t = of_s(ln s)                                                          what depends on s
    of_t(ln t)                                                                 ln of the largest bound/target

by sorting the lines of the compiled source by what they depend on. No operation changes, so the values are those of
``parts.inner`` and ``parts.outer`` to the last bit. A search along t computes about half of a bound's lines, one along
J hardly any.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from operator import sub
from textwrap import indent
from typing import Any

from replcalc.formulas.compiled import Compiled, Separated
from replcalc.numbers.logs import log_add

#: Makes the first stage of given (fixed, counts, known, rest, targets).
Stages = Callable[[Sequence[Any], Sequence[int], Sequence[float], Sequence[float], Sequence[float]], Any]
#: Shares of a probability: their logarithms are below 0.
_SHARES = ("s", "t")


def staged(parts: Separated, order: Sequence[str], *, joined: bool = False, alone: bool = False) -> Stages:
    """``order``: the arguments of inner that vary, the slowest first; ``fixed``: values of all (theirs are not read).

    ``known``: values of outer's arguments that are no totals. ``joined``: the totals ``rest`` of others are added to
    these. ``alone``: every family has one run, so no loop is needed. Where a bound has no value it is infinite.
    """
    lines = _Lines()
    inner, outer = _Renamed(parts.inner, "i"), _Renamed(parts.outer, "o")
    lines.stage |= {inner.arguments[name]: stage for stage, name in enumerate(order, 1)}
    for statement in (_unrolled(inner.body) if alone else None) or inner.body:
        lines.take(statement)
    for place, name in enumerate(parts.totals):
        if name in outer.arguments:
            total = inner.results[place]
            lines.line(f"{outer.arguments[name]} = " + (f"add({total}, rest[{place}])" if joined else total))
    for statement in outer.body:
        lines.take(statement)
    excess = [f"{bound} - target_{place}" for place, bound in enumerate(outer.results)]
    lines.line(f"worst = {excess[0]}" if len(excess) == 1 else f"worst = max({', '.join(excess)})")
    known = [outer.arguments[name] for name in parts.outer.arguments if name not in parts.totals]
    source = f"""
def stages(fixed, i_counts, known, rest, targets):
    [{", ".join(inner.arguments[name] for name in parts.inner.arguments)}] = fixed
    [{", ".join(known)}] = known
    [{", ".join(f"target_{place}" for place in range(len(excess)))}] = targets
    o_counts = ()
{indent(_stage(lines, 0, order, inner), "    ")}
"""
    helpers = {"add": log_add, "inf": math.inf, "ln": math.log}
    allowed = {"zip": zip, "max": max, "ValueError": ValueError, "OverflowError": OverflowError}
    namespace: dict[str, Any] = {**inner.namespace, **outer.namespace, **helpers, "__builtins__": allowed}
    exec(compile(source, "<stages>", "exec"), namespace)  # the compiler's own lines, in another order
    made: Stages = namespace["stages"]
    return made


def unstaged(parts: Separated, order: Sequence[str], *, joined: bool = False) -> Stages:
    """The same values from the compiled functions as they are: nothing is written for it, and nothing saved."""
    inner, outer = parts.inner.function, parts.outer.function
    spots = [parts.inner.arguments.index(name) for name in order]
    names = [*parts.totals, *(name for name in parts.outer.arguments if name not in parts.totals)]
    places = [names.index(name) for name in parts.outer.arguments]

    def stages(
        fixed: Sequence[Any], counts: Sequence[int], known: Sequence[float], rest: Sequence[float], targets: Any
    ) -> Any:
        arguments = list(fixed)

        def excess(values: tuple[float, ...]) -> float:
            if any(not value < 0 for name, value in zip(order, values, strict=True) if name in _SHARES):
                return math.inf
            for spot, value in zip(spots, values, strict=True):
                arguments[spot] = value
            try:
                totals = inner(*arguments, counts)
                sums = [*map(log_add, totals, rest), *known] if joined else [*totals, *known]
                worst: float = max(map(sub, outer(*[sums[place] for place in places], ()), targets))
            except (ValueError, OverflowError):
                return math.inf
            return worst if worst == worst else math.inf

        def after(values: tuple[float, ...]) -> Callable[[float], Any]:
            last = len(values) == len(order) - 1
            return lambda value: excess((*values, value)) if last else after((*values, value))

        return after(())

    return stages


def _stage(lines: _Lines, stage: int, order: Sequence[str], inner: _Renamed) -> str:
    """The lines of a stage, then the function of the next variable, or the value."""
    none = "lambda _: " * (len(order) - stage) + "inf"
    body = f"try:\n{indent(lines.at(stage), '    ')}\nexcept (ValueError, OverflowError):\n    return {none}\n"
    if stage and order[stage - 1] in _SHARES:
        body = f"if not {inner.arguments[order[stage - 1]]} < 0:\n    return {none}\n{body}"
    if stage == len(order):
        return body + "return worst if worst == worst else inf"
    later = indent(_stage(lines, stage + 1, order, inner), "    ")
    return f"{body}def of_{order[stage]}({inner.arguments[order[stage]]}):\n{later}\nreturn of_{order[stage]}"


def _unrolled(body: Sequence[ast.stmt]) -> list[ast.stmt] | None:
    """The lines without loops where every list has one entry; None where something else than ln of a sum is made of it.

    The total of one entry x that counts c times is x + ln c (see ``log_total``).
    """
    loops = [statement for statement in body if isinstance(statement, ast.For)]
    inside = [line for loop in loops for line in loop.body]
    lists = {_appended(line)[0] for line in inside if isinstance(line, ast.Expr)}
    found: list[ast.stmt] = ast.parse("log_count = ln(i_counts[0])").body
    for statement in body:
        if isinstance(statement, ast.For):
            assert isinstance(statement.target, ast.Tuple) and isinstance(statement.iter, ast.Call)
            for entry, family in zip(statement.target.elts, statement.iter.args, strict=True):
                found += ast.parse(f"{ast.unparse(entry)} = {ast.unparse(family)}[0]").body
            for line in statement.body:
                text = "{} = {}".format(*_appended(line)) if isinstance(line, ast.Expr) else ast.unparse(line)
                found += ast.parse(text).body
            continue
        read = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)} & lists
        if not read:
            found.append(statement)
            continue
        assert isinstance(statement, ast.Assign)
        (name,) = read
        if isinstance(statement.value, ast.List):
            continue
        if ast.unparse(statement.value) != f"i_log_total({name}, i_counts)":
            return None
        found += ast.parse(f"{ast.unparse(statement.targets[0])} = {name} + log_count").body
    return found


def _appended(line: ast.Expr) -> tuple[str, str]:
    """The list and the entry of a line ``list.append(entry)``."""
    assert isinstance(line.value, ast.Call) and isinstance(line.value.func, ast.Attribute)
    return ast.unparse(line.value.func.value), ast.unparse(line.value.args[0])


class _Renamed:
    """The lines of a compiled function with a prefix before its names, so that two of them can stand in one."""

    def __init__(self, function: Compiled, prefix: str) -> None:
        (definition,) = ast.parse(function.source).body
        assert isinstance(definition, ast.FunctionDef)
        for node in ast.walk(definition):
            if isinstance(node, ast.Name) and node.id != "zip":
                node.id = f"{prefix}_{node.id}"
        own = function.function.__globals__
        self.namespace = {f"{prefix}_{name}": value for name, value in own.items() if name != "__builtins__"}
        *self.body, last = definition.body
        assert isinstance(last, ast.Return) and isinstance(last.value, ast.Tuple)
        self.results = [ast.unparse(entry) for entry in last.value.elts]
        names = (f"{prefix}_{argument.arg}" for argument in definition.args.args[:-1])  # the counts come last
        self.arguments = dict(zip(function.arguments, names, strict=True))


class _Lines:
    """Statements by stage: the latest of what they read. A list belongs to the loop that fills it."""

    def __init__(self) -> None:
        self.stage: dict[str, int] = {}
        self._taken: list[tuple[ast.stmt, set[str]]] = []

    def line(self, text: str) -> None:
        self.take(ast.parse(text).body[0])

    def take(self, statement: ast.stmt) -> None:
        nodes = list(ast.walk(statement))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        written = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        filled = {n.value.id for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name)}
        stage = max((self.stage.get(node.id, 0) for node in names), default=0)
        self.stage |= dict.fromkeys(written | filled, stage)
        self._taken.append((statement, written))

    def at(self, stage: int) -> str:
        """The lines of a stage, in order."""
        chosen = [s for s, written in self._taken if max(self.stage[name] for name in written) == stage]
        return "\n".join(map(ast.unparse, chosen)) or "pass"
