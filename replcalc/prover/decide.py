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

from replcalc.checker.algebra import NoNormalForm
from replcalc.checker.certificate import Certificate
from replcalc.checker.conclusions import Stated, free_names, goal_of, put_in, written_out
from replcalc.checker.recheck import recheck
from replcalc.checker.signs import Reader
from replcalc.checker.trees import derivative, parse
from replcalc.checker.values import Intervals, Unverified, constant_sign, node_sign
from replcalc.checker.variables import Bounds, variables_of
from replcalc.formulas.bridge import as_sympy
from replcalc.formulas.expressions import Greater, Lesser
from replcalc.formulas.trees import to_tree
from replcalc.numbers.errors import MalformedStatement, NotExact, PrecisionExhausted, UnsupportedNode
from replcalc.numbers.verdict import Verdict
from replcalc.prover.boxes import BoxEnd
from replcalc.prover.facts import StatedFact, relation_text
from replcalc.prover.leaves import sign_of
from replcalc.prover.outcome import Outcome
from replcalc.prover.prove import prove_on_box
from replcalc.prover.signs import prove_growth

ProofDocument = dict[str, Any]
#: Seconds after which a fact counts as undecided.
PATIENCE = 20.0
#: Differences with more operations are not taken apart into factors: that may take for ever.
MOST_OPERATIONS = 150
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


def decide_fact(fact: StatedFact, seconds: float = PATIENCE) -> Outcome:
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
        failing = _descended(stated)
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


def fails_somewhere(fact: StatedFact) -> bool:
    """Is there a point, found in short time, at which the fact certainly fails?"""
    domain = variables_of(fact.domain)
    given = tuple((written_out(a), o, written_out(b)) for a, o, b in fact.given)
    stated = [Stated(written_out(a), o, written_out(b), domain, given) for a, o, b in fact.relations]
    return any(isinstance(_failing_point(each), dict) or _descended(each) is not None for each in stated)


def _methods(proof: Any) -> Iterator[str]:
    """The kinds of the leaves."""
    if isinstance(proof, dict) and proof.get("rule") == "leaf":
        yield proof["leaf"]["kind"]
    elif isinstance(proof, dict | list):
        for part in proof.values() if isinstance(proof, dict) else proof:
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


def _sign_at(tree: Any, point: Mapping[str, Fraction]) -> int | None:
    """By the checker's intervals: what it would not accept is no sign."""
    try:
        return node_sign(parse(put_in(tree, {name: ["q", str(value)] for name, value in point.items()})))
    except (Unverified, NoNormalForm, *_FAILURES):
        return None


def _failing_point(stated: Stated) -> dict[str, Fraction] | str | None:
    """A point at which the relation fails; a sentence where a side has no value; None where neither was found."""
    undefined = ""
    for point in _points(stated):
        if not all(_allows(given, stated, point) for given in stated.given):
            continue
        sign = _sign_at(stated.goal, point)
        if sign is None:
            for side in (stated.left, stated.right):
                if not undefined and _has_no_value(side, point):
                    told = ", ".join(f"{name} = {value}" for name, value in point.items())
                    undefined = f"{relation_text(side, '=', side).split(' = ')[0]} has no value at {told}"
            continue
        if sign != 0 if stated.operator == "=" else sign < 0 or (sign == 0 and stated.strict):
            return point
    return undefined or None


def _descended(stated: Stated) -> dict[str, Fraction] | None:
    """A point at which the relation fails, from a short search by boxes and descent within a part of the domain."""
    if stated.operator == "=" or not stated.domain:
        return None
    relation, symbols = _relation(stated)
    box: dict[Any, tuple[str, str]] = {}
    for name, bounds in stated.domain.items():
        low = -Fraction(8) if bounds.low is None and bounds.high is None else bounds.low
        low = bounds.high - 16 if low is None and bounds.high is not None else low
        assert low is not None
        high = low + 16 if bounds.high is None else bounds.high
        inward = (high - low) / 128
        box[symbols[name]] = (
            str(low + inward if bounds.low_open else low), str(high - inward if bounds.high_open else high),
        )  # fmt: skip
    try:
        found = prove_on_box(relation, box, assumptions=_assumptions(stated, symbols), max_boxes=60, order=1)
    except _FAILURES:
        return None
    if found.verdict is not Verdict.REFUTED or found.counterexample is None:
        return None
    point = {name: Fraction(value) for name, value in found.counterexample.items() if name in stated.domain}
    return {name: point.get(name, _values(bounds)[0]) for name, bounds in stated.domain.items()}


