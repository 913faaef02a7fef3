"""Questions about samples: compose, amplify, plan, waterfall, queries, arms, boost, lower_bound, pg_compose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.questions.composition import Composition, composition
from replcalc.questions.defaults import SPLIT, SPLITS
from replcalc.questions.parsing import parse_digits, parse_rounds
from replcalc.ways.comparison import ROUNDS, Amplified, Comparison, compare
from replcalc.ways.registry import names

if TYPE_CHECKING:
    from replcalc.problems.boosted import Boosted
    from replcalc.problems.lower_bounds import LowerBounds
    from replcalc.ways.cost_law import LawPlan
    from replcalc.ways.pg_comparison import PgComparison
    from replcalc.ways.result import Result
    from replcalc.ways.solution import Solution
    from replcalc.ways.theorem import BaseTheorem
    from replcalc.ways.waterfall import Waterfall


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
    digits: Any = 20,
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
    goal = composition(
        n, "1/2" if unknown == "rho" else rho, rho0=rho0, beta0=beta0, beta=beta, c=c,
        max_strings=_strings(max_strings), outputs=outputs, settings=_exact(settings),
    )  # fmt: skip
    return _answered(unknown, goal, routes, samples, max_rounds, digits)


def _strings(given: Any) -> int | None:
    return None if given is None else parse_integer(given, "max_strings")


def _exact(settings: Mapping[str, Any] | None) -> dict[str, fmpq]:
    """Hidden constants by name, exact."""
    return {name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()}


def _rounds(given: Any) -> fmpq:
    return ROUNDS if given is None else parse_rounds(given)


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
    unknown: str | None, goal: Composition, routes: Sequence[str], samples: Any, max_rounds: Any, digits: Any
) -> Comparison:
    rounds, wanted = _rounds(max_rounds), (routes,) if isinstance(routes, str) else routes
    goal = replace(goal, max_rounds=rounds)
    if unknown is None:
        return compare(goal, wanted, parse_digits(digits), rounds)
    return _solved(unknown, goal, wanted, samples, rounds, digits)


def _solved(
    unknown: str, goal: Composition, routes: Sequence[str], samples: Any, rounds: fmpq, digits: Any
) -> Solution:
    from replcalc.ways.solution import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    asked = routes or [name for name in names(goal.kind) if name not in _CONVERSIONS]
    return solve_for(unknown, goal, asked, samples=have, digits=parse_digits(digits), max_rounds=rounds)


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
    digits: Any = 20,
) -> Comparison:
    """Make one algorithm of ``n`` samples that is rho0-replicable rho-replicable; once is enough if rho0 <= rho.

    ``solve`` and ``samples`` as in compose.
    """
    unknown = _missing(solve, samples, {"rho": rho, "rho0": rho0, "beta": beta, "beta0": beta0, "k": 1})
    if rho0 is None and unknown != "rho0":
        raise InputError("rho0", None, "the replicability that the algorithm has, such as 0.1")
    goal = composition(
        [parse_integer(n, "n")], "1/2" if unknown == "rho" else rho, rho0=rho0, beta0=beta0, beta=beta,
        max_strings=_strings(max_strings), outputs=outputs,
    )  # fmt: skip
    routes = [name for name in names("composition") if name not in _PIPELINES]
    found = _answered(unknown, goal, routes, samples, max_rounds, digits)
    return found if unknown is not None else Amplified(**_fields(found))


def _fields(found: Any) -> dict[str, Any]:
    """The fields of a dataclass, as they are."""
    return {field.name: getattr(found, field.name) for field in fields(found)}


def plan(
    n: Any = None,
    *,
    samples: Any = None,
    rho: Any = None,
    rho0: Any = None,
    law: Any = None,
    k: Any = None,
    beta0: Any = None,
    beta: Any = None,
    max_strings: Any = None,
    outputs: Any = None,
    max_rounds: Any = None,
    digits: Any = 20,
) -> Solution | LawPlan:
    """The inverse questions: the best rho that ``samples`` can promise; with ``rho`` the largest number of problems.

    With ``law``, a base algorithm costs law/rho0^2 samples at any rho0: the best rho0 to start k problems from, and the
    k from which on composition needs fewer samples than k copies at rho/k.
    """
    if law is not None:
        from replcalc.ways.cost_law import CostLaw, plan_law

        for name, value in (("n", n), ("samples", samples)):
            if value is not None:
                raise InputError(name, value, "nothing together with law", "the law gives the sizes")
        if rho is None:
            raise InputError("rho", None, "a number with 0 < value < 1", "law needs it")
        terms = CostLaw.parsed(law, rho, beta0=beta0, beta=beta, max_strings=_strings(max_strings), rho0=rho0)
        return plan_law(terms, None if k is None else parse_integer(k, "k", maximum=10**9), parse_digits(digits))
    if k is not None:
        raise InputError("k", k, "nothing without law", "k is what is asked for, or the length of n")
    if n is None or samples is None:
        raise InputError("n" if n is None else "samples", None, "both n and samples, or law")
    from replcalc.ways.solution import Planned

    unknown, rounds = "rho" if rho is None else "k", _rounds(max_rounds)
    goal = composition(
        n, "1/2" if rho is None else rho, rho0=rho0, beta0=beta0, beta=beta, max_strings=_strings(max_strings),
        outputs=outputs, max_rounds=rounds,
    )  # fmt: skip
    return Planned(**_fields(_solved(unknown, goal, (), samples, rounds, digits)))


def waterfall(
    n: Any,
    rho: Any,
    *,
    rho0: Any = None,
    beta0: Any = None,
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> Waterfall:
    """Where the factors go: the paper's steps, then one after the other replaced by a better one."""
    from replcalc.ways.waterfall import waterfall as stages

    goal = composition(n, rho, rho0=rho0, beta0=beta0, outputs="any", settings=_exact(settings))
    return stages(goal, parse_digits(digits))


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
    routes: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    crossings: str = "quick",
    max_rounds: Any = None,
    digits: Any = 20,
) -> Comparison:
    """k statistical queries to within ``alpha``, together rho-replicable and failing at most with beta.

    ``samples`` in place of ``rho``: what they give. ``solve``: find "rho", "beta", "alpha", "k" or "samples".
    ``routes``: these ways alone, without crossings.
    """
    from replcalc.questions.together import queries_question
    from replcalc.ways.queries import THEOREM

    given = {"k": k, "alpha": alpha, "rho": rho, "beta": beta}
    unknown = _missing(solve, samples, given)
    question = queries_question(**_opened(given, unknown), settings=_exact(settings))
    return _together(unknown, question, THEOREM, samples, routes, crossings, max_rounds, digits)


