"""Certificates of kind ``claim`` for Coq: every relation of the conclusion as printed, and a tactic that proves it.

A rule is one: what the smaller proofs state is asserted, with their tactics, and the rule's lemma of the prelude leads
from there to the relation. Variables are real; that one is an integer is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from replcalc.kernel.boxes import region_of
from replcalc.kernel.reductions import sides_of, subgoals
from replcalc.kernel.relations import ZERO, Goal, free_names, goal_of, read_conclusion
from replcalc.kernel.rules import box_of, open_ends
from replcalc.kernel.signs import SignReader
from replcalc.kernel.trees import derivative, parse
from replcalc.kernel.values import constant_sign
from replcalc.kernel.variables import Bounds, read_rational, variables_of
from translation.expressions import OutOfReach, coq_number, expanded, identifier, prepared, slope, text
from translation.goals import (
    coq_proposition,
    defined,
    facts,
    for_all,
    growing,
    in_doubt,
    positive,
    quantified,
    reader_of,
    region_reader,
)
from translation.proofs import coq_equal, proof

#: From the context: what a lemma that was asserted asks for.
HERE = "known_here"


def coq_relations(certificate: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What every relation of the conclusion says, and its proof."""
    how = certificate["proof"]
    proofs = how["proofs"] if how["rule"] == "and" else [how]
    for each, part in zip(read_conclusion(certificate["conclusion"]), proofs, strict=True):
        stated = each.relevant()
        for side in (stated.left, stated.right):
            in_doubt(side, reader_of(stated.domain), False)
        yield says(stated), _proves(stated, part)


def coq_refutation(certificate: Mapping[str, Any]) -> tuple[str, str]:
    """The negation of the relation that fails at a point, and its proof; OutOfReach where something is given."""
    how = certificate["proof"]
    stated = read_conclusion(certificate["conclusion"])[how["number"]]
    if stated.given:
        raise OutOfReach("a point that refutes a conclusion with something given")
    if not stated.domain:
        data = leaf_of(stated, {"rule": "exact"})
        return f"~ ({coq_proposition(data)})", proof(data, True)
    kind = "identity" if stated.operator == "=" else "signs"
    data = leaf_of(stated, {"rule": kind, "form": stated.goal}) | {"of": kind, "kind": "point", "point": how["point"]}
    return f"~ ({coq_proposition(data)})", proof(data, True)


def leaf_of(stated: Goal, how: Mapping[str, Any]) -> dict[str, Any]:
    """What a rule that settles a relation states and needs, in one document."""
    kind, domain = how["rule"], {name: bounds.constraints() for name, bounds in stated.domain.items()}
    if kind == "exact":
        return {
            "kind": kind,
            **_compared(stated.left, "==" if stated.operator == "=" else stated.operator, stated.right),
        }
    if kind == "identity":
        return {"kind": kind, "left": stated.left, "right": stated.right, "symbols": domain}
    found = {"kind": kind, "goal": how.get("goal", stated.goal), "strict": stated.strict}
    if kind == "signs":
        return found | {"form": how["form"], "symbols": domain}
    if kind == "growth":
        name = how["variable"]
        others = {other: bounds for other, bounds in domain.items() if other != name}
        values = [{"kind": "exact", **_compared(value, ">=", ["q", "0"])} for value in how["values"]]
        found |= {"symbol": name, "start": ["q", str(stated.domain[name].low)], "symbols": others, "values": values}
        return found | {entry: how[entry] for entry in ("step", "form", "positive")}
    ends = sorted(map(list, open_ends(stated.domain)))
    region = {name: [str(low), str(high)] for name, (low, high) in box_of(stated.domain).items()}
    given = [{"goal": goal_of(a, o, b), "strict": o in ("<", ">")} for a, o, b in stated.given if o != "="]
    return found | {"domain": region, "open": ends, "assumptions": given, "leaves": how["boxes"]}


def _compared(left: Any, operator: str, right: Any) -> dict[str, Any]:
    """A relation between constants, and the sign of right - left."""
    sign = constant_sign(["+", right, ["*", ["q", "-1"], left]])
    return {"relation": {"left": left, "operator": operator, "right": right}, "sign": sign}


# -- statements --------------------------------------------------------------------------------------------------------
def _sides(stated: Goal) -> tuple[Any, Any]:
    reader = reader_of(stated.domain)
    return prepared(stated.left, reader), prepared(stated.right, reader)


