"""Enclosures of real numbers between two exact rationals, their printing, and verdicts of comparisons.

Printing rounds outward: the decimal strings still enclose the value. ``digits`` is the number of significant digits to
which the two ends agree (relative difference at most 10**-digits); where they do not, the quantity is a bracket.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, overload

from flint import arb, ctx, fmpq, fmpz

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import ball_precision


# -- three-valued truth. A verdict is never a bare bool: not proved is not the same as refuted -------------------------
class Verdict(Enum):
    """PROVED: certainly true. REFUTED: certainly false. UNDECIDED: the enclosures overlap."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    UNDECIDED = "UNDECIDED"

    def __bool__(self) -> bool:
        raise TypeError("a Verdict has three values; compare with Verdict.PROVED instead of testing its truth")

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def all(verdicts: Iterable[Verdict]) -> Verdict:
        """Return the verdict of a conjunction: one REFUTED refutes it, else one UNDECIDED leaves it open."""
        result = Verdict.PROVED
        for verdict in verdicts:
            if verdict is Verdict.REFUTED:
                return Verdict.REFUTED
            if verdict is Verdict.UNDECIDED:
                result = Verdict.UNDECIDED
        return result


#: Decimals written beyond the digits asked for, so that outward rounding stays below the asked-for agreement.
GUARD = 3
#: Larger binary exponents belong to vacuous figures and would waste memory.
LARGEST_EXPONENT = 1 << 22
#: Digits of a ``repr``, and the members of a long column that it shows: the first ones, and the last.
REPR_DIGITS, REPR_MEMBERS = 15, 4
_LOG10_OF_2 = math.log10(2)


@dataclass(frozen=True, repr=False)
class Enclosure:
    """lower <= value <= upper, both ends exact. ``bracket``: the quantity itself is only known to an interval.

    It reads as its digits, those that are certain: six for people (``str``), up to fifteen in ``repr``.
    """

    lower: fmpq
    upper: fmpq
    bracket: bool = False

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise PrecisionExhausted(f"empty enclosure: {self.lower} > {self.upper}")

    @staticmethod
    def exactly(value: Any) -> Enclosure:
        q = value if isinstance(value, fmpq) else fmpq(value)
        return Enclosure(q, q)

    @staticmethod
    def from_ball(ball: arb, *, bracket: bool = False) -> Enclosure:
        if not ball.is_finite():
            raise PrecisionExhausted("the enclosure is not finite at this precision")
        if ball.is_exact():
            value = _endpoint(ball)
            return Enclosure(value, value, bracket)
        return Enclosure(_endpoint(ball.lower()), _endpoint(ball.upper()), bracket)

    @property
    def is_exact(self) -> bool:
        return bool(self.lower == self.upper)

    @property
    def midpoint(self) -> fmpq:
        return (self.lower + self.upper) / 2

    @property
    def is_integer(self) -> bool:
        return self.is_exact and self.lower.q == 1

    def agrees_to(self, digits: int) -> bool:
        """Return whether the ends agree to ``digits`` significant digits."""
        if self.is_exact:
            return True
        if self.lower <= 0 <= self.upper:
            return False
        smaller = min(abs(self.lower), abs(self.upper))
        return bool((self.upper - self.lower) * 10 ** (digits + 1) <= smaller)

    def contains(self, value: Any) -> bool:
        return bool(self.lower <= value <= self.upper)

    def ball(self) -> arb:
        """Return an Arb ball that contains the enclosure at the current precision."""
        return arb(self.lower).union(arb(self.upper)) if not self.is_exact else arb(self.lower)

    def decimals(self, digits: int) -> tuple[str, str]:
        """Return lower and upper end as decimal strings, rounded outward."""
        return decimal(self.lower, digits + GUARD, up=False), decimal(self.upper, digits + GUARD, up=True)

    def to_json(self, digits: int) -> dict[str, Any]:
        lower, upper = self.decimals(digits)
        record: dict[str, Any] = {"lower": lower, "upper": upper}
        if self.is_exact:
            text = rational_text(self.lower)
            if len(text) <= 4 * digits + 200:
                record["exact"] = text
        if self.bracket or not self.agrees_to(digits):
            record["bracket"] = True
        return record

    def __float__(self) -> float:
        return float(decimal(self.midpoint, 20, up=False))

    def __str__(self) -> str:
        return short(self)

    def __repr__(self) -> str:
        return short(self, REPR_DIGITS)

    def _repr_latex_(self) -> str:
        return "$" + latex_number(short(self, 10)) + "$"


