"""Heavy hitters, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import NumbersQuestion
from replcalc.ask.parsing import parse_unit
from replcalc.numbers.errors import InputError


@dataclass(frozen=True)
class HeavyHitters(NumbersQuestion):
    """Every element of probability at least ``nu``, none of probability at most ``nu - epsilon``."""

    nu: fmpq
    epsilon: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "heavy-hitters"


def heavy_question(nu: Any, epsilon: Any, rho: Any, beta: Any) -> HeavyHitters:
    """Parse and check what a user typed."""
    named = {"nu": nu, "epsilon": epsilon, "rho": rho, "beta": beta}
    question = HeavyHitters(**{name: parse_unit(value, name) for name, value in named.items()})
    if not question.epsilon < question.nu:
        raise InputError("epsilon", epsilon, "a tolerance below nu", "half of nu is a common choice")
    return question
