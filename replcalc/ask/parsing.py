"""Limits on what problems are answered for."""

from __future__ import annotations

from flint import fmpq

from replcalc.ask.assumption import Assumed
from replcalc.ask.defaults import MAX_ROUNDS, OWN_VARIANCE, PAIR_VARIANCE
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_positive, parse_probability, parse_rational

#: Problems are answered for probabilities and accuracies down to 10^-LARGEST and for counts up to 10^LARGEST: beyond,
#: figures have thousands of digits and only burn time.
LARGEST = 1000
#: Sampling rounds within which a way counts as runnable, unless the user says otherwise.
ROUNDS = parse_rational(MAX_ROUNDS.text)
#: Smaller accuracies and probabilities take error functions of arguments that no promise is made of.
LEAST = fmpq(1, 10**6)
#: The largest variance of a value in [0, 1], and of a difference of two.
MOST_VARIANCE, MOST_DIFFERENCE = fmpq(1, 4), fmpq(1)
#: Most digits that may be asked for.
MAX_DIGITS = 2_000


def parse_unit(text: object, argument: str) -> fmpq:
    """A rational in [10^-LARGEST, 1)."""
    value = parse_probability(text, argument)
    if value < fmpq(1, 10**LARGEST):
        raise InputError(argument, text, f"a number with 1e-{LARGEST} <= value < 1")
    return value


def searched(text: object, argument: str) -> fmpq:
    """A rational in [LEAST, 1)."""
    value = parse_unit(text, argument)
    if value < LEAST:
        raise InputError(argument, text, "a number with 1e-6 <= value < 1")
    return value


def parse_variance(text: object, most: fmpq, told: str) -> fmpq:
    """A variance that values in [0, 1] can have."""
    value = parse_positive(text, "variance")
    if value > most:
        raise InputError("variance", text, f"a number with 0 < value <= {most}", told)
    return value


def promised_variance(assumed: Assumed, given: object, told: str, difference: str = "") -> fmpq:
    """What is promised of the variance of a value in [0, 1], or of the difference of two; else the largest, assumed."""
    most, default = (MOST_DIFFERENCE, PAIR_VARIANCE) if difference else (MOST_VARIANCE, OWN_VARIANCE)
    return assumed.parsed("variance", given, default, lambda text, _: parse_variance(text, most, difference or told))


def parse_count(text: object, argument: str, *, minimum: int = 1) -> int:
    """An integer from ``minimum`` to 10^LARGEST."""
    value = parse_integer(text, argument, minimum=minimum)
    if value > 10**LARGEST:
        raise InputError(argument, text, f"an integer from {minimum} to 1e{LARGEST}")
    return value


def parse_digits(text: object) -> int:
    """Significant digits to certify."""
    return parse_integer(text, "digits", minimum=1, maximum=MAX_DIGITS)


def parse_rounds(text: object) -> fmpq:
    """Sampling rounds that one can wait for."""
    allowed = f"a number >= 1 and <= 1e{LARGEST}, such as 1e9"
    value = parse_rational(text, "max_rounds", allowed)
    if not 1 <= value <= 10**LARGEST:
        raise InputError("max_rounds", text, allowed)
    return value
