"""Number systems in which an expression can be evaluated.

Each field turns exact rationals into its own numbers and supplies the functions a formula may use; + - * / are the
numbers' own operators. The evaluator never asks which field it works in.

- ``ExactField``: python-flint rationals; raises NotExact where a value would be irrational.
- ``BallField``: Arb balls, rigorous enclosures (the certified evaluation).
- ``MpField``: mpmath reals at a local precision (the second, independent evaluation).
- ``IntervalField`` (interval_field): mpmath.iv intervals (re-checks certificates with different arithmetic).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial, reduce
from operator import methodcaller
from typing import Any

import mpmath
from flint import arb, ctx, fmpq, fmpz

from replcalc.numbers.errors import NotExact


@dataclass(frozen=True)
class Special:
    """A function of ``arity`` numbers that a theorem brings with it, positive wherever it is defined.

    Number systems, the compiler, sympy and LaTeX ask for it by name. ``balls`` encloses it, ``reals`` evaluates it a
    second time in an mpmath context, ``latex`` writes it from its arguments in LaTeX.
    """

    name: str
    arity: int
    balls: Callable[..., arb]
    reals: Callable[..., Any]
    latex: Callable[..., str]


SPECIAL: dict[str, Special] = {}


def introduce(function: Special) -> Special:
    """Register the function; a name means one function."""
    if SPECIAL.setdefault(function.name, function) is not function:
        raise ValueError(f"there already is a function called '{function.name}'")
    return function


@contextmanager
def ball_precision(bits: int) -> Iterator[None]:
    """Set Arb's working precision in a context; restore it on exit."""
    saved = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = saved


def _exact(value: Any) -> bool:
    return isinstance(value, int | fmpz | fmpq)


class Field:
    """Interface of a number system for the evaluator."""

    name = "abstract"

    def number(self, value: fmpq) -> Any:
        raise NotImplementedError

    def convert(self, value: Any) -> Any:
        """Bring an exact value (int, fmpz, fmpq) or a number of this field into the field."""
        if isinstance(value, fmpq):
            return self.number(value)
        if isinstance(value, int | fmpz):
            return self.number(fmpq(value))
        return value

    def convert_all(self, values: Sequence[Any]) -> list[Any]:
        """Bring values of one kind, exact or of this field, into the field."""
        exact = values and (_exact(values[0]) or _exact(values[-1]))  # numbers known exactly may stand among others
        return list(map(self.convert, values)) if exact else list(values)

    def function(self, name: str, *args: Any) -> Any:
        return self.callable(name)(*args)

    def callable(self, name: str) -> Callable[..., Any]:
        """Return the function of that name."""
        method: Callable[..., Any] | None = getattr(self, "fn_" + name, None)
        if method is None:
            raise NotExact(f"{self.name} arithmetic has no function '{name}'")
        return method

    def power(self, base: Any, exponent: fmpq) -> Any:
        """Return base**exponent for an exact rational exponent."""
        return self.power_by(exponent)(base)

    def power_by(self, exponent: fmpq) -> Callable[[Any], Any]:
        """Return the map x -> x**exponent for an exact rational exponent."""
        top, root = int(exponent.p), int(exponent.q)
        if exponent == -1:
            one = self.number(fmpq(1))
            return lambda x: one / x
        if root == 1:
            return partial(self.integer_power, exponent=top)
        if root == 2:
            sqrt = self.callable("sqrt")
            return sqrt if top == 1 else lambda x: self.integer_power(sqrt(x), top)
        q, exp, log = self.number(exponent), self.callable("exp"), self.callable("log")
        return lambda x: exp(q * log(x))

    def integer_power(self, base: Any, exponent: int) -> Any:
        return base**exponent


class PointField(Field):
    """Numbers that are single points, not enclosures: of two of them one is the smaller, or they are equal."""

    fn_min = staticmethod(min)
    fn_max = staticmethod(max)
    fn_abs = staticmethod(abs)


class ExactField(PointField):
    """Exact rationals. Irrational values raise NotExact, so success proves rationality."""

    name = "exact"

    def number(self, value: fmpq) -> fmpq:
        return value

    def integer_power(self, base: fmpq, exponent: int) -> fmpq:
        if abs(exponent) * (base.p.bit_length() + base.q.bit_length()) > 4_000_000:
            raise NotExact("power too large to write out")
        return base**exponent

    def fn_exp(self, x: fmpq) -> fmpq:
        if x == 0:
            return fmpq(1)
        raise NotExact("exp of a nonzero rational")

    def fn_log(self, x: fmpq) -> fmpq:
        if x == 1:
            return fmpq(0)
        raise NotExact("log of a rational other than 1")

    def fn_sqrt(self, x: fmpq) -> fmpq:
        if x < 0:
            raise NotExact("square root of a negative number")
        top, bottom = x.p.isqrt(), x.q.isqrt()
        if top * top != x.p or bottom * bottom != x.q:
            raise NotExact("square root of a non-square")
        return fmpq(top, bottom)

    def fn_floor(self, x: fmpq) -> fmpq:
        return fmpq(x.floor())

    def fn_ceiling(self, x: fmpq) -> fmpq:
        return fmpq(x.ceil())


