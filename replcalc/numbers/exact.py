"""Parse input exactly: text or numbers become exact rationals or integers, or an InputError.

No float, no eval, no sympify. Accepted reals: ``12``, ``0.1``, ``.5``, ``1/10``, ``1e-40``, ``2.5e3``. A value that is
already a number (int, Fraction, fmpq, Decimal, sympy Rational) is taken exactly; a float of Python, numpy, mpmath or
sympy is taken as the decimal it prints as, so that ``0.1`` means one tenth from Python too.
"""

import math
import re
from decimal import Decimal
from fractions import Fraction

from flint import fmpq, fmpz

from replcalc.numbers.errors import InputError

#: Largest decimal exponent, either sign, of a typed number; beyond it exact arithmetic would waste memory.
MAX_EXPONENT = 5_000
#: Largest number of digits in a typed number.
MAX_DIGITS = 10_000

#: The same in bits.
_MAX_BITS = int(MAX_EXPONENT * 3.3219280948873623) + 2
_TOO_LARGE = f"exponents beyond ±{MAX_EXPONENT} are not supported"

_DECIMAL = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]{1,9}))?", re.ASCII)


def to_int(digits: str) -> int:
    """Convert plain ASCII digits of any length (CPython limits int() of long literals)."""
    return int(fmpz(digits.lstrip("0") or "0")) if len(digits) > 4000 else int(digits)


def _decimal(text: str, option: str, allowed: str) -> fmpq:
    match = _DECIMAL.fullmatch(text)
    if match is None:
        raise InputError(option, text, allowed)
    sign, whole, part, exponent = match.group(1), match.group(2), match.group(3) or "", int(match.group(4) or "0")
    if not whole and not part:
        raise InputError(option, text, allowed)
    if len(whole) + len(part) > MAX_DIGITS or abs(exponent) > MAX_EXPONENT:
        raise InputError(option, text, allowed, _TOO_LARGE)
    mantissa = to_int(whole + part)
    shift = exponent - len(part)
    value = fmpq(mantissa * 10**shift) if shift >= 0 else fmpq(mantissa, 10**-shift)
    return -value if sign == "-" else value


def to_float(q: fmpq) -> float:
    """Return the nearest float; infinity where it is too large."""
    try:
        return int(q.p) / int(q.q)
    except OverflowError:
        return math.inf if q > 0 else -math.inf


def parse_rational(text: object, option: str = "value", allowed: str = "a number such as 0.1, 1/10 or 1e-40") -> fmpq:
    """Parse ``text`` as an exact rational; an InputError names ``option``."""
    if isinstance(text, fmpq):
        return text
    if getattr(text, "ndim", None) == 0 and hasattr(text, "dtype"):  # a number of numpy: what it prints as
        kind = text.dtype.kind
        text = bool(text) if kind == "b" else int(text) if kind in "iu" else str(text)  # type: ignore[call-overload]
    if hasattr(text, "_mpf_"):  # a number of mpmath or sympy: what it prints as
        text = str(text)
    if isinstance(text, bool):
        raise InputError(option, text, allowed)
    if isinstance(text, int | fmpz):
        return fmpq(text)
    if isinstance(text, Fraction):
        return fmpq(text.numerator, text.denominator)
    if getattr(text, "is_Rational", False):  # sympy, without importing it
        return fmpq(int(text.p), int(text.q))  # type: ignore[attr-defined]
    if isinstance(text, float | Decimal):
        text = repr(text) if isinstance(text, float) else str(text)
    if not isinstance(text, str):
        raise InputError(option, text, allowed)
    stripped = text.strip()
    numerator, slash, denominator = stripped.partition("/")
    value = _decimal(numerator.strip(), option, allowed)
    if slash:
        bottom = _decimal(denominator.strip(), option, allowed)
        if bottom == 0:
            raise InputError(option, text, allowed, "division by zero")
        value = value / bottom
    if value and abs(value.p.bit_length() - value.q.bit_length()) > _MAX_BITS:  # also 0.000...1 and 1/777...
        raise InputError(option, text, allowed, _TOO_LARGE)
    return value


def parse_probability(text: object, option: str, *, closed_above: bool = False) -> fmpq:
    """Parse a rational in (0,1), or in (0,1] with ``closed_above``."""
    allowed = "a number with 0 < value " + ("<= 1" if closed_above else "< 1") + ", such as 0.1, 1/10 or 1e-40"
    if isinstance(text, str) and text.strip().endswith("%"):
        raise InputError(option, text, allowed, "10% is 0.1")
    value = parse_rational(text, option, allowed)
    if not (value > 0 and (value < 1 or (closed_above and value == 1))):
        raise InputError(option, text, allowed)
    return value


def parse_positive(text: object, option: str) -> fmpq:
    """Return a rational > 0."""
    allowed = "a number > 0, such as 0.1, 1/10 or 1e-40"
    value = parse_rational(text, option, allowed)
    if not value > 0:
        raise InputError(option, text, allowed)
    return value


def parse_integer(text: object, option: str, *, minimum: int = 1, maximum: int | None = None) -> int:
    """Parse an integer in [minimum, maximum]; ``1e6`` and ``10/5`` are integers too, ``1.5`` is not."""
    allowed = f"an integer >= {minimum}" + (f" and <= {maximum}" if maximum is not None else "")
    value = parse_rational(text, option, allowed)
    if value.q != 1 or value < minimum or (maximum is not None and value > maximum):
        raise InputError(option, text, allowed)
    return int(value.p)
