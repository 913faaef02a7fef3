"""The least charge of an answer: the minimum over s = 0..k of a (k-s)/sqrt(1+s) + b sqrt(s), a >= 0, b > 0.

s problems are answered about hard coins, the others about sure ones. Up to FEW problems every s is tried. Beyond, s up
to FEW, and for the others the least over real u = sqrt(1+s) of a(k+1)/u - a u + b c u, which is smaller: there
sqrt(s) >= c u with c = sqrt((FEW+1)/(FEW+2)). It is 2 sqrt(a(k+1)(bc - a)) if bc > a and u stays below sqrt(k+1), and
else what stands at u = sqrt(k+1): b c sqrt(k+1).
"""

from collections.abc import Callable
from typing import Any

from flint import arb

from replcalc.numbers.fields import Special
from replcalc.symbolic.language import special

FEW = 200


def _charge(k: int, a: Any, b: Any, root: Callable[[Any], Any], least: Callable[[list[Any]], Any]) -> Any:
    charges = [a * (k - s) / root(1 + s) + b * root(s) for s in range(min(k, FEW) + 1)]
    if k > FEW:
        c = root(FEW + 1) / root(FEW + 2)
        # the minimiser u = sqrt(a(k+1)/(bc - a)) lies below sqrt(k+1) where bc > 2a
        # (the form there is never the larger one: balls take it where they cannot tell)
        charges.append(b * c * root(k + 1) if b * c <= 2 * a else 2 * root(a * (k + 1) * (b * c - a)))
    return least(charges)


def in_balls(k: arb, a: arb, b: arb) -> arb:
    whole = k.unique_fmpz()
    if whole is None or not (a >= 0 and b > 0):
        return arb("nan")

    def least(charges: list[arb]) -> arb:
        found = charges[0]
        for charge in charges[1:]:
            found = found.min(charge)
        return found

    return _charge(int(whole), a, b, lambda x: arb(x).sqrt(), least)


def in_reals(context: Any, k: Any, a: Any, b: Any) -> Any:
    return _charge(int(k + 0.5), a, b, context.sqrt, min)


least_charge = special(
    Special(
        "least_charge",
        3,
        in_balls,
        in_reals,
        r"\min_{{0 \le s \le {0}}} \left[ {1} \frac{{{0} - s}}{{\sqrt{{1 + s}}}} + {2} \sqrt{{s}} \right]".format,
    )
)
