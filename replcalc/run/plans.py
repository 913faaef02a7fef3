"""Plans: certified Results of the calculator, and the refusal to run with less than they ask for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import InputError, UnmetCondition
from replcalc.numbers.exact import parse_positive
from replcalc.planning.registry import get
from replcalc.planning.result import Result
from replcalc.run.rows import GRID_ERROR, PromisedRange


def rational_quantity(result: Result, name: str) -> Fraction:
    """A quantity of a plan that is exactly rational."""
    value: Any = result.value(name)
    if isinstance(value, Enclosure):
        if value.lower != value.upper:
            raise UnmetCondition(result.method, f"{name} is rational", "the plan gives it only between two bounds")
        value = value.lower
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    return Fraction(value)


def require_certified(result: Result) -> Result:
    """The plan itself, if every condition is PROVED, nothing is hidden and it promises something."""
    if not result.certified:
        raise UnmetCondition(result.method, "a certified plan", result.why_not or result.status.value)
    return result


@lru_cache(maxsize=64)
def plan_by(question: Any, method: str) -> Result:
    """The certified plan of a question by one way."""
    return require_certified(get(method, question.kind).solve(question, 20))


def require_samples(result: Result, rows: int, what: str = "Rows") -> None:
    """Refuse to run with fewer samples than certified, saying how many are missing."""
    require_size(rows, result.samples or 0, what, f", which the certified plan '{result.method}' needs")


class TooFewRows(InputError):
    """Fewer rows than a plan needs; ``offer``: what so many could promise."""

    def __init__(self, what: str, have: int, needed: int, why: str, offer: str = "") -> None:
        self.what, self.have, self.needed, self.why = what, have, needed, why
        hint = f"{needed - have:,} are missing"
        if offer:
            hint += f"; {have:,} could promise {offer}, if all teams agree on that before the data"
        super().__init__(what, f"{have:,}", f"at least {needed:,}{why}", hint)

    def offering(self, offer: str) -> TooFewRows:
        return TooFewRows(self.what, self.have, self.needed, self.why, offer)


def require_size(have: int, needed: int, what: str = "sample", why: str = "") -> None:
    if have < needed:
        raise TooFewRows(what, have, needed, why)


def accuracy_less_grid(alpha: str, length: int = 1) -> fmpq:
    """An accuracy as a share of a range of this length, less what the decimals of an answer may move it."""
    share = parse_positive(alpha, "alpha") / length - fmpq(GRID_ERROR.numerator, GRID_ERROR.denominator)
    if not 0 < share < 1:
        raise InputError("alpha", alpha, f"an accuracy above {length * float(GRID_ERROR):.3g} and below {length}")
    return share


def promise(plan: Result, what: str, rho: str, right: str, beta: str, unit: str = "rows") -> str:
    """What a run promises, and on which hypotheses, in one sentence."""
    return (
        "If the data are independent draws of one population, and the whole question (every input of it) and the seed "
        f"were fixed before anyone saw them: another team with this question, this seed and at least {plan.samples:,} "
        f"{unit} of its own gets exactly {what} except with probability {rho}, and {right} except with probability "
        f"{beta} ({', '.join(_sources(plan))})."
    )


def _sources(result: Result) -> list[str]:
    """The theorems that a plan rests on."""
    steps = result.answer.derivation.steps if result.answer else ()
    return sorted({step.statement.label for step in steps if not step.statement.label.startswith("goal:")})


def described(result: Result) -> dict[str, Any]:
    """The plan as it stands in a receipt: the way, its samples and every parameter that the algorithm uses."""
    chosen = {name: str(value) for name, value in result.chosen.items() if isinstance(value, int | fmpq | str)}
    return {"method": result.method, "samples": result.samples, "chosen": chosen, "statements": _sources(result)}


def numbers_apart(one: Mapping[str, str], two: Mapping[str, str], wanted: Mapping[str, Fraction], beta: str) -> str:
    """What kind of difference answers of these accuracies have: two right ones lie within 2 alpha of each other."""
    far = [name for name, alpha in wanted.items() if abs(Fraction(one[name]) - Fraction(two[name])) > 2 * alpha]
    if far:
        return (
            f"{', '.join(far)}: farther apart than 2 alpha, so one of them is off by more than alpha (probability "
            f"at most {beta} for each team), or the populations are not the same."
        )
    return "All within 2 alpha of each other: both may be right; a figure fell on two sides of a border of the grid."


def share_of_range(alpha: str, within: PromisedRange, errors: int = 1) -> fmpq:
    """An accuracy in units of the data as a share of the range, less so many errors of the grid."""
    length = Fraction(within.high) - Fraction(within.low)
    asked = parse_positive(alpha, "alpha")
    share = Fraction(int(asked.p), int(asked.q)) / length - errors * GRID_ERROR
    if not 0 < share < 1:
        least = float(errors * GRID_ERROR * length)
        raise InputError("alpha", alpha, f"an accuracy above {least:.3g} and below the range's length")
    return fmpq(share.numerator, share.denominator)


def variance_share(variance: str, within: PromisedRange) -> fmpq | None:
    """A promised variance in units of the data as that of shares of the range; None where nothing is promised."""
    if not variance:
        return None
    square = (Fraction(within.high) - Fraction(within.low)) ** 2
    return parse_positive(variance, "variance") * fmpq(square.denominator, square.numerator)
