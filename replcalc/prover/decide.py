"""Facts decided without help: PROVED with a certificate of the fact as written, REFUTED at a point, or UNDECIDED.

Each relation is tried in turn: constants exactly, identities by normal form, then points that refute, then forms whose
sign can be read off, boxes by branch and bound, growth along a half line; a half line is also cut, mirrored, or turned
into an interval. What is found is linked to the relation by the checker's rules (``replcalc.checker.conclusions``), and
only what the checker accepts counts.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp

from replcalc.checker.certificate import Certificate
from replcalc.checker.conclusions import Stated, free_names, goal_of, put_in, written_out
from replcalc.checker.recheck import recheck
from replcalc.checker.variables import Bounds, variables_of
from replcalc.formulas.bridge import as_sympy
from replcalc.formulas.expressions import Greater, Lesser
from replcalc.numbers.errors import MalformedStatement, NotExact, PrecisionExhausted, UnsupportedNode
from replcalc.numbers.verdict import Verdict
from replcalc.prover.boxes import BoxEnd
from replcalc.prover.facts import StatedFact, relation_text
from replcalc.prover.leaves import sign_of
from replcalc.prover.outcome import Outcome
from replcalc.prover.prove import prove_on_box
from replcalc.prover.signs import prove_by_form, prove_growth

ProofDocument = dict[str, Any]
#: Seconds after which a fact counts as undecided.
PATIENCE = 20.0
_FAILURES = (
    MalformedStatement, UnsupportedNode, NotExact, PrecisionExhausted, ValueError, ZeroDivisionError, TypeError,
    ArithmeticError, NotImplementedError, RecursionError, AttributeError,
)  # fmt: skip


@dataclass(frozen=True)
class _Clock:
    end: float

    @property
    def over(self) -> bool:
        return time.monotonic() > self.end


def decide(fact: StatedFact, seconds: float = PATIENCE) -> Outcome:
    """The fact, decided within about so many seconds."""
    clock = _Clock(time.monotonic() + seconds)
    domain = variables_of(fact.domain)
    given = tuple((written_out(a), o, written_out(b)) for a, o, b in fact.given)
    proofs, stuck = [], ""
    for number, (left, operator, right) in enumerate(fact.relations):
        stated = Stated(written_out(left), operator, written_out(right), domain, given)
        if stated.left == stated.right:
            if stated.strict:
                return _refuted(fact, number, next(_points(stated), {}))
            return Outcome(Verdict.UNDECIDED, "claim", detail="both sides are the same formula: nothing is said")
        failing = _failing_point(stated)
        if isinstance(failing, str):
            return Outcome(Verdict.UNDECIDED, "undefined", detail=failing)
        if failing is not None:
            return _refuted(fact, number, failing)
        proof = _proof(stated, clock, 0)
        if proof is None:
            stuck = f"{relation_text(left, operator, right)} resists" + (" (time ran out)" if clock.over else "")
            return Outcome(Verdict.UNDECIDED, "claim", detail=stuck)
        proofs.append(proof)
    whole = proofs[0] if len(proofs) == 1 else {"rule": "and", "proofs": proofs}
    certificate = Certificate("claim", {"conclusion": fact.conclusion(), "proof": whole})
    if recheck(certificate) is not Verdict.PROVED:
        return Outcome(Verdict.UNDECIDED, "claim", detail="found a proof that the checker does not accept")
    return Outcome(Verdict.PROVED, "claim", certificate, detail=", ".join(sorted(set(_methods(whole)))))


def _methods(proof: Mapping[str, Any]) -> Iterator[str]:
    if proof["rule"] == "leaf":
        yield proof["leaf"]["kind"]
    for key in ("proof", "base", "step", "positive"):
        if key in proof:
            yield from _methods(proof[key])
    for part in proof.get("proofs", ()):
        yield from _methods(part)


def _refuted(fact: StatedFact, number: int, point: Mapping[str, Fraction]) -> Outcome:
    named = {name: str(value) for name, value in point.items()}
    proof = {"rule": "point", "number": number, "point": named}
    certificate = Certificate("claim", {"conclusion": fact.conclusion(), "proof": proof})
    if recheck(certificate) is not Verdict.REFUTED:
        return Outcome(Verdict.UNDECIDED, "claim", detail="a point that the checker does not accept")
    return Outcome(Verdict.REFUTED, "point", certificate, named)


# -- as sympy ----------------------------------------------------------------------------------------------------------
def symbol_of(name: str, bounds: Bounds) -> Any:
    """The variable as a symbol that knows its sign."""
    known: dict[str, bool] = {"integer": True} if bounds.integer else {"real": True}
    if bounds.sign is not None:
        known["positive" if bounds.sign == 1 else "nonnegative"] = True
    elif bounds.high is not None and bounds.high <= 0:
        known["negative" if bounds.high < 0 or bounds.high_open else "nonpositive"] = True
    return sp.Symbol(name, **known)


def to_sympy(tree: Any, symbols: Mapping[str, Any]) -> Any:
    """A tree as sympy's expression; sympy may simplify, and the checker then compares."""
    head, args = tree[0], tree[1:]
    if head == "q":
        return sp.Rational(args[0])
    if head == "v":
        return symbols[args[0]]
    if head == "pi":
        return sp.pi
    parts = [to_sympy(arg, symbols) for arg in args]
    if head == "+":
        return sp.Add(*parts)
    if head == "*":
        return sp.Mul(*parts)
    if head == "^":
        return sp.Pow(*parts)
    if head in ("min", "max"):
        found = parts[0]
        for part in parts[1:]:
            found = (Lesser if head == "min" else Greater)(found, part)
        return found
    return as_sympy(head, *parts)


