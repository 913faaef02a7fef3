"""Facts decided without help: PROVED with a certificate of the fact as written, REFUTED at a point, or UNDECIDED.

Each relation is tried in turn: constants exactly, identities by normal form, then points that refute, then forms whose
sign can be read off, boxes by branch and bound, growth along a half line; a half line is also cut, mirrored, or turned
into an interval. What is found is linked to the relation by the checker's rules (``replcalc.kernel.conclusions``), and
only what the checker accepts counts.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import sympy as sp
from mpmath.libmp import to_rational
from sympy.polys.polyerrors import BasePolynomialError

from replcalc.kernel.algebra import NoNormalForm
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.conclusions import (
    Stated,
    free_names,
    goal_of,
    holds_at,
    put_in,
    tree_at,
    with_exchanged,
    written_out,
)
from replcalc.kernel.recheck import recheck
from replcalc.kernel.signs import Reader
from replcalc.kernel.trees import derivative, parse
from replcalc.kernel.values import Intervals, Unverified, constant_sign, node_sign
from replcalc.kernel.variables import Bounds, variables_of
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, NotExact, PrecisionExhausted, UnsupportedNode
from replcalc.prover.boxes import BoxEnd
from replcalc.prover.facts import StatedFact, formula_text, relation_text
from replcalc.prover.kinks import Greater, Lesser
from replcalc.prover.leaves import sign_of
from replcalc.prover.outcome import Outcome
from replcalc.prover.prove import prove_on_box
from replcalc.prover.signs import prove_growth
from replcalc.symbolic.evaluation import FUNCTIONS
from replcalc.symbolic.relations import to_tree

ProofDocument = dict[str, Any]
#: Seconds after which a fact counts as undecided.
PATIENCE = 20.0
INCONSISTENT = "no point of the domain satisfies what is given: anything would follow from it"
#: Differences with more operations are not taken apart into factors: that may take for ever.
MOST_OPERATIONS = 150
_FAILURES = (
    Unverified,
    NoNormalForm,
    MalformedStatement,
    UnsupportedNode,
    NotExact,
    PrecisionExhausted,
    ValueError,
    ZeroDivisionError,
    TypeError,
    ArithmeticError,
    NotImplementedError,
    RecursionError,
    AttributeError,
    BasePolynomialError,
)


@dataclass(frozen=True)
class _Clock:
    """``end``: seconds of this process's CPU time, so that a verdict does not depend on what else runs."""

    end: float

    @property
    def over(self) -> bool:
        return time.process_time() > self.end


def decide_fact(fact: StatedFact, seconds: float = PATIENCE) -> Outcome:
    """Decide the fact within about so many seconds of CPU time."""
    clock = _Clock(time.process_time() + seconds)
    domain = variables_of(fact.domain)
    given = tuple((written_out(a), o, written_out(b)) for a, o, b in fact.given)
    proofs, stuck = [], ""
    note = _unsatisfied(domain, given, clock)
    if note == INCONSISTENT:
        return Outcome(Verdict.UNDECIDED, "claim", detail=note)
    for number, (left, operator, right) in enumerate(fact.relations):
        stated = _alone(Stated(written_out(left), operator, written_out(right), domain, given))
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
            failing = _descended(stated)
            if failing is not None:
                return _refuted(fact, number, failing)
            stuck = f"{relation_text(left, operator, right)} resists" + (" (time ran out)" if clock.over else "")
            return Outcome(Verdict.UNDECIDED, "claim", detail=stuck)
        proofs.append(proof)
    whole = proofs[0] if len(proofs) == 1 else {"rule": "and", "proofs": proofs}
    certificate = Certificate("claim", {"conclusion": fact.conclusion(), "proof": whole})
    if recheck(certificate) is not Verdict.PROVED:
        return Outcome(Verdict.UNDECIDED, "claim", detail="found a proof that the checker does not accept")
    methods = ", ".join(sorted(set(_methods(whole))))
    return Outcome(Verdict.PROVED, "claim", certificate, detail=methods + (f"; {note}" if note else ""))


