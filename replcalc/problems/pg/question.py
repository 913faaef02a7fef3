"""The question of pg-compose: k perfectly generalizing algorithms."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import InputError, UnknownName
from replcalc.numbers.exact import parse_probability, parse_rational
from replcalc.numbers.family import Family, align, parse_reals
from replcalc.planning.assumption import GAMMA, Assumed, ParsedQuestion, declare

VARIANTS = ("het", "simple", "conditioned", "nonadaptive", "basic")
#: Those that spend a slack delta' on a concentration inequality.
CONCENTRATED = ("het", "simple", "conditioned")
#: All of them side by side.
ALL = "all"


@dataclass(frozen=True)
class PgQuestion(ParsedQuestion):
    """k perfectly generalizing algorithms, aligned run by run."""

    eps: Family[fmpq] = declare("LIST  epsilon_i: 0.1,0.2 or 0.01x1000, @FILE, or - for standard input.")
    delta: Family[fmpq] = declare("LIST  delta_i, likewise; one value stands for all.")
    gamma: Family[fmpq] = declare("LIST  gamma_i.", assumed=GAMMA)
    delta_prime: fmpq | None = declare("D  Slack of the concentration inequality, 0 < D < 1/2 (not nonadaptive).")

    kind: ClassVar[str] = "pg"

    @property
    def k(self) -> int:
        return self.eps.length


def _epsilon(text: object, option: str) -> fmpq:
    from replcalc.sharper.total_variation.product_tv import LARGEST_EPSILON

    allowed = f"numbers with 0 < value <= {LARGEST_EPSILON}, such as 0.1,0.02x20"
    return _within(text, option, allowed, lambda value: 0 < value <= LARGEST_EPSILON)


def _share(text: object, option: str) -> fmpq:
    return _within(text, option, "numbers >= 0, such as 1e-6,1e-8x20", lambda value: value >= 0)


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
) -> PgQuestion:
    """Parse and check what a user typed for a variant; one value stands for as many as the longest list has."""
    if variant not in (*VARIANTS, ALL):
        raise UnknownName("variant", variant, "one of " + ", ".join((*VARIANTS, ALL)))
    if delta_prime is None and variant in CONCENTRATED:
        raise InputError("delta_prime", None, "a number such as 1e-9, or to be solved for", f"{variant} needs it")
    lists = {"eps": parse_reals(eps, "eps", _epsilon), "delta": parse_reals(delta, "delta", _share)}
    assumed = Assumed()
    if gamma is None:
        assumed["gamma"] = GAMMA
    lists["gamma"] = lists["delta"] if gamma is None else parse_reals(gamma, "gamma", _share)
    epsilons_, deltas_, gammas_ = align(*_spread(lists))
    return PgQuestion(
        epsilons_,
        deltas_,
        gammas_,
        None if delta_prime is None else parse_probability(delta_prime, "delta_prime"),
        settings={name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()},
        assumed=assumed,
    )


def _spread(lists: Mapping[str, Family[fmpq]]) -> list[Family[fmpq]]:
    """Return one value for all, or lists of one common length."""
    length = max(family.length for family in lists.values())
    spread = []
    for option, family in lists.items():
        if family.length not in (1, length):
            raise InputError(option, str(family), f"one value or {length} values, as many as the longest list has")
        spread.append(Family.constant(family.values[0], length) if family.length == 1 else family)
    return spread