def _symbols(stated: Stated) -> dict[str, Any]:
    return {name: symbol_of(name, bounds) for name, bounds in stated.domain.items()}


# -- points ------------------------------------------------------------------------------------------------------------
_SHARES = tuple(
    Fraction(*pair) for pair in ((1, 2), (1, 3), (1, 10), (9, 10), (1, 1000), (999, 1000), (7, 17), (1, 10**6))
)
_AWAY = tuple(Fraction(text) for text in ("1", "2", "1/2", "10", "1/10", "5", "100", "1/1000", "1000", "1e-6", "1e6"))


def _values(bounds: Bounds) -> list[Fraction]:
    """Rationals that the variable may take, simple ones first."""
    low, high = bounds.low, bounds.high
    if low is not None and high is not None:
        found = [low, high, *(low + (high - low) * share for share in _SHARES)]
    elif low is not None:
        found = [low, *(low + step for step in _AWAY)]
    elif high is not None:
        found = [high, *(high - step for step in _AWAY)]
    else:
        found = [Fraction(0), *(sign * step for step in _AWAY for sign in (1, -1))]
    if bounds.integer:
        found = [Fraction(round(value)) for value in found]
    return list(dict.fromkeys(value for value in found if bounds.contains(value)))


def _points(stated: Stated, count: int = 600) -> Iterator[dict[str, Fraction]]:
    names = list(stated.domain)
    choices = [_values(stated.domain[name]) for name in names]
    grid = itertools.product(*choices)
    for values in itertools.islice(grid, count):
        yield dict(zip(names, values, strict=True))
    if names and all(choices):
        rng = Random(0)
        for _ in range(count // 4):
            yield {name: rng.choice(values) for name, values in zip(names, choices, strict=True)}


def _sign_at(tree: Any, stated: Stated, point: Mapping[str, Fraction]) -> int | None:
    values = {name: ["q", str(value)] for name, value in point.items()}
    try:
        return sign_of(to_sympy(put_in(tree, values), {}))
    except _FAILURES:
        return None


def _failing_point(stated: Stated) -> dict[str, Fraction] | str | None:
    """A point at which the relation fails; a sentence where a side has no value; None where neither was found."""
    undefined = ""
    for point in _points(stated):
        if not all(_allows(given, stated, point) for given in stated.given):
            continue
        sign = _sign_at(stated.goal, stated, point)
        if sign is None:
            for side in (stated.left, stated.right):
                if not undefined and _has_no_value(side, point):
                    told = ", ".join(f"{name} = {value}" for name, value in point.items())
                    undefined = f"{relation_text(side, '=', side).split(' = ')[0]} has no value at {told}"
            continue
        if sign != 0 if stated.operator == "=" else sign < 0 or (sign == 0 and stated.strict):
            return point
    return undefined or None


def _has_no_value(side: Any, point: Mapping[str, Fraction]) -> bool:
    """Certainly: a logarithm or root of something negative, or a zero in a denominator."""
    try:
        value = to_sympy(put_in(side, {name: ["q", str(v)] for name, v in point.items()}), {})
    except _FAILURES:
        return False
    return bool(value.has(sp.zoo, sp.nan, sp.oo) or value.is_real is False)


def _allows(given: tuple[Any, str, Any], stated: Stated, point: Mapping[str, Fraction]) -> bool:
    left, operator, right = given
    sign = _sign_at(goal_of(left, operator, right), stated, point)
    if sign is None:
        return False
    return sign == 0 if operator == "=" else sign > 0 or (sign == 0 and operator in ("<=", ">="))


# -- proofs ------------------------------------------------------------------------------------------------------------
Strategy = Callable[[Stated, _Clock, int], "ProofDocument | None"]


def _proof(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """A proof by the first strategy whose proof the checker accepts."""
    if clock.over or depth > 4:
        return None
    for strategy in _STRATEGIES:
        try:
            found = strategy(stated, clock, depth)
        except _FAILURES:
            continue
        if found is not None and _accepted(stated, found):
            return found
    return None


def _accepted(stated: Stated, proof: ProofDocument) -> bool:
    bounds = {name: _written(b) for name, b in stated.domain.items()}
    conclusion = {
        "relations": [[stated.left, stated.operator, stated.right]], "domain": bounds,
        "given": [list(each) for each in stated.given],
    }  # fmt: skip
    return recheck(Certificate("claim", {"conclusion": conclusion, "proof": proof})) is Verdict.PROVED


def _written(bounds: Bounds) -> list[str]:
    found = []
    if bounds.low is not None:
        found.append(f"{'>' if bounds.low_open else '>='} {bounds.low}")
    if bounds.high is not None:
        found.append(f"{'<' if bounds.high_open else '<='} {bounds.high}")
    return [*found, "integer"] if bounds.integer else found


def _leaf(outcome: Outcome) -> ProofDocument | None:
    if outcome.verdict is not Verdict.PROVED or outcome.certificate is None:
        return None
    return {"rule": "leaf", "leaf": outcome.certificate.to_json()}


def _relation(stated: Stated) -> tuple[Any, dict[str, Any]]:
    """The relation in sympy: the difference of the sides compared with 0."""
    symbols = _symbols(stated)
    f = to_sympy(stated.goal, symbols)
    return (sp.Gt if stated.strict else sp.Ge)(f, 0, evaluate=False), symbols


def _constant(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    if free_names(stated.left) | free_names(stated.right):
        return None
    operator = "==" if stated.operator == "=" else stated.operator
    difference = to_sympy(["+", stated.right, ["*", ["q", "-1"], stated.left]], {})
    sign = sign_of(difference)
    relation = {"left": stated.left, "operator": operator, "right": stated.right}
    data: dict[str, Any] = {"kind": "exact", "relation": relation, "sign": sign}
    if sign:
        from replcalc.prover.prove import _enclosure_of

        data["difference"] = _enclosure_of(difference)
    return {"rule": "leaf", "leaf": data}


def _identity(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    if stated.operator != "=":
        return None
    symbols = {name: _written(bounds) for name, bounds in stated.domain.items()}
    return {
        "rule": "leaf",
        "leaf": {"kind": "identity", "left": stated.left, "right": stated.right, "symbols": symbols},
    }


def _known(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    for number, given in enumerate(stated.given):
        if given == (stated.left, stated.operator, stated.right):
            return {"rule": "given", "number": number}
    return None


def _ranges(stated: Stated, symbols: Mapping[str, Any]) -> dict[Any, tuple[Any, Any]]:
    return {
        symbols[name]: (sp.Rational(str(b.low)), sp.Rational(str(b.high)))
        for name, b in stated.domain.items()
        if b.low is not None and b.high is not None
    }


def _open_ends(stated: Stated, symbols: Mapping[str, Any]) -> list[tuple[Any, BoxEnd]]:
    ends: list[tuple[Any, BoxEnd]] = [(symbols[name], "lower") for name, b in stated.domain.items() if b.low_open]
    return ends + [(symbols[name], "upper") for name, b in stated.domain.items() if b.high_open]


def _by_form(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """The difference has a sign that can be read off, every half line moved to start at 0."""
    if stated.operator == "=":
        return None
    relation, symbols = _relation(stated)
    return _leaf(prove_by_form(relation, ranges=_ranges(stated, symbols) or None))


def _on_box(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    if stated.operator == "=" or not stated.domain:
        return None
    if any(b.low is None or b.high is None for b in stated.domain.values()):
        return None
    relation, symbols = _relation(stated)
    box = {symbols[name]: (str(b.low), str(b.high)) for name, b in stated.domain.items()}
    ends = _open_ends(stated, symbols)
    assumptions = []
    for left, operator, right in stated.given:
        if operator != "=":
            g = to_sympy(goal_of(left, operator, right), symbols)
            assumptions.append((sp.Gt if operator in ("<", ">") else sp.Ge)(g, 0, evaluate=False))
    boxes = 3000 if len(box) == 1 else 1500
    return _leaf(prove_on_box(relation, box, assumptions=assumptions, open_ends=ends, max_boxes=boxes, order=4))


def _growing(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """Along a half line: derivatives at the start, and one beyond whose sign can be read off."""
    if stated.operator == "=" or stated.strict:
        return None
    relation, symbols = _relation(stated)
    for name, bounds in stated.domain.items():
        if bounds.low is None or bounds.high is not None:
            continue
        for order in (1, 2, 3, 4):
            if clock.over:
                return None
            try:
                proof = _leaf(
                    prove_growth(
                        relation,
                        symbols[name],
                        sp.Rational(str(bounds.low)),
                        order=order,
                        ranges=_ranges(stated, symbols),
                    )
                )
            except _FAILURES:
                continue
            if proof is not None and _accepted(stated, proof):
                return proof
    return None


def _cut(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """The whole line at 0, or a half line some way out: near by boxes, beyond by growth."""
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
            below = replace(stated, domain={**stated.domain, name: replace(bounds, high=at, high_open=False)})
            above = replace(stated, domain={**stated.domain, name: replace(bounds, low=at, low_open=False)})
            parts = [_proof(below, clock, depth + 2)]
            if parts[0] is not None:
                parts.append(_proof(above, clock, depth + 2))
            if all(part is not None for part in parts) and len(parts) == 2:
                return {"rule": "cases", "variable": name, "at": str(at), "proofs": parts}
    return None


def _fresh(stated: Stated) -> str:
    return next(name for name in (f"t{j or ''}" for j in itertools.count()) if name not in stated.domain)


def _mirrored(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    for name, bounds in stated.domain.items():
        if bounds.low is None and bounds.high is not None:
            new = _fresh(stated)
            low, high = -bounds.high, None
            domain = {other: b for other, b in stated.domain.items() if other != name}
            domain[new] = Bounds(low, high, bounds.high_open, False, bounds.integer)
            proof = _proof(stated.moved({name: ["*", ["q", "-1"], ["v", new]]}, domain), clock, depth + 1)
            if proof is not None:
                return {"rule": "mirror", "variable": name, "name": new, "proof": proof}
    return None


def _reciprocal(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """A half line as (0, 1]: the relation, times a power of t that clears what would be singular at 0, on a box."""
    if stated.operator == "=" or depth > 2:
        return None
    for name, bounds in stated.domain.items():
        if bounds.low is None or bounds.high is not None or bounds.integer:
            continue
        new = _fresh(stated)
        domain = {other: b for other, b in stated.domain.items() if other != name}
        domain[new] = Bounds(Fraction(0), Fraction(1), True, bounds.low_open)
        value = ["+", ["q", str(bounds.low - 1)], ["^", ["v", new], ["q", "-1"]]]
        moved = stated.moved({name: value}, domain)
        for power in (0, 1, 2, 3, 4):
            if clock.over:
                return None
            proof = _scaled_on_box(moved, new, power, clock, depth)
            if proof is not None:
                return {"rule": "reciprocal", "variable": name, "name": new, "proof": proof}
    return None


def _scaled_on_box(moved: Stated, name: str, power: int, clock: _Clock, depth: int) -> ProofDocument | None:
    if power == 0:
        proof = _on_box(moved, clock, depth)
        return proof if proof is not None and _accepted(moved, proof) else None
    factor = ["^", ["v", name], ["q", str(power)]]
    both = replace(moved, left=["*", moved.left, factor], right=["*", moved.right, factor])
    proof = _expanded_on_box(both, clock, depth)
    if proof is None:
        return None
    positive = _proof(replace(moved, left=factor, operator=">", right=["q", "0"]), clock, depth + 2)
    return None if positive is None else {"rule": "scaled", "factor": factor, "positive": positive, "proof": proof}


def _expanded_on_box(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """On a box with the difference multiplied out, so that powers of the variable cancel."""
    symbols = _symbols(stated)
    f = sp.expand(sp.expand(to_sympy(stated.goal, symbols)), power_base=False)
    relation = (sp.Gt if stated.strict else sp.Ge)(f, 0, evaluate=False)
    if any(b.low is None or b.high is None for b in stated.domain.values()):
        return None
    box = {symbols[name]: (str(b.low), str(b.high)) for name, b in stated.domain.items()}
    ends = _open_ends(stated, symbols)
    proof = _leaf(prove_on_box(relation, box, open_ends=ends, max_boxes=1500, order=4))
    return proof if proof is not None and _accepted(stated, proof) else None


_STRATEGIES: tuple[Strategy, ...] = (
    _constant, _identity, _known, _by_form, _on_box, _growing, _mirrored, _reciprocal, _cut,
)  # fmt: skip
