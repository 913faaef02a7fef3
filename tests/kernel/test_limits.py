"""Limits as a variable grows: what is infinite, what is finite, and what cannot be read off."""

import pytest

from replcalc.kernel.limits import limit_of
from replcalc.kernel.values import Unverified, constant_sign

X = ["v", "x"]
ONE, MINUS = ["q", "1"], ["q", "-1"]
LOG = ["log", X]


@pytest.mark.parametrize(
    ("tree", "end"),
    [
        (X, 1),
        (["exp", X], 1),
        (LOG, 1),
        (["+", X, LOG, ONE], 1),
        (["*", ["q", "-2"], X], -1),
        (["+", ["*", MINUS, X], ["*", MINUS, LOG]], -1),
        (["*", ["*", MINUS, X], LOG], -1),
    ],
)
def test_an_infinite_end(tree, end):
    assert limit_of(tree, "x") == end


def test_a_finite_end_is_a_tree_without_the_variable():
    assert constant_sign(["+", limit_of(["+", ["^", X, MINUS], ["q", "2"]], "x"), ["q", "-2"]]) == 0


@pytest.mark.parametrize("tree", [["+", X, ["*", MINUS, LOG]], ["*", ["^", X, MINUS], X], ["log", ["*", MINUS, X]]])
def test_what_cannot_be_read_off_is_refused(tree):
    with pytest.raises(Unverified):
        limit_of(tree, "x")
