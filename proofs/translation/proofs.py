"""Proofs of exact relations, identities, signs and growth, as one Coq tactic each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from replcalc.kernel.signs import SignReader
from replcalc.kernel.variables import Bounds, Variables, read_rational, variables_of
from translation.boxes import box
from translation.expressions import (
    bases_in_doubt,
    coq_number,
    expanded,
    identifier,
    prepared,
    put,
    slope,
    text,
)
from translation.goals import facts, growing, reader_of
from translation.normal import identity

#: The lemma that turns the negation of a relation into its opposite.
OPPOSITE = {"<=": "Rlt_not_le", "<": "Rle_not_lt", ">=": "Rlt_not_ge", ">": "Rle_not_gt"}

#: Proves that two constants differ.
UNEQUAL = "first [apply Rlt_not_eq; solve [compare] | apply Rgt_not_eq; compare]"


def proof(data: Mapping[str, Any], negated: bool = False) -> str:
    """A tactic that proves the certificate's statement, or its negation."""
    return _PROOFS["refuted" if negated and data["kind"] == "exact" else data["kind"]](data)


def coq_equal(left: Any, right: Any, variables: Variables) -> str:
    """Proves left = right in a goal with these variables in the context, expanded already."""
    methods = [identity(left, right, variables, absolute)[0] for absolute in (False, True)]
    tactics = dict.fromkeys(f"{normal.opening()}{normal.closing()}" for normal in methods)
    return next(iter(tactics)) if len(tactics) == 1 else f"first [{' | '.join(f'solve [{t}]' for t in tactics)}]"


def _exact(data: Mapping[str, Any]) -> str:
    relation = data["relation"]
    reader = reader_of({})
    left, right = (prepared(relation[side], reader) for side in ("left", "right"))
    if data["sign"]:
        if relation["operator"] == "!=":
            return f"expand; {UNEQUAL}"
        return "expand; compare"
    start = {"==": "expand", "<=": "apply Req_le; expand", ">=": "apply Req_ge; expand"}[relation["operator"]]
    return f"{start}; {coq_equal(left, right, {})}"


def _refuted(data: Mapping[str, Any]) -> str:
    operator = data["relation"]["operator"]
    if operator == "==":
        return f"expand; {UNEQUAL}"
    if data["sign"] and operator == ">=" and data["relation"]["left"][0] == "max":
        return f"apply {OPPOSITE[operator]}; repeat apply Rmax_lub_lt; expand; compare"
    if data["sign"]:
        return f"apply {OPPOSITE[operator]}; expand; compare"
    relation, reader = data["relation"], reader_of({})
    left, right = (prepared(relation[side], reader) for side in ("left", "right"))
    same = coq_equal(left, right, {})
    return f"apply {OPPOSITE[operator]}; apply Req_le; expand; first [{same} | symmetry; {same}]"


def _identity(data: Mapping[str, Any]) -> str:
    variables = variables_of(data["symbols"])
    reader = reader_of(variables)
    left, right = (prepared(data[side], reader) for side in ("left", "right"))
    return f"intros; {_powers(data, reader)}expand; {coq_equal(left, right, variables)}"


def read_off(goal: Any, form: Any, strict: bool, variables: Variables) -> str:
    """Proves 0 <= goal, or 0 < goal, from the equal form whose sign can be read off."""
    normal, left, right = identity(goal, form, variables)
    sign = "<" if strict else "<="
    steps = f"expand; {normal.opening()}assert (EQ : {left} = {right}) by ({normal.closing()}); "
    return f"{steps}first [rewrite EQ | replace ({left}) with ({right}) | idtac]; change (0 {sign} {right}); sign"


def _signs(data: Mapping[str, Any]) -> str:
    variables = variables_of(data["symbols"])
    reader = reader_of(variables)
    goal, form = (prepared(data[key], reader) for key in ("goal", "form"))
    return f"intros; {_powers(data, reader)}{read_off(goal, form, bool(data['strict']), variables)}"


