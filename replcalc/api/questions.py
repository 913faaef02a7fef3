"""Questions about algorithms: compose, pg_compose, boost, lower_bound."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.planning.assumption import ROUNDS, SPLITS, parse_digits, parse_rounds
from replcalc.planning.comparison import Comparison, compare
from replcalc.planning.composition import composition, without_assumed_failure
from replcalc.planning.method import canonical
from replcalc.planning.method import names as method_names

if TYPE_CHECKING:
    from replcalc.planning.result import Result
    from replcalc.problems.boosting.crossover import Boosted
    from replcalc.problems.lower_bounds.method import LowerBounds
    from replcalc.problems.pg.comparison import PgComparison

#: Conversions to perfect generalization and back: slow to solve for and never the best, so on request only.
_CONVERSIONS = ("paper", "paper-tuned", "privacy")


def _parse_settings(settings: Mapping[str, Any] | None) -> dict[str, fmpq]:
    """Return unspecified constants by name, as exact numbers."""
    return {name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()}


def _find_missing_quantity(
    solve: str | None, samples: Any, given: Mapping[str, Any], needed: Mapping[str, Any]
) -> str | None:
    """Return the quantity to solve for, which must not be given; None where all are given.

    ``needed``: inputs without a default.
    """
    goal = {} if samples is not None or solve == "rho" else {"rho": given["rho"]}
    need({name: value for name, value in {**needed, **goal}.items() if name != solve})
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
    adaptive: bool = False,
    digits: Any = 20,
) -> Comparison:
    """Compare the methods that solve k problems together ``rho``-replicably.

    ``n``: a list of sample sizes, or the text the command line takes (``"100,200"``, ``"100x1000"``). Numbers are
    exact: ``rho="0.1"`` and ``rho=0.1`` both mean one tenth. ``rho0`` and ``beta0`` left out are assumed:
    ``answer.question.assumed`` says what and why. ``best`` is the certified Result with the fewest samples that can be
    run within ``max_rounds`` search steps (10^9), ``best_theory`` the same however long it takes.
    ``adaptive``: each problem may be chosen from the answers before it, on the same samples.

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
    unknown = _find_missing_quantity(solve, samples, given, {"n": n})
    if n is None:
        raise InputError("n", None, "a list such as 100,200 or 100x1000")
    rounds = ROUNDS if max_rounds is None else parse_rounds(max_rounds)
    goal = composition(
        n,
        "1/2" if unknown == "rho" else rho,
        rho0=rho0,
        beta0=beta0,
        beta=beta,
        c=c,
        max_strings=None if max_strings is None else parse_integer(max_strings, "max_strings"),
        outputs=outputs,
        settings=_parse_settings(settings),
        adaptive=adaptive,
    )
    goal, wanted = replace(goal, max_rounds=rounds), (methods,) if isinstance(methods, str) else tuple(methods)
    if unknown is None:
        if wanted and {canonical(name) for name in wanted} <= set(_CONVERSIONS):
            goal = without_assumed_failure(goal)  # the paper's methods show their own beta: no target was typed
        return compare(goal, wanted, parse_digits(digits), rounds)
    from replcalc.planning.solving import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    wanted = wanted or tuple(name for name in method_names(goal.kind) if name not in _CONVERSIONS)
    return solve_for(unknown, goal, wanted, samples=have, digits=parse_digits(digits), max_rounds=rounds)


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
    variance: Any = None,
    split: str = SPLITS[0],
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> Boosted:
    """Boost the success probability of a replicable algorithm (thm:boost_beta), with both splits side by side.

    ``problem``: "statistical-query", "pac-littlestone" (d), "pac-finite" (class_size), "pac-thresholds" (d),
    "heavy-hitters" (nu, epsilon), "best-arm" (arms). ``split``: the split whose parts are shown, "paper" or "optimal".
    ``variance``: a bound for a value (statistical-query) or a reward (best-arm), used by the solver known here.

        >>> import replcalc
        >>> answer = replcalc.boost("best-arm", rho="0.1", alpha="0.1", beta="1e-9", arms=10)
        >>> answer.best
        <Result: known, certified, 55211 samples>
        >>> answer["optimal"].hidden  # unspecified constants of its bound
        ('C_arm_previous',)
    """
    from replcalc.problems.boosting.crossover import answer_boosting
    from replcalc.problems.boosting.inputs import problem_inputs
    from replcalc.problems.boosting.registry import get

    if split not in SPLITS:
        raise InputError("split", split, " or ".join(SPLITS))
    options = {"d": d, "class_size": class_size, "nu": nu, "epsilon": epsilon, "arms": arms}
    question = problem_inputs(get(problem), rho, alpha, beta, options, _parse_settings(settings), variance)
    return answer_boosting(question, split, parse_digits(digits))


def lower_bound(
    k: Any = None,
    tau: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> LowerBounds:
    """Return lower bounds on the samples per round of k adaptive threshold problems, and what rounding at rho/k uses.

    >>> import replcalc
    >>> answer = replcalc.lower_bound(10, tau="0.1", rho="0.01")
    >>> answer.samples, answer.best.method
    (3139827, 'tight')
    """
    from replcalc.problems.lower_bounds.method import lower_bounds
    from replcalc.problems.lower_bounds.question import LowerBound

    typed = {"k": k, "tau": tau, "rho": rho, "beta": beta}
    return lower_bounds(LowerBound.parse(typed, _parse_settings(settings)), parse_digits(digits))


def pg_compose(
    eps: Any,
    delta: Any,
    *,
    gamma: Any = None,
    delta_prime: Any = None,
    variant: str = "het",
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
    - ``"nonadaptive"``: through total variation, no ``delta_prime``;
    - ``"basic"``: the epsilon_i add up;
    - ``"all"``: every one of them, compared by the replicability that follows (a PgComparison).

    ``solve="delta_prime"`` finds the best slack.

    The result's ``answer`` holds every quantity and condition, ``value(name)`` one of them; a notebook shows what the
    command prints. A hypothesis that fails is an answer: ``applicable`` is False and ``answer.unmet`` says which.

        >>> import replcalc
        >>> result = replcalc.pg_compose("0.1x3", 0, variant="nonadaptive")
        >>> print(result.value("tv"))
        0.0748752
    """
    from replcalc.problems.pg.comparison import compose_pg

    changed = {**(settings or {}), **constants}
    return compose_pg(eps, delta, gamma, delta_prime, variant, parse_digits(digits), changed, solve=solve)
