"""``replcalc pg-compose``: one variant, or all of them side by side, and the slack delta' that serves best.

The methods guarantee different things: closeness (epsilon*, delta*, gamma*) or total variation. What they are compared
by is the replicability that follows: lm:pg_to_replic turns closeness into it (where epsilon* < 1), nonadaptive has its
own. The slack delta' of the adaptive variants trades epsilon* against delta* and gamma*; the best one is that for which
the bound of lm:pg_to_replic is smallest.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.main.statements import pg_to_replicable
from replcalc.planning.comparison import Comparison, refuse_unknown
from replcalc.planning.method import get, names
from replcalc.problems.pg.question import ALL, CONCENTRATED, PgQuestion, pg_question
from replcalc.search.optimise import next_decimals, smallest_on
from replcalc.statements.certification import starting_bits
from replcalc.vocabulary import Enclosure, InputError, PrecisionExhausted, Result, Verdict

#: Decades in which delta' is looked for, and the digits it gets.
_DECADES, _DIGITS = 300, 3
_BITS = 128
_LARGEST = fmpq(499, 1000)


@dataclass(frozen=True)
class Slack:
    """The delta' found, and its neighbours of three digits, at which the bound is not smaller (None: not allowed)."""

    value: fmpq
    below: fmpq | None
    above: fmpq | None


@dataclass(frozen=True, repr=False)
class PgComparison(Comparison):
    """Every variant, the best replicability first.

    ``replicability``: by variant, an upper bound on what correlated sampling makes of it; None where nothing follows.
    """

    replicability: Mapping[str, Enclosure | None] = field(default_factory=dict)

    _writer: ClassVar[tuple[str, str]] = ("pg_composition", "report_pg_comparison")

    def _summary(self) -> str:
        name = None if self.best is None else self.best.method
        bound = self.replicability.get(name or "")
        return f"best {name}" + ("" if bound is None else f", rho <= {bound}") + f"; {len(self.results)} variants"


def compose_pg(
    eps: Any,
    delta: Any,
    gamma: Any = None,
    delta_prime: Any = None,
    variant: str = "het",
    digits: int = 20,
    settings: Mapping[str, Any] | None = None,
    *,
    solve: str | None = None,
) -> Result | PgComparison:
    """Compose perfectly generalizing algorithms; see ``replcalc.pg_compose``."""
    searched = solve is not None
    if searched and solve not in ("delta_prime", "delta-prime"):
        raise InputError("solve", solve, "delta-prime")
    if searched and delta_prime is not None:
        raise InputError("delta_prime", delta_prime, "nothing, since it is solved for")
    if searched and variant not in (*CONCENTRATED, ALL):
        raise InputError("solve", solve, f"a variant with a delta': {', '.join(CONCENTRATED)}, or all")
    if variant == ALL and delta_prime is None:
        searched = True  # every variant at its best
    start = "1e-6" if searched else delta_prime
    question = pg_question(eps, delta, gamma, start, variant, settings)
    wanted = names(PgQuestion.kind) if variant == ALL else (variant,)
    methods = [get(name, PgQuestion.kind) for name in wanted]
    refuse_unknown(question.settings, {constant.name for method in methods for constant in method.derive().hidden})
    results = [_solve(name, question, digits, searched) for name in wanted]
    if variant != ALL:
        return results[0]
    bounds = {result.method: replicability(result) for result in results}

    def order(result: Result) -> tuple[int, float]:
        bound = _replicability(result)
        return result.rank[0], math.inf if bound is None else float(bound.upper.p) / float(bound.upper.q)

    open_question = replace(question, delta_prime=None) if searched else question
    return PgComparison(open_question, tuple(sorted(results, key=order)), digits, unit="", replicability=bounds)


def _solve(name: str, question: PgQuestion, digits: int, searched: bool) -> Result:
    method = get(name, PgQuestion.kind)
    if name not in CONCENTRATED:
        return replace(method.solve(replace(question, delta_prime=None), digits), digits=digits)
    slack = best_slack(name, question) if searched else None
    at = question if slack is None else replace(question, delta_prime=slack.value)
    result = method.solve(at, digits)
    chosen = {} if slack is None else {"delta_prime": slack.value}
    return replace(result, chosen=chosen, details={**result.details, "slack": slack}, digits=digits)


def replicability(result: Result) -> Enclosure | None:
    """Return the rho of correlated sampling after a composition, or that of lm:pg_to_replic; None from 1 on."""
    found = _replicability(result)
    return None if found is None or found.lower >= 1 else found


def _replicability(result: Result) -> Enclosure | None:
    if result.applicable and "rho" in result.quantities:
        return result.rho
    at = _closeness(result)
    if at is None or any(verdict is not Verdict.PROVED for _, verdict in pg_to_replicable.check(**at)):
        return None
    bits = starting_bits(result.digits)
    with ball_precision(bits):
        return Enclosure.from_ball(pg_to_replicable.bound("rho", bits=bits, **at))


def _closeness(result: Result) -> dict[str, Any] | None:
    """Return gamma*, epsilon* and delta* from above, by the names that lm:pg_to_replic has for them."""
    found = {name: result.quantities.get(f"{name}_star") for name in ("gamma", "epsilon", "delta")}
    values = {name: value.upper for name, value in found.items() if isinstance(value, Enclosure)}
    return values if result.applicable and len(values) == len(found) else None


def best_slack(name: str, question: PgQuestion) -> Slack | None:
    """Return the delta' of three digits that makes lm:pg_to_replic's bound smallest, its conditions left aside.

    Searched on a logarithmic scale, where the bound falls and then rises; then neighbours are tried until both are
    no better. None where the variant applies at no delta'.
    """
    method = get(name, PgQuestion.kind)

    @cache
    def cost(value: fmpq) -> float:
        return _log_rho(method.solve(replace(question, delta_prime=value), 6)) if value < fmpq(1, 2) else math.inf

    def at(log10: float) -> fmpq:
        decade = math.floor(log10)
        return min(fmpq(round(10 ** (log10 - decade + _DIGITS - 1))) * fmpq(10) ** (decade - _DIGITS + 1), _LARGEST)

    _, place = smallest_on(lambda x: cost(at(x)), -_DECADES, -0.31, 0.0005)
    best = at(place)
    if not math.isfinite(cost(best)):
        return None
    for _ in range(50):
        below, above = next_decimals(best, _DIGITS)
        better = min((below, above), key=cost)
        if cost(better) >= cost(best):
            return Slack(best, below, above if above < fmpq(1, 2) else None)
        best = better
    return Slack(best, None, None)


def _log_rho(result: Result) -> float:
    """Return lm:pg_to_replic's formula as a float; infinite where the variant does not apply."""
    at = _closeness(result)
    if at is None:
        return math.inf
    try:
        with ball_precision(_BITS):
            return float(arb(pg_to_replicable.bound("rho", bits=_BITS, **at)).log().mid())
    except (PrecisionExhausted, OverflowError):
        return math.inf
