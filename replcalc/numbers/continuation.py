"""Real formulas continued: on complex discs, where Cauchy's estimate bounds them, and as power series."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import methodcaller
from typing import Any

from flint import acb, arb, arb_series

from replcalc.numbers.errors import NotAnalytic
from replcalc.numbers.fields import BallField


class ContinuedField(BallField):
    """A real formula at arguments of another kind: its analytic continuation, or NotAnalytic where there is none.

    Real balls among the arguments do not move: functions of them alone are those of BallField.
    """

    kind: type

    @property
    def blocks(self) -> None:  # type: ignore[override]
        return None

    def callable(self, name: str) -> Callable[..., Any]:
        real, kind = super().callable(name), self.kind
        continued: Callable[..., Any] | None = getattr(self, "at_" + name, None)

        def either(*args: Any) -> Any:
            if not any(isinstance(x, kind) for x in args):
                return real(*args)
            if continued is None:
                raise NotAnalytic(f"'{name}' has no analytic continuation here")
            return continued(*args)

        return either

    def positive(self, x: Any) -> bool | None:
        """Is x > 0 wherever it is real? None: not certain."""
        raise NotImplementedError

    # on the real line these agree with one analytic branch as long as no other takes over
    def at_abs(self, x: Any) -> Any:
        sign = self.positive(x)
        return x * arb("nan") if sign is None else x if sign else -x

    def at_max(self, *args: Any) -> Any:
        return reduce(lambda x, y: self._chosen(x - y, x, y), args)

    def at_min(self, *args: Any) -> Any:
        return reduce(lambda x, y: self._chosen(y - x, x, y), args)

    def _chosen(self, difference: Any, first: Any, second: Any) -> Any:
        """``first`` where the difference is positive, ``second`` where it is negative."""
        if isinstance(difference, arb):
            sign = True if difference > 0 else False if difference < 0 else None
        else:
            sign = self.positive(difference)
        return (first + second) * arb("nan") if sign is None else first if sign else second

    def at_atanh(self, x: Any) -> Any:
        log = self.callable("log")
        return (log(1 + x) - log(1 - x)) / 2


class DiscField(ContinuedField):
    """Complex balls: finite only where the formula is analytic on the whole ball.

    Roots and logarithms that touch their cut, and a modulus, minimum or maximum whose branch may change, are not
    finite: Cauchy's estimate would be wrong there, and Arb's plain functions give finite balls across a cut.
    """

    kind = acb

    def positive(self, x: acb) -> bool | None:
        return True if x.real > 0 else False if x.real < 0 else None

    at_exp = staticmethod(methodcaller("exp"))
    at_log = staticmethod(methodcaller("log", analytic=True))
    at_sqrt = staticmethod(methodcaller("sqrt", analytic=True))
    at_tanh = staticmethod(methodcaller("tanh"))
    at_cosh = staticmethod(methodcaller("cosh"))
    at_sinh = staticmethod(methodcaller("sinh"))
    at_sech = staticmethod(methodcaller("sech"))
    at_erf = staticmethod(methodcaller("erf"))
    at_erfc = staticmethod(methodcaller("erfc"))
    at_gamma = staticmethod(methodcaller("gamma"))

    def at_asin(self, x: acb) -> acb:  # its cuts are real, beyond -1 and 1
        return x.asin() if abs(x) < 1 else acb("nan")

    def at_loggamma(self, x: acb) -> acb:  # its cut is real, up to 0
        return x.lgamma() if x.real > 0 else acb("nan")


class SeriesField(ContinuedField):
    """Power series with ball coefficients; meant for places where ``DiscField`` found the formula analytic."""

    kind = arb_series

    def positive(self, x: arb_series) -> bool | None:
        return True if x[0] > 0 else False if x[0] < 0 else None

    at_exp = staticmethod(methodcaller("exp"))
    at_log = staticmethod(methodcaller("log"))
    at_sqrt = staticmethod(methodcaller("sqrt"))
    at_asin = staticmethod(methodcaller("asin"))
    at_erf = staticmethod(methodcaller("erf"))
    at_erfc = staticmethod(methodcaller("erfc"))
    at_gamma = staticmethod(methodcaller("gamma"))
    at_loggamma = staticmethod(methodcaller("lgamma"))

    def at_cosh(self, x: arb_series) -> arb_series:
        return (x.exp() + (-x).exp()) / 2

    def at_sinh(self, x: arb_series) -> arb_series:
        return (x.exp() - (-x).exp()) / 2

    def at_tanh(self, x: arb_series) -> arb_series:
        return 1 - 2 / ((2 * x).exp() + 1)

    def at_sech(self, x: arb_series) -> arb_series:
        return 1 / self.at_cosh(x)