def _relation(stated: Goal) -> str:
    left, right = map(text, _sides(stated))
    if stated.operator in (">=", ">"):
        left, right = right, left
    return f"{left} {stated.operator.replace('>', '<')} {right}"


def says(stated: Goal) -> str:
    """For all values of the variables, where both sides are defined and what is given holds."""
    sides = _sides(stated)
    given = [_relation(Goal(a, o, b, stated.domain)) for a, o, b in stated.given]
    return for_all(stated.domain, sides, [*defined(sides), *given], _relation(stated))


# -- proofs ------------------------------------------------------------------------------------------------------------
def _proves(stated: Goal, how: Mapping[str, Any]) -> str:
    """A tactic for what ``says`` says."""
    if how["rule"] not in _RULES:
        raise OutOfReach(f"the rule '{how['rule']}' is not written for Coq")
    return _RULES[how["rule"]](stated, how)


def _first(name: str, stated: Goal, how: Mapping[str, Any]) -> str:
    return f"assert ({name} : {says(stated)}) by (clear; {_proves(stated, how)}); "


def _apply(name: str, variables: Iterable[str]) -> str:
    """By the lemma of that name at the variables of the same names."""
    return f"apply ({' '.join([name, *map(identifier, variables)])}); {HERE}"


def _leaf(stated: Goal, how: Mapping[str, Any]) -> str:
    leaf = leaf_of(stated, how)
    before = f"assert (LEAF : {coq_proposition(leaf, where=True)}) by ({proof(leaf)}); intros; "
    if leaf["kind"] == "identity":
        plain, families = quantified(stated.domain, _sides(stated))
        return before + _apply("LEAF", [*plain, *dict.fromkeys(families.values())])
    if leaf["kind"] == "exact":
        return before + "lra"
    readers = {"box": lambda: region_reader(region_of(leaf["domain"])), "growth": lambda: growing(leaf)}
    reader = readers.get(leaf["kind"], lambda: reader_of(variables_of(leaf["symbols"])))()
    goal, shown = prepared(stated.goal, reader_of(stated.domain)), prepared(leaf["goal"], reader)
    sign = "<" if stated.strict else "<="
    weaker = "" if leaf["strict"] == stated.strict else "left; "
    there = _apply("LEAF", leaf["domain"] if leaf["kind"] == "box" else leaf["symbols"])
    if text(goal) != text(shown):
        same = coq_equal(goal, shown, stated.domain)
        before += f"assert (SAME : {text(goal)} = {text(shown)}) by (expand; {same}); "
    before += "".join(_assumed(stated, assumption, reader) for assumption in leaf.get("assumptions", ()))
    return f"{before}cut (0 {sign} {text(shown)}); [intro; lra | {weaker}{there}]"


def _assumed(stated: Goal, assumption: Mapping[str, Any], reader: SignReader) -> str:
    """What a box assumes, from what is given."""
    shown, tries = prepared(assumption["goal"], reader), ["solve [known_here]"]
    for given in stated.given:
        if given[1] != "=":
            goal = prepared(goal_of(*given), reader_of(stated.domain))
            same = f"assert (A : {text(goal)} = {text(shown)}) by (expand; {coq_equal(goal, shown, stated.domain)})"
            tries.append(f"solve [{same}; rewrite <- A; lra]")
    return f"assert ({positive(shown, assumption['strict'])}) by (first [{' | '.join(tries)}]); "


def _given(stated: Goal, how: Mapping[str, Any]) -> str:
    return "intros; assumption"


def _scaled(stated: Goal, how: Mapping[str, Any]) -> str:
    factor = how["factor"]
    sign = replace(stated, left=factor, operator=">", right=ZERO)
    both = replace(stated, left=["*", stated.left, factor], right=["*", stated.right, factor])
    shown = text(prepared(factor, reader_of(stated.domain)))
    lemma = {"<=": "Rmult_le_reg_r", "<": "Rmult_lt_reg_r"}.get(stated.operator.replace(">", "<"))
    if lemma is None:
        raise OutOfReach("an equation with a factor")
    return (
        f"{_first('F', sign, how['proofs'][0])}{_first('P', both, how['proofs'][1])}intros; "
        f"apply ({lemma} {shown}); [{_apply('F', stated.domain)} | {_apply('P', stated.domain)}]"
    )


