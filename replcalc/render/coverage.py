"""Which claims and simulators cover a statement."""

from __future__ import annotations

from functools import cache


@cache
def _simulators() -> dict[str, tuple[str, ...]]:
    from replcalc.simulate.registry import SIMULATORS, get

    found: dict[str, list[str]] = {}
    for name in SIMULATORS:
        for label in get(name).statements:
            found.setdefault(label, []).append(name)
    return {label: tuple(names) for label, names in found.items()}


@cache
def _claims() -> dict[str, tuple[str, ...]]:
    from replcalc.theories.deciding import claims

    found: dict[str, list[str]] = {}
    for claim in claims():
        found.setdefault(claim.statement, []).append(claim.id)
    return {label: tuple(ids) for label, ids in found.items()}


def simulators_of(label: str) -> tuple[str, ...]:
    """The simulators that witness a statement."""
    return _simulators().get(label, ())


def claims_of(label: str) -> tuple[str, ...]:
    """The claims decided about a statement."""
    return _claims().get(label, ())
