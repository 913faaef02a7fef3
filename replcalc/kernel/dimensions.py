"""Dimensions of finite classes of 0/1 functions, for ``finite`` certificates.

A class on ``points`` points is a number: its bit j says whether the function is a member whose value at the point p is
bit p of j.
"""

from __future__ import annotations


def _members(points: int, number: int) -> list[int]:
    if not (0 <= points <= 4 and 0 < number < 1 << (1 << points)):
        raise ValueError("a nonempty class on at most four points")
    return [j for j in range(1 << points) if number >> j & 1]


def vc(points: int, number: int) -> int:
    """The largest size of a set of points (a mask) on which the members take all values."""
    members = _members(points, number)
    masks = range(1 << points)
    return max(mask.bit_count() for mask in masks if len({j & mask for j in members}) == 1 << mask.bit_count())


def littlestone(points: int, number: int) -> int:
    """The most mistakes an adversary can force: it asks for a point on which the members left disagree."""

    def forced(members: list[int]) -> int:
        halves = ([[j for j in members if j >> p & 1 == bit] for bit in (0, 1)] for p in range(points))
        return max((1 + min(map(forced, pair)) for pair in halves if all(pair)), default=0)

    return forced(_members(points, number))