def _cases(stated: Goal, how: Mapping[str, Any]) -> str:
    name, at = how["variable"], read_rational(how["at"])
    bounds, before = stated.domain[name], ""
    if bounds.integer:
        raise OutOfReach("a cut between integers")
    for label, side, part in zip("BA", sides_of(bounds, at), how["proofs"], strict=True):
        before += _first(label, replace(stated, domain={**stated.domain, name: side}), part)
    below, above = (_apply(label, stated.domain) for label in "BA")
    return f"{before}intros; destruct (Rle_or_lt {identifier(name)} {coq_number(at)}); [{below} | {above}]"


def _moved(stated: Goal, how: Mapping[str, Any], value: Any, bounds: Bounds, exists: str, bounded: bool = True) -> str:
    """In a new variable: ``exists`` proves that there is one; with its bounds, if ``bounded``."""
    old, new = how["variable"], how["name"]
    moved = stated.substitute({old: value}, {new: bounds})
    x, t = identifier(old), identifier(new)
    plain = "rewrite Rmult_1_l in E; " if value[0] == "exp" and bounded else ""
    taken = f"destruct {exists} as ({t} & {'? & ' if bounded else ''}E); apart; {plain}subst {x}; "
    return f"{_first('M', moved, how['proofs'][-1])}intros; {taken}{_apply('M', moved.domain)}"


def _mirror(stated: Goal, how: Mapping[str, Any]) -> str:
    old, t, x = stated.domain[how["variable"]], ["v", how["name"]], identifier(how["variable"])
    low, high = (None if end is None else -end for end in (old.high, old.low))
    bounds = Bounds(low, high, old.high_open, old.low_open)
    return _moved(stated, how, ["*", ["q", "-1"], t], bounds, f"(as_mirrored {x})", bounded=False)


def _shift(stated: Goal, how: Mapping[str, Any]) -> str:
    old, x = stated.domain[how["variable"]], identifier(how["variable"])
    low = old.low or Fraction(0)
    high = None if old.high is None else old.high - low
    exists = f"(as_shifted {coq_number(low)} {x})"
    bounds = Bounds(Fraction(0), high, old.low_open, old.high_open)
    return _moved(stated, how, ["+", ["q", str(low)], ["v", how["name"]]], bounds, exists, bounded=False)


def _square(stated: Goal, how: Mapping[str, Any]) -> str:
    old, x = stated.domain[how["variable"]], identifier(how["variable"])
    unit = Fraction(1) if old.high is not None and old.high <= 1 else None
    bounds = Bounds(Fraction(0), unit, old.sign == 1, unit is not None and (old.high_open or old.high != 1))
    lemma = "square_of_positive" if old.sign == 1 else "square_of"
    return _moved(stated, how, ["^", ["v", how["name"]], ["q", "2"]], bounds, f"({lemma} {x} ltac:(lra))")


def _reciprocal(stated: Goal, how: Mapping[str, Any]) -> str:
    old, x = stated.domain[how["variable"]], identifier(how["variable"])
    if old.high is not None or old.low is None:
        raise OutOfReach("the reciprocal of an interval")
    value = ["+", ["q", str(old.low - 1)], ["^", ["v", how["name"]], ["q", "-1"]]]
    bounds = Bounds(Fraction(0), Fraction(1), True, old.low_open)
    lemma = "as_strict_reciprocal" if old.low_open else "as_reciprocal"
    return _moved(stated, how, value, bounds, f"({lemma} {coq_number(old.low - 1)} {x} ltac:(lra))")


def _exponential(stated: Goal, how: Mapping[str, Any]) -> str:
    old, x = stated.domain[how["variable"]], identifier(how["variable"])
    positive = "ltac:(lra)"
    if old.high is not None:
        scale, sign, strict, side = old.high, "-1", old.high_open, "below"
    elif old.low:
        scale, sign, strict, side = old.low, "1", old.low_open, "above"
    else:
        value = ["exp", ["*", ["q", "-1"], ["v", how["name"]]]]
        return _moved(stated, how, value, Bounds(), f"(as_exp {x} {positive})", bounded=False)
    value = ["exp", ["*", ["q", sign], ["v", how["name"]]]]
    lemma = f"as_exp_{'strictly_' if strict else ''}{side}"
    bounds = Bounds(Fraction(0), low_open=strict)
    exists = f"({lemma} {coq_number(scale)} {x} {positive} {positive})"
    return _moved(stated, how, value if scale == 1 else ["*", ["q", str(scale)], value], bounds, exists)