def _assumptions(stated: Stated, symbols: Mapping[str, Any]) -> list[Any]:
    found = []
    for left, operator, right in stated.given:
        if operator != "=":
            g = to_sympy(goal_of(left, operator, right), symbols)
            found.append((sp.Gt if operator in ("<", ">") else sp.Ge)(g, 0, evaluate=False))
    return found


def _has_no_value(side: Any, point: Mapping[str, Fraction]) -> bool:
    """Certainly: a logarithm or root of something negative, a zero in a denominator, an argument out of range."""
    return _undefined(put_in(side, {name: ["q", str(value)] for name, value in point.items()}))


def _undefined(tree: Any) -> bool:
    if tree[0] in ("q", "v", "pi"):
        return False
    if any(map(_undefined, tree[1:])):
        return True
    inner = Intervals().value(parse(tree[1]), {})
    if inner is None:
        return False
    if tree[0] == "^":
        exponent = Fraction(tree[2][1]) if tree[2][0] == "q" else None
        if exponent is None or exponent.denominator != 1:
            below = inner.b < 0 if exponent is not None and exponent > 0 else inner.b <= 0
            return below is True
        return exponent < 0 and _sign_at(tree[1], {}) == 0
    if tree[0] in ("log", "loggamma"):
        return (inner.b <= 0) is True
    if tree[0] in ("asin", "atanh"):
        far = abs(inner).a
        return (far >= 1 if tree[0] == "atanh" else far > 1) is True
    return False


def _allows(given: tuple[Any, str, Any], stated: Stated, point: Mapping[str, Fraction]) -> bool:
    left, operator, right = given
    sign = _sign_at(goal_of(left, operator, right), point)
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
    """The difference equals a form whose sign can be read off."""
    if stated.operator == "=":
        return None
    relation, _ = _relation(stated)
    symbols = {name: _written(bounds) for name, bounds in stated.domain.items()}
    for form in _factored(relation.lhs):
        leaf = {"kind": "signs", "goal": stated.goal, "strict": stated.strict, "symbols": symbols}
        found = {"rule": "leaf", "leaf": leaf | {"form": to_tree(form)}}
        if _accepted(stated, found):
            return found
    return None


def _factored(f: Any) -> Iterator[Any]:
    """The difference as it is, expanded, and in factors, where squares show; hyperbolic functions by exponentials."""
    yield f
    roots = [power for power in f.atoms(sp.Pow) if not power.exp.is_Integer and power.base.is_Add]
    if f.count_ops() > MOST_OPERATIONS or roots:
        return
    top, bottom = sp.fraction(sp.together(f))
    yield sp.expand(top) / sp.expand(bottom)
    yield sp.expand(f)
    yield _upright(sp.factor(sp.together(f)))
    if f.has(sp.sinh, sp.cosh, sp.tanh, sp.sech):
        yield _upright(sp.factor(sp.together(f.rewrite(sp.exp))))


def _upright(product: Any) -> Any:
    """Differences that are factors turned round, where one is negative halfway: (q - 1) and -1 are 1 - q."""
    factors = []
    for factor in sp.Mul.make_args(product):
        base, exponent = factor.as_base_exp()
        halfway = base.subs(dict.fromkeys(base.free_symbols, sp.Rational(5, 12)))
        turned = base.is_Add and exponent.is_Integer and exponent % 2 == 1 and halfway.is_negative
        factors += [sp.Integer(-1), sp.expand(-base) ** exponent] if turned else [factor]
    return sp.Mul(*factors)


