"""What every question may say beside its own inputs: hidden constants, rounds, and which quantity is missing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from replcalc.ask.parsing import ROUNDS, parse_rounds
from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_rational


def exact_settings(settings: Mapping[str, Any] | None) -> dict[str, fmpq]:
    """Hidden constants by name, exact."""
    return {name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()}


def rounds_allowed(given: Any) -> fmpq:
    return ROUNDS if given is None else parse_rounds(given)


def missing_quantity(
    solve: str | None, samples: Any, given: Mapping[str, Any], needed: Mapping[str, Any] | None = None
) -> str | None:
    """The quantity to solve for, which must not be given; None where everything is there.

    ``needed``: inputs that no default stands in for.
    """
    goal = {} if samples is not None or solve == "rho" else {"rho": given["rho"]}
    need({name: value for name, value in {**(needed or {}), **goal}.items() if name != solve})
    if solve is None:
        if (given["rho"] is None) == (samples is None):
            raise InputError("rho", given["rho"], "exactly one of rho and samples, or what to solve for")
        return None if samples is None else "rho"
    typed = {**given, "samples": samples}.get(solve)
    if typed is not None:
        raise InputError(solve, typed, "nothing, since it is solved for")
    if solve != "rho" and given["rho"] is None:
        raise InputError("rho", None, f"a number with 0 < value < 1, to solve for {solve}")
    return solve