def _unsatisfied(domain: Mapping[str, Bounds], given: Sequence[Any], clock: _Clock) -> str:
    """Say that what is given holds nowhere, or nowhere that was found; nothing where a point satisfies it."""
    if not given:
        return ""
    absurd = _alone(Stated(["q", "1"], "<=", ["q", "0"], dict(domain), tuple(given)))
    tried = (each for point in _points(absurd) for each in (point, *_pressed(absurd, point)))
    if any(all(_allows(relation, absurd, point) for relation in given) for point in tried):
        return ""
    return INCONSISTENT if _proof(absurd, clock, 2) is not None else "no point that satisfies what is given was found"


def fails_somewhere(fact: StatedFact) -> bool:
    """Is there a point, found in short time, at which the fact certainly fails?"""
    domain = variables_of(fact.domain)
    given = tuple((written_out(a), o, written_out(b)) for a, o, b in fact.given)
    stated = [_alone(Stated(written_out(a), o, written_out(b), domain, given)) for a, o, b in fact.relations]
    return any(isinstance(_failing_point(each), dict) or _descended(each) is not None for each in stated)


def _alone(stated: Stated) -> Stated:
    """Without the variables that neither the relation nor anything given speaks of."""
    trees = [tree for a, _, b in (*stated.given, (stated.left, "", stated.right)) for tree in (a, b)]
    used = set().union(*map(free_names, trees))
    return replace(stated, domain={name: bounds for name, bounds in stated.domain.items() if name in used})


def _methods(proof: Any) -> Iterator[str]:
    """The kinds of the leaves."""
    if isinstance(proof, dict) and proof.get("rule") == "leaf":
        yield proof["leaf"]["kind"]
    elif isinstance(proof, dict | list):
        for part in proof.values() if isinstance(proof, dict) else proof:
            yield from _methods(part)


def _refuted(fact: StatedFact, number: int, point: Mapping[str, Fraction]) -> Outcome:
    anywhere = {name: _values(bounds)[0] for name, bounds in variables_of(fact.domain).items()}
    named = {name: str(value) for name, value in {**anywhere, **point}.items()}
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
    held = head in ("exp", "log") and not all(part.is_number for part in parts) and not parts[0].has(sp.log)
    return _BY_NAME[head](*parts, evaluate=False) if held else _BY_NAME[head](*parts)


_BY_NAME = {name: kind for kind, name in FUNCTIONS.items()}


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


