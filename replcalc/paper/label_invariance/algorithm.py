"""Label invariance as code: two wrappers around any algorithm for a symmetric problem on a finite domain.

    B(S; r, pi) = A(pi(S); r)          pi a shared random renaming of the domain (cor:label_inv)
    C(S; u)     = the first y with u < Pr[B(S) = y] on a shared list of points (y, u) (cor:pointwise_label_inv)

``solve(sample, string)`` is the algorithm A; its string is whatever it takes. B answers all renamings of a sample by
one law, C by one answer. C looks at the whole law of B, over every string of A and every renaming: it needs finitely
many strings, and takes time that grows with the factorial of the domain.

    >>> from fractions import Fraction
    >>> def first_repeated(sample, string):  # a symmetric question: does some label come twice?
    ...     return "yes" if len(set(sample)) < len(sample) else "no"
    >>> wrapped = PointwiseLabelInvariant(LabelInvariant(first_repeated, ("a", "b", "c")), ((None, Fraction(1)),))
    >>> wrapped.run(("a", "c", "a"), ("no", "yes"), Shared("two teams, one text"))
    'yes'
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.run.seeds import Shared

Label = Hashable
Renaming = Mapping[Label, Label]


@dataclass(frozen=True)
class LabelInvariant:
    """cor:label_inv: the same rho and beta, and a law of the answer that no renaming of the sample changes."""

    solve: Callable[[tuple[Label, ...], Any], Any]
    domain: tuple[Label, ...]

    def __post_init__(self) -> None:
        if not self.domain or len(set(self.domain)) < len(self.domain):
            raise InputError("domain", self.domain, "labels, each once")

    def answer(self, sample: Sequence[Label], string: Any, renaming: Renaming) -> Any:
        """B(S; r, pi)."""
        strange = set(sample) - set(self.domain)
        if strange:
            raise InputError("sample", ", ".join(map(str, strange)), "labels of the domain")
        return self.solve(tuple(renaming[x] for x in sample), string)

    def renamings(self) -> Iterator[Renaming]:
        """Every renaming of the domain; they are equally likely."""
        return (dict(zip(self.domain, order, strict=True)) for order in permutations(self.domain))

    def drawn(self, shared: Shared) -> Renaming:
        """The renaming that teams with the same randomness use: each label in turn is exchanged with one not behind."""
        stream, order = shared.stream("renaming"), list(self.domain)
        for place in range(len(order) - 1):
            other = place + stream.below(len(order) - place)
            order[place], order[other] = order[other], order[place]
        return dict(zip(self.domain, order, strict=True))

    def run(self, sample: Sequence[Label], string: Any, shared: Shared) -> Any:
        """The answer on a sample: the string is A's, the renaming is read from the shared randomness."""
        return self.answer(sample, string, self.drawn(shared))


@dataclass(frozen=True)
class PointwiseLabelInvariant:
    """cor:pointwise_label_inv: at most 2 rho and the same beta, and no renaming of the sample changes the answer.

    ``strings``: A's strings with their probabilities.
    """

    inner: LabelInvariant
    strings: tuple[tuple[Any, Fraction], ...]

    def __post_init__(self) -> None:
        if sum(weight for _, weight in self.strings) != 1 or any(weight < 0 for _, weight in self.strings):
            raise InputError("strings", len(self.strings), "strings with probabilities that add up to 1")

    def law(self, sample: Sequence[Label]) -> dict[Any, Fraction]:
        """Pr[B(S) = y] over A's strings and all renamings, answers in the order of their names."""
        found: dict[Any, Fraction] = defaultdict(Fraction)
        count = factorial(len(self.inner.domain))
        for renaming in self.inner.renamings():
            for string, weight in self.strings:
                found[self.inner.answer(sample, string, renaming)] += weight / count
        return dict(sorted(found.items(), key=lambda entry: repr(entry[0])))

    def run(self, sample: Sequence[Label], outputs: Sequence[Any], shared: Shared) -> Any:
        """C(S; u): ``outputs`` are all possible answers, listed alike by everybody."""
        law, stream = self.law(sample), shared.stream("points")
        if not set(law) <= set(outputs):
            raise InputError("outputs", ", ".join(map(str, outputs)), "every answer that the algorithm can give")
        while True:
            answer, level = outputs[stream.below(len(outputs))], stream.uniform()
            if level.below(law.get(answer, Fraction(0))):
                return answer
