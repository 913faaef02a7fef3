"""The best of many options, as a question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, NumbersQuestion
from replcalc.ask.defaults import CHOICES, OWN_VARIANCE, PAIR_VARIANCE
from replcalc.ask.parsing import ROUNDS, parse_count, parse_unit
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_positive
from replcalc.numbers.family import MAX_LENGTH

#: The largest variance of a value in [0, 1], and of a difference of two.
MOST_VARIANCE, MOST_DIFFERENCE = fmpq(1, 4), fmpq(1)


@dataclass(frozen=True)
class Choose(NumbersQuestion):
    """In each of k instances one of ``arms`` options, within ``alpha`` of the best: rho-replicably, but for beta.

    ``common``: all options of an instance are scored on the same samples. ``variance``: of one reward, at most; with
    ``common`` of the difference of two scores.
    """

    k: int
    arms: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    common: bool = False
    variance: fmpq = MOST_VARIANCE
    max_rounds: fmpq = field(default=ROUNDS, kw_only=True)

    kind: ClassVar[str] = "choose"


def parse_variance(text: Any, most: fmpq, told: str) -> fmpq:
    """A variance that values in [0, 1] can have."""
    value = parse_positive(text, "variance")
    if value > most:
        raise InputError("variance", text, f"a number with 0 < value <= {most}", told)
    return value


def promised_variance(assumed: Assumed, given: Any, told: str, difference: str = "") -> fmpq:
    """What is promised of the variance of a value in [0, 1], or of the difference of two; else the largest, assumed."""
    most, default = (MOST_DIFFERENCE, PAIR_VARIANCE) if difference else (MOST_VARIANCE, OWN_VARIANCE)
    return assumed.parsed("variance", given, default, lambda text, _: parse_variance(text, most, difference or told))


def choose_question(
    arms: Any, alpha: Any, rho: Any, beta: Any, k: Any = None, *, common: bool = False, variance: Any = None
) -> Choose:
    """Parse and check what a user typed."""
    assumed = Assumed()
    difference = "of a difference of two scores in [0, 1]" if common else ""
    count = assumed.parsed("k", k, CHOICES, lambda text, name: parse_integer(text, name, maximum=MAX_LENGTH))
    spread = promised_variance(assumed, variance, "rewards in [0, 1] have no larger one", difference)
    return Choose(
        count,
        parse_count(arms, "arms", minimum=2),
        parse_unit(alpha, "alpha"),
        parse_unit(rho, "rho"),
        parse_unit(beta, "beta"),
        bool(common),
        spread,
        assumed=assumed,
    )
