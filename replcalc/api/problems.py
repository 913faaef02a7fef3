"""Questions about problems of a kind: queries, boost, test, ab, choose, lower_bound, pg_compose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from replcalc.api.composing import exact_settings, missing_quantity, rounds_allowed
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer
from replcalc.planning.assumption import parse_digits
from replcalc.planning.comparison import Comparison
from replcalc.planning.defaults import SPLIT, SPLITS

if TYPE_CHECKING:
    from replcalc.planning.result import Result
    from replcalc.problems.boosting.crossover import Boosted
    from replcalc.problems.boosting.inputs import Boosting
    from replcalc.problems.lower_bounds.method import LowerBounds
    from replcalc.problems.pg.comparison import PgComparison
    from replcalc.sharper.threshold_test.method import TestAnswer

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
    variance: Any = None,
    adaptive: bool = False,
    max_rounds: Any = None,
    digits: Any = 20,
) -> Comparison:
    """k statistical queries to within ``alpha``, together rho-replicable and failing at most with beta (rho/2).

    ``samples`` in place of ``rho``: what they give. ``solve``: find "rho", "beta", "alpha", "k" or "samples".
    ``routes``: these methods alone. ``variance``: promised of every value, at most.
    ``adaptive``: each query may be chosen from the answers before it, on the same samples.

        >>> import replcalc
        >>> answer = replcalc.queries(1, alpha="0.1", rho="0.1", beta="0.05", routes=["rounding"])
        >>> answer.best, answer.unit
        (<Result: rounding, certified, 1175 samples>, 'samples')
    """
    from replcalc.problems.queries.method import compare
    from replcalc.problems.queries.question import queries_question, with_variance

    given = {"k": k, "alpha": alpha, "rho": rho, "beta": beta}
    unknown = missing_quantity(solve, samples, given, {"k": k, "alpha": alpha})
    question = queries_question(**_opened(given, unknown), settings=exact_settings(settings), adaptive=adaptive)
    question = with_variance(question, variance)
    if unknown is None:
        return compare(question, parse_digits(digits), routes, rounds_allowed(max_rounds))
    return _solved(unknown, question, samples, routes or ("rounding", "cosine"), max_rounds, digits, "samples")


def _opened(given: Mapping[str, Any], unknown: str | None) -> dict[str, Any]:
    return {name: _OPEN[name] if name == unknown else value for name, value in given.items()}


def _solved(
    unknown: str, question: Any, samples: Any, methods: Sequence[str], max_rounds: Any, digits: Any, unit: str
) -> Comparison:
    """Every method solved for what is missing."""
    from replcalc.planning.solution import solve_for

    have = None if samples is None else parse_integer(samples, "samples")
    rounds = rounds_allowed(max_rounds)
    question = replace(question, max_rounds=rounds)
    return solve_for(
        unknown, question, methods, samples=have, digits=parse_digits(digits), max_rounds=rounds, unit=unit
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
    variance: Any = None,
    split: str = SPLIT.text,
    settings: Mapping[str, Any] | None = None,
    digits: Any = 20,
) -> Boosted:
    """Boost the success probability of a replicable algorithm (thm:boost_beta), with both splits side by side.

    ``problem``: "statistical-query", "pac-littlestone" (d), "pac-finite" (class_size), "pac-thresholds" (d),
    "heavy-hitters" (nu, epsilon), "best-arm" (arms). ``split``: whose parts are shown, "paper" or "optimal".
    ``variance``: promised of a value (statistical-query) or a reward (best-arm), used by the solver known here.

        >>> import replcalc
        >>> answer = replcalc.boost("best-arm", rho="0.1", alpha="0.1", beta="1e-9", arms=10)
        >>> answer.best
        <Result: known-inside, certified, 362866 samples>
        >>> answer["optimal"].hidden  # what its bound leaves open
        ('C_arm_previous',)
    """
    from replcalc.problems.boosting.crossover import boosted_problem

    options = {"d": d, "class_size": class_size, "nu": nu, "epsilon": epsilon, "arms": arms}
    question = boosting_question(problem, (rho, alpha, beta), options, split, settings, variance)
    return boosted_problem(question, split, parse_digits(digits))


def boosting_question(
    problem: str,
    promise: tuple[Any, Any, Any],
    options: Mapping[str, Any],
    split: str,
    settings: Mapping[str, Any] | None,
    variance: Any = None,
) -> Boosting:
    """``promise``: rho, alpha and beta."""
    from replcalc.problems.boosting.inputs import problem_inputs
    from replcalc.problems.boosting.registry import get

    if split not in SPLITS:
        raise InputError("split", split, " or ".join(SPLITS))
    return problem_inputs(get(problem), *promise, options, exact_settings(settings), variance)


def test(
    low: Any = None,
    high: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    digits: Any = 20,
) -> TestAnswer:
    """The least samples with which a test between two values of a mean is rho-replicable, and its law.

    Wrong with probability at most ``beta`` at ``low`` and below, at ``high`` and above. Samples are
    coins, or any values in [0, 1].

        >>> import replcalc
        >>> answer = replcalc.test("0.3", "0.8", rho="0.3", beta="0.1")
        >>> answer.samples, answer.lower_bound.samples
        (11, 11)
    """
    from replcalc.sharper.threshold_test.method import answer, two_values

    return answer(two_values(low, high, rho, beta), parse_digits(digits))


test.__test__ = False  # type: ignore[attr-defined]  # no test of pytest's


def ab(
    alpha: Any = None,
    rho: Any = None,
    beta: Any = None,
    *,
    paired: bool = False,
    variance: Any = None,
    digits: Any = 20,
) -> Comparison:
    """Is the new variant better than the old one? Rewards of each that make the decision rho-replicable.

    Right, but for ``beta``, where the means differ by ``alpha`` or more. ``paired``: rewards come in pairs, which are
    counted. ``variance``: promised of a reward in [0, 1], or of the difference of a pair.

        >>> import replcalc
        >>> answer = replcalc.ab("0.1", "0.05", "0.01")
        >>> answer.samples, answer.lower_bound.samples
        (6590, 6588)
    """
    from replcalc.sharper.two_arms.method_threshold import ab_question, answer

    return answer(ab_question(alpha, rho, beta, paired=paired, variance=variance), parse_digits(digits))


def choose(
    arms: Any = None,
    alpha: Any = None,
    rho: Any = None,
    beta: Any = None,
    k: Any = None,
    *,
    common: bool = False,
    variance: Any = None,
    samples: Any = None,
    solve: str | None = None,
    routes: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    max_rounds: Any = None,
    digits: Any = 20,
) -> Comparison:
    """The best of ``arms`` options within ``alpha``, rho-replicably, wrong with probability at most ``beta`` (rho/2).

    Samples are counted per option; ``common``: all options are scored on the same samples, which are counted.
    ``variance``: promised of a reward in [0, 1], or of a difference of two scores. ``k`` choices: one by one, or all in
    one race. ``samples`` in place of ``rho``: what they give; ``solve``: find "rho", "beta", "alpha", "k" or "samples".

        >>> import replcalc
        >>> replcalc.choose(100, "0.1", "0.1", "0.01").samples
        101570
    """
    from replcalc.problems.choices.method import answer
    from replcalc.sharper.softmax_race.method import PER_OPTION, choose_question

    given = {"alpha": alpha, "rho": rho, "beta": beta}
    unknown = missing_quantity(solve, samples, given, {"arms": arms, "alpha": alpha})
    asked = _opened(given, unknown)
    question = choose_question(arms, **asked, k=k, common=common, variance=variance, settings=exact_settings(settings))
    if unknown is None:
        question = replace(question, max_rounds=rounds_allowed(max_rounds))
        return answer(question, parse_digits(digits), routes)
    unit = "samples" if common else PER_OPTION
    return _solved(unknown, question, samples, routes or ("noise",), max_rounds, digits, unit)


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
    """Samples per round that k adaptive threshold problems need at least, next to what equal shares achieve.

    >>> import replcalc
    >>> answer = replcalc.lower_bound(10, tau="0.1", rho="0.01")
    >>> answer.samples, answer.best.method
    (3139827, 'tight')
    """
    from replcalc.problems.lower_bounds.method import lower_bound_question, lower_bounds

    point = lower_bound_question(
        k, tau, rho, beta, n=n, r=r, ell=ell, chi=chi, psi=psi, settings=exact_settings(settings)
    )
    return lower_bounds(point, parse_digits(digits))


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

    ``solve="delta_prime"`` finds the slack that serves best.

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
