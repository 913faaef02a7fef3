"""The Python interface: the same answers as the command line, as objects that show themselves in a notebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.questions.composition import composition
from replcalc.statements.statement import Statement
from replcalc.ways.comparison import ROUNDS, Comparison, compare
from replcalc.ways.registry import names

if TYPE_CHECKING:
    from replcalc.ways.result import Result


def compose(
    n: Any,
    rho: Any = None,
    *,
    samples: Any = None,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
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
    exact: ``rho="0.1"`` and ``rho=0.1`` both mean one tenth. With ``samples`` instead of ``rho``, the best certified
    rho is found. ``rho0`` and ``beta0`` left out are assumed: ``answer.question.assumed`` says what and why. ``best``
    is the certified way with the fewest samples, ``best_runnable`` the same among those that need at most
    ``max_rounds`` rounds of sampling (10^9).
    """
    if (rho is None) == (samples is None):
        raise InputError("rho", rho, "exactly one of rho and samples")
    strings = None if max_strings is None else parse_integer(max_strings, "max_strings")
    exact = {name: parse_rational(value, f"set {name}") for name, value in (settings or {}).items()}
    if rho is None:
        from replcalc.ways.inverse import best_rho

        rho = best_rho(n, parse_integer(samples, "samples"), rho0=rho0, beta0=beta0, beta=beta, max_strings=strings)
    rounds = ROUNDS if max_rounds is None else parse_rational(max_rounds, "max_rounds")
    goal = composition(
        n, rho, rho0=rho0, beta0=beta0, beta=beta, c=c, max_strings=strings, outputs=outputs, max_rounds=rounds,
        settings=exact,
    )  # fmt: skip
    return compare(goal, routes, digits, rounds)


#: For one algorithm never better than squared votes: the conversions to perfect generalization and back, and groups.
_PIPELINES = ("grouped", "sharp", "explicit", "paper", "private")


def amplify(
    n: Any,
    rho: Any,
    rho0: Any,
    *,
    beta0: Any = None,
    beta: Any = None,
    max_strings: Any = None,
    outputs: Any = None,
    max_rounds: Any = None,
    digits: int = 20,
) -> Comparison:
    """Make one algorithm of ``n`` samples that is rho0-replicable rho-replicable; once is enough if rho0 <= rho."""
    if rho0 is None:
        raise InputError("rho0", None, "the replicability that the algorithm has, such as 0.1")
    strings = None if max_strings is None else parse_integer(max_strings, "max_strings")
    rounds = ROUNDS if max_rounds is None else parse_rational(max_rounds, "max_rounds")
    goal = composition(
        [parse_integer(n, "n")], rho, rho0=rho0, beta0=beta0, beta=beta, max_strings=strings, outputs=outputs,
        max_rounds=rounds,
    )  # fmt: skip
    return compare(goal, [name for name in names("composition") if name not in _PIPELINES], digits, rounds)


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
