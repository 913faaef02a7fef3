"""Sums whose terms contain prefix sums: Sum(h(i, Sum(g[j], (j, 1, i-1))), (i, 1, k)) over long runs of equal members.

At offset t of run r a prefix sum has the closed form base_r + t*step_r. Members are visited one by one, unless the
field offers blocks: then a long run is cut into blocks, and each is summed through a Taylor series in t with a
rigorous remainder, so that k = 10**6 costs a fraction of a second.

The remainder is Cauchy's: it needs h to be analytic on a disc about the middle of the block, which the field of discs
decides (a value that is not finite: not analytic there). Blocks on which it is not are halved until they are visited
member by member; a function without continuation, such as a ceiling, is visited member by member throughout.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from flint import acb, arb, arb_series, fmpq

from replcalc.numbers.errors import Disagreement, NotAnalytic, UnsupportedNode
from replcalc.numbers.family import Column, Value, centred_power_sums, weighted_total
from replcalc.numbers.fields import Blocks, Field, series_length

#: Positions handled at a time when members are visited one by one: bounds memory, amortises overhead.
CHUNK = 8192
#: Shorter runs are visited member by member: a column of a thousand balls is cheaper than a dozen power series.
LONG_RUN = 1024
#: Members at the start of a long run that are visited singly at least: a column of them costs as much as three blocks.
SINGLES = 1536
#: Members that may be visited one by one where blocks do not help: about a minute.
MOST_MEMBERS = 2_000_000
#: Blocks that a second evaluation repeats member by member, and the widest of them.
SAMPLES, SAMPLE_WIDTH = 4, 32


#: A family's values along an axis: a Column, or the one value that all positions share.
ColumnOf = Callable[[Any], Value]


@dataclass
class Axis:
    """The positions a bound index runs through: the column of a family, weights, and prefix sums at each position."""

    index: Any
    column: ColumnOf
    weights: Sequence[int]
    prefixes: dict[Any, Sequence[Value]] = field(default_factory=dict)


@dataclass(frozen=True)
class Prefix:
    """A prefix sum: at offset t of run r its value is bases[r] + t*steps[r]."""

    node: Any
    bases: Sequence[Value]
    steps: Sequence[Value]

    def at(self, run: int, offset: Any) -> Value:
        return self.bases[run] + offset * self.steps[run]


class Walk(Protocol):
    """What is needed of the evaluator."""

    field: Field

    @property
    def counts(self) -> tuple[int, ...]: ...

    def member(self, run: int) -> ColumnOf:
        """Every family at one run, as columns of length one."""

    def columns(self, runs: Sequence[int] | None = None) -> ColumnOf:
        """Every family at the given runs (all of them by default), made when asked for."""

    def value_on(self, axis: Axis, body: Any, number_field: Field | None = None) -> Value:
        """``body`` along another axis, in another field if one is named."""


def long_run(count: int, blocks: Blocks | None) -> bool:
    """Is a run of that many members summed in blocks? Series of many bits have many terms, and members gain on them."""
    return blocks is not None and count > max(LONG_RUN, max(2, blocks.enough // 600) * blocks.enough)


@dataclass(frozen=True)
class PrefixSum:
    """The sum of ``body`` over ``index`` = 1..k, given the prefix sums in it."""

    walk: Walk
    body: Any
    index: Any
    prefixes: Sequence[Prefix]

    def total(self) -> Value:
        if self.walk.field.by_middles:
            middles = [(run, fmpq(count - 1, 2)) for run, count in enumerate(self.walk.counts)]
            return self._part(self._axis(middles, self.walk.counts))
        if max(self.walk.counts) == 1:  # nothing to lay out
            axis = Axis(self.index, self.walk.columns(), self.walk.counts)
            axis.prefixes.update((prefix.node, prefix.bases) for prefix in self.prefixes)
            return self._part(axis)
        blocks = self.walk.field.blocks
        runs = [run for run, count in enumerate(self.walk.counts) if long_run(count, blocks)]
        total: Value | None = None
        try:
            for run in reversed(runs):  # large terms come first
                assert blocks is not None
                total = RunInBlocks(self, run, blocks).total(total)
        except NotAnalytic as error:
            if sum(self.walk.counts) > MOST_MEMBERS:
                raise UnsupportedNode(f"{error}; more than {MOST_MEMBERS:,} members are not visited singly") from None
            total, runs = None, []
        for axis in self._axes(frozenset(runs), blocks):
            part = self._part(axis)
            total = part if total is None else total + part
        return total

    def repeated(self, other: PrefixSum, check: Callable[[arb, Value], None]) -> None:
        """Sampled blocks of the same sum in balls (``other``) are repeated here member by member and compared."""
        blocks = other.walk.field.blocks
        assert blocks is not None
        runs = [run for run, count in enumerate(self.walk.counts) if long_run(count, blocks)]
        for run in runs[:: -(-len(runs) // SAMPLES)]:
            spans = [(0, SAMPLE_WIDTH), *first_blocks(singles(blocks), self.walk.counts[run])]
            for start, width in spans[:: -(-len(spans) // SAMPLES)]:
                narrow = min(width, SAMPLE_WIDTH)
                ball = RunInBlocks(other, run, blocks).total(None, [(start, narrow)])
                check(ball, self.members(run, range(start, start + narrow)))

    def at(self, run: int, offset: Any, number_field: Field | None = None) -> Value:
        """``body`` at one offset of one run; the offset may be a number, a series or a complex ball."""
        axis = Axis(self.index, self.walk.member(run), [1])
        for prefix in self.prefixes:
            axis.prefixes[prefix.node] = [prefix.at(run, offset)]
        value = self.walk.value_on(axis, self.body, number_field)
        return value[0] if isinstance(value, Column) else value

    def members(self, run: int, offsets: Sequence[int]) -> Value:
        """The sum over some offsets of one run, each by itself."""
        return self._part(self._axis([(run, offset) for offset in offsets]))

    def _part(self, axis: Axis) -> Value:
        column = self.walk.value_on(axis, self.body)
        if not isinstance(column, Column):
            column = Column([column] * len(axis.weights))
        return weighted_total(column, axis.weights)

    def _axes(self, in_blocks: frozenset[int], blocks: Blocks | None) -> Iterator[Axis]:
        """Chunks of positions with the prefix sums at each, leaving out what the blocks cover."""
        chunk: list[tuple[int, int]] = []
        for run, count in enumerate(self.walk.counts):
            for offset in range(min(singles(blocks), count) if blocks is not None and run in in_blocks else count):
                chunk.append((run, offset))
                if len(chunk) >= CHUNK:
                    yield self._axis(chunk)
                    chunk = []
        if chunk:
            yield self._axis(chunk)

    def _axis(self, positions: Sequence[tuple[int, Any]], weights: Sequence[int] | None = None) -> Axis:
        weights = weights or [1] * len(positions)
        axis = Axis(self.index, self.walk.columns([run for run, _ in positions]), weights)
        for prefix in self.prefixes:
            bases, steps = prefix.bases, prefix.steps
            axis.prefixes[prefix.node] = [bases[r] + t * steps[r] if t else bases[r] for r, t in positions]
        return axis


def singles(blocks: Blocks) -> int:
    """How many offsets of a long run are visited singly: at least as many as bits are wanted."""
    return max(blocks.enough, SINGLES)


def first_blocks(start: int, count: int) -> Iterator[tuple[int, int]]:
    """(start, width) of the blocks of a run after the ``start`` offsets that are visited singly.

    Near t = 0 the terms may have a branch point: blocks are half as wide as their distance from it. With ``singles``
    before them they are wide enough for centred_power_sums.
    """
    while start < count:
        width = min(max(start // 2, 1), count - start)
        yield start, width
        start += width


@dataclass(frozen=True)
class RunInBlocks:
    """One long run of a prefix sum, block by block."""

    sum: PrefixSum
    run: int
    blocks: Blocks

    def total(self, so_far: Value | None, spans: Sequence[tuple[int, int]] | None = None) -> Value:
        """``so_far`` plus the blocks (by default all of the run)."""
        pending = list(first_blocks(singles(self.blocks), self.sum.walk.counts[self.run]) if spans is None else spans)
        total = so_far
        while pending:
            start, width = pending.pop()
            part = self.block(start, width, total)
            if part is None:
                pending += [(start, width // 2), (start + width // 2, width - width // 2)]
            else:
                total = part if total is None else total + part
        return total

    def at(self, offset: Any, number_field: Field | None = None) -> Value:
        return self.sum.at(self.run, offset, number_field)

    def _vague(self, value: Value) -> bool:
        return bool(value.rel_accuracy_bits() < self.blocks.enough // 4)

    def block(self, start: int, width: int, so_far: Value | None) -> Value | None:
        """Sum over offsets start..start+width-1, or None if the series does not converge fast enough.

        h(m+s) = a_0 + a_1 s + ... + a_{p-1} s^{p-1} + R with |R| <= M q^p/(1-q), q = |s|/radius, M bounds |h - a_0| on
        the disc of that radius about m (Cauchy): terms that hardly vary need few coefficients. Power sums of s over
        the block are known; odd ones vanish. A block that is nothing beside the sum ``so_far`` (geometric growth) is
        only bounded.
        """
        enough = self.blocks.enough
        middle, half = fmpq(2 * start + width - 1, 2), fmpq(width - 1, 2)
        if so_far is not None:
            most = abs(self.at(arb(middle, half))).upper() * width
            if most < abs(so_far) * arb(2) ** -enough:
                return arb(0, most.upper())
        radius = min(middle * 7 / 8, 16 * half)  # no wider than convergence needs: fast-growing terms are huge far away
        order = int(enough / math.log2(radius / half)) + 8 if radius > 2 * half else 3 * width + 1
        if width * 3 < order:  # a short block, or one next to t = 0
            return self.sum.members(self.run, range(start, start + width))
        disc = acb(arb(middle, arb(radius)), arb(0, arb(radius)))
        centre = self.at(arb(middle))
        if self._vague(centre) and all(self._vague(self.at(fmpq(t))) for t in (start, start + width - 1)):
            return arb("nan")  # the prefix sums themselves are too vague: more bits will help, more blocks will not
        spread = abs(self.at(disc, self.blocks.discs) - centre).upper()
        if not spread.is_finite():
            return None
        ratio = arb(half / radius)
        while order > 4 and spread * ratio ** (order * 3 // 4) < abs(centre) * arb(2) ** -enough:
            order = order * 3 // 4
        with series_length(order):
            series = arb_series(0) + self.at(arb_series([arb(middle), 1]), self.blocks.series)  # a constant is an arb
        remainder = spread * ratio**order / (1 - ratio) * width
        total = arb(0)
        for m, power_sum in enumerate(centred_power_sums(width, -(-order // 2), self.blocks.bits)):
            total += series[2 * m] * power_sum
        if not remainder.is_finite() or remainder > abs(total) * arb(2) ** (24 - enough):
            return None
        return total + arb(0, remainder.upper())


def agreement(digits: int, ball: arb, members: arb) -> None:
    """The members' sum lies in the block's ball, up to a relative 10**-digits; anything else is our mistake."""
    slack = abs(members).upper() * arb(10) ** -digits + arb(10) ** (-3 * digits - 400)
    if not (members + arb(0, slack.upper())).overlaps(ball):
        raise Disagreement(f"a block of a prefix sum is {ball.str(15)}, its members give {members.str(15)}")
