"""Find the speed eta and the samples N of a race over scores, to be certified.

Larger scores must run faster by as much as the failure probability requires, and no more, since the disagreement grows
with eta. For N samples that is the least eta with eta alpha >= L + drift(eta), L the logarithm of the allowed odds; the
disagreement at that eta falls with N. The figures have as many digits as N needs; they are certified afterwards.
"""

from functools import cache

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.search.optimise import round_down
from replcalc.statements.statement import Statement
from replcalc.symbolic.codegen import BALL, Compiled, compile_formula, in_parameters

#: Steps towards the least eta; where they do not settle, N is too small.
_STEPS = 80
#: Digits of eta, and how finely N is looked for.
_DIGITS, _FINE = 9, 10**9
#: Lower bound on L: if the allowed odds are above 1, hardly any speed is needed.
_LEAST_LOG = fmpq(1, 1000)


@cache
def _compile_in_balls(statement: Statement, name: str) -> Compiled:
    return compile_formula(in_parameters(statement, name), BALL)


def _evaluate_term(statement: Statement, name: str, given: dict[str, arb]) -> arb:
    formula = _compile_in_balls(statement, name)
    return formula(**{argument: given[argument] for argument in formula.arguments}).mid()


def _find_speed(statement: Statement, given: dict[str, arb], wanted: arb) -> arb | None:
    """Return the least eta that the failure probability requires; the steps rise towards it."""
    eta = (wanted / given["alpha"]).mid()
    for _ in range(_STEPS):
        more = ((wanted + _evaluate_term(statement, "drift", given | {"eta": eta})) / given["alpha"]).mid()
        if not more.is_finite():
            return None
        if abs(more - eta) <= eta * arb(10) ** -(_DIGITS + 4):
            return more
        eta = more
    return None


def _digits(point: dict[str, fmpq]) -> int:
    """Return about the number of binary digits of N."""
    return 2 * sum(int(point[name].q).bit_length() for name in ("alpha", "rho")) + int(point["arms"]).bit_length() + 64


def find_race(
    statement: Statement, point: dict[str, fmpq], rho: fmpq, odds: fmpq | arb, k: int = 1, name: str = "rho_each"
) -> dict[str, fmpq]:
    """Find ``N`` and ``eta`` at which ``name`` is at most rho: N is about the least, eta rounded up.

    ``point``: arms, alpha and V; ``odds``: by how much exp(eta alpha - drift) must outweigh bad options.
    """
    with ball_precision(128 + 2 * _digits(point)):
        given = {"k": arb(k)} | {name: arb(point[name]) for name in ("arms", "alpha", "V")}
        wanted = max(arb(odds).log().mid(), arb(_LEAST_LOG), key=float)

        def fits(samples: int) -> arb | None:
            at = given | {"N": arb(samples)}
            eta = _find_speed(statement, at, wanted)
            met = eta is not None and _evaluate_term(statement, name, at | {"eta": eta}) <= arb(rho)
            return eta if met else None

        first = (wanted / given["alpha"] / arb(rho)) ** 2 * given["V"] / 2
        low, high = 0, max(1, int(first.mid().ceil().unique_fmpz() or 1))
        while fits(high) is None:
            low, high = high, 2 * high
        while high - low > 1 + high // _FINE:
            middle = (low + high) // 2 if low else high // 2
            low, high = (low, middle) if fits(middle) is not None else (middle, high)
            if high == 1:
                break
        eta = fits(high)
        assert eta is not None
        mantissa, exponent = eta.man_exp()
        exact = fmpq(mantissa) * fmpq(2) ** int(exponent)
    return {"N": fmpq(high), "eta": round_down(exact * (1 + fmpq(2, 10**_DIGITS)), _DIGITS + 1)}
