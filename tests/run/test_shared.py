"""Shared randomness: the documented construction, rebuilt here from its description, and laws of what is derived."""

from __future__ import annotations

import hashlib
from fractions import Fraction

import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.shared import Shared

#: First words of Shared("study 2026").stream("mean", 0): written down once; a change breaks every published receipt.
VECTOR = (0x35DBA086041FC424, 0x1566EF9487ED799F, 0x10F67D8527923E4B, 0x6650BC1E0FBA8973, 0x583AEA0D3267C248)


def by_hand(text, names, count):
    root = hashlib.sha256(b"replcalc/shared/1\x00" + text.encode()).digest()
    key = hashlib.sha256(root + b"".join(len(n).to_bytes(8, "big") + n for n in names)).digest()
    raw = b"".join(hashlib.sha256(key + b.to_bytes(8, "big")).digest() for b in range(count // 4 + 1))
    return [int.from_bytes(raw[8 * p : 8 * p + 8], "big") for p in range(count)]


def test_words_follow_the_description():
    stream = Shared("study 2026").stream("mean", 0)
    assert [stream.word() for _ in range(9)] == by_hand("study 2026", [b"mean", b"0"], 9)


def test_vector():
    stream = Shared("study 2026").stream("mean", 0)
    assert tuple(stream.word() for _ in range(5)) == VECTOR


@pytest.mark.parametrize("cut", range(6))
def test_arrays_and_words_are_one_stream(cut):
    one, two = Shared("x").stream("a"), Shared("x").stream("a")
    words = [one.word() for _ in range(23)]
    assert [two.word() for _ in range(cut)] + [int(w) for w in two.words(11)] + [
        two.word() for _ in range(12 - cut)
    ] == words


def test_names_are_separated():
    shared = Shared("x")
    firsts = {
        shared.stream(*names).word()
        for names in (("a", "b"), ("ab",), ("a",), ("a", "b", ""), ("b", "a"), ("a", 1), ("a1",))
    }
    assert len(firsts) == 7


def test_the_same_letters_in_two_encodings_are_one_seed():
    assert Shared("é").root == Shared("e\u0301").root != Shared("e").root


@pytest.mark.parametrize("text", ["", "  ", "\ud800"])
def test_a_blank_or_broken_seed_is_refused(text):
    with pytest.raises(InputError, match="seed"):
        Shared(text)


def test_below_is_exactly_uniform_over_words():
    """Each value below 5 comes from the same number of 3-bit draws; draws 5, 6, 7 are rejected."""
    stream = Shared("u").stream()
    raw = Shared("u").stream()
    kept = [v for v in (raw.bits(3) for _ in range(400)) if v < 5][:100]
    assert [stream.below(5) for _ in range(100)] == kept
    assert stream.below(1) == 0


def test_weights():
    stream = Shared("w").stream()
    counts = [0, 0, 0]
    for _ in range(4000):
        counts[stream.choose((1, 0, 3))] += 1
    assert counts[1] == 0 and 850 < counts[0] < 1150
    with pytest.raises(InputError):
        stream.choose((0, 0))


def test_fractions_lie_on_the_documented_grid():
    value = Shared("f").stream().fraction()
    assert 0 <= value < 1 and (value * 2**128).denominator == 1 and isinstance(value, Fraction)