def _points(stated: Stated, count: int = 160) -> Iterator[dict[str, Fraction]]:
    """All simple points if they are few; otherwise some of them, and more at random."""
    names = list(stated.domain)
    choices = [_values(stated.domain[name]) for name in names]
    few = prod(map(len, choices)) <= 4 * count
    for values in itertools.islice(itertools.product(*choices), None if few else count // 4):
        yield dict(zip(names, values, strict=True))
    if not few and all(choices):
        rng = Random(0)
        for _ in range(count):
            yield {name: rng.choice(values) for name, values in zip(names, choices, strict=True)}


def _sign_at(tree: Any, point: Mapping[str, Fraction]) -> int | None:
    """By the checker's intervals: what it would not accept is no sign."""
    try:
        return node_sign(parse(put_in(tree, {name: ["q", str(value)] for name, value in point.items()})))
    except _FAILURES:
        return None


def _failing_point(stated: Stated) -> dict[str, Fraction] | str | None:
    """A point at which the relation fails; a sentence where a side has no value; None where neither was found."""
    undefined = ""
    tried = (each for point in _points(stated) for each in (point, *_pressed(stated, point)))
    for point in tried:
        if not all(_allows(given, stated, point) for given in stated.given):
            continue
        try:
            holds = holds_at((stated.left, stated.operator, stated.right), point)
        except _FAILURES:
            for side in (stated.left, stated.right):
                if not undefined and _has_no_value(side, point):
                    told = ", ".join(f"{name} = {value}" for name, value in point.items())
                    undefined = f"{formula_text(side)} has no value{' at ' * bool(told)}{told}"
            continue
        if not holds:
            return point
    return undefined or None


def _pressed(stated: Stated, point: Mapping[str, Fraction]) -> Iterator[dict[str, Fraction]]:
    """The point with variables moved to where what is given of them just holds: each alone, and all of them."""
    together = dict(point)
    for left, operator, right in stated.given:
        for side, bound, upper in ((left, right, operator in ("<=", "<")), (right, left, operator in (">=", ">"))):
            if side[0] != "v" or operator == "=" or side[1] in free_names(bound):
                continue
            for start in (point, together):
                end = _just_within(put_in(bound, {n: ["q", str(v)] for n, v in start.items()}), upper, operator)
                if end is not None and stated.domain[side[1]].contains(end):
                    yield {**start, side[1]: end}
                    together = {**together, side[1]: end} if start is together else together


def _just_within(constant: Any, upper: bool, operator: str) -> Fraction | None:
    """A rational next to the constant, on the side where the relation holds; itself if that is one."""
    try:
        value = Intervals(60).value(parse(constant), {})
        low, high = (Fraction(*to_rational(end)) for end in value._mpi_)
    except (OverflowError, *_FAILURES):
        return None
    if low == high and operator in ("<=", ">="):
        return low
    near = Fraction(int(low * 10**12), 10**12)
    return near - Fraction(1, 10**9) if upper else near + Fraction(1, 10**9)


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
            str(low + inward if bounds.low_open else low),
            str(high - inward if bounds.high_open else high),
        )
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
    try:
        return _undefined(tree_at(side, point))
    except _FAILURES:
        return False


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
        if exponent is None or exponent.denominator != 1:  # a root, of something negative
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
    try:
        return holds_at(given, point)
    except _FAILURES:
        return False


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
        "relations": [[stated.left, stated.operator, stated.right]],
        "domain": bounds,
        "given": [list(each) for each in stated.given],
    }
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
                        refute=False,
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
    return next(name for name in (f"t_{j or ''}" for j in itertools.count()) if name not in stated.domain)


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


