"""Shared randomness: a public text expands into named streams of bits, the same on every machine.

The generator is SHA-256 in counter mode; this paragraph suffices to reimplement it:

    root(text)          = SHA-256( "replcalc/shared/1" || 0x00 || UTF-8 of the text in Unicode normal form C )
    key(root, n1..nm)   = SHA-256( root || enc(n1) || ... || enc(nm) )
    enc(n)              = length of UTF-8(n) as 8 bytes || UTF-8(n)
    block b of a stream = SHA-256( key || b as 8 bytes ),  b = 0, 1, 2, ...

All integers are big-endian. A stream is the concatenation of its blocks, read as 64-bit words, four to a block. Names
separate uses: the offset of one query never shares a bit with the threshold of another, in any order of use.
Everything derived from the words is integer arithmetic; no float takes part.

A real number uniform on [0, 1) is a ``Uniform``: its binary digits are made as far as a decision needs them, so that no
comparison is ever rounded. One with a name has the words of the stream of that name. One of many drawn from a stream
has as first word the next word of the stream, the one at place p (the first is 0), and then the words of the stream
whose key is SHA-256( key || "tail" || p as 8 bytes ).
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from replcalc.numbers.errors import InputError

DOMAIN = b"replcalc/shared/1\x00"
#: Bits of a uniform number that an answer shows. Decisions take as many as they need.
SHOWN_BITS = 128


@dataclass(frozen=True)
class Shared:
    """A shared seed: teams with the same text get the same random bits. An integer stands for its digits."""

    text: str

    def __post_init__(self) -> None:
        if isinstance(self.text, int) and not isinstance(self.text, bool):
            object.__setattr__(self, "text", str(self.text))
        if not isinstance(self.text, str) or not self.text.strip():
            raise InputError("seed", self.text, "a text that is not blank, chosen before the data are seen")
        try:
            self.text.encode()
        except UnicodeEncodeError:
            raise InputError("seed", ascii(self.text), "text that UTF-8 can write") from None

    @property
    def root(self) -> bytes:
        return hashlib.sha256(DOMAIN + unicodedata.normalize("NFC", self.text).encode()).digest()

    def stream(self, *names: str | int) -> Stream:
        """Return the stream of these names, from its beginning."""
        coded = b"".join(len(part).to_bytes(8, "big") + part for part in (str(name).encode() for name in names))
        return Stream(hashlib.sha256(self.root + coded).digest())

    def uniform(self, *names: str | int) -> Uniform:
        """Return the real number of these names, uniform on [0, 1)."""
        return Uniform([], self.stream(*names))


@dataclass
class Stream:
    """A sequence of 64-bit words that is read once."""

    key: bytes
    _block: int = 0
    _left: list[int] = field(default_factory=list)

    def word(self) -> int:
        """Return the next 64 bits."""
        if not self._left:
            digest = hashlib.sha256(self.key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._left = [int.from_bytes(digest[p : p + 8], "big") for p in (24, 16, 8, 0)]
        return self._left.pop()

    def words(self, count: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
        """Return the next ``count`` words as a numpy array."""
        head = [self.word() for _ in range(min(count, len(self._left)))]
        blocks = -(-(count - len(head)) // 4)
        raw = b"".join(
            hashlib.sha256(self.key + b.to_bytes(8, "big")).digest() for b in range(self._block, self._block + blocks)
        )
        self._block += blocks
        more = np.frombuffer(raw, dtype=">u8").astype(np.uint64)
        used = count - len(head)
        self._left = [int(w) for w in more[used:][::-1]]
        return np.concatenate([np.array(head, dtype=np.uint64), more[:used]])

    def bits(self, count: int) -> int:
        """Return an integer uniform on [0, 2^count): whole words, most significant first, spare low bits dropped."""
        words = -(-count // 64)
        value = 0
        for _ in range(words):
            value = value << 64 | self.word()
        return value >> (64 * words - count)

    def below(self, bound: int) -> int:
        """Return an integer exactly uniform on [0, bound), by rejection."""
        if bound < 1:
            raise InputError("bound", bound, "an integer at least 1")
        size = (bound - 1).bit_length()
        while True:
            value = self.bits(size) if size else 0
            if value < bound:
                return value

    def uniform(self) -> Uniform:
        """Return a real number uniform on [0, 1)."""
        word = self.word()
        place = 4 * self._block - len(self._left) - 1
        return Uniform([word], None, self.key + b"tail" + place.to_bytes(8, "big"))


@dataclass
class Uniform:
    """A real number uniform on [0, 1): its binary expansion, computed as far as it is needed."""

    _words: list[int]
    _tail: Stream | None
    _seed: bytes = b""  # the tail is empty until it is needed

    def floor(self, bits: int) -> int:
        """Return the integer part of 2^bits U; ``bits`` is a multiple of 64."""
        while 64 * len(self._words) < bits:
            if self._tail is None:
                self._tail = Stream(hashlib.sha256(self._seed).digest())
            self._words.append(self._tail.word())
        value = 0
        for word in self._words[: bits // 64]:
            value = value << 64 | word
        return value

    def shown(self) -> Fraction:
        """Return its first 128 bits: below the number by less than 2^-128."""
        return Fraction(self.floor(SHOWN_BITS), 1 << SHOWN_BITS)

    def below(self, bound: Fraction, power: int = 1) -> bool:
        """Decide U^power < bound exactly; equality has probability zero."""
        bits = 64
        while True:
            value = self.floor(bits)
            scaled = bound.numerator << (bits * power)
            if (value + 1) ** power * bound.denominator <= scaled:
                return True
            if value**power * bound.denominator >= scaled:
                return False
            bits += 64

    def exceeds(self, other: Uniform) -> bool:
        """Decide exactly whether it is larger than another one."""
        bits = 64
        while self.floor(bits) == other.floor(bits):
            bits += 64
        return self.floor(bits) > other.floor(bits)
