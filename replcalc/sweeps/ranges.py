"""The values of a varied input of a sweep, as exact texts."""

import re
from collections.abc import Sequence
from typing import Any

from flint import fmpq
from mpmath import mp

from replcalc.numbers.enclosure import decimal_exponent, nearest, rational_text
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational

#: Significant digits of the values of a logarithmic range.
RANGE_DIGITS = 4
#: The most values of one input, and the most points of a sweep.
MAX_POINTS = 1_000_000
#: LOW..HIGH between integers that lists more values than this becomes a logarithmic grid of so many.
GRID_POINTS = 40
_RANGE = re.compile(r"([^:]+?)\.\.([^:]+?)(?::(lin|log):([^:]+)|:(all))?")
_ALLOWED = "values such as binary,any or 0.1,0.2, or a range such as 1..1e6:log:40 or 0.1..0.3:lin:5"


def parse_values(name: str, given: Any) -> tuple[str, ...]:
    """Return the values of the input ``name``: a sequence of them, or text.

    ``a,b,c`` lists values (separated by ``;`` where they contain commas). ``LOW..HIGH:log:COUNT`` and
    ``LOW..HIGH:lin:COUNT`` are ranges with both ends; log values are rounded to four significant digits, and between
    integers every value is rounded to an integer (a repeated one is dropped). ``LOW..HIGH`` between integers is every
    integer, or a logarithmic grid of 40 where there are more; ``LOW..HIGH:all`` is every integer.
    """
    option = f"vary {name}"
    if not isinstance(given, str):
        found = [value_text(value, option) for value in (given if isinstance(given, Sequence) else [given])]
    elif match := _RANGE.fullmatch(given.strip()):
        found = _expand_range(given.strip(), option, *match.groups())
    else:
        found = [part.strip() for part in given.split(";" if ";" in given else ",")]
    if not found or "" in found or (isinstance(given, str) and ".." in given and not match):
        raise InputError(option, given, _ALLOWED)
    return tuple(dict.fromkeys(found))


def _expand_range(
    text: str, option: str, start: str, stop: str, spacing: str | None, count: str | None, all_: str | None
) -> list[str]:
    low, high = (parse_rational(end, option, _ALLOWED) for end in (start, stop))
    whole = low.q == 1 and high.q == 1
    if not low < high:
        raise InputError(option, text, "a range from a smaller to a larger number")
    if spacing is None and not whole:
        raise InputError(option, text, "a range with a spacing, such as :log:20 or :lin:5", "LOW..HIGH:log:COUNT")
    if spacing is None and high - low < (MAX_POINTS if all_ else GRID_POINTS):
        return [str(n) for n in range(int(low.p), int(high.p) + 1)]
    number = fmpq(GRID_POINTS) if count is None else parse_rational(count, option, _ALLOWED)
    if number.q != 1 or not 2 <= number <= MAX_POINTS:
        raise InputError(option, text, f"a whole number of values from 2 to {MAX_POINTS:,} after the spacing")
    if spacing == "log" and low <= 0:
        raise InputError(option, text, "a range above 0 for log", "or lin")
    steps = int(number.p) - 1
    if spacing == "lin" or low <= 0:
        inner = [low + j * (high - low) / steps for j in range(1, steps)]
    else:  # mpmath: the ends may lie beyond the range of floats
        ends = [mp.mpf(int(end.p)) / int(end.q) for end in (low, high)]
        ratio = mp.log(ends[1] / ends[0]) / steps
        inner = [parse_rational(mp.nstr(ends[0] * mp.exp(ratio * j), RANGE_DIGITS)) for j in range(1, steps)]
    if whole:
        inner = [fmpq((value + fmpq(1, 2)).floor()) for value in inner]
    return [exact_text(value) for value in (low, *inner, high)]


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
