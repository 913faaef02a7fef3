"""From a derivation to certified figures: raise precision until every asked-for digit and every verdict is certain."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure, Enclosures, Verdict, short
from replcalc.numbers.errors import Disagreement, PrecisionExhausted, UnknownName
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, MpField, ball_precision
from replcalc.statements.derivation import Application, Checked, Derivation, Evaluated, exact_values, integer_value, run
from replcalc.statements.statement import Conclusion, Condition, Statement
from replcalc.symbolic.evaluation import has_prefix_sums
from replcalc.symbolic.language import free, k

#: Working precision ceiling in bits; beyond it the answer is "not certain", never a guess.
CEILING = 1 << 18
#: Above this an undecided inequality is left UNDECIDED: balls cannot decide an inequality of equal numbers.
DECISION_CEILING = 1 << 13
#: Exact rational values are looked for only in families of at most this many runs (denominators multiply).
EXACT_RUNS = 256

#: With more runs than this the first attempt uses fewer bits: balls of up to 128 bits take a third of the memory.
MANY_RUNS, SPARED_BITS = 4096, 98

QuantityValue = int | Enclosure | Sequence[Enclosure] | Sequence[int]


_second_evaluation: ContextVar[bool] = ContextVar("second evaluation", default=True)


@contextmanager
def balls_only() -> Iterator[None]:
    """Context in which ``certify`` skips the second evaluation.

    Balls certify a figure. The second evaluation with mpmath detects bugs of this program: a batch does it for some
    questions, and trials whose figures are not shown skip it.
    """
    token = _second_evaluation.set(False)
    try:
        yield
    finally:
        _second_evaluation.reset(token)


@dataclass(frozen=True)
class Quantity:
    """A certified figure with the application that gave it."""

    name: str
    value: QuantityValue
    step: Application
    conclusion: Conclusion

    @property
    def statement(self) -> Statement:
        return self.step.statement

    def _repr_latex_(self) -> str:
        return self.conclusion._repr_latex_()


@dataclass(frozen=True)
class CheckedCondition:
    """A hypothesis of an applied statement with its verdict, both sides, and the member i where it is tightest.

    Of the many conditions of an answer few are shown, so ``sides`` holds balls (of ``bits``) that are enclosed when
    ``left`` or ``right`` is asked for.
    """

    statement: str
    hypothesis: Condition
    verdict: Verdict
    index: int | None  # 1-based i of the tightest member of a family, None for a scalar condition
    sides: tuple[Any, Any] = field(compare=False, repr=False)
    bits: int = field(compare=False, repr=False)

    @cached_property
    def left(self) -> Enclosure | None:
        """The left side; None where it is not finite."""
        return _enclose(self.sides[0], self.bits)

    @cached_property
    def right(self) -> Enclosure | None:
        """The right side; None where it is not finite."""
        return _enclose(self.sides[1], self.bits)

    def __reduce__(self) -> tuple[Any, ...]:  # balls cannot be pickled, rationals can
        sides = (self.left, self.right)
        return CheckedCondition, (self.statement, self.hypothesis, self.verdict, self.index, sides, self.bits)

    @cached_property
    def condition(self) -> str:
        """The hypothesis as text."""
        return str(self.hypothesis)

    @property
    def relation(self) -> Any:
        """The hypothesis as a relation of sympy, None where it is in words."""
        return self.hypothesis.relation

    @property
    def repair(self) -> str:
        """The smallest change that would make it hold; empty where it holds."""
        if self.verdict is Verdict.PROVED or self.relation is None:
            return ""
        return _repair(self.relation, self.left, self.right)

    @property
    def margin(self) -> Enclosure | None:
        """Distance between the two sides; negative where the condition fails."""
        if self.left is None or self.right is None:
            return None
        a, b = self.left, self.right
        if b.midpoint < a.midpoint:
            a, b = b, a
        low = b.lower - a.upper
        return Enclosure(low if low > 0 else fmpq(0), b.upper - a.lower)

    def brief(self) -> str:
        """Describe what is needed and the actual values in words."""
        needed = self.condition
        for name, words in (("_achieved", " reached"), ("_target", " asked")):
            needed = needed.replace(name, words)
        if self.left is None or self.right is None:
            return f"needs {needed}, which is {self.verdict}"
        doubt = "" if self.verdict is Verdict.REFUTED else " (not decided)"
        return f"needs {needed}, but has {short(self.left, 3)} against {short(self.right, 3)}{doubt}"

    def describe(self) -> str:
        """Describe the condition in one line; if it fails, with its values, member, margin and repair."""
        text = f"{self.statement}: {self.condition} {self.verdict}"
        if self.left is not None and self.right is not None and self.margin is not None:
            where = f" at i = {self.index}" if self.index is not None else ""
            text += f"{where} ({short(self.left)} against {short(self.right)}, margin {short(self.margin)})"
        return text + (f"; {self.repair}" if self.repair else "")


@dataclass(frozen=True, repr=False)
class Answer:
    """Every quantity and every checked condition of one derivation at given inputs."""

    derivation: Derivation
    quantities: Mapping[str, Quantity]
    conditions: tuple[CheckedCondition, ...]
    bits: int
    cross_checked: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def verdict(self) -> Verdict:
        return Verdict.all(condition.verdict for condition in self.conditions)

    @property
    def unmet(self) -> tuple[CheckedCondition, ...]:
        return tuple(c for c in self.conditions if c.verdict is not Verdict.PROVED)

    def value(self, name: str) -> Any:
        if name not in self.quantities:
            raise UnknownName("quantity", name, "one of " + ", ".join(self.quantities))
        return self.quantities[name].value

    def __repr__(self) -> str:
        return f"<Answer of {self.derivation.name}: {self.verdict}, {', '.join(self.quantities)}>"


def starting_bits(digits: int) -> int:
    """Return bits for the requested digits, outward rounding, and the error of a few dozen operations."""
    return 128 + int(digits * 3.33) + 32


def certify(
    derivation: Derivation,
    inputs: Mapping[str, Any],
    settings: Mapping[str, Any] | None = None,
    *,
    digits: int = 20,
    cross_check: bool = True,
    exact_runs: int = EXACT_RUNS,
    report: Collection[str] | None = None,
    decision_bits: int = DECISION_CEILING,
) -> Answer:
    """Evaluate in balls of growing precision; conclusions whose expression is a ceiling come out as integers.

    ``report`` names the quantities wanted (all by default): the others are evaluated but not enclosed one by one.
    ``decision_bits``: precision up to which an undecided condition is tried again.

        >>> import replcalc
        >>> step = replcalc.statement("lm:pg_to_replic")
        >>> proof = replcalc.Proof("mine", "one step", step.given)
        >>> rho = proof.apply(step, **{p.name: p.variable for p in step.given}).rho
        >>> answer = replcalc.certify(proof.derivation(), {"gamma": "0.001", "epsilon": "0.01", "delta": "0.001"})
        >>> answer.value("rho"), answer.verdict.value
        (0.088, 'PROVED')
    """
    inputs = {name: parse_rational(v, name) if isinstance(v, str | float) else v for name, v in inputs.items()}
    families = [value for value in inputs.values() if isinstance(value, Family)]
    counts = max(families, key=lambda family: len(family.counts), default=None)
    exact: Mapping[str, Any] = {}
    if counts is None or len(counts.counts) <= exact_runs:
        exact = exact_values(derivation, inputs, settings)
    many = counts is not None and len(counts.counts) > MANY_RUNS
    bits = starting_bits(digits) - SPARED_BITS if many else starting_bits(digits)
    while True:
        field = BallField(bits)
        with field.active():
            evaluated = None  # free the memory of an attempt with too few bits before the next
            evaluated = run(derivation, inputs, field, settings, known=exact, keep=report if many else None)
            try:
                quantities = _quantities(derivation, evaluated, exact, digits, report)
                conditions = tuple(_condition(check, counts, bits) for check in evaluated.checks)
            except PrecisionExhausted:
                if bits >= CEILING:
                    raise PrecisionExhausted(
                        f"{derivation.name}: {digits} digits are not certain even at {bits} bits of precision"
                    ) from None
                bits *= 2
                continue
        undecided = any(c.verdict is Verdict.UNDECIDED for c in conditions)
        if undecided and bits < decision_bits:
            bits *= 2
            continue
        with field.active():
            again = cross_check and _second_evaluation.get()
            checked = again and _cross_check(derivation, inputs, settings, evaluated, digits, bits)
        return Answer(derivation, quantities, conditions, bits, checked, dict(inputs))


def _quantities(
    derivation: Derivation, evaluated: Evaluated, exact: Mapping[str, Any], digits: int, report: Collection[str] | None
) -> dict[str, Quantity]:
    found: dict[str, Quantity] = {}
    for step in derivation.steps:
        whole = {k} | {p.variable for p in step.statement.given if p.domain.integer}
        for conclusion, symbol in step.outputs():
            name = str(symbol)
            integral = is_whole(conclusion.expression, whole)
            if integral:
                whole.add(conclusion.variable)
            if report is not None and name not in report:
                continue
            raw, known = evaluated.values[name], exact.get(name)
            if isinstance(raw, tuple):
                value: Any = _column(raw if known is None else known, integral, digits)
            else:
                value = _value(raw, known, integral, digits)
            found[name] = Quantity(name, value, step, conclusion)
    return found


def is_whole(formula: Any, whole: Collection[Any]) -> bool:
    """Return whether it is built from integers by sums, products, powers, extremes; ``whole``: the integer symbols."""
    if formula.is_Rational:
        return bool(formula.is_Integer)
    if formula.is_Symbol:
        return formula in whole
    if isinstance(formula, sp.Indexed):
        return formula.base in whole
    if isinstance(formula, sp.ceiling | sp.floor):
        return True
    if formula.is_Add or formula.is_Mul or isinstance(formula, sp.Min | sp.Max):
        return all(is_whole(part, whole) for part in formula.args)
    if formula.is_Pow:
        return bool(is_whole(formula.base, whole) and formula.exp.is_Integer and formula.exp >= 0)
    return isinstance(formula, sp.Sum) and is_whole(formula.function, whole)


def _column(raw: Sequence[Any], integral: bool, digits: int) -> Sequence[int] | Sequence[Enclosure]:
    """Return one figure per run: integers, or balls that are enclosed on access."""
    if isinstance(raw[0], fmpq):
        return tuple(int(x.p) for x in raw) if integral and all(x.q == 1 for x in raw) else Enclosures(raw)
    if integral:
        return tuple(map(integer_value, raw))
    enough = 3.33 * (digits + 1) + 8  # the exact test is slow, and rarely needed
    for ball in raw:
        if not ball.rel_accuracy_bits() > enough and not Enclosure.from_ball(ball).agrees_to(digits):
            raise PrecisionExhausted("not enough digits")
    return Enclosures(raw)


def _value(raw: Any, exact: Any, integral: bool, digits: int) -> int | Enclosure:
    if exact is not None:
        return int(exact.p) if integral and exact.q == 1 else Enclosure.exactly(exact)
    if integral:
        return integer_value(arb(raw))
    enclosure = Enclosure.from_ball(arb(raw))
    if not enclosure.agrees_to(digits):
        raise PrecisionExhausted("not enough digits")
    return enclosure


def _condition(check: Checked, counts: Family[Any] | None, bits: int) -> CheckedCondition:
    index = counts.first_index(check.run) if check.run >= 0 and counts is not None else None
    sides = (check.left, check.right)
    return CheckedCondition(check.statement.label, check.condition, check.verdict, index, sides, bits)


def _enclose(side: Any, bits: int) -> Enclosure | None:
    if side is None or isinstance(side, Enclosure):
        return side
    try:
        with ball_precision(bits):
            return Enclosure.from_ball(arb(side))
    except PrecisionExhausted:
        return None


def _repair(relation: Any, left: Enclosure | None, right: Enclosure | None) -> str:
    """Return the smallest change: raise the smaller side or lower the larger one, whichever is not a constant."""
    if left is None or right is None or relation.rel_op not in ("<", "<=", ">", ">="):
        return ""
    small, large, low, high = relation.lhs, relation.rhs, left, right
    if relation.rel_op in (">", ">="):
        small, large, low, high = large, small, high, low
    strictly = "below" if relation.rel_op in ("<", ">") else "to at most"
    over = "above" if relation.rel_op in ("<", ">") else "to at least"
    methods = []
    if free(small):
        methods.append(f"bring {small} {strictly} {short(high)}")
    if free(large):
        methods.append(f"raise {large} {over} {short(low)}")
    return "to repair it, " + " or ".join(methods) if methods else ""


#: Most members of a family that the second evaluation visits one by one, and the runs it samples of more.
CROSS_CHECK_LENGTH, SAMPLED_RUNS = 2000, 50


def _cross_check(
    derivation: Derivation,
    inputs: Mapping[str, Any],
    settings: Mapping[str, Any] | None,
    evaluated: Evaluated,
    digits: int,
    bits: int,
) -> bool:
    """Evaluate again with mpmath and compare; a disagreement is an error of this program and raises.

    Of many runs, or many members of a prefix sum, a sample is taken as a question of its own and evaluated both ways.
    """
    if any(_visited(derivation, v) > CROSS_CHECK_LENGTH for v in inputs.values() if isinstance(v, Family)):
        inputs = {name: _sample(v) if isinstance(v, Family) else v for name, v in inputs.items()}
        evaluated = run(derivation, inputs, BallField(bits), settings, check=False)
    first = places = int(bits / 3.3) + 20
    while True:
        try:
            second = run(derivation, inputs, MpField(places), settings, check=False)
            for name, value in evaluated.values.items():
                ours = value if isinstance(value, tuple) else (value,)
                theirs = second.values[name]
                theirs = theirs if isinstance(theirs, tuple) else (theirs,)
                for ball, number in zip(ours, theirs, strict=True):
                    _agree(name, ball, number, digits)
            return True
        except PrecisionExhausted as error:  # unlike a ball, a rounded number does not show what was cancelled
            places *= 4
            if places > (16 * first if isinstance(error, Disagreement) else CEILING):
                raise


def _sample(family: Family[Any]) -> Family[Any]:
    """Return at most SAMPLED_RUNS evenly spaced runs with the first and the last, of one or two members each."""
    last = len(family.counts) - 1
    chosen = sorted({place * last // (SAMPLED_RUNS - 1) for place in range(SAMPLED_RUNS)})
    return Family.from_runs((family.values[run], min(2, family.counts[run])) for run in chosen)


def _visited(derivation: Derivation, family: Family[Any]) -> int:
    """Count the positions that an evaluation visits: the runs, or every member where there are prefix sums."""
    singly = any(has_prefix_sums(c.expression) for step in derivation.steps for c in step.statement.gives)
    return family.length if singly else len(family.counts)


def _agree(name: str, ball: Any, number: Any, digits: int) -> None:
    sign, mantissa, exponent, _ = number._mpf_
    q = fmpq(int(mantissa)) * (fmpq(2) ** int(exponent))
    q = -q if sign else q
    enclosure = Enclosure.from_ball(arb(ball))
    middle, radius = enclosure.midpoint, enclosure.upper - enclosure.midpoint  # wide where nobody asked for digits
    if abs(q - middle) > radius + abs(middle) * fmpq(1, 10**digits) + fmpq(1, 10 ** (3 * digits + 400)):
        raise PrecisionExhausted(f"{name}: the two evaluations disagree ({short(q, 15)} and {short(middle, 15)})")
