"""Strategies that look for a proof of one relation: each returns a proof that the kernel has still to accept.

Some settle the relation (``replcalc.prover.settling``); the others here lead to other relations by the rules of
``replcalc.kernel.reductions``: new variables, cases, factors, squares, logarithms, one-sided slopes, induction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import count
from typing import Any

import sympy as sp

from replcalc.kernel.reductions import has_sum, subgoals
from replcalc.kernel.relations import Goal, free_names
from replcalc.kernel.signs import SignReader
from replcalc.kernel.trees import derivative, parse
from replcalc.kernel.values import constant_sign, require
from replcalc.prover.forms import MOST_OPERATIONS, evident_sign, normalize_signs, symbols_for, to_sympy
from replcalc.prover.outcome import Proof
from replcalc.prover.points import FAILURES, fails_at_a_simple_point
from replcalc.prover.settling import (
    Clock,
    Strategy,
    by_form,
    by_given,
    by_growth,
    by_identity,
    by_value,
    grow,
    is_accepted,
    is_bounded,
    on_boxes,
    on_few_boxes,
    search_boxes,
)
from replcalc.prover.squares import sum_of_squares
from replcalc.symbolic.relations import to_tree


def find_proof(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Return a proof by the first strategy whose proof the kernel accepts."""
    if clock.over or depth > 4 or (depth and fails_at_a_simple_point(stated)):
        return None
    for strategy in _STRATEGIES:
        try:
            found = strategy(stated, clock, depth)
        except FAILURES:
            continue
        if found is not None and is_accepted(stated, found):
            return found
    return None


def _reduce(stated: Goal, rule: str, clock: Clock, depth: int, **parameters: Any) -> Proof:
    """Return a proof by a rule that leads to other relations, all of which are proved; Unverified if one is not."""
    proofs = [_find(each, clock, depth) for each in subgoals(stated, rule, **parameters)]
    return {"rule": rule, **parameters, "proofs": proofs}


def _find(stated: Goal, clock: Clock, depth: int) -> Proof:
    proof = find_proof(stated, clock, depth)
    require(proof is not None, "no proof was found")
    assert proof is not None
    return proof


