"""The integral behind the tight lower bounds: I(a, b) = integral over p in (0, 1) of 2p(1-p)/(a i(p) + b).

i(p) = phi(Phi^-1(p)) is the Gaussian isoperimetric function, a >= 0 and b > 0. With p = Phi(z) the integrand is
2 Phi(z) Phi(-z) phi(z)/(a phi(z) + b): even in z, analytic in a strip around the real line, and decaying like phi(z)^2
for large z. Two evaluations that share no step: Arb's certified quadrature with a bound on the tail, and the
trapezoidal rule on the whole line, whose error falls exponentially in the width of the strip over the step.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from flint import acb, arb, ctx
from mpmath.libmp import from_man_exp, to_fixed

from replcalc.numbers.fields import Special
from replcalc.numbers.workers import integral
from replcalc.symbolic.language import special


def in_balls(a: arb, b: arb) -> arb:
    """Return an enclosure of I(a, b) for balls a, b with b > 0; not finite where b may vanish.

    Computed at the midpoints; (a0 phi + b0)/(a phi + b) lies between a0/a and b0/b, so I does within these factors.
    """
    if not (b > 0 and a >= 0):
        return arb("nan")
    a0, b0 = a.mid(), b.mid()
    value = _at_point(a0, b0)
    if a.is_exact() and b.is_exact():
        return value
    factor = b0 / b
    return value * (factor if a.is_zero() else factor.union(a0 / a))


def _at_point(a: arb, b: arb) -> arb:
    """Return 2 times the integral over (0, L), plus a tail between 0 and the bound 2 Phi(-L)^2/b."""
    scale = max(0.0, float((a / b + 1).log()) / math.log(2))
    length = arb(math.ceil(math.sqrt((ctx.prec + scale + 10) * math.log(2))))
    root2, norm = arb(2).sqrt(), (2 * arb.pi()).sqrt()

    def integrand(z: acb, _analytic: bool) -> acb:
        density, above = (-z * z / 2).exp() / norm, (z / root2).erfc()
        return above * (2 - above) / 2 * (a + b) * density / (a * density + b)

    half = integral(integrand, acb(0), acb(length)).real / (a + b)  # scaled: tolerances are absolute
    tail = (length / root2).erfc() / 2
    return 2 * half + (2 * tail * tail / b) * arb(0.5, 0.5)


def in_reals(context: Any, a: Any, b: Any) -> Any:
    """Return I(a, b) by the trapezoidal rule in an mpmath context, to about its precision."""
    enough = context.dps * math.log(10) + 20  # errors may be exp(-enough), relative to I
    place = context.log(a / (b * context.sqrt(2 * context.pi))) if a > 0 else context.mpf(-100)
    largest = 6 * context.pi / enough  # the strip of width 3 in which Phi(z) Phi(-z) stays moderate
    # the first pole, where a phi + b vanishes, is as close as ``width``; its residue is about exp(-place)
    width = abs(context.sqrt(context.mpc(2 * place, 2 * context.pi)).imag) * context.mpf("0.9")
    missing = enough - max(context.mpf(0), place)
    fewest = largest * missing / (2 * context.pi * width)
    finer = int(context.ceil(2 * context.log(fewest, 2))) if fewest > 1 else 0
    step = largest / context.sqrt(2) ** finer  # few different steps: the points of one question serve the next
    far = context.sqrt(min(2 * enough, enough + max(context.mpf(0), place)))
    total = context.mpf(0)
    for twice, density, above in _points(context, step, finer, int(context.ceil(far / step))):
        total += twice * above * density / (a * density + b)
    return total * step


#: (precision, digits, how often the step was made finer) -> phi(z), 2 Phi(z) Phi(-z) and 2 Phi(-z) at 0, step, ...
_KNOWN: dict[tuple[int, int, int], list[tuple[Any, Any, int]]] = {}
#: How many of these lists are kept: another question in the same precision finds its points there.
_MOST_LISTS = 8
#: Bits beyond the precision with which 2 Phi(-z) is carried from point to point.
_SPARE = 64


def _points(context: Any, step: Any, finer: int, count: int) -> Iterator[tuple[int, Any, Any]]:
    """Yield 2 (1 for z = 0), phi(z) and 2 Phi(z) Phi(-z) at 0, step, ..., count * step, for all a and b."""
    key = (context.prec, context.dps, finer)
    if key not in _KNOWN and len(_KNOWN) >= _MOST_LISTS:
        _KNOWN.pop(next(iter(_KNOWN)), None)
    known = _KNOWN.setdefault(key, [])
    bits, norm = context.prec + _SPARE, context.sqrt(2 * context.pi)
    for j in range(len(known), count + 1):
        density = context.exp(-((j * step) ** 2) / 2) / norm
        above = known[j - 1][2] - _between(context, known[j - 1][0], (j - 1) * step, step, bits) if j else 1 << bits
        product = context.make_mpf(from_man_exp(above * ((2 << bits) - above), -2 * bits - 1, context.prec))
        known.append((density._mpf_, product._mpf_, above))  # plain numbers: contexts come and go
    for j, (density, product, _) in enumerate(known[: count + 1]):
        yield 2 if j else 1, context.make_mpf(density), context.make_mpf(product)


def _between(context: Any, density: Any, z: Any, step: Any, bits: int) -> int:
    """Return 2 (Phi(z + step) - Phi(z)) in units of 2^-bits, by the Taylor series of exp(-z t - t^2/2), integrated.

    Its coefficients follow (m+1) c_(m+1) = -z c_m - c_(m-1). Integers, with one error of a unit for every term: erfc
    itself takes ten times as long in hundreds of digits, and thousands of points are asked for. The series stands
    beside phi(z): it needs fewer bits the smaller that is.
    """
    factor = 2 * step * context.make_mpf(density)
    some = max(_SPARE, bits + int(context.mag(factor)))
    first, second = to_fixed((z * step)._mpf_, some), to_fixed((step * step)._mpf_, some)
    before, term, total, m = 0, 1 << some, 0, 0
    while not -1 <= term <= 0 or not -1 <= before <= 0:  # shifts round towards -1
        m += 1
        total += term // m
        before, term = term, -((first * term + second * before) >> some) // m
    return int((total * to_fixed(factor._mpf_, bits)) >> some)


@lru_cache(256)
def _cached_in_reals(context: Any, a: Any, b: Any) -> Any:
    """Return ``in_reals``, cached: a search asks for the same integral again."""
    return in_reals(context, a, b)


sign_integral = special(
    Special(
        "sign_integral",
        2,
        in_balls,
        _cached_in_reals,
        r"\int_0^1 \frac{{2 p (1-p)}}{{\left({}\right) \varphi(\Phi^{{-1}}(p)) + {}}} dp".format,
    )
)
