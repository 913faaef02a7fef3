"""Steps that the recipes of several ways share, as sentences with every parameter filled in."""

from __future__ import annotations

from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.planning.recipe import exact, sizes
from replcalc.planning.result import Result

#: Digits of a real parameter that has no finite decimal.
DIGITS = 17


def typed(value: Any) -> str:
    """A parameter as one types it: exact where it is, else to 17 digits."""
    return short(value, DIGITS) if isinstance(value, Enclosure) and not value.is_exact else exact(value)


def race(what: str, inside: str = "") -> tuple[str, str]:
    """The clocks to derive from the seed, and the race: for every group if ``inside`` says so."""
    clocks = f"independent exponential clocks of mean 1, one for every vector z of {what}{inside}"
    run = (
        f"Race{inside}: of all vectors z of {what} take the one with the smallest clock divided by the product of its "
        "probabilities. Look at points in the order of their clocks until no later one can win."
    )
    return clocks, run


def groups_text(k: int, size: int | None) -> tuple[str, str]:
    """How the problems are divided, and what to say of a race then; nothing where one race is for all."""
    if size is None or size >= k:
        return "", ""
    count = -(-k // size)
    return f"Divide the {k:,} problems into {count:,} groups of at most {size:,}, in order. ", " of one group"


def squared_votes(result: Result) -> tuple[str, ...]:
    """Squared votes and a race for all, or one for every group, with J and the blocks of every size."""
    assert result.answer is not None and result.samples is not None
    n, samples, strings = result.answer.inputs["n"], result.samples, result.chosen["J"]
    blocks = sizes(n, lambda each: f"T = {samples // each:,}")
    divided, inside = groups_text(n.length, result.chosen.get("group"))
    clocks, run = race("one pair (string, answer) per problem", inside)
    return (
        (
            f"{divided}Agree on a random seed. Derive from it J = {strings:,} random strings for every one of the "
            f"{n.length:,} algorithms, and {clocks}."
        ),
        (
            f"Draw {samples:,} fresh samples, used by every problem; cut them into T_i = floor({samples:,}/n_i) "
            f"blocks of n_i samples for problem i ({blocks})."
        ),
        (
            "For every problem i and every one of its strings j run the algorithm on each of the T_i blocks; "
            "let V_i(j, y) be the number of blocks with answer y. The law P_i gives the pair (j, y) probability "
            "proportional to V_i(j, y)^2."
        ),
        run,
        "Output the answers of the pairs in that vector.",
    )
