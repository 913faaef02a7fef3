"""What a certificate states, as a Coq proposition: the true bounds of the variables, and "wherever it is defined"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from replcalc.checker.boxes import region_of
from replcalc.checker.coq.expressions import OutOfReach, coq_number, identifier, prepared, text
from replcalc.checker.signs import Reader, singular
from replcalc.checker.values import constant_sign
from replcalc.checker.variables import Bounds, Variables, read_rational, variable_names, variables_of

#: How relations are written.
RELATIONS = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}
#: What a part of an expression needs to be defined.
NEEDS = {"pole": "{} <> 0", "log": "0 < {}", "root": "0 <= {}"}


def coq_proposition(data: Mapping[str, Any]) -> str:
    """The proposition of a certificate of kind ``kind`` (for a counterexample: of what it refutes)."""
    kind = data.get("of", data["kind"])
    if data.get("integers"):
        raise OutOfReach("integers")
    if kind == "exact":
        relation, reader = data["relation"], reader_of({})
        left, right = (text(prepared(relation[side], reader)) for side in ("left", "right"))
        return f"{left} {RELATIONS[relation['operator']]} {right}"
    if kind == "box":
        return _box(data)
    variables = variables_of(data["symbols"])
    reader = reader_of(variables)
    bound = [fact for name, bounds in variables.items() for fact in facts(name, bounds)]
    if kind == "identity":
        sides = [prepared(data[side], reader) for side in ("left", "right")]
        return _forall(variables, bound + defined(sides), f"{text(sides[0])} = {text(sides[1])}")
    goal = prepared(data["goal"], reader)
    if kind == "signs":
        return _forall(variables, bound + defined([goal]), positive(goal, data["strict"]))
    start = text(prepared(data["start"], reader))
    symbol = identifier(data["symbol"])
    goal = prepared(data["goal"], growing(data))
    return _forall(variables, bound, f"forall {symbol} : R, {start} <= {symbol} -> {positive(goal, False)}")


def growing(data: Mapping[str, Any]) -> Reader:
    """The signs from the start on; the growing variable itself is positive only if its start is a positive number."""
    start = data["start"]
    low = read_rational(start[1]) if start[0] == "q" else None
    return reader_of({**variables_of(data["symbols"]), data["symbol"]: Bounds(low=low)})


def region_reader(region: Mapping[str, tuple[Any, Any]]) -> Reader:
    return reader_of({name: Bounds(low=low, high=high) for name, (low, high) in region.items()})


def reader_of(variables: Variables) -> Reader:
    return Reader(variables, constant_sign)


def positive(goal: Any, strict: bool) -> str:
    return f"0 {'<' if strict else '<='} {text(goal)}"


def facts(name: str, bounds: Bounds) -> list[str]:
    """The hypotheses on one variable (that it is an integer is not used)."""
    x = identifier(name)
    found = []
    if bounds.low is not None:
        found.append(f"{coq_number(bounds.low)} {'<' if bounds.low_open else '<='} {x}")
    if bounds.high is not None:
        found.append(f"{x} {'<' if bounds.high_open else '<='} {coq_number(bounds.high)}")
    return found


def defined(trees: Iterable[Any]) -> list[str]:
    """The hypotheses under which the trees are defined, once each."""
    found: dict[str, None] = {}
    for tree in trees:
        for kind, base in singular(tree):
            if kind == "function":
                raise OutOfReach(f"where {base[0]} is defined")
            if any(True for _ in variable_names(base)):
                found[NEEDS[kind].format(text(base))] = None
    return list(found)


def _box(data: Mapping[str, Any]) -> str:
    region = region_of(data["domain"])
    reader = region_reader(region)
    bound = [f"{coq_number(low)} <= {identifier(n)} <= {coq_number(high)}" for n, (low, high) in region.items()]
    for name, end in data["open"]:
        x, (low, high) = identifier(name), region[name]
        bound.append(f"{coq_number(low)} < {x}" if end == "lower" else f"{x} < {coq_number(high)}")
    assumed = [positive(prepared(a["goal"], reader), a["strict"]) for a in data["assumptions"]]
    return _forall(region, bound + assumed, positive(prepared(data["goal"], reader), data["strict"]))


def _forall(variables: Iterable[str], hypotheses: list[str], conclusion: str) -> str:
    listed = " ".join(map(identifier, variables))
    before = f"forall {listed} : R, " if listed else ""
    return before + "".join(f"{h} -> " for h in hypotheses) + conclusion
