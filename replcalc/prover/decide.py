"""Facts decided without help: PROVED with a certificate of the fact as written, REFUTED at a point, or UNDECIDED.

Each relation is tried in turn: first points that refute, then the strategies (``replcalc.prover.strategies``), then a
short descent. Only what the kernel accepts counts.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from replcalc.kernel.relations import Goal, expand_sums
from replcalc.kernel.trees import parse
from replcalc.kernel.variables import Bounds, variables_of
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.boxes import BoxSearch
from replcalc.prover.facts import StatedFact, relation_text
from replcalc.prover.forms import Ranges, declarations, symbols_of
from replcalc.prover.outcome import Outcome, Proof, outcome_if_proved, outcome_if_refuted
from replcalc.prover.points import FAILURES, allows, failing_point, move_to_constraints, simple_points, simple_values
from replcalc.prover.settling import Clock, assumptions_of, is_accepted
from replcalc.prover.strategies import find_proof
from replcalc.symbolic.relations import relation_to_trees

#: Seconds after which a fact counts as undecided.
PATIENCE = 20.0
INCONSISTENT = "no point of the domain satisfies what is given: anything would follow from it"
_NEGATIONS = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}


def decide_fact(fact: StatedFact, seconds: float = PATIENCE, *, total: bool = True) -> Outcome:
    """Decide the fact within about so many seconds of CPU time.

    Args:
        total: Whether a side without a value at some point is an outcome of its own; if not, the fact is what a
            certificate says: the relation holds wherever both sides have a value.
    """
    clock = Clock(time.process_time() + seconds)
    domain = variables_of(fact.domain)
    given = tuple((expand_sums(a), o, expand_sums(b)) for a, o, b in fact.given)
    proofs: list[Proof] = []
    note = _check_given(domain, given, clock)
    if note == INCONSISTENT:
        return Outcome(Verdict.UNDECIDED, "claim", detail=note)
    for number, (left, operator, right) in enumerate(fact.relations):
        stated = Goal(expand_sums(left), operator, expand_sums(right), domain, given).relevant()
        if stated.left == stated.right:
            if stated.strict:
                return _refute_at(fact, number, next(simple_points(stated.domain), {}))
            return Outcome(Verdict.UNDECIDED, "claim", detail="both sides are the same formula: nothing is said")
        if operator == "=" and not total and is_accepted(stated, {"rule": "identity"}):
            proofs.append({"rule": "identity"})
            continue
        failing = failing_point(stated)
        if isinstance(failing, str) and total:
            return Outcome(Verdict.UNDECIDED, "undefined", detail=failing)
        if isinstance(failing, dict):
            return _refute_at(fact, number, failing)
        proof = find_proof(stated, clock, 0)
        if proof is None:
            failing = _descend(stated)
            if failing is not None:
                return _refute_at(fact, number, failing)
            ended = " (time ran out)" if clock.over else ""
            return Outcome(Verdict.UNDECIDED, "claim", detail=f"{relation_text(left, operator, right)} resists{ended}")
        proofs.append(proof)
    whole = proofs[0] if len(proofs) == 1 else {"rule": "and", "proofs": proofs}
    methods = ", ".join(sorted(set(_rules_of(whole)))) + (f"; {note}" if note else "")
    found = outcome_if_proved(fact.conclusion(), whole, "claim", methods)
    return found or Outcome(Verdict.UNDECIDED, "claim", detail="found a proof that the kernel does not accept")


def decide_relations(relations: Iterable[Any], ranges: Ranges | None = None, seconds: float = PATIENCE) -> Outcome:
    """Decide relations of sympy for all values that the assumptions of their symbols, or their ranges, allow.

    Args:
        ranges: symbol -> (lower, upper) of some symbols.
    """
    listed = list(relations)
    symbols = symbols_of(*(side for relation in listed for side in (relation.lhs, relation.rhs)))
    stated = StatedFact(tuple(map(relation_to_trees, listed)), declarations(symbols, ranges))
    return decide_fact(stated, seconds, total=False)


def _check_given(domain: Mapping[str, Bounds], given: Sequence[Any], clock: Clock) -> str:
    """Say that what is given holds nowhere, or nowhere that was found; nothing where a point satisfies it."""
    if not given:
        return ""
    absurd = Goal(["q", "1"], "<=", ["q", "0"], dict(domain), tuple(given)).relevant()
    tried = (each for point in simple_points(absurd.domain) for each in (point, *move_to_constraints(absurd, point)))
    if any(all(allows(relation, point) for relation in given) for point in tried):
        return ""
    contradictions = [absurd]
    for number, (left, operator, right) in enumerate(given):
        if operator in _NEGATIONS:
            others = tuple(given[:number]) + tuple(given[number + 1 :])
            contradictions.append(Goal(left, _NEGATIONS[operator], right, dict(domain), others).relevant())
    if any(find_proof(each, clock.share(0.3), 2) is not None for each in contradictions):
        return INCONSISTENT
    return "no point that satisfies what is given was found"


def fails_somewhere(fact: StatedFact) -> bool:
    """Return whether a short search finds a point at which the fact certainly fails."""
    domain = variables_of(fact.domain)
    given = tuple((expand_sums(a), o, expand_sums(b)) for a, o, b in fact.given)
    stated = [Goal(expand_sums(a), o, expand_sums(b), domain, given).relevant() for a, o, b in fact.relations]
    return any(isinstance(failing_point(each), dict) or _descend(each) is not None for each in stated)


_SETTLING = ("exact", "identity", "given", "signs", "box", "growth")


def _rules_of(proof: Any) -> Iterator[str]:
    """Yield the rules that settle a relation, of those the proof uses."""
    if isinstance(proof, dict) and proof.get("rule") in _SETTLING:
        yield proof["rule"]
    elif isinstance(proof, dict | list):
        for part in proof.values() if isinstance(proof, dict) else proof:
            yield from _rules_of(part)


def _refute_at(fact: StatedFact, number: int, point: Mapping[str, Fraction]) -> Outcome:
    anywhere = {name: simple_values(bounds)[0] for name, bounds in variables_of(fact.domain).items()}
    found = outcome_if_refuted(fact.conclusion(), {**anywhere, **point}, "point", number)
    return found or Outcome(Verdict.UNDECIDED, "claim", detail="a point that the kernel does not accept")


def _descend(stated: Goal) -> dict[str, Fraction] | None:
    """Search a part of the domain shortly, by boxes and descent, for a point at which the relation fails."""
    if stated.operator == "=" or not stated.domain:
        return None
    box: dict[str, tuple[Fraction, Fraction]] = {}
    for name, bounds in stated.domain.items():
        low = -Fraction(8) if bounds.low is None and bounds.high is None else bounds.low
        low = bounds.high - 16 if low is None and bounds.high is not None else low
        assert low is not None
        high = low + 16 if bounds.high is None else bounds.high
        inward = (high - low) / 128
        box[name] = (low + inward if bounds.low_open else low, high - inward if bounds.high_open else high)
    whole = frozenset(name for name, bounds in stated.domain.items() if bounds.integer)
    search = BoxSearch(
        parse(stated.goal),
        stated.strict,
        box,
        assumptions=assumptions_of(stated),
        order=1,
        max_boxes=60,
        integers=whole,
    )
    try:
        found = search.run()
    except FAILURES:
        return None
    if not isinstance(found, dict):
        return None
    point = {name: value for name, value in found.items() if not isinstance(value, tuple)}
    return point if len(point) == len(found) and all(allows(relation, point) for relation in stated.given) else None
