"""Strategies that look for a proof of one relation: each returns a proof that the kernel has still to accept.

Constants exactly, equations by the normal form, forms whose sign can be read off, boxes by branch and bound, growth
along a half line; and the rules of ``replcalc.kernel.rules`` that lead to other relations: new variables, cases,
factors, squares, logarithms, one-sided slopes, induction.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from replcalc.kernel.relations import Goal, free_names, goal_of
from replcalc.kernel.rules import (
    between_logarithms,
    box_of,
    check,
    either_of,
    factors_of,
    in_new_variable,
    induction_parts,
    integers_of,
    limit_parts,
    open_ends,
    sides_of,
    substitute_integer,
    with_slack,
)
from replcalc.kernel.signs import SignReader
from replcalc.kernel.trees import CertificateNode, derivative, parse
from replcalc.kernel.values import constant_sign
from replcalc.prover.boxes import BoxSearch
from replcalc.prover.forms import (
    MOST_OPERATIONS,
    candidate_forms,
    evident_sign,
    growth_proof,
    normalize_signs,
    symbols_for,
    to_sympy,
)
from replcalc.prover.outcome import Proof
from replcalc.prover.points import FAILURES, fails_at_a_simple_point
from replcalc.prover.squares import sum_of_squares
from replcalc.symbolic.relations import to_tree


@dataclass(frozen=True)
class Clock:
    """``end``: seconds of this process's CPU time, so that a verdict does not depend on what else runs."""

    end: float

    @property
    def over(self) -> bool:
        return time.process_time() > self.end

    def share(self, part: float) -> Clock:
        """Return a clock for a part of the time that is left."""
        now = time.process_time()
        return Clock(now + part * (self.end - now))


Strategy = Callable[[Goal, Clock, int], "Proof | None"]


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


def is_accepted(stated: Goal, proof: Proof) -> bool:
    """Return whether the kernel accepts the proof of the relation."""
    try:
        check(stated, proof)
    except Exception:  # whatever goes wrong, nothing is proved
        return False
    return True


def assumptions_of(stated: Goal) -> list[tuple[CertificateNode, bool]]:
    """Return what is given, equations apart, as g >= 0 (g > 0 if the second is true)."""
    return [(parse(goal_of(a, o, b)), o in ("<", ">")) for a, o, b in stated.given if o != "="]