def arms(
    k: Any = None,
    arms: Any = None,
    alpha: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    samples: Any = None,
    solve: str | None = None,
    routes: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    crossings: str = "quick",
    max_rounds: Any = None,
    digits: Any = 20,
) -> Comparison:
    """k best-arm instances in parallel, samples counted per instance and arm; the rest as in ``queries``."""
    from replcalc.questions.together import arms_question
    from replcalc.ways.arms import THEOREM

    given = {"k": k, "alpha": alpha, "rho": rho, "beta": beta}
    unknown = _missing(solve, samples, given)
    question = arms_question(arms=arms, **_opened(given, unknown), settings=_exact(settings))
    return _together(unknown, question, THEOREM, samples, routes, crossings, max_rounds, digits)


def _opened(given: Mapping[str, Any], unknown: str | None) -> dict[str, Any]:
    return {name: _OPEN[name] if name == unknown else value for name, value in given.items()}


def _together(
    unknown: str | None,
    question: Any,
    theorem: BaseTheorem,
    samples: Any,
    routes: Sequence[str],
    crossings: str,
    max_rounds: Any,
    digits: Any,
) -> Comparison:
    """Every way to answer the question, or every quick way solved for what is missing."""
    rounds = _rounds(max_rounds)
    if unknown is None and routes:
        return theorem.compare_some(question, routes, parse_digits(digits), max_rounds=rounds)
    if unknown is None:
        return theorem.compare(question, parse_digits(digits), crossings=crossings, max_rounds=rounds)
    from replcalc.ways.solution import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    question = replace(question, max_rounds=rounds)
    asked = routes or (*theorem.quick, "cosine-grouped")
    return solve_for(
        unknown, question, asked, samples=have, digits=parse_digits(digits), max_rounds=rounds, unit=theorem.unit
    )