def _slack(stated: Goal, how: Mapping[str, Any]) -> str:
    name, number, form = how["variable"], how["number"], how["form"]
    left, operator, bound = stated.given[number]
    if bound == ["v", name]:
        left, operator, bound = bound, {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}[operator], left
    upper, strict, t = operator in ("<=", "<"), operator in ("<", ">"), ["v", how["name"]]
    old, x, known = stated.domain[name], identifier(name), "ltac:(known_here)"
    shown = text(prepared(bound, reader_of(stated.domain)))
    given = tuple(each for other, each in enumerate(stated.given) if other != number)
    rest = {other: about for other, about in stated.domain.items() if other != name}
    less, before = replace(stated, given=given), ""
    bounds = Bounds(Fraction(0), low_open=strict)
    if form == "sum":
        value = ["+", bound, ["*", ["q", "-1"], t] if upper else t]
        exists = f"(as_{'strictly_' if strict else ''}{'less' if upper else 'more'} {shown} {x} {known})"
    elif form == "share":
        value, bounds = ["*", bound, t], Bounds(Fraction(0), Fraction(1), low_open=old.sign == 1)
        exists = f"({'as_positive_share' if old.sign == 1 else 'as_share'} {shown} {x} {known} {known})"
    else:
        about = tuple(each for each in given if all(name not in free_names(tree) for tree in (each[0], each[2])))
        before = _first("POSITIVE", Goal(bound, ">", ZERO, rest, about), how["proofs"][0])
        more: Any = ["+", ["q", "1"], t]
        value = ["*", bound, ["^", more, ["q", "-1"]] if upper else more]
        lemma = f"as_{'strict_' if strict else ''}{'part' if upper else 'multiple'}"
        first = known if upper else f"ltac:({_apply('POSITIVE', rest)})"
        exists = f"({lemma} {shown} {x} {first} {known})"
    return before + _moved(less, how, value, bounds, exists)


def _either(stated: Goal, how: Mapping[str, Any]) -> str:
    tree = how["tree"]
    two = [tree[1], ["*", ["q", "-1"], tree[1]]] if tree[0] == "abs" else tree[1:]
    reader, before = reader_of(stated.domain), ""
    for label, relation, part in zip("LR", subgoals(stated, "either", tree=tree), how["proofs"], strict=True):
        before += _first(label, relation, part)
    a, b = (text(prepared(each, reader)) for each in two)
    whole = text(prepared(tree, reader))
    if tree[0] == "abs":
        one, two_ = f"{whole} = {a}) by (apply Rabs_right; lra", f"{whole} = {b}) by (rewrite Rabs_left1 by lra; ring"
        split = f"(Rle_or_lt 0 {a})"
    else:
        kind = f"R{tree[0]}"
        one, two_ = f"{whole} = {a}) by (apply {kind}_left; lra", f"{whole} = {b}) by (apply {kind}_right; lra"
        split = f"(Rle_or_lt {a} {b})" if tree[0] == "min" else f"(Rle_or_lt {b} {a})"
    branches = [
        f"assert (E : {how_}); rewrite ?E in *; clear E; {_apply(label, stated.domain)}"
        for label, how_ in (("L", one), ("R", two_))
    ]
    return f"{before}intros; destruct {split}; [{branches[0]} | {branches[1]}]"


def _squared(stated: Goal, how: Mapping[str, Any]) -> str:
    large = stated.right if stated.operator in ("<=", "<") else stated.left
    sign = replace(stated, left=large, operator=">=", right=ZERO)
    squares = replace(stated, left=["^", stated.left, ["q", "2"]], right=["^", stated.right, ["q", "2"]])
    lemma = "lt_of_squares" if stated.strict else "le_of_squares"
    return (
        f"{_first('P', sign, how['proofs'][0])}{_first('Q', squares, how['proofs'][1])}intros; "
        f"apply {lemma}; [{_apply('P', stated.domain)} | {_apply('Q', stated.domain)}]"
    )


def _logarithm(stated: Goal, how: Mapping[str, Any]) -> str:
    if stated.operator == "=":
        raise OutOfReach("an equation of logarithms")
    goals = zip("PQL", subgoals(stated, "logarithm"), how["proofs"], strict=True)
    before = "".join(_first(label, goal, part) for label, goal, part in goals)
    lemma = "lt_of_logarithms" if stated.strict else "le_of_logarithms"
    first, second = ("P", "Q") if stated.operator in ("<=", "<") else ("Q", "P")
    return (
        f"{before}intros; "
        f"apply {lemma}; [{_apply(first, stated.domain)} | {_apply(second, stated.domain)} | "
        f"rewrite ?ln_exp; {_apply('L', stated.domain)}]"
    )


