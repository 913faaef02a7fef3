"""Composition of perfectly generalizing algorithms, as a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, Assumption, ParsedQuestion
from replcalc.ask.defaults import GAMMA
from replcalc.numbers.errors import InputError, UnknownName
from replcalc.numbers.exact import parse_integer, parse_probability, parse_rational
from replcalc.numbers.family import Family, align, parse_reals
from replcalc.sharper.total_variation.product_tv import LARGEST_EPSILON, LARGEST_POINT, WORK

VARIANTS = ("het", "simple", "conditioned", "nonadaptive", "basic")
#: Those that spend a slack delta' on a concentration inequality.
CONCENTRATED = ("het", "simple", "conditioned")
#: All of them side by side.
ALL = "all"


@dataclass(frozen=True)
class PgQuestion(ParsedQuestion):
    """k perfectly generalizing algorithms, aligned run by run; ``curve``: where to find the smallest delta."""

    epsilon: Family[fmpq]
    delta: Family[fmpq]
    gamma: Family[fmpq]
    delta_prime: fmpq | None
    curve: tuple[fmpq, ...] = ()
    work: int = WORK

    kind: ClassVar[str] = "pg"

    @property
    def k(self) -> int:
        return self.epsilon.length


def _epsilon(text: object, option: str) -> fmpq:
    allowed = f"numbers with 0 < value <= {LARGEST_EPSILON}, such as 0.1,0.02x20"
    return _within(text, option, allowed, lambda value: 0 < value <= LARGEST_EPSILON)


def _share(text: object, option: str) -> fmpq:
    return _within(text, option, "numbers >= 0, such as 1e-6,1e-8x20", lambda value: value >= 0)


def _point(text: object, option: str) -> fmpq:
    allowed = f"numbers with 0 <= value <= {LARGEST_POINT}, such as 0,0.5,1"
    return _within(text, option, allowed, lambda value: 0 <= value <= LARGEST_POINT)


def _within(text: object, option: str, allowed: str, test: Any) -> fmpq:
    value = parse_rational(text, option, allowed)
    if not test(value):
        raise InputError(option, text, allowed)
    return value


def pg_question(
    eps: Any,
    delta: Any,
    gamma: Any = None,
    delta_prime: Any = None,
    variant: str = "het",
    settings: Mapping[str, Any] | None = None,
    curve: Any = None,
    work: Any = None,
) -> PgQuestion:
    """Parse and check what a user typed for a variant; one value stands for as many as the longest list has."""
    if variant not in (*VARIANTS, ALL):
        raise UnknownName("variant", variant, "one of " + ", ".join((*VARIANTS, ALL)))
    if delta_prime is None and variant in CONCENTRATED:
        raise InputError("delta_prime", None, "a number such as 1e-9, or to be solved for", f"{variant} needs it")
    if curve is not None and variant not in ("nonadaptive", ALL):
        raise InputError("curve", str(curve), "nothing, except with the variant nonadaptive")
    lists = {"eps": parse_reals(eps, "eps", _epsilon), "delta": parse_reals(delta, "delta", _share)}
    assumed = Assumed()
    if gamma is None:
        assumed["gamma"] = Assumption(GAMMA.text, GAMMA.why)
    lists["gamma"] = lists["delta"] if gamma is None else parse_reals(gamma, "gamma", _share)
    epsilons_, deltas_, gammas_ = align(*_spread(lists))
    return PgQuestion(
        epsilons_,
        deltas_,
        gammas_,
        None if delta_prime is None else parse_probability(delta_prime, "delta_prime"),
        () if curve is None else tuple(parse_reals(curve, "curve", _point).members()),
        WORK if work is None else parse_integer(work, "work", minimum=1000),
        settings={name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()},
        assumed=assumed,
    )


def _spread(lists: Mapping[str, Family[fmpq]]) -> list[Family[fmpq]]:
    """One value for all, or lists of one common length."""
    length = max(family.length for family in lists.values())
    spread = []
    for option, family in lists.items():
        if family.length not in (1, length):
            raise InputError(option, str(family), f"one value or {length} values, as many as the longest list has")
        spread.append(Family.constant(family.values[0], length) if family.length == 1 else family)
    return spread