# -- what leads to other relations -------------------------------------------------------------------------------------
def _by_cut(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Cut the whole line at 0, or a half line some way out: boxes prove the near part, growth the other."""
    for name, bounds in stated.domain.items():
        places = []
        if bounds.low is None and bounds.high is None:
            places = [Fraction(0)]
        elif depth < 2 and bounds.low is not None and bounds.high is None:
            places = [bounds.low + step for step in (1, 4, 16)]
        elif depth < 2 and bounds.high is not None and bounds.low is None:
            places = [bounds.high - step for step in (1, 4, 16)]
        for at in places:
            with suppress(*FAILURES):
                return _reduce(stated, "cases", clock, depth + 2, variable=name, at=str(at))
    return None


def _by_halves(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Cut an open interval in the middle, where the difference may be least and both halves are monotone."""
    for name, bounds in stated.domain.items():
        if depth == 0 and bounds.low_open and bounds.high_open and bounds.low is not None and bounds.high is not None:
            at = str((bounds.low + bounds.high) / 2)
            return _reduce(stated, "cases", clock.share(0.3), depth + 1, variable=name, at=at)
    return None


def _possible_minima(stated: Goal, name: str, slope: Any) -> Iterator[Any]:
    """Yield where the difference may be least: closed ends, 0, another variable, zeros of linear factors."""
    bounds = stated.domain[name]
    middle = None if bounds.low is None or bounds.high is None else (bounds.low + bounds.high) / 2
    for value in dict.fromkeys((Fraction(0), bounds.low, bounds.high, middle)):
        if value is not None and bounds.contains(value):
            yield ["q", str(value)]
    for other, known in stated.domain.items():
        if other != name and known == bounds and not known.integer:
            yield ["v", other]
    symbols = symbols_for(stated.domain)
    f = to_sympy(slope, symbols)
    if f.count_ops() > MOST_OPERATIONS:
        return
    for factor, _ in sp.factor_list(sp.fraction(sp.together(f))[0])[1]:
        x = symbols[name]
        if factor.is_polynomial(x) and sp.degree(factor, x) == 1:
            root = -factor.coeff(x, 0) / factor.coeff(x, 1)
            if not root.free_symbols:
                yield to_tree(root)


def _by_valley(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Show that the difference falls until some place and rises from there; prove the relation at that place."""
    if stated.operator == "=" or depth > 3 or not SignReader(stated.domain, constant_sign).regular(stated.goal):
        return None
    for name, bounds in stated.domain.items():
        if bounds.integer or name not in free_names(stated.goal):
            continue
        slope = derivative(parse(stated.goal), name).tree()
        tried: list[Any] = []
        for at in _possible_minima(stated, name, slope):
            if at in tried or clock.over:
                continue
            tried.append(at)
            with suppress(*FAILURES):
                return _prove_valley(stated, name, at, clock, depth)
    return None


def _prove_valley(stated: Goal, name: str, at: Any, clock: Clock, depth: int) -> Proof:
    """Prove that the difference falls towards the place and rises beyond it."""
    found: Proof = {"rule": "valley", "variable": name, "at": at}
    bottom, whole = subgoals(stated, "valley", variable=name, at=at)
    at_bottom = _find(bottom, clock, depth + 2)
    with suppress(*FAILURES):
        proof = by_form(whole, clock, depth)
        require(proof is not None, "no form")
        return found | {"proofs": [at_bottom, proof]}
    _, *sides = subgoals(stated, "valley", variable=name, at=at, sides=True)
    return found | {"sides": True, "proofs": [at_bottom, *(_find(each, clock, depth + 1) for each in sides)]}


def _by_division(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Divide by the distance of a variable to an end that is left out: an entropy over p is monotone."""
    if stated.operator == "=" or depth > 2:
        return None
    for name, bounds in stated.domain.items():
        distances: list[Any] = []
        if bounds.low is not None and bounds.low_open and not bounds.integer:
            distances.append(["+", ["v", name], ["q", str(-bounds.low)]])
        if bounds.high is not None and bounds.high_open and not bounds.integer:
            distances.append(["+", ["q", str(bounds.high)], ["*", ["q", "-1"], ["v", name]]])
        for distance in distances:
            factor = ["^", distance, ["q", "-1"]]
            with suppress(*FAILURES):
                positive, both = subgoals(stated, "scaled", factor=factor)
                proof = _by_valley(both, clock.share(0.3), depth + 1)
                require(proof is not None, "no valley")
                return {"rule": "scaled", "factor": factor, "proofs": [_find(positive, clock, depth + 1), proof]}
    return None


def _has_root(tree: Any) -> bool:
    """Return whether the tree contains a root of something that varies."""
    if tree[0] in ("q", "v"):
        return False
    rooted = tree[0] == "^" and tree[2][0] == "q" and "/" in tree[2][1] and bool(free_names(tree[1]))
    return rooted or any(map(_has_root, tree[1:]))


def _by_squares(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    if stated.operator == "=" or depth > 2 or not (_has_root(stated.left) or _has_root(stated.right)):
        return None
    nonnegative, squares = subgoals(stated, "squared")
    proof = _find(squares, clock, depth + 2)  # the more difficult one first
    return {"rule": "squared", "proofs": [_find(nonnegative, clock, depth + 2), proof]}


def _by_logarithms(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    sides = (stated.left, stated.right)
    power = any(side[0] == "^" and side[2][0] != "q" for side in sides)
    if depth > (2 if power else 0) or not (power or any(side[0] in ("exp", "cosh") for side in sides)):
        return None
    *positive, between = subgoals(stated, "logarithm")
    clock = clock.share(0.2)
    proofs = [_find(each, clock, depth + 3) for each in positive]
    return {"rule": "logarithm", "proofs": [*proofs, _find(between, clock, depth + 1)]}


def _fresh_name(stated: Goal) -> str:
    return next(name for name in (f"t_{j or ''}" for j in count()) if name not in stated.domain)


def _by_mirror(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    names = [name for name, bounds in stated.domain.items() if bounds.low is None and bounds.high is not None]
    return _in_new_variables(stated, clock, depth, "mirror", names[:1])


def _by_reciprocal(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Map a half line to (0, 1], times a power of t that clears the singularity at 0; then search boxes."""
    if stated.operator == "=" or depth > 2:
        return None
    for name, bounds in stated.domain.items():
        if bounds.low is None or bounds.high is not None or bounds.integer:
            continue
        new, clock = _fresh_name(stated), clock.share(0.3)
        (moved,) = subgoals(stated, "reciprocal", variable=name, name=new)
        for power in (0, 1, 2, 3, 4):
            proof = None if clock.over else _scale_on_boxes(moved, new, power, clock, depth)
            if proof is not None:
                return {"rule": "reciprocal", "variable": name, "name": new, "proofs": [proof]}
    return None


def _by_exponential(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Write all positive variables in logarithms as exponentials."""
    sides = [tree for a, _, b in (*stated.given, (stated.left, "", stated.right)) for tree in (a, b)]
    names = [n for n, b in stated.domain.items() if b.sign == 1 and any(_is_in_logarithm(side, n) for side in sides)]
    return _in_new_variables(stated, clock, depth, "exponential", names) if depth < 3 else None


def _by_shift(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Shift variables that start elsewhere than at 0."""
    names = [name for name, bounds in stated.domain.items() if bounds.low]
    return _in_new_variables(stated, clock, depth, "shift", names) if depth < 3 else None


def _by_square(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Write variables under a root as squares."""
    sides = (stated.left, stated.right)
    names = [n for n, b in stated.domain.items() if b.sign is not None and any(_is_under_root(s, n) for s in sides)]
    return _in_new_variables(stated, clock, depth, "square", names) if depth < 3 else None


def _in_new_variables(stated: Goal, clock: Clock, depth: int, rule: str, names: list[str]) -> Proof | None:
    """Prove the relation with new variables for these, by one rule for each."""
    if not names:
        return None
    moved, rules = stated, []
    for name in names:
        rules.append({"rule": rule, "variable": name, "name": _fresh_name(moved)})
        (moved,) = subgoals(moved, **rules[-1])
    proof = _find(moved, clock, depth + 1)
    for each in reversed(rules):
        proof = each | {"proofs": [proof]}
    return proof


def _is_under_root(tree: Any, name: str) -> bool:
    if tree[0] in ("q", "v", "exp", "log"):
        return False
    if tree[0] == "^" and tree[2][0] == "q" and tree[2][1].endswith("/2"):
        factors = tree[1][1:] if tree[1][0] == "*" else [tree[1]]
        if any(factor in (["v", name], ["^", ["v", name], ["q", "-1"]]) for factor in factors):
            return True
    return any(_is_under_root(part, name) for part in tree[1:])


def _is_in_logarithm(tree: Any, name: str) -> bool:
    """Return whether the variable is in a logarithm, or in an exponent of another base than e."""
    if tree[0] in ("q", "v", "exp"):
        return False
    if (tree[0] == "log" or (tree[0] == "^" and tree[2][0] != "q")) and _outside_exp(tree, name):
        return True
    return any(_is_in_logarithm(part, name) for part in tree[1:])


def _outside_exp(tree: Any, name: str) -> bool:
    if tree[0] in ("q", "exp"):
        return False
    return tree == ["v", name] or (tree[0] != "v" and any(_outside_exp(part, name) for part in tree[1:]))


def _by_slack(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Substitute a given bound of a variable: x >= E as E + t, as E (1 + t); x <= E as E - t, E/(1 + t), E t."""
    if depth > 3:
        return None
    for number, (left, operator, right) in enumerate(stated.given):
        for name in stated.domain:
            if ["v", name] not in (left, right) or operator == "=" or clock.over:
                continue
            found = {"number": number, "variable": name, "name": _fresh_name(stated)}
            for form in ("share", "sum", "factor"):
                with suppress(*FAILURES):
                    *sign, moved = subgoals(stated, "slack", form=form, **found)
                    proofs = [*(_find(each, clock, depth + 2) for each in sign), _find(moved, clock, depth + 1)]
                    return {"rule": "slack", **found, "form": form, "proofs": proofs}
    return None


def _by_choice(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Prove each branch of a minimum, a maximum or an absolute value."""
    tree = next((found for side in (stated.left, stated.right) for found in _choices(side)), None)
    return None if tree is None or depth > 3 else _reduce(stated, "either", clock, depth, tree=tree)


def _choices(tree: Any) -> Iterator[Any]:
    if tree[0] in ("q", "v"):
        return
    for part in tree[1:]:
        yield from _choices(part)
    if tree[0] == "abs" or (tree[0] in ("min", "max") and len(tree) == 3):
        yield tree


def _by_sum_of_squares(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Write the difference as a sum of squares; or is one times a sum of squares that is positive, as Motzkin's is."""
    if stated.operator == "=":
        return None
    symbols = symbols_for(stated.domain)
    f = to_sympy(stated.goal, symbols)
    form = sum_of_squares(f, symbols, stated.domain)
    if form is not None:
        return {"rule": "signs", "form": to_tree(form)}
    factor = 1 + sp.Add(*(s**2 for s in f.free_symbols))
    form = sum_of_squares(f * factor, symbols, stated.domain) if 1 < len(f.free_symbols) < 4 else None
    if form is None:
        return None
    tree, positive = to_tree(factor), {"rule": "signs", "form": to_tree(factor)}
    return {"rule": "scaled", "factor": tree, "proofs": [positive, {"rule": "signs", "form": to_tree(form)}]}


def _by_product(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Factor the difference: factors whose sign can be read off, and a rest that is proved."""
    if stated.operator == "=" or depth > 3:
        return None
    symbols = symbols_for(stated.domain)
    f = to_sympy(stated.goal, symbols)
    if f.count_ops() > MOST_OPERATIONS:
        return None
    factors = sp.Mul.make_args(normalize_signs(sp.factor(f)))
    known = [factor for factor in factors if evident_sign(factor) is not None]
    other = sp.Mul(*(factor for factor in factors if factor not in known))
    if not any(factor.free_symbols for factor in known) or not other.free_symbols:
        return None
    terms = sp.Add.make_args(other)
    sides = [sp.Add(*(sign * t for t in terms if t.could_extract_minus_sign() is (sign < 0))) for sign in (1, -1)]
    factors = [[to_tree(sp.Mul(*known)), ["q", "0"]], [to_tree(sides[0]), to_tree(sides[1])]]
    return _reduce(stated, "product", clock.share(0.2), depth + 1, factors=factors)


def _by_limit(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Show that the difference falls to its limit as a variable grows, perhaps after dividing by the variable."""
    if stated.operator == "=" or depth > 2:
        return None
    symbols = symbols_for(stated.domain)
    f = to_sympy(stated.goal, symbols)
    for name, bounds in stated.domain.items():
        if bounds.low is None or bounds.high is not None or clock.over:
            continue
        factor, divided = ["^", ["v", name], ["q", "-1"]], sp.expand(f / symbols[name])
        both = stated.map_sides(lambda side, factor=factor: ["*", side, factor])  # type: ignore[misc]
        for relation, goal in ((stated, f), (stated, _join_logarithms(f)), (both, divided)):
            if (relation is stated and goal is None) or (relation is both and bounds.sign != 1):
                continue
            with suppress(*FAILURES):
                proof = _reduce(relation, "limit", clock.share(0.3), depth + 1, variable=name, goal=to_tree(goal))
                require(is_accepted(relation, proof), "not accepted")
                if relation is stated:
                    return proof
                return {"rule": "scaled", "factor": factor, "proofs": [{"rule": "signs", "form": factor}, proof]}
    return None


def _join_logarithms(f: Any) -> Any:
    """Write differences of logarithms as one: ln(k + 1) - ln k is ln(1 + 1/k). None where there are none."""
    joined = sp.logcombine(f, force=True)
    if joined == f:
        return None
    return joined.replace(lambda e: isinstance(e, sp.log), lambda e: sp.log(sp.expand(e.args[0]), evaluate=False))


def _without_denominators(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Multiply by the positive denominators: on a box what is left has no pole."""
    if stated.operator == "=" or depth > 3:
        return None
    symbols = symbols_for(stated.domain)
    top, bottom = sp.fraction(sp.together(to_sympy(stated.goal, symbols)))
    if not bottom.free_symbols:
        return None
    factor = to_tree(bottom)
    positive, both = subgoals(stated, "scaled", factor=factor)
    for small in dict.fromkeys((sp.cancel(top), sp.expand(top), top)) if top.count_ops() < MOST_OPERATIONS else (top,):
        proof = _prove_numerator(both, small, symbols, clock)
        if proof is not None:
            return {"rule": "scaled", "factor": factor, "proofs": [_find(positive, clock, depth + 1), proof]}
    return None


def _prove_numerator(stated: Goal, top: Any, symbols: Mapping[str, Any], clock: Clock) -> Proof | None:
    """Prove the relation, its goal being ``top``: as a sum of squares, on a box or along a half line."""
    form = sum_of_squares(top, symbols, stated.domain)
    if form is not None and is_accepted(stated, {"rule": "signs", "form": to_tree(form)}):
        return {"rule": "signs", "form": to_tree(form)}
    if is_bounded(stated):
        proof = search_boxes(stated, 800, clock, top)
    else:
        proof = None if stated.strict else grow(stated, top, symbols, clock, (1, 2, 3))
    return proof if proof is not None and is_accepted(stated, proof) else None


def _scale_on_boxes(moved: Goal, name: str, power: int, clock: Clock, depth: int) -> Proof | None:
    """Search a box for the sides times a power of the variable, multiplied out so that powers cancel."""
    if power == 0:
        proof = on_boxes(moved, clock, depth)
        return proof if proof is not None and is_accepted(moved, proof) else None
    factor = ["^", ["v", name], ["q", str(power)]]
    positive, both = subgoals(moved, "scaled", factor=factor)
    f = sp.expand(sp.expand(to_sympy(both.goal, symbols_for(both.domain))), power_base=False)
    proof = search_boxes(both, 1500, clock, f)
    if proof is None or not is_accepted(both, proof):
        return None
    return {"rule": "scaled", "factor": factor, "proofs": [_find(positive, clock, depth + 1), proof]}


def _by_values(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Prove the relation for every value of an integer variable that has few."""
    names = (n for n, b in stated.domain.items() if b.integer and b.low is not None and b.high is not None)
    name = next(names, None)
    return None if name is None else _reduce(stated, "each", clock, depth + 1, variable=name)


def _by_sum_induction(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return _by_induction(stated, clock, depth) if has_sum(stated.left) or has_sum(stated.right) else None


def _by_induction(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    names = (n for n, b in stated.domain.items() if b.integer and b.low is not None and b.high is None)
    name = next(names, None)
    return None if name is None else _reduce(stated, "induction", clock, depth + 1, variable=name)


_STRATEGIES: tuple[Strategy, ...] = (
    by_value,
    by_identity,
    by_given,
    _by_sum_induction,
    by_form,
    _by_sum_of_squares,
    on_few_boxes,
    _by_choice,
    _by_slack,
    _by_square,
    _by_logarithms,
    _by_squares,
    _by_valley,
    _without_denominators,
    _by_division,
    _by_halves,
    on_boxes,
    by_growth,
    _by_limit,
    _by_product,
    _by_shift,
    _by_mirror,
    _by_reciprocal,
    _by_exponential,
    _by_values,
    _by_cut,
    _by_induction,
)