def _in_exponents(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """Positive variables that stand in logarithms, as exponentials, all of them at once."""
    sides = [tree for a, _, b in (*stated.given, (stated.left, "", stated.right)) for tree in (a, b)]
    names = [n for n, b in stated.domain.items() if b.sign == 1 and any(_in_logarithm(side, n) for side in sides)]
    if depth > 2 or not names:
        return None

    def move(new: str, old: Bounds) -> tuple[Any, Bounds]:
        scale, sign, range_ = Fraction(1), "-1", Bounds()
        if old.high is not None:
            scale, range_ = old.high, Bounds(Fraction(0), low_open=old.high_open)
        elif old.low:
            scale, sign, range_ = old.low, "1", Bounds(Fraction(0), low_open=old.low_open)
        value: Any = ["exp", ["*", ["q", sign], ["v", new]]]
        return (value if scale == 1 else ["*", ["q", str(scale)], value]), range_

    return _renamed(stated, clock, depth, "exponential", dict.fromkeys(names, move))


def _renamed(stated: Stated, clock: _Clock, depth: int, rule: str, moves: Mapping[str, Any]) -> ProofDocument | None:
    """The relation with new variables, by one rule for each; ``moves``: value and bounds of the new one, from both."""
    moved, rules = stated, []
    for name, move in moves.items():
        new = _fresh(moved)
        value, bounds = move(new, moved.domain[name])
        domain = {other: known for other, known in moved.domain.items() if other != name} | {new: bounds}
        moved = moved.moved({name: value}, domain)
        rules.append({"rule": rule, "variable": name, "name": new})
    proof = _proof(moved, clock, depth + 1)
    for each in reversed(rules):
        proof = None if proof is None else each | {"proof": proof}
    return proof


def _shifted(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """Variables that start elsewhere than at 0, from their start."""

    def move(new: str, old: Bounds) -> tuple[Any, Bounds]:
        low = old.low or Fraction(0)
        high = None if old.high is None else old.high - low
        whole = old.integer and low.denominator == 1
        return ["+", ["q", str(low)], ["v", new]], Bounds(Fraction(0), high, old.low_open, old.high_open, whole)

    names = [name for name, bounds in stated.domain.items() if bounds.low]
    return _renamed(stated, clock, depth, "shift", dict.fromkeys(names, move)) if names and depth < 3 else None


def _in_squares(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """Variables that stand under a root, as squares."""

    def move(new: str, old: Bounds) -> tuple[Any, Bounds]:
        unit = Fraction(1) if old.high is not None and old.high <= 1 else None
        open_end = unit is not None and (old.high_open or old.high != 1)
        return ["^", ["v", new], ["q", "2"]], Bounds(Fraction(0), unit, old.sign == 1, open_end)

    names = [
        name
        for name, bounds in stated.domain.items()
        if bounds.sign is not None and any(_rooted(side, name) for side in (stated.left, stated.right))
    ]
    return _renamed(stated, clock, depth, "square", dict.fromkeys(names, move)) if names and depth < 3 else None


def _rooted(tree: Any, name: str) -> bool:
    if tree[0] in ("q", "v", "exp", "log"):
        return False
    if tree[0] == "^" and tree[2][0] == "q" and tree[2][1].endswith("/2"):
        factors = tree[1][1:] if tree[1][0] == "*" else [tree[1]]
        if any(factor in (["v", name], ["^", ["v", name], ["q", "-1"]]) for factor in factors):
            return True
    return any(_rooted(part, name) for part in tree[1:])


def _in_logarithm(tree: Any, name: str) -> bool:
    """Does the variable stand in a logarithm, or in an exponent that is none of e?"""
    if tree[0] in ("q", "v", "exp"):
        return False
    if (tree[0] == "log" or (tree[0] == "^" and tree[2][0] != "q")) and _outside_exp(tree, name):
        return True
    return any(_in_logarithm(part, name) for part in tree[1:])


def _outside_exp(tree: Any, name: str) -> bool:
    if tree[0] in ("q", "exp"):
        return False
    return tree == ["v", name] or (tree[0] != "v" and any(_outside_exp(part, name) for part in tree[1:]))


def _slacks(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """A given bound of a variable, put in: x >= E as E + t, as E (1 + t); x <= E as E - t, E/(1 + t), E t."""
    if depth > 3:
        return None
    for number, relation in enumerate(stated.given):
        for name in stated.domain:
            turned = relation[2] == ["v", name]
            bound, operator = (relation[0], relation[1]) if turned else (relation[2], relation[1])
            upper = (operator in ("<=", "<")) != turned
            if relation[2 if turned else 0] != ["v", name] or operator == "=" or name in free_names(bound):
                continue
            for form in ("share", "sum", "factor"):
                proof = None if clock.over else _slack(stated, number, name, bound, upper, form, clock, depth)
                if proof is not None:
                    return proof
    return None


def _slack(
    stated: Stated, number: int, name: str, bound: Any, upper: bool, form: str, clock: _Clock, depth: int
) -> ProofDocument | None:
    old, new, strict = stated.domain[name], _fresh(stated), stated.given[number][1] in ("<", ">")
    rest = {other: known for other, known in stated.domain.items() if other != name}
    given = tuple(each for other, each in enumerate(stated.given) if other != number)
    t, range_ = ["v", new], Bounds(Fraction(0), low_open=strict)
    found: ProofDocument = {"rule": "slack", "number": number, "variable": name, "name": new, "form": form}
    if form == "sum":
        value = ["+", bound, ["*", ["q", "-1"], t] if upper else t]
    elif form == "share":
        if not upper or old.sign is None:
            return None
        value, range_ = ["*", bound, t], Bounds(Fraction(0), Fraction(1), low_open=old.sign == 1)
    else:
        if upper and old.sign != 1:
            return None
        about = tuple(each for each in given if all(name not in free_names(tree) for tree in (each[0], each[2])))
        found["positive"] = _proof(Stated(bound, ">", ["q", "0"], rest, about), clock, depth + 2)
        if found["positive"] is None:
            return None
        more: Any = ["+", ["q", "1"], t]
        value = ["*", bound, ["^", more, ["q", "-1"]] if upper else more]
    moved = replace(stated, given=given).moved({name: value}, {**rest, new: range_})
    proof = _proof(moved, clock, depth + 1)
    return None if proof is None else found | {"proof": proof}


def _eithers(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """One after the other for a minimum, a maximum or an absolute value."""
    tree = next((found for side in (stated.left, stated.right) for found in _choices(side)), None)
    if tree is None or depth > 3:
        return None
    two = [tree[1], ["*", ["q", "-1"], tree[1]]] if tree[0] == "abs" else tree[1:]
    proofs = []
    for this, other in (two, two[::-1]):
        relation = (this, "<=" if tree[0] == "min" else ">=", other)
        given = tuple((with_exchanged(a, tree, this), o, with_exchanged(b, tree, this)) for a, o, b in stated.given)
        left, right = (with_exchanged(side, tree, this) for side in (stated.left, stated.right))
        proofs.append(_proof(Stated(left, stated.operator, right, stated.domain, (*given, relation)), clock, depth + 1))
        if proofs[-1] is None:
            return None
    return {"rule": "either", "tree": tree, "proofs": proofs}


def _choices(tree: Any) -> Iterator[Any]:
    if tree[0] in ("q", "v"):
        return
    for part in tree[1:]:
        yield from _choices(part)
    if tree[0] == "abs" or (tree[0] in ("min", "max") and len(tree) == 3):
        yield tree


def _cleared(stated: Stated, clock: _Clock, depth: int) -> ProofDocument | None:
    """Without denominators, which are positive: on a box what is left has no pole."""
    if stated.operator == "=" or depth > 3:
        return None
    symbols = _symbols(stated)
    top, bottom = sp.fraction(sp.together(to_sympy(stated.goal, symbols)))
    if not bottom.free_symbols:
        return None
    factor = to_tree(bottom)
    both = replace(stated, left=["*", stated.left, factor], right=["*", stated.right, factor])
    for small in dict.fromkeys((sp.cancel(top), sp.expand(top), top)) if top.count_ops() < MOST_OPERATIONS else (top,):
        proof = _numerator(both, small, symbols, clock, depth)
        if proof is not None:
            break
    else:
        return None
    positive = _proof(replace(stated, left=factor, operator=">", right=["q", "0"]), clock, depth + 2)
    return None if positive is None else {"rule": "scaled", "factor": factor, "positive": positive, "proof": proof}


def _numerator(stated: Stated, top: Any, symbols: Mapping[str, Any], clock: _Clock, depth: int) -> ProofDocument | None:
    """The relation, its goal being ``top``, on a box or along a half line."""
    relation = (sp.Gt if stated.strict else sp.Ge)(top, 0, evaluate=False)
    ends, found = _open_ends(stated, symbols), None
    if all(b.low is not None and b.high is not None for b in stated.domain.values()):
        box = {symbols[name]: (str(b.low), str(b.high)) for name, b in stated.domain.items()}
        given = _assumptions(stated, symbols)
        found = prove_on_box(relation, box, assumptions=given, open_ends=ends, max_boxes=800, order=4)
    elif not stated.strict:
        one = [name for name, b in stated.domain.items() if b.low is not None and b.high is None]
        for name, order in itertools.product(one, (1, 2, 3)):
            start = sp.Rational(str(stated.domain[name].low))
            found = prove_growth(
                relation, symbols[name], start, order=order, ranges=_ranges(stated, symbols), refute=False
            )
            if found.verdict is Verdict.PROVED:
                break
    proof = None if found is None else _leaf(found)
    return proof if proof is not None and _accepted(stated, proof) else None


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
    _constant,
    _identity,
    _known,
    _by_form,
    _on_few_boxes,
    _eithers,
    _slacks,
    _in_squares,
    _logarithms,
    _squares,
    _valley,
    _cleared,
    _on_box,
    _growing,
    _shifted,
    _mirrored,
    _reciprocal,
    _in_exponents,
    _cut,
)
