"""Questions about algorithms that run together: compose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.planning.assumption import ROUNDS, parse_digits, parse_rounds
from replcalc.planning.comparison import Comparison, compare
from replcalc.planning.composition import Composition, composition, without_assumed_failure
from replcalc.planning.method import canonical, names

if TYPE_CHECKING:
    from replcalc.planning.solving import Solution


# -- options that all questions share ----------------------------------------------------------------------------------
# Unspecified constants, search steps, and the unknown.
def exact_settings(settings: Mapping[str, Any] | None) -> dict[str, fmpq]:
    """Return unspecified constants by name, as exact numbers."""
    return {name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()}


def rounds_allowed(given: Any) -> fmpq:
    return ROUNDS if given is None else parse_rounds(given)


def missing_quantity(
    solve: str | None, samples: Any, given: Mapping[str, Any], needed: Mapping[str, Any] | None = None
) -> str | None:
    """Return the quantity to solve for, which must not be given; None where all are given.

    ``needed``: inputs without a default.
    """
    goal = {} if samples is not None or solve == "rho" else {"rho": given["rho"]}
    need({name: value for name, value in {**(needed or {}), **goal}.items() if name != solve})
    if solve is None:
        if (given["rho"] is None) == (samples is None):
            raise InputError("rho", given["rho"], "exactly one of rho and samples, or what to solve for")
        return None if samples is None else "rho"
    typed = {**given, "samples": samples}.get(solve)
    if typed is not None:
        raise InputError(solve, typed, "nothing, since it is solved for")
    if solve != "rho" and given["rho"] is None:
        raise InputError("rho", None, f"a number with 0 < value < 1, to solve for {solve}")
    return solve


def compose(
    n: Any = None,
    rho: Any = None,
    *,
    samples: Any = None,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
    solve: str | None = None,
    methods: Sequence[str] = (),
    c: Any = None,
    max_strings: Any = None,
    outputs: Any = None,
    settings: Mapping[str, Any] | None = None,
    max_rounds: Any = None,
    names: Any = None,
    adaptive: bool = False,
    digits: Any = 20,
) -> Comparison:
    """Compare the methods that solve k problems together ``rho``-replicably.

    ``n``: a list of sample sizes, or the text the command line takes (``"100,200"``, ``"100x1000"``). Numbers are
    exact: ``rho="0.1"`` and ``rho=0.1`` both mean one tenth. ``rho0`` and ``beta0`` left out are assumed:
    ``answer.question.assumed`` says what and why. ``best`` is the certified Result with the fewest samples that can be
    run within ``max_rounds`` search steps (10^9), ``best_theory`` the same however long it takes. ``names``: what
    the algorithms are called, for tables. ``adaptive``: each problem may be chosen from the answers before it, on the
    same samples.

    ``solve`` names a quantity to find from the others, for every method: "rho" (``samples`` says what you have; giving
    ``samples`` in place of ``rho`` means the same), "rho0", "beta", "beta0", "k" or "samples". The answer is then a
    Solution: ``value`` is what the best method certifies, ``solved`` holds every method's value and what was checked.

        >>> import replcalc
        >>> answer = replcalc.compose([100, 200], rho="0.1")
        >>> answer.samples, answer.best.method, answer.rho, answer.beta
        (200, 'side-by-side', 0.0002, 0.002)
        >>> answer["paper"].value("epsilon_star")
        0.00112965190510379
        >>> replcalc.compose([100] * 10, samples=5000, methods=["side-by-side"])
        <Solution: rho = 0.001 by side-by-side; 1 methods>
    """
    given = {"rho": rho, "rho0": rho0, "beta": beta, "beta0": beta0}
    unknown = missing_quantity(solve, samples, given, {"n": n})
    if n is None:
        raise InputError("n", None, "a list such as 100,200 or 100x1000, or a problem file")
    goal = composition(
        n,
        "1/2" if unknown == "rho" else rho,
        rho0=rho0,
        beta0=beta0,
        beta=beta,
        c=c,
        max_strings=_strings(max_strings),
        outputs=outputs,
        settings=exact_settings(settings),
        names=names,
        adaptive=adaptive,
    )
    named = (methods,) if isinstance(methods, str) else tuple(methods)
    if named and unknown is None and {canonical(name) for name in named} <= set(_CONVERSIONS):
        goal = without_assumed_failure(goal)  # the paper's methods show their own beta: nobody typed one to meet
    return _answered(unknown, goal, methods, samples, max_rounds, digits)


def _strings(given: Any) -> int | None:
    return None if given is None else parse_integer(given, "max_strings")


def _answered(
    unknown: str | None, goal: Composition, methods: Sequence[str], samples: Any, max_rounds: Any, digits: Any
) -> Comparison:
    rounds, wanted = rounds_allowed(max_rounds), (methods,) if isinstance(methods, str) else methods
    goal = replace(goal, max_rounds=rounds)
    if unknown is None:
        return compare(goal, wanted, parse_digits(digits), rounds)
    return _solved(unknown, goal, wanted, samples, rounds, digits)


def _solved(
    unknown: str, goal: Composition, methods: Sequence[str], samples: Any, rounds: fmpq, digits: Any
) -> Solution:
    from replcalc.planning.solving import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    asked = methods or [name for name in names(goal.kind) if name not in _CONVERSIONS]
    return solve_for(unknown, goal, asked, samples=have, digits=parse_digits(digits), max_rounds=rounds)


#: Conversions to perfect generalization and back: slow to solve for and never the best, so on request only.
_CONVERSIONS = ("paper", "paper-tuned", "privacy")
