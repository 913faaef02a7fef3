"""Questions about single problems and lower bounds: boost, lower_bound, pg_compose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from replcalc.api.composing import exact_settings
from replcalc.numbers.errors import InputError
from replcalc.planning.assumption import parse_digits
from replcalc.planning.defaults import SPLIT, SPLITS

if TYPE_CHECKING:
    from replcalc.planning.result import Result
    from replcalc.problems.boosting.crossover import Boosted
    from replcalc.problems.boosting.inputs import Boosting
    from replcalc.problems.lower_bounds.method import LowerBounds
    from replcalc.problems.pg.comparison import PgComparison


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
    "heavy-hitters" (nu, epsilon), "best-arm" (arms). ``split``: the split whose parts are shown, "paper" or "optimal".
    ``variance``: a bound for a value (statistical-query) or a reward (best-arm), used by the solver known here.

        >>> import replcalc
        >>> answer = replcalc.boost("best-arm", rho="0.1", alpha="0.1", beta="1e-9", arms=10)
        >>> answer.best
        <Result: known, certified, 55211 samples>
        >>> answer["optimal"].hidden  # unspecified constants of its bound
        ('C_arm_previous',)
    """
    from replcalc.problems.boosting.crossover import boosted_problem

    options = {"d": d, "class_size": class_size, "nu": nu, "epsilon": epsilon, "arms": arms}
    question = boosting_question(problem, (rho, alpha, beta), options, split, settings, variance)
    return boosted_problem(question, split, parse_digits(digits))


def boosting_question(
    problem: str,
    target: tuple[Any, Any, Any],
    options: Mapping[str, Any],
    split: str,
    settings: Mapping[str, Any] | None,
    variance: Any = None,
) -> Boosting:
    """Build the question of ``boost``; ``target``: rho, alpha and beta."""
    from replcalc.problems.boosting.inputs import problem_inputs
    from replcalc.problems.boosting.registry import get

    if split not in SPLITS:
        raise InputError("split", split, " or ".join(SPLITS))
    return problem_inputs(get(problem), *target, options, exact_settings(settings), variance)


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
    from replcalc.problems.lower_bounds.method import lower_bound_question, lower_bounds

    return lower_bounds(
        lower_bound_question(k, tau, rho, beta, settings=exact_settings(settings)), parse_digits(digits)
    )


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
