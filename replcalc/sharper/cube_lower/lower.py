"""Lower bounds for k statistical queries: an algorithm that answers all of them to within alpha

- answers one of them, so it tests two of its values (derived:threshold-test-lower);
- tells the sides of k coins of bias 1/2 -+ alpha (derived:coins-lower, derived:queries-lower,
  derived:shrinking-window), and
- divides the window of biases into cells of side 2 alpha, whose surface costs agreement (derived:cells-lower): the
  best geometry that the search finds.
"""

from typing import Any

from flint import fmpq

from replcalc.planning.comparison import SampleBound, apply_lower_bound
from replcalc.sharper.threshold_test.method import one_coin
from replcalc.vocabulary import Verdict, certify

_MODEL = "queries that read k coins"
#: Geometries that are certified before the search is believed to have been wrong about them.
_TRIES = 3
#: An integral with more bits takes seconds; a condition that is tight so far is left undecided.
_BITS = 1000
#: With more queries other bounds are larger than that of one.
FEW = 2


def lower_bounds(question: Any, failure: fmpq | None) -> list[SampleBound | None]:
    if not question.alpha < fmpq(1, 2):
        return []
    alone = (
        one_coin(question.alpha, question.rho, question.beta, "one coin, low or high") if question.k <= FEW else None
    )
    return [alone, *_sides(question), _surface(question)]


def _sides(question: Any) -> list[SampleBound | None]:
    from replcalc.sharper.nonadaptive_lower import statement as nonadaptive_lower
    from replcalc.sharper.shrinking_window.lower import find_bound_for_coins
    from replcalc.sharper.tight_adaptive.search import find_excluded_queries

    point = {"k": fmpq(question.k), "tau": question.alpha, "rho": question.rho, "beta": question.beta}
    excluded = find_excluded_queries(question.k, question.alpha, question.rho, question.beta)
    sharper = None
    if excluded is not None:
        sharper = apply_lower_bound(nonadaptive_lower.queries, _MODEL, N=fmpq(excluded), **point)
    smaller = find_bound_for_coins(question.k, question.alpha, question.rho, question.beta, _MODEL)
    return [apply_lower_bound(nonadaptive_lower.coins, _MODEL, **point), sharper, smaller]


def _surface(question: Any) -> SampleBound | None:
    from replcalc.sharper.cube_lower.search import derive, find_excluded

    for choice in find_excluded(question.k, question.alpha, question.rho, question.beta)[:_TRIES]:
        derivation = derive(choice.geometry, choice.rule)
        values = question.point | choice.chosen | {"N": fmpq(choice.samples)}
        if certify(derivation, values, digits=6, report=("samples",), decision_bits=_BITS).verdict is Verdict.PROVED:
            return SampleBound(choice.geometry.name, choice.samples + 1, _MODEL)
    return None
