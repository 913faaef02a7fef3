"""The algorithms of a goal in few groups for a search: by rho0, then by size; many are merged."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.search.optimise import log_rational

#: Values of rho0, and values of n per value of rho0, that a search tells apart.
GROUPS, MEMBERS = 8, 12


@dataclass(frozen=True)
class Group:
    """Base algorithms of about one rho0: logarithms of rho0 and of the mean beta0, and their sizes with counts.

    ``members`` holds (largest n, mean n, count); ``covers`` the values of rho0 it stands for, the largest last.
    """

    covers: tuple[fmpq, ...]
    log_rho0: float
    log_beta0: float
    members: tuple[tuple[int, int, int], ...]

    @property
    def rho0(self) -> float:
        return math.exp(self.log_rho0)

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(count for _, _, count in self.members)


def sizes_by_codes(goal: Composition) -> dict[tuple[int, int], dict[int, int]]:
    """How many algorithms there are of every size n, by the codes of their rho0 and beta0."""
    found: dict[tuple[int, int], dict[int, int]] = {}
    for n, count, *codes in zip(goal.n.values, goal.n.counts, goal.rho0.codes, goal.beta0.codes, strict=True):
        sizes = found.setdefault((codes[0], codes[1]), {})
        sizes[n] = sizes.get(n, 0) + count
    return found


def groups(goal: Composition) -> Iterator[Group]:
    """The goal's algorithms by rho0; many values are merged into few, each standing for smaller ones."""
    kinds = {(goal.rho0.distinct[r], goal.beta0.distinct[b]): sizes for (r, b), sizes in sizes_by_codes(goal).items()}
    ordered = sorted({rho0 for rho0, _ in kinds})
    step = -(-len(ordered) // GROUPS)
    for start in range(0, len(ordered), step):
        block = ordered[start : start + step]
        members: dict[int, int] = {}
        failure, number = fmpq(0), 0
        for (rho0, beta0), sizes in kinds.items():
            if block[0] <= rho0 <= block[-1]:
                count = sum(sizes.values())
                failure, number = failure + beta0 * count, number + count
                for n, members_there in sizes.items():
                    members[n] = members.get(n, 0) + members_there
        yield Group(tuple(block), log_rational(block[-1]), log_rational(failure / number), _merged(members))


def _merged(members: dict[int, int]) -> tuple[tuple[int, int, int], ...]:
    """At most MEMBERS blocks of sizes."""
    ordered = sorted(members)
    step = -(-len(ordered) // MEMBERS)
    merged = []
    for start in range(0, len(ordered), step):
        block = ordered[start : start + step]
        count = sum(members[n] for n in block)
        merged.append((block[-1], sum(n * members[n] for n in block) // count, count))
    return tuple(merged)