class BallField(Field):
    """Arb balls at ``bits`` of precision. Use inside ``with field.active():``."""

    name = "ball"

    def __init__(self, bits: int = 128) -> None:
        self.bits = bits

    def active(self) -> Any:
        return ball_precision(self.bits)

    def number(self, value: fmpq) -> arb:
        return arb(value)

    def convert_all(self, values: Sequence[Any]) -> list[Any]:
        exact = values and (_exact(values[0]) or _exact(values[-1]))
        return list(map(arb, values)) if exact else list(values)  # in C, without copying balls

    def power_by(self, exponent: fmpq) -> Callable[[Any], Any]:
        # columns of a hundred thousand balls are raised to powers over and over: squares are a third of pow's time
        whole = int(exponent.p) if exponent.q == 1 else 0
        return _SQUARES.get(whole) or (partial(pow, exp=whole) if whole not in (0, -1) else super().power_by(exponent))

    def callable(self, name: str) -> Callable[..., Any]:
        if name in _ARB_NAMES:
            return methodcaller(_ARB_NAMES[name])  # at C speed over a column
        if name in SPECIAL:
            return SPECIAL[name].balls
        return super().callable(name)

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return all special functions by name."""
        own = [name.removeprefix("fn_") for name in dir(self) if name.startswith("fn_")]
        return {name: self.callable(name) for name in (*_ARB_NAMES, *own)}

    fn_abs = staticmethod(abs)

    def fn_min(self, *args: arb) -> arb:
        return reduce(arb.min, args)

    def fn_max(self, *args: arb) -> arb:
        return reduce(arb.max, args)

    def fn_betainc(self, a: arb, b: arb, lower: arb, upper: arb) -> arb:
        """Return the regularised incomplete beta function: a binomial tail for integers a, b and lower = 0."""
        tail = upper.beta_lower(a, b, 1)
        return tail if lower.is_zero() else tail - lower.beta_lower(a, b, 1)

    def fn_pi(self) -> arb:
        return arb.pi()


#: Functions that Arb and mpmath have under these names; Arb calls some differently.
_SHARED = ("exp", "log", "sqrt", "floor", "tanh", "cosh", "sinh", "sech", "asin", "atanh", "erf", "gamma", "loggamma")
_ARB_NAMES = {name: name for name in (*_SHARED, "erfc")} | {"ceiling": "ceil", "loggamma": "lgamma"}
_SQUARES: dict[int, Callable[[arb], arb]] = {2: lambda x: x * x, -2: lambda x: 1 / (x * x)}


@lru_cache(maxsize=8)
def _mp_context(digits: int) -> Any:
    """Return a cached mpmath context of that precision: creating one is slow."""
    context = mpmath.mp.clone()
    context.dps = digits
    return context


class MpField(PointField):
    """mpmath reals in a separate context: the global precision is unchanged."""

    name = "mpmath"

    def __init__(self, digits: int = 50) -> None:
        self.context = _mp_context(digits)

    def number(self, value: fmpq) -> Any:
        return self.context.mpf(int(value.p)) / int(value.q)

    def callable(self, name: str) -> Callable[..., Any]:
        if name in _SHARED:
            return getattr(self.context, name)  # type: ignore[no-any-return]
        if name in SPECIAL:
            return partial(SPECIAL[name].reals, self.context)
        return super().callable(name)

    def fn_ceiling(self, x: Any) -> Any:
        return self.context.ceil(x)

    def fn_erfc(self, x: Any) -> Any:
        """Call mpmath's function, but use the asymptotic series where mpmath would convert to a machine float."""
        if x < -_LARGEST_ERFC:
            return 2 - self.fn_erfc(-x)
        if x <= _LARGEST_ERFC:
            return self.context.erfc(x)
        share, term, total, odd = 1 / (2 * x * x), self.context.mpf(1), self.context.mpf(1), 1
        while abs(term) > self.context.eps:
            term, odd = -term * odd * share, odd + 2
            total += term
        return self.context.exp(-x * x) / (x * self.context.sqrt(self.context.pi)) * total

    def fn_betainc(self, a: Any, b: Any, lower: Any, upper: Any) -> Any:
        return self.context.betainc(a, b, lower, upper, regularized=True)

    def fn_pi(self) -> Any:
        return +self.context.pi


_LARGEST_ERFC = 2**400
