"""Strategies that settle a relation: each returns a proof that the kernel has still to accept.

Constants exactly, equations by the normal form, forms whose sign can be read off, boxes by branch and bound, growth
along a half line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from replcalc.kernel.relations import Goal, free_names, goal_of
from replcalc.kernel.rules import box_of, check, open_ends
from replcalc.kernel.trees import CertificateNode, parse
from replcalc.prover.boxes import BoxSearch
from replcalc.prover.forms import candidate_forms, growth_proof, symbols_for, to_sympy
from replcalc.prover.outcome import Proof
from replcalc.prover.points import FAILURES
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


def by_value(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return None if free_names(stated.left) | free_names(stated.right) else {"rule": "exact"}


def by_identity(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return {"rule": "identity"} if stated.operator == "=" else None


def by_given(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    for number, given in enumerate(stated.given):
        if given == (stated.left, stated.operator, stated.right):
            return {"rule": "given", "number": number}
    return None


def by_form(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Rewrite the difference as a form whose sign can be read off."""
    if stated.operator == "=":
        return None
    for form in candidate_forms(to_sympy(stated.goal, symbols_for(stated.domain))):
        found = {"rule": "signs", "form": to_tree(form)}
        if is_accepted(stated, found):
            return found
    return None


def on_few_boxes(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return search_boxes(stated, 40, clock)


def on_boxes(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    return search_boxes(stated, 3000 if len(stated.domain) == 1 else 1500, clock)


def search_boxes(stated: Goal, most: int, clock: Clock, goal: Any = None) -> Proof | None:
    """Search boxes of a bounded domain, with the difference as sympy simplifies it or as it is given."""
    if stated.operator == "=" or not stated.domain or not is_bounded(stated):
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


def is_bounded(stated: Goal) -> bool:
    return all(b.low is not None and b.high is not None for b in stated.domain.values())


def by_growth(stated: Goal, clock: Clock, depth: int) -> Proof | None:
    """Use derivatives at the start of a half line, and one beyond whose sign can be read off."""
    if stated.operator == "=" or stated.strict:
        return None
    symbols = symbols_for(stated.domain)
    return grow(stated, to_sympy(stated.goal, symbols), symbols, clock, (1, 2, 3, 4))


def grow(stated: Goal, f: Any, symbols: Mapping[str, Any], clock: Clock, orders: tuple[int, ...]) -> Proof | None:
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
