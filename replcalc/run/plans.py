"""Plans: requirements, guarantees, and inputs in the units of the data as those of theorems."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import InputError, UnmetCondition
from replcalc.numbers.exact import parse_positive
from replcalc.planning.result import Result
from replcalc.run.rows import GRID_ERROR, ValueRange


# -- what is required --------------------------------------------------------------------------------------------------
def find_rational(result: Result, name: str) -> Fraction:
    """Return a quantity of a plan that is exactly rational."""
    value: Any = result.value(name)
    if isinstance(value, Enclosure):
        if value.lower != value.upper:
            raise UnmetCondition(result.method, f"{name} is rational", "the plan gives it only between two bounds")
        value = value.lower
    return to_fraction(value) if isinstance(value, fmpq) else Fraction(value)


def to_fraction(value: fmpq) -> Fraction:
    """Return the same number as a Fraction."""
    return Fraction(int(value.p), int(value.q))


def require_certified(result: Result) -> Result:
    """Return the plan if it is certified: conditions PROVED, no unspecified constant, not vacuous."""
    if not result.certified:
        raise UnmetCondition(result.method, "a certified plan", result.why_not or result.status.value)
    return result


class TooFewRows(InputError):
    """Too few rows for a plan; ``offer``: the guarantee possible with the rows that are there."""

    def __init__(self, what: str, have: int, needed: int, why: str, offer: str = "") -> None:
        self.what, self.have, self.needed, self.why = what, have, needed, why
        hint = f"{needed - have:,} are missing"
        if offer:
            hint += f"; {have:,} could guarantee {offer}, if all teams agree on that before the data"
        super().__init__(what, f"{have:,}", f"at least {needed:,}{why}", hint)


def require_samples(result: Result, rows: int, what: str = "Rows") -> None:
    """Refuse to run with fewer samples than certified; the error says how many are missing."""
    require_size(rows, result.samples or 0, what, f" for method {result.method}")


def require_size(have: int, needed: int, what: str = "sample", why: str = "") -> None:
    """Raise an error for fewer rows than needed."""
    if have < needed:
        raise TooFewRows(what, have, needed, why)


# -- units of the data -------------------------------------------------------------------------------------------------
def scale_accuracy(alpha: str, within: ValueRange | None, errors: int = 1) -> fmpq:
    """Return an accuracy in units of the data as a share of the range, less so many errors of the grid.

    Without a range (None) there are no data, and the accuracy is a share already.
    """
    given = parse_positive(alpha, "alpha")
    if within is None:
        if not given < 1:
            raise InputError("alpha", alpha, "an accuracy below 1, the length of the range")
        return given
    share = to_fraction(given) / within.length - errors * GRID_ERROR
    if not 0 < share < 1:
        least = float(errors * GRID_ERROR * within.length)
        raise InputError("alpha", alpha, f"an accuracy above {least:.3g} and below the range's length")
    return fmpq(share.numerator, share.denominator)


def scale_variance(variance: str, within: ValueRange | None) -> fmpq | None:
    """Return a variance in units of the data as that of shares of the range; None where none is given."""
    if not variance:
        return None
    square = within.length**2 if within is not None else Fraction(1)
    return parse_positive(variance, "variance") * fmpq(square.denominator, square.numerator)


# -- texts -------------------------------------------------------------------------------------------------------------
def write_guarantee(plan: Result, what: str, rho: str, right: str, beta: str, unit: str = "rows") -> str:
    """State the guarantee of a run and its hypotheses in one sentence."""
    return (
        "If the data are independent draws of one population, and the whole question (every input of it) and the seed "
        f"were fixed before anyone saw them: another team with this question, this seed and at least {plan.samples:,} "
        f"{unit} of its own gets exactly {what} except with probability {rho}, and {right} except with probability "
        f"{beta} ({', '.join(_theorems_of(plan))})."
    )


def _theorems_of(result: Result) -> list[str]:
    """Return the labels of the theorems that a plan rests on."""
    steps = result.answer.derivation.steps if result.answer else ()
    return sorted({step.statement.label for step in steps if not step.statement.label.startswith("goal:")})


def describe_plan(result: Result) -> dict[str, Any]:
    """Return a plan as receipts hold it: the method, its samples and every parameter of the algorithm."""
    chosen = {name: str(value) for name, value in result.chosen.items() if isinstance(value, int | fmpq | str)}
    return {"method": result.method, "samples": result.samples, "chosen": chosen, "statements": _theorems_of(result)}


def explain_numbers(one: Mapping[str, str], two: Mapping[str, str], wanted: Mapping[str, Fraction], beta: str) -> str:
    """Explain a difference of answers with these accuracies: two right ones lie within 2 alpha of each other."""
    far = [name for name, alpha in wanted.items() if abs(Fraction(one[name]) - Fraction(two[name])) > 2 * alpha]
    if far:
        return (
            f"{', '.join(far)}: farther apart than 2 alpha, so one of them is off by more than alpha (probability "
            f"at most {beta} for each team), or the populations are not the same."
        )
    return "All within 2 alpha of each other: both may be right; a figure fell on two sides of a border of the grid."