def _product(stated: Goal, how: Mapping[str, Any]) -> str:
    """The difference of the sides is a product of differences, each of them of the wanted sign."""
    before, signs, reader = "", "", reader_of(stated.domain)
    for number, (each, part) in enumerate(
        zip(subgoals(stated, "product", factors=how["factors"]), how["proofs"], strict=True)
    ):
        before += _first(f"F{number}", each, part)
        signs += f"assert ({_relation(each)}) by ({_apply(f'F{number}', stated.domain)}); "
    goal = prepared(stated.goal, reader)
    shown = prepared(["*", *(goal_of(a, ">=", b) for a, b in how["factors"])], reader)
    same = f"assert (SAME : {text(goal)} = {text(shown)}) by (expand; {coq_equal(goal, shown, stated.domain)}); "
    sign, lemma = ("<", "Rmult_lt_0_compat") if stated.strict else ("<=", "Rmult_le_pos")
    return f"{before}intros; {signs}{same}cut (0 {sign} {text(shown)}); [intro; lra | repeat apply {lemma}; lra]"


def _valley(stated: Goal, how: Mapping[str, Any]) -> str:
    """The mean value theorem between the bottom and the point."""
    name, at = how["variable"], how["at"]
    bounds, reader = stated.domain[name], reader_of(stated.domain)
    bottom, *slopes = subgoals(stated, "valley", variable=name, at=at, sides=how.get("sides", False))
    before = _first("BOTTOM", bottom, how["proofs"][0])
    f = expanded(prepared(stated.goal, reader))
    change, tree = slope(f, name), derivative(parse(stated.goal), name).tree()
    x, c = identifier(name), text(prepared(at, reader))
    factor: Any = ["+", ["v", name], ["*", ["q", "-1"], at]]
    if not how.get("sides"):
        before += _first("SLOPE", slopes[0], how["proofs"][1])
        moving = _apply("SLOPE", stated.domain)
    else:
        sides = {each.operator: (each, part) for each, part in zip(slopes, how["proofs"][1:], strict=True)}
        tactics = []
        for operator, label in (("<=", "BELOW"), (">=", "ABOVE")):
            if operator in sides:
                one, part = sides[operator]
                before += _first(label, one, part)
                tactics.append(f"assert ({_relation(one)}) by ({_apply(label, stated.domain)}); nra")
            else:
                tactics.append(f"replace {x} with {c} by lra; apply Req_le; ring")
        moving = f"destruct (Rle_or_lt {x} {c}); [{' | '.join(tactics)}]"
    shown, plain = text(prepared(["*", tree, factor], reader)), prepared(tree, reader)
    same = f"assert (SAME : {text(change)} = {text(plain)}) by (expand; {coq_equal(change, plain, stated.domain)}); "
    there = "".join(f"try assert ({fact}) by known_here; " for fact in facts(name, bounds, shown=c))
    ends = "".join(f"try assert ({fact}) by lra; " for fact in facts(name, bounds))
    between = f"intros {x} HB; unfold Rmin, Rmax in HB; destruct (Rle_dec {c} {{}}); {ends}"
    function = f"(fun {x} => {text(f)})"
    other = f"{x}_0"
    return (
        f"{before}intros; assert (B : {_relation(bottom)}) by ({_apply('BOTTOM', bottom.domain)}); "
        f"assert (V : {function} {c} <= {function} {x}); "
        f"[{there}rename {x} into {other}; apply (valley {function} (fun {x} => {text(change)}) {c} {other}); "
        f"{between.format(other)}"
        f"[smooth | smooth | {same}cut (0 <= {shown}); [intro; rewrite ?SAME; lra | {moving}] "
        f"| {same}cut (0 <= {shown}); [intro; rewrite ?SAME; lra | {moving}]] "
        f"| cbv beta in V; revert V B; expand; intros; lra]"
    )


_RULES: dict[str, Callable[[Goal, Mapping[str, Any]], str]] = {
    **dict.fromkeys(("exact", "identity", "signs", "box", "growth"), _leaf),
    "given": _given,
    "scaled": _scaled,
    "cases": _cases,
    "mirror": _mirror,
    "shift": _shift,
    "square": _square,
    "reciprocal": _reciprocal,
    "exponential": _exponential,
    "slack": _slack,
    "either": _either,
    "squared": _squared,
    "logarithm": _logarithm,
    "product": _product,
    "valley": _valley,
}