def _on_few_boxes(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    return _on_box(stated, clock, depth, 40)


def _on_box(stated: Stated, clock: _Clock, depth: int, most: int = 0) -> ProofDocument | None:
    if stated.operator == "=" or not stated.domain:
        return None
    if any(b.low is None or b.high is None for b in stated.domain.values()):
        return None
    relation, symbols = _relation(stated)
    box = {symbols[name]: (str(b.low), str(b.high)) for name, b in stated.domain.items()}
    ends = _open_ends(stated, symbols)
    assumptions = _assumptions(stated, symbols)
    boxes = most or (3000 if len(box) == 1 else 1500)
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


def _slope(stated: Stated, name: str) -> Any:
    return derivative(parse(stated.goal), name).tree()


def _bottoms(stated: Stated, name: str, slope: Any) -> Iterator[Any]:
    """Where the difference may be least: a closed end, 0, another variable, the zeros of the slope's linear factors."""
    bounds = stated.domain[name]
    middle = None if bounds.low is None or bounds.high is None else (bounds.low + bounds.high) / 2
    for value in dict.fromkeys((Fraction(0), bounds.low, bounds.high, middle)):
        if value is not None and bounds.contains(value):
            yield ["q", str(value)]
    for other, known in stated.domain.items():
        if other != name and known == bounds and not known.integer:
            yield ["v", other]
    symbols = _symbols(stated)
    f = to_sympy(slope, symbols)
    if f.count_ops() > MOST_OPERATIONS:
        return
    for factor, _ in sp.factor_list(sp.fraction(sp.together(f))[0])[1]:
        x = symbols[name]
        if factor.is_polynomial(x) and sp.degree(factor, x) == 1:
            root = -factor.coeff(x, 0) / factor.coeff(x, 1)
            if not root.free_symbols:
                yield to_tree(root)


def _valley(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """The difference falls until some place and rises from there; at that place the relation is looked at alone."""
    if stated.operator == "=" or depth > 3:
        return None
    reader = Reader(stated.domain, constant_sign)
    if not reader.regular(stated.goal):
        return None
    for name, bounds in stated.domain.items():
        if bounds.integer or name not in free_names(stated.goal):
            continue
        slope = _slope(stated, name)
        rest = {other: known for other, known in stated.domain.items() if other != name}
        tried: list[Any] = []
        for at in _bottoms(stated, name, slope):
            if at in tried or clock.over:
                continue
            tried.append(at)
            bottom = _proof(stated.moved({name: at}, rest), clock, depth + 2)
            if bottom is None:
                continue
            proof: ProofDocument = {"rule": "valley", "variable": name, "at": at, "bottom": bottom}
            sides = _sides(stated, name, at, slope, clock, depth)
            if sides is not None:
                return proof | sides
    return None


def _sides(stated: Stated, name: str, at: Any, slope: Any, clock: _Clock, depth: int) -> ProofDocument | None:
    """Proofs that the difference falls towards the place and rises beyond it."""
    moving = ["*", slope, ["+", ["v", name], ["*", ["q", "-1"], at]]]
    whole = Stated(moving, ">=", ["q", "0"], stated.domain, stated.given)
    try:
        found = _by_form(whole, clock, depth)
    except _FAILURES:
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
            one = Stated(slope, operator, ["q", "0"], {**stated.domain, name: side}, stated.given)
            proofs[part] = _proof(one, clock, depth + 1)
            if proofs[part] is None:
                return None
    return proofs


def _has_root(tree: Any) -> bool:
    if tree[0] in ("q", "v"):
        return False
    rooted = tree[0] == "^" and tree[2][0] == "q" and "/" in tree[2][1]
    return rooted or any(map(_has_root, tree[1:]))


def _squares(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    if stated.operator == "=" or depth > 1 or not (_has_root(stated.left) or _has_root(stated.right)):
        return None
    large = stated.right if stated.operator in ("<=", "<") else stated.left
    left, right = (["^", side, ["q", "2"]] for side in (stated.left, stated.right))
    proof = _proof(replace(stated, left=left, right=right), clock, depth + 2)
    if proof is None:
        return None
    nonnegative = _proof(replace(stated, left=large, operator=">=", right=["q", "0"]), clock, depth + 2)
    return None if nonnegative is None else {"rule": "squared", "nonnegative": nonnegative, "proof": proof}


def _logarithms(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    if depth > 0 or not {"exp", "cosh"} & {stated.left[0], stated.right[0]}:
        return None
    positive = []
    for side in (stated.left, stated.right):
        part = _proof(replace(stated, left=side, operator=">", right=["q", "0"]), clock, depth + 3)
        if part is None:
            return None
        positive.append(part)
    both = replace(stated, left=["log", stated.left], right=["log", stated.right])
    proof = _proof(both, clock, depth + 1)
    return None if proof is None else {"rule": "logarithm", "positive": positive, "proof": proof}


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
    _constant, _identity, _known, _by_form, _on_few_boxes, _logarithms, _squares, _valley, _on_box, _growing,
    _mirrored, _reciprocal, _cut,
)  # fmt: skip
