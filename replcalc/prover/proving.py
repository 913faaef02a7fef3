"""A fact asked by somebody: decided within a time that is kept; the best constant bracketed if asked for."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from flint import fmpq

from replcalc.kernel.relations import MOST_TERMS, expand_sums, free_names, substitute_trees
from replcalc.kernel.values import Unverified
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.numbers.workers import Worker
from replcalc.prover.decide import PATIENCE, decide_fact, fails_somewhere
from replcalc.prover.facts import StatedFact, fact
from replcalc.prover.outcome import Outcome
from replcalc.statements.rendering import Renderable
from replcalc.symbolic.parsing import StatedRelation
from replcalc.symbolic.relations import to_tree

#: Relative width of the bracket of a best constant.
WIDTH = Fraction(1, 10**6)
#: Seconds of the time there is in which a decision that does not look at the clock may still come back.
GRACE = 3.0
#: Memory that a decision may take.
MEGABYTES = 4096


@dataclass(frozen=True)
class Bracket:
    """PROVED with one constant, REFUTED with the other; None where no such constant was found."""

    name: str
    proved: fmpq | None
    refuted: fmpq | None
    why: str = ""

    @property
    def narrow(self) -> bool:
        if self.proved is None or self.refuted is None:
            return False
        size = max(abs(self.proved), abs(self.refuted))
        return bool(abs(self.proved - self.refuted) <= size * fmpq(WIDTH.numerator, WIDTH.denominator))


@dataclass(frozen=True, repr=False)
class Proving(Renderable):
    """What was asked, the verdict, and what it rests on; ``seconds`` of CPU time."""

    fact: StatedFact
    outcome: Outcome
    seconds: float
    best: Bracket | None = None

    _writer: ClassVar[tuple[str, str]] = ("checks", "report_proof")

    @property
    def verdict(self) -> Verdict:
        return self.outcome.verdict

    def _summary(self) -> str:
        return f"{self.verdict.value}: {self.fact}"


def prove(
    relation: Any,
    on: str | Mapping[Any, str] = "",
    *,
    given: Iterable[str] = (),
    best: str | None = None,
    seconds: float = PATIENCE,
) -> Proving:
    """Decide ``relation`` (text such as "log(1 + x) <= x", or a relation of sympy) for all values of the domain ``on``.

    ``on``: "x in [0, oo), k integer in [1, 5], y > 0", or a mapping {"x": "[0, oo)"}. ``given``: relations assumed.
    ``best``: the name of a free constant of the relation whose best value is bracketed. PROVED has a certificate
    (``outcome.certificate``) that states the relation as it was written, REFUTED a point; UNDECIDED says what resists.

        >>> import replcalc
        >>> replcalc.prove("log(1 + x) <= x", "x in [0, oo)")
        <Proving: PROVED: log(1 + x) <= x for x in [0, oo)>
        >>> replcalc.prove("log(1 + x) <= x/2", "x in [0, oo)").verdict.value
        'REFUTED'
    """
    stated = _build_fact(relation, _domain(on), tuple(given), best)
    job = (stated, best, max(seconds - GRACE, seconds / 2))
    worker = Worker(_answer, MEGABYTES)
    finished, found = worker.ask(job, seconds)
    ended = "" if finished else worker.why_ended
    worker.end()
    if not finished:
        if ended == "time":
            why = f"given up after {seconds:g} seconds of CPU time; try a smaller domain or a simpler form"
        else:
            why = "the decision broke off, which is a fault of the prover or a lack of memory"
        nothing = None if best is None else Bracket(best, None, None, why)
        found = Proving(stated, Outcome(Verdict.UNDECIDED, "claim", detail=why), seconds, nothing)
    return found  # type: ignore[no-any-return]


def _answer(job: tuple[StatedFact, str | None, float]) -> Proving:
    stated, best, seconds = job
    start = time.process_time()
    found = (stated, decide_fact(stated, seconds), None) if best is None else _bracket_constant(stated, best, seconds)
    about, outcome, bracket = found
    return Proving(about, outcome, time.process_time() - start, bracket)


def _domain(on: str | Mapping[Any, str]) -> str:
    return on if isinstance(on, str) else ", ".join(f"{name} in {interval}" for name, interval in on.items())


def _build_fact(relation: Any, on: str, given: tuple[str, ...], best: str | None) -> StatedFact:
    constant = "" if best is None else f"{best} in (-oo, oo)"
    domain = f"{on}, {constant}" if on.strip() and constant else on or constant
    if isinstance(relation, str):
        stated = fact(relation, domain, given)
    else:
        if not hasattr(relation, "rel_op"):
            raise InputError("RELATION", str(relation)[:80], "a text such as 'log(1 + x) <= x', or a relation of sympy")
        operator = {"==": "="}.get(relation.rel_op, relation.rel_op)
        sides = (to_tree(relation.lhs), operator, to_tree(relation.rhs))
        stated = replace(fact("0 <= 1", domain, given), relations=(sides,))
        missing = sorted((free_names(sides[0]) | free_names(sides[2])) - set(stated.domain))
        if missing:
            raise InputError("on", on or "nothing", f"a domain for every variable: {', '.join(missing)} has none")
    try:
        for left, _, right in (*stated.relations, *stated.given):
            expand_sums(left), expand_sums(right)
    except Unverified:
        allowed = f"sums of at most {MOST_TERMS} terms between whole numbers"
        raise InputError("RELATION", str(stated)[:80], allowed) from None
    if best is not None and not any(best in free_names(side) for a, _, b in stated.relations for side in (a, b)):
        raise InputError("best", best, "the name of a constant that occurs in the relation")
    return stated


# -- best constants ----------------------------------------------------------------------------------------------------
def _with_constant(stated: StatedFact, name: str, value: Fraction) -> StatedFact:
    number = {name: ["q", str(value)]}

    def moved(relations: Iterable[StatedRelation]) -> tuple[StatedRelation, ...]:
        return tuple((substitute_trees(a, number), o, substitute_trees(b, number)) for a, o, b in relations)

    domain = {other: bounds for other, bounds in stated.domain.items() if other != name}
    return StatedFact(moved(stated.relations), domain, moved(stated.given), stated.context)


def _bracket_constant(stated: StatedFact, name: str, seconds: float) -> tuple[StatedFact, Outcome, Bracket]:
    """Find where the relation stops to hold as the constant grows or falls.

    Points alone say where it fails; bisection with them finds about where that begins, and only then is it proved, as
    near to there as the prover manages.
    """
    end = time.process_time() + seconds

    def fails(value: Fraction) -> bool:
        return fails_somewhere(_with_constant(stated, name, value))

    trial = [Fraction(0), *(sign * Fraction(2) ** n for n in (0, -4, 4, -8, 8, 16) for sign in (1, -1))]
    good = next((value for value in trial if not fails(value)), None)
    bad = next((value for value in trial if fails(value)), None)
    if good is None or bad is None:
        why = (
            f"{name} makes no difference that was found: it {'holds' if bad is None else 'fails'} for all values tried"
        )
        outcome = Outcome(Verdict.UNDECIDED, "best", detail=why)
        return stated, outcome, Bracket(name, None, None, why)
    while abs(bad - good) > WIDTH / 8 * max(abs(bad), abs(good)) and abs(bad - good) > Fraction(1, 10**12):
        if time.process_time() > end:
            break
        middle = _round_between(good, bad)
        good, bad = (good, middle) if fails(middle) else (middle, bad)
    gap = abs(bad - good)
    away = 1 if good > bad else -1
    outcome, proved = Outcome(Verdict.UNDECIDED, "best", detail="time ran out"), None
    for steps in (0, 3, 100, 10**4, 10**6):
        left = end - time.process_time()
        if left <= 0:
            break
        value = good + away * gap * steps
        about = _with_constant(stated, name, value)
        outcome = decide_fact(about, left)
        if outcome.verdict is Verdict.PROVED:
            proved = value
            stated = about
            break
    refuted = decide_fact(_with_constant(stated, name, bad), 5.0).verdict is Verdict.REFUTED if proved is None else True
    why = "" if proved is not None else f"nothing was proved near {good}: {outcome.detail}"
    return stated, outcome, Bracket(name, _exact(proved), _exact(bad) if refuted else None, why)


def _round_between(a: Fraction, b: Fraction) -> Fraction:
    """Return a short number about halfway between two: of all those near the middle, one with few digits."""
    return ((a + b) / 2).limit_denominator(max(4, int(16 / abs(a - b))))


def _exact(value: Fraction | None) -> fmpq | None:
    return None if value is None else fmpq(value.numerator, value.denominator)
