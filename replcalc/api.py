"""The Python interface: the same answers as the command line, as objects that show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.questions.composition import Composition, composition
from replcalc.statements.statement import Statement
from replcalc.ways.comparison import ROUNDS, Comparison, compare
from replcalc.ways.registry import names

if TYPE_CHECKING:
    from replcalc.ways.result import Result
    from replcalc.ways.theorem import BaseTheorem


def compose(
    n: Any,
    rho: Any = None,
    *,
    samples: Any = None,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
    solve: str | None = None,
    routes: Sequence[str] = (),
    c: Any = None,
    max_strings: Any = None,
    outputs: Any = None,
    settings: Mapping[str, Any] | None = None,
    max_rounds: Any = None,
    digits: int = 20,
) -> Comparison:
    """Compare the routes that solve k problems together ``rho``-replicably.

    ``n``: a list of sample sizes, or the text the command line takes (``"100,200"``, ``"100x1000"``). Numbers are
    exact: ``rho="0.1"`` and ``rho=0.1`` both mean one tenth. ``rho0`` and ``beta0`` left out are assumed:
    ``answer.question.assumed`` says what and why. ``best`` is the certified way with the fewest samples,
    ``best_runnable`` the same among those that need at most ``max_rounds`` rounds of sampling (10^9).

    ``solve`` names a quantity to find from the others, for every way: "rho" (``samples`` says what you have; giving
    ``samples`` in place of ``rho`` means the same), "rho0", "beta", "beta0", "k" or "samples". The answer is then a
    Solution: ``value`` is what the best way certifies, ``solved`` holds every way's value and what was checked.
    """
    unknown = _missing(solve, samples, {"rho": rho, "rho0": rho0, "beta": beta, "beta0": beta0})
    strings = None if max_strings is None else parse_integer(max_strings, "max_strings")
    exact = {name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()}
    goal = composition(
        n, "1/2" if unknown == "rho" else rho, rho0=rho0, beta0=beta0, beta=beta, c=c, max_strings=strings,
        outputs=outputs, settings=exact,
    )  # fmt: skip
    return _answered(unknown, goal, routes, samples, max_rounds, digits)


def _missing(solve: str | None, samples: Any, given: Mapping[str, Any]) -> str | None:
    """The quantity to solve for, which must not be given; None where everything is there."""
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


def _answered(
    unknown: str | None, goal: Composition, routes: Sequence[str], samples: Any, max_rounds: Any, digits: int
) -> Comparison:
    rounds = ROUNDS if max_rounds is None else parse_rational(max_rounds, "max_rounds")
    goal = replace(goal, max_rounds=rounds)
    if unknown is None:
        return compare(goal, routes, digits, rounds)
    from replcalc.ways.solution import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    asked = routes or [name for name in names(goal.kind) if name not in _CONVERSIONS]
    return solve_for(unknown, goal, asked, samples=have, digits=digits, max_rounds=rounds)


#: Conversions to perfect generalization and back: slow to solve for and never the best, so on request only.
_CONVERSIONS = ("sharp", "explicit", "paper", "private")
#: For one algorithm never better than squared votes.
_PIPELINES = ("grouped", *_CONVERSIONS)


def amplify(
    n: Any,
    rho: Any = None,
    rho0: Any = None,
    *,
    samples: Any = None,
    beta0: Any = None,
    beta: Any = None,
    solve: str | None = None,
    max_strings: Any = None,
    outputs: Any = None,
    max_rounds: Any = None,
    digits: int = 20,
) -> Comparison:
    """Make one algorithm of ``n`` samples that is rho0-replicable rho-replicable; once is enough if rho0 <= rho.

    ``solve`` and ``samples`` as in compose.
    """
    unknown = _missing(solve, samples, {"rho": rho, "rho0": rho0, "beta": beta, "beta0": beta0, "k": 1})
    if rho0 is None and unknown != "rho0":
        raise InputError("rho0", None, "the replicability that the algorithm has, such as 0.1")
    strings = None if max_strings is None else parse_integer(max_strings, "max_strings")
    target = "1/2" if unknown == "rho" else rho
    goal = composition(
        [parse_integer(n, "n")], target, rho0=rho0, beta0=beta0, beta=beta, max_strings=strings, outputs=outputs
    )
    routes = [name for name in names("composition") if name not in _PIPELINES]
    return _answered(unknown, goal, routes, samples, max_rounds, digits)


#: What stands in a question for the quantity that is solved for.
_OPEN = {"k": 1, "alpha": "1/2", "rho": "1/2", "beta": "1/2"}


def queries(
    k: Any = None,
    alpha: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    samples: Any = None,
    solve: str | None = None,
    settings: Mapping[str, fmpq] | None = None,
    crossings: str = "quick",
    max_rounds: Any = None,
    digits: int = 20,
) -> Comparison:
    """k statistical queries to within ``alpha``, together rho-replicable and failing at most with beta.

    ``samples`` in place of ``rho``: what they give. ``solve``: find "rho", "beta", "alpha", "k" or "samples".
    """
    from replcalc.questions.together import queries_question
    from replcalc.ways.queries import THEOREM

    given = {"k": k, "alpha": alpha, "rho": rho, "beta": beta}
    unknown = _missing(solve, samples, given)
    question = queries_question(**_opened(given, unknown), settings=settings)
    return _together(unknown, question, THEOREM, samples, crossings, max_rounds, digits)


def arms(
    k: Any = None,
    arms: Any = None,
    alpha: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    samples: Any = None,
    solve: str | None = None,
    settings: Mapping[str, fmpq] | None = None,
    crossings: str = "quick",
    max_rounds: Any = None,
    digits: int = 20,
) -> Comparison:
    """k best-arm instances in parallel, samples counted per instance and arm; the rest as in ``queries``."""
    from replcalc.questions.together import arms_question
    from replcalc.ways.arms import THEOREM

    given = {"k": k, "alpha": alpha, "rho": rho, "beta": beta}
    unknown = _missing(solve, samples, given)
    question = arms_question(arms=arms, **_opened(given, unknown), settings=settings)
    return _together(unknown, question, THEOREM, samples, crossings, max_rounds, digits)


def _opened(given: Mapping[str, Any], unknown: str | None) -> dict[str, Any]:
    return {name: _OPEN[name] if name == unknown else value for name, value in given.items()}


def _together(
    unknown: str | None, question: Any, theorem: BaseTheorem, samples: Any, crossings: str, max_rounds: Any, digits: int
) -> Comparison:
    """Every way to answer the question, or every quick way solved for what is missing."""
    rounds = ROUNDS if max_rounds is None else parse_rational(max_rounds, "max_rounds")
    if unknown is None:
        return theorem.compare(question, digits, crossings=crossings, max_rounds=rounds)
    from replcalc.ways.solution import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    question = replace(question, max_rounds=rounds)
    asked = (*theorem.quick, "cosine-grouped")
    return solve_for(unknown, question, asked, samples=have, digits=digits, max_rounds=rounds, unit=theorem.unit)


def pg_compose(
    eps: Any,
    delta: Any,
    *,
    gamma: Any = None,
    delta_prime: Any = None,
    variant: str = "het",
    curve: Any = None,
    work: Any = None,
    digits: int = 20,
    **settings: Any,
) -> Result:
    """Compose k perfectly generalizing algorithms that are (gamma_i, eps_i, delta_i)-PG.

    ``eps``, ``delta`` and ``gamma`` are lists, single values, or the text the command line takes (``"0.1,0.02x20"``);
    one value stands for all, and gamma defaults to delta. ``variant``:

    - ``"het"``: lm:pg_compose_het, with ``delta_prime`` in (0, 1/2);
    - ``"simple"``: lm:pg_compose with its constants, which ``c1=...`` to ``c4=...`` change;
    - ``"conditioned"``: as het, conditioned on the sample without loss;
    - ``"nonadaptive"``: through total variation, no ``delta_prime``. ``curve`` lists the epsilons at which to find the
      smallest delta; ``work`` is how many cosines a bracket of the total variation may cost.

    The result's ``answer`` holds every quantity and condition, ``value(name)`` one of them; a notebook shows what the
    command prints. A hypothesis that fails is an answer: ``applicable`` is False and ``answer.unmet`` says which.

        >>> import replcalc
        >>> result = replcalc.pg_compose("0.1x3", 0, variant="nonadaptive")
        >>> print(result.value("tv"))
        0.0748752
    """
    from replcalc.ways.pg_variants import compose_pg

    return compose_pg(eps, delta, gamma, delta_prime, variant, digits, settings, curve=curve, work=work)


def show(label: str) -> Statement:
    """A statement of the catalogue by its label; displays its formulas in a notebook."""
    from replcalc.theories.catalogue import statement

    return statement(label)


def derive(name: str) -> Any:
    """The derivation of a route by its name."""
    from replcalc.ways.registry import get

    return get(name).derive()
