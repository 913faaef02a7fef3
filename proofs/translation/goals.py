"""What a certificate states, as a Coq proposition: the true bounds of the variables, and "wherever it is defined"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from replcalc.kernel.boxes import region_of
from replcalc.kernel.signs import SignReader, find_own_singularities
from replcalc.kernel.values import constant_sign
from replcalc.kernel.variables import Bounds, Variables, read_rational, variable_names, variables_of
from translation.expressions import (
    OutOfReach,
    bases_in_doubt,
    coq_number,
    family_of,
    identifier,
    prepared,
    text,
)

#: How relations are written.
RELATIONS = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "==": "=", "!=": "<>"}
#: What a part of an expression needs to be defined.
NEEDS = {"pole": "{} <> 0", "log": "0 < {}", "root": "0 <= {}"}


def coq_proposition(data: Mapping[str, Any], where: bool = False) -> str:
    """The proposition of a certificate of kind ``kind`` (for a counterexample: of what it refutes).

    ``where``: of a leaf, which is asked only where the bases of powers with variables in their exponents are positive.
    """
    kind = data.get("of", data["kind"])
    if data.get("integers"):
        raise OutOfReach("integers")
    if kind == "exact":
        relation, reader = data["relation"], reader_of({})
        left, right = (text(prepared(relation[side], reader)) for side in ("left", "right"))
        return f"{left} {RELATIONS[relation['operator']]} {right}"
    if kind == "box":
        return _box(data, where)
    variables = variables_of(data["symbols"])
    reader = reader_of(variables)
    if kind == "identity":
        sides = [prepared(data[side], reader, powers=not where) for side in ("left", "right")]
        return for_all(variables, sides, defined(sides), f"{text(sides[0])} = {text(sides[1])}")
    goal = prepared(data["goal"], reader, powers=not where)
    if kind == "signs":
        return for_all(variables, [goal], defined([goal]), positive(goal, data["strict"]))
    start = text(prepared(data["start"], reader))
    symbol = identifier(data["symbol"])
    goal = prepared(data["goal"], growing(data))
    in_doubt(data["goal"], growing(data), False)
    return for_all(variables, [], [], f"forall {symbol} : R, {start} <= {symbol} -> {positive(goal, False)}")


def in_doubt(goal: Any, reader: SignReader, where: bool) -> list[str]:
    """What powers of bases that may vanish ask for; OutOfReach unless it may be asked."""
    found = [f"0 < {text(prepared(base, reader))}" for base in bases_in_doubt(goal, reader)]
    if found and not where:
        raise OutOfReach("a power of a base that may vanish")
    return list(dict.fromkeys(found))


def growing(data: Mapping[str, Any]) -> SignReader:
    """The signs from the start on; the growing variable itself is positive only if its start is a positive number."""
    start = data["start"]
    low = read_rational(start[1]) if start[0] == "q" else None
    return reader_of({**variables_of(data["symbols"]), data["symbol"]: Bounds(low=low)})


def region_reader(region: Mapping[str, tuple[Any, Any]]) -> SignReader:
    return reader_of({name: Bounds(low=low, high=high) for name, (low, high) in region.items()})


def reader_of(variables: Variables) -> SignReader:
    return SignReader(variables, constant_sign)


def positive(goal: Any, strict: bool) -> str:
    return f"0 {'<' if strict else '<='} {text(goal)}"


def facts(name: str, bounds: Bounds, whole: bool = False, shown: str = "") -> list[str]:
    """The hypotheses on one variable, ``shown`` in another way; that it is an integer is used if ``whole``."""
    x = shown or identifier(name)
    found = [f"whole {x}"] if whole and bounds.integer else []
    if bounds.low is not None:
        found.append(f"{coq_number(bounds.low)} {'<' if bounds.low_open else '<='} {x}")
    if bounds.high is not None:
        found.append(f"{x} {'<' if bounds.high_open else '<='} {coq_number(bounds.high)}")
    return found


def defined(trees: Iterable[Any]) -> list[str]:
    """The hypotheses under which the trees are defined, once each."""
    return list(dict.fromkeys(need for tree in trees for need in _needs(tree)))


def _needs(tree: Any) -> Iterator[str]:
    if tree[0] in ("q", "v"):
        return
    if tree[0] == "sum":
        body, index, low, high = tree[1:]
        i = identifier(index[1])
        inside = f"{text(low)} <= {i} -> {i} <= {text(high)} -> whole {i} -> "
        for need in _needs(body):
            yield f"(forall {i} : R, {inside}{need})" if re.search(rf"\b{i}\b", need) else need
        yield from _needs(low)
        yield from _needs(high)
        return
    if tree[0] == "power":
        base, exponent = map(text, tree[1:])
        yield f"0 < {base} \\/ {base} = 0 /\\ 0 < {exponent}"
    for kind, base in find_own_singularities(tree):
        if kind == "function" and base[0] != "asin":
            raise OutOfReach(f"where {base[0]} is defined")
        if kind == "function":
            yield f"-1 <= {text(base[1])} <= 1"
        elif any(True for _ in variable_names(base)):
            yield NEEDS[kind].format(text(base))
    for part in tree[1:]:
        yield from _needs(part)


def _box(data: Mapping[str, Any], where: bool) -> str:
    region = region_of(data["domain"])
    reader = region_reader(region)
    bound = [f"{coq_number(low)} <= {identifier(n)} <= {coq_number(high)}" for n, (low, high) in region.items()]
    for name, end in data["open"]:
        x, (low, high) = identifier(name), region[name]
        bound.append(f"{coq_number(low)} < {x}" if end == "lower" else f"{x} < {coq_number(high)}")
    bound += in_doubt(data["goal"], reader, where)
    bound += [positive(prepared(a["goal"], reader), a["strict"]) for a in data["assumptions"]]
    listed = " ".join(map(identifier, region))
    return (f"forall {listed} : R, " if listed else "") + _implies(
        bound, positive(prepared(data["goal"], reader), data["strict"])
    )


def for_all(variables: Variables, trees: Iterable[Any], hypotheses: Iterable[str], conclusion: str) -> str:
    """For all values of the variables, within their bounds; x[i] in a sum over i is a function of i."""
    trees = list(trees)
    plain, families = quantified(variables, trees)
    sums = any(True for tree in trees for _ in _sums(tree))
    known = [fact for name in plain for fact in facts(name, variables[name], sums)]
    for name, family in families.items():
        index = name[len(family) - 1 : -1]
        i, member = identifier(index), f"({identifier(family)} {identifier(index)})"
        inside = facts(index, variables.get(index, Bounds()), True)
        known += [f"(forall {i} : R, {_implies(inside, fact)})" for fact in facts(name, variables[name], shown=member)]
    listed = " ".join(map(identifier, plain))
    functions = " ".join(dict.fromkeys(map(identifier, families.values())))
    binders = f"({listed} : R) ({functions} : R -> R)" if listed and functions else ""
    binders = binders or (f"{listed} : R" if listed else f"{functions} : R -> R" if functions else "")
    return (f"forall {binders}, " if binders else "") + _implies([*known, *hypotheses], conclusion)


def quantified(variables: Variables, trees: Iterable[Any]) -> tuple[list[str], dict[str, str]]:
    """The variables of ``for_all`` that are numbers, and the family of each that is a function of an index."""
    indices = {part[2][1] for tree in trees for part in _sums(tree)}
    families = {name: family_of(name, indices) for name in variables}
    plain = [name for name, family in families.items() if not family and name not in indices]
    return plain, {name: family for name, family in families.items() if family}


def _implies(hypotheses: Iterable[str], conclusion: str) -> str:
    return "".join(f"{h} -> " for h in hypotheses) + conclusion


def _sums(tree: Any) -> Iterator[Any]:
    if tree[0] in ("q", "v"):
        return
    if tree[0] == "sum":
        yield tree
    for part in tree[1:]:
        yield from _sums(part)