def boost(
    problem: str,
    rho: Any = None,
    alpha: Any = None,
    beta: Any = None,
    *,
    d: Any = None,
    class_size: Any = None,
    nu: Any = None,
    epsilon: Any = None,
    arms: Any = None,
    split: str = SPLIT.text,
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> Boosted:
    """Boost the success probability of a replicable algorithm (thm:boost_beta), with both splits side by side.

    ``problem``: "statistical-query", "pac-littlestone" (d), "pac-finite" (class_size), "pac-thresholds" (d),
    "heavy-hitters" (nu, epsilon), "best-arm" (arms). ``split``: whose parts are shown, "paper" or "optimal".
    """
    from replcalc.problems.boosted import boosted_problem
    from replcalc.problems.inputs import problem_inputs
    from replcalc.problems.registry import get

    if split not in SPLITS:
        raise InputError("split", split, " or ".join(SPLITS))
    options = {"d": d, "class_size": class_size, "nu": nu, "epsilon": epsilon, "arms": arms}
    question = problem_inputs(get(problem), rho, alpha, beta, options, _exact(settings))
    return boosted_problem(question, split, parse_digits(digits))


def lower_bound(
    k: Any = None,
    tau: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    n: Any = None,
    r: Any = None,
    ell: Any = None,
    chi: Any = None,
    psi: Any = None,
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> LowerBounds:
    """Samples per round that k adaptive threshold problems need at least, next to what equal shares achieve."""
    from replcalc.problems.lower_bounds import lower_bounds
    from replcalc.questions.lower_bound import lower_bound_question

    point = lower_bound_question(k, tau, rho, beta, n=n, r=r, ell=ell, chi=chi, psi=psi, settings=_exact(settings))
    return lower_bounds(point, parse_digits(digits))


def pg_compose(
    eps: Any,
    delta: Any,
    *,
    gamma: Any = None,
    delta_prime: Any = None,
    variant: str = "het",
    curve: Any = None,
    work: Any = None,
    solve: str | None = None,
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
    **constants: Any,
) -> Result | PgComparison:
    """Compose k perfectly generalizing algorithms that are (gamma_i, eps_i, delta_i)-PG.

    ``eps``, ``delta`` and ``gamma`` are lists, single values, or the text the command line takes (``"0.1,0.02x20"``);
    one value stands for all, and gamma defaults to delta. ``variant``:

    - ``"het"``: lm:pg_compose_het, with ``delta_prime`` in (0, 1/2);
    - ``"simple"``: lm:pg_compose with its constants, which ``c1=...`` to ``c4=...`` change;
    - ``"conditioned"``: as het, conditioned on the sample without loss;
    - ``"nonadaptive"``: through total variation, no ``delta_prime``. ``curve`` lists the epsilons at which to find the
      smallest delta; ``work`` is how many cosines a bracket of the total variation may cost;
    - ``"basic"``: the epsilon_i add up;
    - ``"all"``: every one of them, compared by the replicability that follows (a PgComparison).

    ``solve="delta_prime"`` finds the slack that serves best.

    The result's ``answer`` holds every quantity and condition, ``value(name)`` one of them; a notebook shows what the
    command prints. A hypothesis that fails is an answer: ``applicable`` is False and ``answer.unmet`` says which.

        >>> import replcalc
        >>> result = replcalc.pg_compose("0.1x3", 0, variant="nonadaptive")
        >>> print(result.value("tv"))
        0.0748752
    """
    from replcalc.ways.pg_comparison import compose_pg

    changed = {**(settings or {}), **constants}
    return compose_pg(
        eps, delta, gamma, delta_prime, variant, parse_digits(digits), changed, curve=curve, work=work, solve=solve
    )
