"""Shared randomness: the documented construction, rebuilt here from its description, and laws of what is derived."""

import hashlib
from fractions import Fraction

import pytest

from replcalc.numbers.errors import InputError
from replcalc.run.seeds import Shared, Uniform

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


def tail_of(stream_key, place):
    return hashlib.sha256(stream_key + b"tail" + place.to_bytes(8, "big")).digest()


@pytest.mark.parametrize("place", [0, 3, 4, 9])
def test_a_uniform_number_has_the_words_of_the_description(place):
    stream = Shared("u").stream("many")
    words = [Shared("u").stream("many").words(10)[p] for p in range(10)]
    for _ in range(place):
        stream.word()
    number = stream.uniform()
    second = int.from_bytes(hashlib.sha256(tail_of(stream.key, place) + bytes(8)).digest()[:8], "big")
    assert number.floor(128) == int(words[place]) << 64 | second
    assert stream.word() == (int(words[place + 1]) if place < 9 else by_hand("u", [b"many"], 11)[10])


def test_a_number_with_a_name_has_the_words_of_its_stream():
    assert [Shared("u").uniform("a").floor(64 * c) % 2**64 for c in (1, 2, 3)] == by_hand("u", [b"a"], 3)


@pytest.mark.parametrize("power", [1, 2])
def test_comparisons_are_decided_by_later_digits(power):
    """Bounds that agree with the number in its first 64 or 192 digits, on either side."""
    for bits in (64, 192):
        number = Shared("u").uniform("edge")
        low, high = (Fraction(number.floor(bits) + step, 2**bits) ** power for step in (0, 1))
        assert not number.below(low, power) and number.below(high, power)
    assert not number.below(Fraction(0)) and number.below(Fraction(1))


def test_equal_first_words_do_not_make_equal_numbers():
    one, two = (Uniform([5], Shared(text).stream("t")) for text in "ab")
    assert one.exceeds(two) is (one.floor(128) > two.floor(128)) is not two.exceeds(one)


def test_shown_digits_lie_on_the_documented_grid():
    value = Shared("f").uniform().shown()
    assert 0 <= value < 1 and (value * 2**128).denominator == 1 and isinstance(value, Fraction)
