"""D(t) = integral over (-t, t) of cos^2(pi z/(2t))/(1 - z^2) dz, 0 < t < 1: the mass of the window of the field.

Enclosed by Arb's quadrature of z = t s, analytic near [-1, 1]; evaluated a second time by mpmath's; in floats by
Simpson's rule.
"""

from typing import Any

from flint import acb, arb

from replcalc.numbers.fields import Special
from replcalc.numbers.workers import integral
from replcalc.symbolic.language import special


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


window_mass = special(
    Special(
        "window_mass", 1, in_balls, in_reals, r"\int_{{-{0}}}^{{{0}}} \frac{{\cos^2(\pi z/(2 {0}))}}{{1-z^2}} dz".format
    )
)
