"""Steps that the recipes of several ways share, as sentences with every parameter filled in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.numbers.family import Family
from replcalc.planning.recipe import exact, sizes
from replcalc.planning.result import Result
from replcalc.statements.certification import Answer

#: Digits of a real parameter that has no finite decimal.
DIGITS = 17
#: As many runs of a list are written out.
_RUNS = 6


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


def lemma_e(result: Result, *, raced: bool) -> tuple[str, ...]:
    """derived:lemma-e for every algorithm, then one draw for all of them: a race, or the first acceptance.

    The strings are shared, where the lemma has the algorithm draw its own: see the last remark of its proof page.
    """
    answer, samples = result.answer, result.samples
    assert answer is not None
    n: Family[int] = answer.inputs["n"]
    given = {"epsilon": _column(answer, "epsilon", n), "delta": _column(answer, "delta", n)}
    given |= {"J": _column(answer, "J", n), "T": _column(answer, "blocks", n)}
    rows = [
        f"n = {size:,}{'' if count == 1 else f' ({count:,} times)'}: "
        + ", ".join(f"{name} = {typed(column[run])}" for name, column in given.items())
        for run, (size, count) in enumerate(n.runs[:_RUNS])
    ]
    more = f"; and so on, {len(n.runs):,} runs in all" if len(n.runs) > _RUNS else ""
    clocks, run = race("one pair (string, answer) per algorithm")
    if not raced:
        clocks = "a sequence of uniform points (z, u), z a vector of one pair (string, answer) per algorithm"
        run = "Take the first point whose u in [0, 1] is below the product of the probabilities of the pairs in its z."
    return (
        f"Every algorithm has its parameters: {'; '.join(rows)}{more}.",
        f"Agree on a random seed. Derive from it J_i random strings for the i-th algorithm, and {clocks}.",
        f"Draw {samples:,} fresh samples, used by every algorithm; cut the first T_i n_i of them into T_i blocks.",
        (
            "Run the i-th algorithm with every one of its strings j on each of the T_i blocks. Let y_j be the most "
            "frequent answer of string j (the first of equals) and m_j how often it came."
        ),
        (
            "The law of the i-th algorithm gives the pair (j, y_j) probability proportional to exp(eta_i m_j) with "
            "eta_i = epsilon_i/sqrt(2 T_i ln(16 J_i/delta_i^2))."
        ),
        run,
        "Output the answers of the pairs in that vector.",
    )


def _column(answer: Answer, name: str, n: Family[int]) -> Sequence[Any]:
    """A parameter run by run: a quantity of the derivation or one of its inputs, a scalar repeated."""
    value = answer.quantities[name].value if name in answer.quantities else answer.inputs[name]
    if isinstance(value, Family):
        return value.values
    return value if isinstance(value, Sequence) else (value,) * len(n.runs)
