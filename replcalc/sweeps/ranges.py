"""The values of a varied input of a sweep, as exact texts."""

import re
from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure, decimal_exponent, nearest, rational_text
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.fields import ball_precision

#: Significant digits of the values of a logarithmic range.
RANGE_DIGITS = 4
#: The most values of one input, and the most points of a sweep.
MAX_POINTS = 1_000_000
#: LOW..HIGH between integers that lists more values than this becomes a logarithmic grid of so many.
GRID_POINTS = 40
_RANGE = re.compile(r"(?P<low>[^:]+?)\.\.(?P<high>[^:]+?)(?::(?P<spacing>lin|log):(?P<count>[^:]+))?")
_ALLOWED = "values such as binary,any or 0.1,0.2, or a range such as 1..1e6:log:40 or 0.1..0.3:lin:5"


def parse_values(name: str, given: Any) -> tuple[str, ...]:
    """Return the values of the input ``name``: a sequence of them, or text.

    ``a,b,c`` lists values (separated by ``;`` where they contain commas). ``LOW..HIGH:log:COUNT`` and
    ``LOW..HIGH:lin:COUNT`` are ranges with both ends:

    - ``log``: LOW (HIGH/LOW)^(j/(COUNT-1)), rounded to four significant digits; the ends exactly.
    - ``lin``: LOW + j (HIGH - LOW)/(COUNT - 1), exact rationals.
    - Where both ends are integers every value is rounded to an integer, and a value that repeats is dropped, so that
      there may be fewer than COUNT.
    - ``LOW..HIGH`` between integers is every integer from LOW to HIGH, or a logarithmic grid of 40 where there are
      more.
    """
    option = f"vary {name}"
    if not isinstance(given, str):
        listed = list(given) if isinstance(given, Sequence) else [given]
        found = [value_text(value, option) for value in listed]
    elif ".." in given:
        found = _parse_range(given.strip(), option)
    else:
        found = [part.strip() for part in given.split(";" if ";" in given else ",")]
    if not found or "" in found:
        raise InputError(option, given, _ALLOWED)
    return tuple(dict.fromkeys(found))


def _parse_range(text: str, option: str) -> list[str]:
    match = _RANGE.fullmatch(text)
    if match is None:
        raise InputError(option, text, _ALLOWED)
    low, high = (parse_rational(match[end], option, _ALLOWED) for end in ("low", "high"))
    if not low < high:
        raise InputError(option, text, "a range from a smaller to a larger number")
    whole = low.q == 1 and high.q == 1
    spacing, number = match["spacing"], GRID_POINTS
    if spacing is None:
        if not whole:
            raise InputError(option, text, "a range with a spacing, such as :log:20 or :lin:5", "LOW..HIGH:log:COUNT")
        if high - low < GRID_POINTS:
            return [str(n) for n in range(int(low.p), int(high.p) + 1)]
        spacing = "log" if low > 0 else "lin"
    else:
        count = parse_rational(match["count"], option, _ALLOWED)
        if count.q != 1 or not 2 <= count <= MAX_POINTS:
            raise InputError(option, text, f"a whole number of values from 2 to {MAX_POINTS:,} after the spacing")
        number = int(count.p)
    if spacing == "lin":
        inner = [low + j * (high - low) / (number - 1) for j in range(1, number - 1)]
    elif low > 0:
        inner = _logarithmic(low, high, number)
    else:
        raise InputError(option, text, "a range above 0 for log", "or lin")
    if whole:
        inner = [fmpq((value + fmpq(1, 2)).floor()) for value in inner]
    return [exact_text(value) for value in (low, *inner, high)]


def _logarithmic(low: fmpq, high: fmpq, count: int) -> list[fmpq]:
    """Return the inner points: the four-digit decimals nearest to balls that are far narrower than that."""
    with ball_precision(192):
        ratio = (arb(high) / arb(low)).log() / (count - 1)
        balls = [arb(low) * (ratio * j).exp() for j in range(1, count - 1)]
        return [parse_rational(nearest(Enclosure.from_ball(ball).midpoint, RANGE_DIGITS)) for ball in balls]


def value_text(value: Any, option: str) -> str:
    """Return one value as exact text; true and false are switches."""
    if isinstance(value, bool):
        return str(value).lower()
    return value.strip() if isinstance(value, str) else exact_text(parse_rational(value, option))


def exact_text(value: fmpq) -> str:
    """Return an exact decimal where there is a short one, else p/q; ``parse_rational`` reads back either."""
    if value == 0 or (value.q == 1 and abs(value) < 10**15):
        return rational_text(value)
    digits = max(1, decimal_exponent(value) + 1) + 15
    text = nearest(value, digits)
    return text if parse_rational(text) == value else rational_text(value)