# -- what settles a relation -------------------------------------------------------------------------------------------
def _by_value(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return None if free_names(stated.left) | free_names(stated.right) else {"rule": "exact"}


def _by_identity(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return {"rule": "identity"} if stated.operator == "=" else None


def _by_given(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    for number, given in enumerate(stated.given):
        if given == (stated.left, stated.operator, stated.right):
            return {"rule": "given", "number": number}
    return None


def _by_form(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Rewrite the difference as a form whose sign can be read off."""
    if stated.operator == "=":
        return None
    for form in candidate_forms(to_sympy(stated.goal, symbols_for(stated.domain))):
        found = {"rule": "signs", "form": to_tree(form)}
        if is_accepted(stated, found):
            return found
    return None


def _on_few_boxes(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return _search_boxes(stated, 40, clock)


def _on_boxes(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return _search_boxes(stated, 3000 if len(stated.domain) == 1 else 1500, clock)


def _search_boxes(stated: Goal, most: int, clock: Clock, goal: Any = None) -> Proof | None:
    """Search boxes of a bounded domain, with the difference as sympy simplifies it or as it is given."""
    if stated.operator == "=" or not stated.domain or not _is_bounded(stated):
        return None
    shown = to_tree(to_sympy(stated.goal, symbols_for(stated.domain)) if goal is None else goal)
    ends = frozenset(open_ends(stated.domain))
    found = BoxSearch(
        parse(shown),
        stated.strict,
        box_of(stated.domain),
        ends,
        assumptions_of(stated),
        max_boxes=most,
        order=4,
        is_over=lambda: clock.over,
    ).run()
    return {"rule": "box", "goal": shown, "boxes": found} if isinstance(found, list) else None


def _is_bounded(stated: Goal) -> bool:
    return all(b.low is not None and b.high is not None for b in stated.domain.values())


def _by_growth(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Use derivatives at the start of a half line, and one beyond whose sign can be read off."""
    if stated.operator == "=" or stated.strict:
        return None
    symbols = symbols_for(stated.domain)
    return _grow(stated, to_sympy(stated.goal, symbols), symbols, clock, (1, 2, 3, 4))


def _grow(stated: Goal, f: Any, symbols: Mapping[str, Any], clock: Clock, orders: tuple[int, ...]) -> Proof | None:
    for name, bounds in stated.domain.items():
        if bounds.low is None or bounds.high is not None:
            continue
        for order in orders:
            if clock.over:
                return None
            try:
                proof = growth_proof(f, symbols[name], bounds.low, order)
            except FAILURES:
                continue
            if is_accepted(stated, proof):
                return proof
    return None


# -- what leads to other relations -------------------------------------------------------------------------------------
def _by_cut(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Cut the whole line at 0, or a half line some way out: boxes prove the near part, growth the rest."""
    for name, bounds in stated.domain.items():
        if bounds.low is None and bounds.high is None:
            places = [Fraction(0)]
        elif bounds.low is None or bounds.high is None:
            start = bounds.low if bounds.low is not None else bounds.high
            assert start is not None
            away = 1 if bounds.low is not None else -1
            places = [start + away * step for step in (1, 4, 16)] if depth < 2 else []
        else:
            continue
        for at in places:
            parts: list[Proof | None] = []
            for side in sides_of(bounds, at):
                if None not in parts:
                    parts.append(find_proof(replace(stated, domain={**stated.domain, name: side}), clock, depth + 2))
            if None not in parts:
                return {"rule": "cases", "variable": name, "at": str(at), "proofs": parts}
    return None


def _slope(stated: Goal, name: str) -> Any:
    return derivative(parse(stated.goal), name).tree()


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
    if stated.operator == "=" or depth > 3:
        return None
    reader = SignReader(stated.domain, constant_sign)
    if not reader.regular(stated.goal):
        return None
    for name, bounds in stated.domain.items():
        if bounds.integer or name not in free_names(stated.goal):
            continue
        slope = _slope(stated, name)
        rest = {other: known for other, known in stated.domain.items() if other != name}
        tried: list[Any] = []
        for at in _possible_minima(stated, name, slope):
            if at in tried or clock.over:
                continue
            tried.append(at)
            bottom = find_proof(stated.substitute({name: at}, rest), clock, depth + 2)
            if bottom is None:
                continue
            proof: Proof = {"rule": "valley", "variable": name, "at": at, "bottom": bottom}
            sides = _prove_slopes(stated, name, at, slope, clock, depth)
            if sides is not None:
                return proof | sides
    return None


def _prove_slopes(stated: Goal, name: str, at: Any, slope: Any, clock: Clock, depth: int) -> Proof | None:
    """Prove that the difference falls towards the place and rises beyond it."""
    moving = ["*", slope, ["+", ["v", name], ["*", ["q", "-1"], at]]]
    whole = Goal(moving, ">=", ["q", "0"], stated.domain, stated.given)
    try:
        found = _by_form(whole, clock, depth)
    except FAILURES:
        found = None
    if found is not None:
        return {"slope": found}
    if at[0] != "q":
        return None
    bounds, here, proofs = stated.domain[name], Fraction(at[1]), {}
    for operator, side, part in (
        ("<=", replace(bounds, high=here, high_open=False), "below"),
        (">=", replace(bounds, low=here, low_open=False), "above"),
    ):
        if side.low != side.high or side.low is None:
            one = Goal(slope, operator, ["q", "0"], {**stated.domain, name: side}, stated.given)
            proofs[part] = find_proof(one, clock, depth + 1)
            if proofs[part] is None:
                return None
    return proofs


def _has_root(tree: Any) -> bool:
    """Return whether the tree contains a root of something that varies."""
    if tree[0] in ("q", "v"):
        return False
    rooted = tree[0] == "^" and tree[2][0] == "q" and "/" in tree[2][1] and bool(free_names(tree[1]))
    return rooted or any(map(_has_root, tree[1:]))


def _by_squares(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    if stated.operator == "=" or depth > 2 or not (_has_root(stated.left) or _has_root(stated.right)):
        return None
    large = stated.right if stated.operator in ("<=", "<") else stated.left
    left, right = (["^", side, ["q", "2"]] for side in (stated.left, stated.right))
    proof = find_proof(replace(stated, left=left, right=right), clock, depth + 2)
    if proof is None:
        return None
    nonnegative = find_proof(replace(stated, left=large, operator=">=", right=["q", "0"]), clock, depth + 2)
    return None if nonnegative is None else {"rule": "squared", "nonnegative": nonnegative, "proof": proof}


def _by_logarithms(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    sides = (stated.left, stated.right)
    power = any(side[0] == "^" and side[2][0] != "q" for side in sides)
    if depth > (2 if power else 0) or not (power or any(side[0] in ("exp", "cosh") for side in sides)):
        return None
    positive = []
    for side in (stated.left, stated.right):
        part = find_proof(replace(stated, left=side, operator=">", right=["q", "0"]), clock, depth + 3)
        if part is None:
            return None
        positive.append(part)
    proof = find_proof(between_logarithms(stated), clock, depth + 1)
    return None if proof is None else {"rule": "logarithm", "positive": positive, "proof": proof}


def _fresh_name(stated: Goal) -> str:
    return next(name for name in (f"t_{j or ''}" for j in itertools.count()) if name not in stated.domain)


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
        new = _fresh_name(stated)
        moved = in_new_variable(stated, "reciprocal", name, new)
        for power in (0, 1, 2, 3, 4):
            proof = None if clock.over else _scale_on_boxes(moved, new, power, clock, depth)
            if proof is not None:
                return {"rule": "reciprocal", "variable": name, "name": new, "proof": proof}
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
    """Return the relation with new variables for these, by one rule for each."""
    if not names:
        return None
    moved, rules = stated, []
    for name in names:
        new = _fresh_name(moved)
        moved = in_new_variable(moved, rule, name, new)
        rules.append({"rule": rule, "variable": name, "name": new})
    proof = find_proof(moved, clock, depth + 1)
    for each in reversed(rules):
        proof = None if proof is None else each | {"proof": proof}
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
            for form in ("share", "sum", "factor"):
                try:
                    proof = _with_slack(stated, number, name, form, clock, depth)
                except FAILURES:
                    continue
                if proof is not None:
                    return proof
    return None


def _with_slack(stated: Goal, number: int, name: str, form: str, clock: Clock, depth: int) -> Proof | None:
    new = _fresh_name(stated)
    sign, moved = with_slack(stated, number, name, new, form)
    found: Proof = {"rule": "slack", "number": number, "variable": name, "name": new, "form": form}
    if sign is not None:
        found["positive"] = find_proof(sign, clock, depth + 2)
        if found["positive"] is None:
            return None
    proof = find_proof(moved, clock, depth + 1)
    return None if proof is None else found | {"proof": proof}


def _by_choice(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Prove each branch of a minimum, a maximum or an absolute value."""
    tree = next((found for side in (stated.left, stated.right) for found in _choices(side)), None)
    if tree is None or depth > 3:
        return None
    proofs = [find_proof(relation, clock, depth) for relation in either_of(stated, tree)]
    if None in proofs:
        return None
    return {"rule": "either", "tree": tree, "proofs": proofs}


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
    return {"rule": "scaled", "factor": tree, "positive": positive, "proof": {"rule": "signs", "form": to_tree(form)}}


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
    proofs: list[Proof | None] = []
    for part in factors_of(stated, factors):
        if None not in proofs:
            proofs.append(find_proof(part, clock.share(0.2), depth + 1))
    return None if None in proofs else {"rule": "product", "factors": factors, "proofs": proofs}


def _by_limit(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Show that the difference falls to its limit as a variable grows, perhaps after dividing by the variable."""
    if stated.operator == "=" or depth > 2:
        return None
    symbols = symbols_for(stated.domain)
    f = to_sympy(stated.goal, symbols)
    for name, bounds in stated.domain.items():
        if bounds.low is None or bounds.high is not None or clock.over:
            continue
        factor = ["^", ["v", name], ["q", "-1"]]
        both = replace(stated, left=["*", stated.left, factor], right=["*", stated.right, factor])
        for relation, goal in ((stated, f), (stated, _join_logarithms(f)), (both, sp.expand(f / symbols[name]))):
            if (relation is stated and goal is None) or (relation is both and bounds.sign != 1):
                continue
            tree = to_tree(goal)
            try:
                parts = limit_parts(relation, name, tree)
            except FAILURES:
                continue
            proofs: list[Proof | None] = []
            for part in parts:
                if None not in proofs:
                    proofs.append(find_proof(part, clock.share(0.3), depth + 2))
            proof = {"rule": "limit", "variable": name, "goal": tree, "proofs": proofs}
            if None in proofs or not is_accepted(relation, proof):
                continue
            if relation is stated:
                return proof
            positive = {"rule": "signs", "form": factor}
            return {"rule": "scaled", "factor": factor, "positive": positive, "proof": proof}
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
    both = replace(stated, left=["*", stated.left, factor], right=["*", stated.right, factor])
    for small in dict.fromkeys((sp.cancel(top), sp.expand(top), top)) if top.count_ops() < MOST_OPERATIONS else (top,):
        proof = _prove_numerator(both, small, symbols, clock)
        if proof is not None:
            break
    else:
        return None
    positive = find_proof(replace(stated, left=factor, operator=">", right=["q", "0"]), clock, depth + 2)
    return None if positive is None else {"rule": "scaled", "factor": factor, "positive": positive, "proof": proof}


def _prove_numerator(stated: Goal, top: Any, symbols: Mapping[str, Any], clock: Clock) -> Proof | None:
    """Prove the relation, its goal being ``top``: as a sum of squares, on a box or along a half line."""
    form = sum_of_squares(top, symbols, stated.domain)
    if form is not None and is_accepted(stated, {"rule": "signs", "form": to_tree(form)}):
        return {"rule": "signs", "form": to_tree(form)}
    if _is_bounded(stated):
        proof = _search_boxes(stated, 800, clock, top)
    else:
        proof = None if stated.strict else _grow(stated, top, symbols, clock, (1, 2, 3))
    return proof if proof is not None and is_accepted(stated, proof) else None


def _scale_on_boxes(moved: Goal, name: str, power: int, clock: Clock, depth: int) -> Proof | None:
    """Search a box for the sides times a power of the variable, multiplied out so that powers cancel."""
    if power == 0:
        proof = _on_boxes(moved, clock, depth)
        return proof if proof is not None and is_accepted(moved, proof) else None
    factor = ["^", ["v", name], ["q", str(power)]]
    both = replace(moved, left=["*", moved.left, factor], right=["*", moved.right, factor])
    f = sp.expand(sp.expand(to_sympy(both.goal, symbols_for(both.domain))), power_base=False)
    proof = _search_boxes(both, 1500, clock, f)
    if proof is None or not is_accepted(both, proof):
        return None
    positive = find_proof(replace(moved, left=factor, operator=">", right=["q", "0"]), clock, depth + 2)
    return None if positive is None else {"rule": "scaled", "factor": factor, "positive": positive, "proof": proof}


def _by_values(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Prove the relation for every value of an integer variable that has few."""
    for name, bounds in stated.domain.items():
        if not bounds.integer or bounds.low is None or bounds.high is None:
            continue
        rest = {other: known for other, known in stated.domain.items() if other != name}
        proofs = []
        for value in integers_of(bounds):
            proofs.append(find_proof(substitute_integer(stated, name, value, rest), clock, depth + 1))
            if proofs[-1] is None:
                return None
        return {"rule": "each", "variable": name, "proofs": proofs}
    return None


def _by_sum_induction(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return _by_induction(stated, clock, depth) if _has_sum(stated.left) or _has_sum(stated.right) else None


def _by_induction(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    for name, bounds in stated.domain.items():
        if not bounds.integer or bounds.low is None or bounds.high is not None:
            continue
        base, step = induction_parts(stated, name)
        proofs = {}
        for part, relation in (("base", base), ("step", step)):
            proofs[part] = find_proof(relation, clock, depth + 1)
            if proofs[part] is None:
                return None
        return {"rule": "induction", "variable": name, **proofs}
    return None


def _has_sum(tree: Any) -> bool:
    return tree[0] == "sum" or (tree[0] not in ("q", "v") and any(map(_has_sum, tree[1:])))


_STRATEGIES: tuple[Strategy, ...] = (
    _by_value,
    _by_identity,
    _by_given,
    _by_sum_induction,
    _by_form,
    _by_sum_of_squares,
    _on_few_boxes,
    _by_choice,
    _by_slack,
    _by_square,
    _by_logarithms,
    _by_squares,
    _by_valley,
    _without_denominators,
    _on_boxes,
    _by_growth,
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
