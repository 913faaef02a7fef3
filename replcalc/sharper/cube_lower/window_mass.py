"""D(t) = integral over (-t, t) of cos^2(pi z/(2t))/(1 - z^2) dz, 0 < t < 1: the mass of the window of the field.

Enclosed by Arb's quadrature of z = t s, analytic near [-1, 1]; evaluated a second time by mpmath's; in floats by
Simpson's rule.
"""

import math
from typing import Any

from flint import acb, arb

from replcalc.numbers.fields import Special
from replcalc.numbers.workers import integral
from replcalc.symbolic.language import special

#: Half the intervals of Simpson's rule: nine digits for t up to 0.87.
_PARTS = 100


def in_balls(t: arb) -> arb:
    if not (t > 0 and t < 1):
        return arb("nan")

    def integrand(s: acb, _analytic: bool) -> acb:
        return (acb.pi() * s / 2).cos() ** 2 / (1 - (t * s) ** 2)

    return 2 * t * integral(integrand, acb(0), acb(1)).real


def in_reals(context: Any, t: Any) -> Any:
    def integrand(s: Any) -> Any:
        return context.cos(context.pi * s / 2) ** 2 / (1 - (t * s) ** 2)

    return 2 * t * context.quad(integrand, [0, context.mpf(1) / 2, 1])


def in_floats(t: float) -> float:
    def integrand(j: int) -> float:
        s = j / (2 * _PARTS)
        return math.cos(math.pi * s / 2) ** 2 / (1 - (t * s) ** 2)

    inner = sum((4 if j % 2 else 2) * integrand(j) for j in range(1, 2 * _PARTS))
    return 2 * t * (integrand(0) + inner + integrand(2 * _PARTS)) / (6 * _PARTS)


window_mass = special(
    Special(
        "window_mass",
        1,
        in_balls,
        in_reals,
        r"\int_{{-{0}}}^{{{0}}} \frac{{\cos^2(\pi z/(2 {0}))}}{{1-z^2}} dz".format,
        in_floats,
    )
)
