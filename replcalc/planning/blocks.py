"""Votes on floor(N/n_i) blocks: the smallest N that meets rho or beta, certainly.

``groups`` are the algorithms of a goal for a search: by rho0, then by size, many of them merged.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import BallField, ball_precision
from replcalc.planning.composition import Composition
from replcalc.search.optimise import certain, log_rational, smallest_integer, whole
from replcalc.statements.certification import EXACT_RUNS, starting_bits
from replcalc.statements.derivation import Derivation, exact_values, run
from replcalc.statements.statement import Statement
from replcalc.symbolic.codegen import LOG, Compiled, compile_formula
from replcalc.symbolic.language import Symbol, replace


def compile_term(statement: Statement, term: Any) -> Compiled:
    """Return a term of a statement's sum over i for one algorithm; its parameters x[i] become plain symbols."""
    one = {p.entry: Symbol(p.name) for p in statement.given if p.indexed}
    return compile_formula(replace(term, one), LOG)


#: The search for the least samples goes in steps of the smallest size.
MOST_APART = 10**100


def smallest_samples(
    goal: Composition,
    applied: Callable[[int], tuple[Derivation, Mapping[str, Any]]],
    lowest: int,
    guess: int | None = None,
    bound: str = "rho",
    rough: Callable[[int], float] | None = None,
) -> int:
    """Return the smallest N >= ``lowest`` at which ``bound`` (rho or beta) certainly meets the goal.

    ``applied`` gives the derivation at N and its inputs. ``rough`` is an untrusted float of ln(bound/goal): without a
    ``guess`` the first one comes from it at ``lowest``, and that it falls like 1/sqrt(N).
    """
    if max(goal.n.distinct) > MOST_APART * min(goal.n.distinct):
        raise PrecisionExhausted("sizes more than 10^100 times apart are not searched")
    target = getattr(goal, bound)
    if guess is None:
        excess = rough(lowest) if rough else 0.0
        guess = lowest if excess <= 0 else whole(math.log(lowest) + min(2 * excess, 600.0))

    def log_excess(samples: int) -> arb:
        derivation, inputs = applied(samples)

        def at(field: BallField) -> arb:
            values = run(derivation, inputs, field, check=False).values
            ball = (values[bound] / field.number(target)).log()
            if ball <= 0 or ball > 0 or len(goal.n.counts) > EXACT_RUNS:
                return ball
            exact = exact_values(derivation, inputs).get(bound)  # balls cannot tell equal numbers
            return ball if exact is None else arb(0 if exact <= target else 1)

        return certain(at, samples, derivation.name, len(goal.n.counts))

    with ball_precision(starting_bits(20) + 2 * guess.bit_length()):
        return smallest_integer(log_excess, guess, lowest, rough, math.gcd(*set(goal.n.distinct)))


#: Values of rho0, and values of n per value of rho0, that a search distinguishes.
GROUPS, MEMBERS = 8, 12


@dataclass(frozen=True)
class Group:
    """Base algorithms of about one rho0: logarithms of rho0 and of the mean beta0, and their sizes with counts.

    ``members`` holds (mean n, count); ``covers`` the values of rho0 it stands for, the largest last.
    """

    covers: tuple[fmpq, ...]
    log_rho0: float
    log_beta0: float
    members: tuple[tuple[int, int], ...]


def groups(goal: Composition) -> Iterator[Group]:
    """Return the goal's algorithms by rho0; many values are merged into few, each covering smaller ones."""
    sizes: dict[fmpq, Counter[int]] = defaultdict(Counter)
    failures: dict[fmpq, Counter[fmpq]] = defaultdict(Counter)
    rows = zip(goal.n.values, goal.n.counts, goal.rho0.values, goal.beta0.values, strict=True)
    for n, count, rho0, beta0 in rows:
        sizes[rho0][n] += count
        failures[rho0][beta0] += count
    for block in _divide(sorted(sizes), GROUPS):
        failing = sum((failures[rho0] for rho0 in block), Counter[fmpq]())
        mean = sum((beta0 * count for beta0, count in failing.items()), fmpq(0)) / failing.total()
        members = sum((sizes[rho0] for rho0 in block), Counter[int]())
        merged = []
        for part in _divide(sorted(members), MEMBERS):
            count = sum(members[n] for n in part)
            merged.append((sum(n * members[n] for n in part) // count, count))
        yield Group(tuple(block), log_rational(block[-1]), log_rational(mean), tuple(merged))


def _divide(values: list[Any], most: int) -> Iterator[list[Any]]:
    """Divide values into at most so many consecutive blocks of one length."""
    step = -(-len(values) // most)
    return (values[start : start + step] for start in range(0, len(values), step))