def _powers(data: Mapping[str, Any], reader: SignReader) -> str:
    """Powers as exponentials, wherever their bases are positive; where one vanishes it is proved already."""
    sides = [data[key] for key in ("left", "right", "goal") if key in data]
    return "positive_powers; " if any(base for side in sides for base in bases_in_doubt(side, reader)) else ""


def _growth(data: Mapping[str, Any]) -> str:
    """The mean value lemma, once for every derivative whose value at the start is given."""
    variables, name, step = variables_of(data["symbols"]), data["symbol"], data["step"]
    reader = growing(data)
    start = prepared(data["start"], reader)
    x, a, s = identifier(name), text(start), identifier(step)
    further = {**variables, step: Bounds(low=Fraction(0))}
    # the variables and their bounds only: one more intro would take the growing variable, whose name is used below
    bounds = sum(len(facts(name, about)) for name, about in variables.items())
    before = f"intros {' '.join([*map(identifier, variables), *'?' * bounds])}; " if variables else ""
    known, there = "", ""
    for i, pair in enumerate(data["positive"]):
        moved, form = (prepared(tree, reader_of(further)) for tree in pair)
        shown = read_off(moved, form, True, further)
        before += f"assert (P{i} : forall {s}, 0 <= {s} -> 0 < {text(moved)}) by (intros; {shown}); "
        known += f"pose proof (P{i} ({x} - {a}) ltac:(lra)); "
        there += f"pose proof (not_zero _ (P{i} {s} ltac:(lra))); "
    goal = f = expanded(prepared(data["goal"], reader))
    steps = []
    for value in data["values"]:
        after = slope(f, name)
        lemma = f"refine (grows (fun {x} => {text(f)}) (fun {x} => {text(after)}) {a} _ _ _); cbv beta"
        at_start = _value(put(f, name, start), prepared(value["relation"]["left"], reader), value["sign"], variables)
        steps.append(f"{lemma}; [intros {x} ?; {known}derive | {at_start} | ")
        f = after
    last = read_off(put(f, name, ["+", start, ["v", step]]), prepared(data["form"], reader_of(further)), False, further)
    beyond = (
        f"intros {x} ?; pose ({s} := {x} - {a}); assert (0 <= {s}) by (unfold {s}; lra); "
        f"replace {x} with ({a} + {s}) by (unfold {s}; ring); clearbody {s}; clear dependent {x}; {there}{last}"
    )
    whole = "".join(steps) + beyond + "]" * len(steps)
    stated = f"forall {x}, {a} <= {x} -> 0 <= {text(goal)}"
    return f"{before}assert (GROWS : {stated}) by ({whole}); intros {x} HX; expand; exact (GROWS {x} HX)"


def _value(raw: Any, folded: Any, sign: int, variables: Variables) -> str:
    """Proves 0 <= raw at the start, where it equals the folded constant."""
    if sign == 0:
        return f"apply Req_le; symmetry; {coq_equal(raw, ['q', '0'], variables)}"
    normal, left, right = identity(raw, folded, variables)
    shown = f"assert (EQ : {left} = {right}) by ({normal.closing()}); try rewrite EQ; first [compare | sign]"
    return f"{normal.opening()}{shown}"


def _point(data: Mapping[str, Any]) -> str:
    """The negation: the statement is applied at the point, where it fails."""
    values = " ".join(coq_number(read_rational(data["point"][name])) for name in _quantified(data))
    inside = "first [lra | split; lra | sign | nonzero | compare]"
    return (
        f"intro H; specialize (H {values}); repeat (match type of H with ?P -> _ => let C := fresh in "
        f"assert (C : P) by ({inside}); specialize (H C); clear C end); "
        f"revert H; expand; first [apply Rlt_not_le; compare | apply Rle_not_lt; compare | {UNEQUAL}]"
    )


def _quantified(data: Mapping[str, Any]) -> list[str]:
    if data["of"] == "box":
        return list(data["domain"])
    return [*data["symbols"], *([data["symbol"]] if data["of"] == "growth" else [])]


_PROOFS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "exact": _exact,
    "refuted": _refuted,
    "identity": _identity,
    "signs": _signs,
    "growth": _growth,
    "point": _point,
    "box": box,
}