class Enclosures(Sequence[Enclosure]):
    """The enclosures of many balls, each made on access: balls take an eighth of the memory."""

    def __init__(self, balls: Sequence[arb], bits: int | None = None) -> None:
        self._balls, self._bits = balls, bits or ctx.prec  # ends are rounded to the precision of the moment

    def __len__(self) -> int:
        return len(self._balls)

    @overload
    def __getitem__(self, place: int) -> Enclosure: ...
    @overload
    def __getitem__(self, place: slice) -> Enclosures: ...
    def __getitem__(self, place: int | slice) -> Enclosure | Enclosures:
        if isinstance(place, slice):
            return Enclosures(self._balls[place], self._bits)
        ball = self._balls[place]
        if isinstance(ball, fmpq):
            return Enclosure.exactly(ball)
        with ball_precision(self._bits):
            return Enclosure.from_ball(ball)

    def floors(self) -> tuple[int, ...]:
        """Return the floor of each number, or one less where it is not certain."""
        with ball_precision(self._bits):
            return tuple(int(x.floor()) if isinstance(x, fmpq) else _floor(x) for x in self._balls)

    def __repr__(self) -> str:
        return self._written(repr)

    def __str__(self) -> str:
        return self._written(str)

    def _written(self, member: Callable[[Enclosure], str]) -> str:
        """Write as a tuple; of a long column the first members, the last one, and the length."""
        count = len(self)
        if count <= REPR_MEMBERS + 1:
            return f"({', '.join(map(member, self))}{',' if count == 1 else ''})"
        return f"({', '.join(map(member, self[:REPR_MEMBERS]))}, ..., {member(self[-1])}: {count:,} values)"

    def __dir__(self) -> list[str]:
        return ["count", "floors", "index"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:  # balls do not pickle, rationals do
        return tuple, (list(self),)


def _floor(ball: arb) -> int:
    found = ball.lower().floor().unique_fmpz()
    if found is None:
        raise PrecisionExhausted("the integer part is not certain at this precision")
    return int(found)


def _endpoint(value: arb) -> fmpq:
    """Return an exact ball (radius zero) as a rational."""
    mantissa, exponent = value.mid().man_exp()
    e = int(exponent)
    if abs(e) > LARGEST_EXPONENT:
        raise PrecisionExhausted(f"a figure beyond 2^±{LARGEST_EXPONENT} is not written out")
    return fmpq(mantissa * fmpz(2) ** e) if e >= 0 else fmpq(mantissa, fmpz(2) ** -e)


@lru_cache(maxsize=4096)
def _ten(power: int) -> fmpz:
    return fmpz(10) ** power


def rational_text(q: fmpq) -> str:
    return str(q.p) if q.q == 1 else f"{q.p}/{q.q}"


def decimal_exponent(q: fmpq) -> int:
    """Return floor(log10|q|) for q != 0, exactly."""
    top, bottom = abs(q.p), q.q
    bits: int = top.bit_length() - bottom.bit_length()  # |q| lies strictly between 2^(bits-1) and 2^(bits+1)
    least, most = (math.floor((bits + d) * _LOG10_OF_2 + d * 1e-6) for d in (-1, 1))
    for exponent in range(most, least, -1):
        if top * _ten(max(-exponent, 0)) >= bottom * _ten(max(exponent, 0)):
            return exponent
    return least


def _digits(q: fmpq, digits: int, whole: Callable[[fmpz, fmpz], fmpz]) -> tuple[str, str, int]:
    """Return sign, first ``digits`` digits without trailing zeros, and decimal exponent of q != 0.

    ``whole`` rounds the quotient of two integers.
    """
    exponent = decimal_exponent(q)
    shift = digits - 1 - exponent
    top, bottom = (q.p * _ten(shift), q.q) if shift >= 0 else (q.p, q.q * _ten(-shift))
    text = str(abs(whole(top, bottom)))
    if len(text) > digits:  # rounding carried into a new digit
        exponent += 1
    return "-" if q < 0 else "", text.rstrip("0"), exponent


def decimal(q: fmpq, digits: int, *, up: bool) -> str:
    """Write ``q`` to ``digits`` significant digits, rounded up or down; exact where it terminates."""
    if q == 0:
        return "0"
    sign, text, exponent = _digits(q, digits, lambda top, bottom: -(-top // bottom) if up else top // bottom)
    return sign + _place(text, exponent)


def _place(mantissa: str, exponent: int) -> str:
    """Write digits and exponent as a plain decimal of readable size, otherwise in scientific notation."""
    if -5 < exponent < 21:
        if exponent < 0:
            return "0." + "0" * (-exponent - 1) + mantissa
        if len(mantissa) <= exponent + 1:
            return mantissa + "0" * (exponent + 1 - len(mantissa))
        return mantissa[: exponent + 1] + "." + mantissa[exponent + 1 :]
    return _scientific(mantissa, exponent)


def _scientific(mantissa: str, exponent: int) -> str:
    head = mantissa[0] + ("." + mantissa[1:] if len(mantissa) > 1 else "")
    return f"{head}e{exponent}"


def nearest(q: fmpq, digits: int) -> str:
    """Write ``q`` rounded to nearest at ``digits`` significant digits."""
    if q == 0:
        return "0"
    sign, text, exponent = _digits(q, digits, lambda top, bottom: (2 * top + bottom) // (2 * bottom))
    if exponent >= max(digits, len(text)):  # zeros after the last certain digit would look certain
        return sign + _scientific(text, exponent)
    return sign + _place(text, exponent)


def short(value: Enclosure | int | fmpq, digits: int = 6) -> str:
    """Write the certain digits, at most ``digits``; a bracket as [lower, upper]."""
    if not isinstance(value, Enclosure):
        value = Enclosure.exactly(value)
    if value.is_integer and abs(value.lower) < 10**15:
        return str(int(value.lower.p))
    if value.agrees_to(digits) or value.is_exact:
        return nearest(value.midpoint, digits)
    return f"[{decimal(value.lower, digits, up=False)}, {decimal(value.upper, digits, up=True)}]"


def latex_number(text: str) -> str:
    """Write 1.5e-7 as 1.5 \\cdot 10^{-7}."""
    mantissa, e, exponent = text.partition("e")
    if not e:
        return text
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else rf"{mantissa} \cdot {power}"
