"""The claim on max-information."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.introduction.claims_corollaries import APPENDIX, R
from replcalc.paper.literature import at
from replcalc.vocabulary import Case, Outcome, at_most, equal, indicator, nudged, prove_finite


def _max_information(bits: int, factor: Any) -> Outcome:
    """Max-information (beta = 0) of naming a uniform sample: the largest ratio over all events, against 2^bits.

    An event on pairs (x, z) holds ``named`` of the pairs x = z and ``others``; it has probability named/size under the
    joint law and (named + others)/size^2 under the product. Every pair of numbers belongs to some event.
    """
    size, named, others = sp.symbols("size named others", integer=True, nonnegative=True)
    ratio = (named / size) / ((named + others) / size**2)
    every = [(named, 0, size), (others, indicator(sp.Eq(named, 0)), size**2 - size)]
    cases = [
        Case("every event", at_most(ratio, factor * size), every),
        Case("the event x = z = 1", equal(ratio, factor * size), [(named, 1, 1), (others, 0, 0)]),
    ]
    return prove_finite(cases, given={size: 2**bits})


CLAIMS = (
    nudged(
        "appendix.max-information", APPENDIX, at(3795),
        "Naming a uniform sample of two bits has max-information ln 4 (beta = 0): all events on pairs enumerated.",
        _max_information, (2, 1), (1, R(1, 2)),
    ),
)  # fmt: skip
