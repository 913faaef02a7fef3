"""The question of a composition: its base algorithms, what they can answer, and the replicability to reach."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_probability
from replcalc.numbers.family import Family, align, parse_family, parse_reals, parse_sample_sizes
from replcalc.planning.assumption import BETA0, MAX_ROUNDS, OUTPUTS, RHO0, Assumed, Assumption, ParsedQuestion, declare

FORMS = "binary, two-per-string, finite:L (L possible answers), or any"


@dataclass(frozen=True)
class Outputs:
    """The possible answers: ``text`` as typed; ``count`` given the random string, None where unknown."""

    text: str
    count: int | None

    @property
    def two(self) -> bool:
        """Return whether at most two answers are possible given the random string."""
        return self.count is not None and self.count <= 2

    def __str__(self) -> str:
        return self.text


ANY_OUTPUTS = Outputs("any", None)


def weakest_outputs(outputs: Iterable[Outputs]) -> Outputs:
    """Return what holds for all of them: those with the most possible answers."""
    return max(outputs, key=lambda one: math.inf if one.count is None else one.count)


def parse_outputs(value: Any, argument: str = "outputs") -> Outputs:
    """Parse ``binary``, ``two-per-string``, ``finite:L`` or ``any``; None means any."""
    if isinstance(value, Outputs):
        return value
    text = "any" if value is None else str(value).strip().lower()
    if text == "any":
        return ANY_OUTPUTS
    if text in ("binary", "two-per-string"):
        return Outputs(text, 2)
    kind, colon, count = text.partition(":")
    if kind == "finite" and colon:
        return Outputs(text, parse_integer(count, argument, minimum=2))
    raise InputError(argument, value, FORMS)


@dataclass(frozen=True)
class Composition(ParsedQuestion):
    """k base algorithms (samples n_i, replicability rho0_i, failure beta0_i) and the guarantee for all of them.

    The families are aligned run by run. ``beta`` bounds the failure probability of the whole (None: none was given, and
    running side by side gives no bound below 1); ``c`` fixes the constant of the paper's parameter choice; ``outputs``
    says what the base algorithms can answer, and ``outputs_by_row`` what each of them can, where they differ
    (``outputs`` is then the weakest); ``max_rounds`` bounds the search steps of methods that can trade them (None:
    the usual limit); ``samples``: how many are available; a method
    that spends more data to save strings stays within them. ``adaptive``: a problem may depend on the strings and
    answers before it. ``any_failure``: the failure probability is shown and not judged (``beta`` is then None).
    """

    n: Family[int] = declare("LIST  Samples of each algorithm: 100,200 or 100x1000, @FILE, or - for standard input.")
    rho: fmpq = declare("R  Replicability to reach, 0 < R < 1.")
    rho0: Family[fmpq] = declare("LIST  Replicability of the algorithms you have: one value or a list.", assumed=RHO0)
    beta0: Family[fmpq] = declare(
        "LIST  Failure probability of the algorithms you have: one value or a list.", assumed=BETA0
    )
    beta: fmpq | None = declare("B  Failure probability of the whole to guarantee (reached, or refused).", default=None)
    outputs: Outputs = declare(
        "WHAT  What the base algorithms can answer: binary, two-per-string, finite:L or any.",
        assumed=OUTPUTS,
        default=ANY_OUTPUTS,
    )
    adaptive: bool = declare(
        "Each problem may be chosen from the answers before it (else all are fixed before the sample is drawn).",
        default=False,
    )
    c: fmpq | None = declare("C  Fix the constant c of the paper's parameter choice.", default=None)
    max_strings: int | None = declare("J  Largest number J of random strings the method joint may use.", default=None)
    samples: int | None = declare("N  The samples you have: instead of --rho, or with --solve.", default=None)
    max_rounds: fmpq | None = declare(
        f"M  Largest practical number of random search steps (default {MAX_ROUNDS}).", default=None
    )
    outputs_by_row: Family[Outputs] | None = None
    any_failure: bool = False

    kind: ClassVar[str] = "composition"

    @property
    def k(self) -> int:
        return self.n.length

    @property
    def each_output(self) -> Family[Outputs]:
        """The possible answers of every algorithm, aligned with the other families."""
        return self.n.spread(self.outputs) if self.outputs_by_row is None else self.outputs_by_row

    @property
    def worst_beta0(self) -> fmpq:
        return max(self.beta0.distinct)


#: So many problems of sizes beyond LARGE would take minutes: their sums need every digit of the samples.
MANY, LARGE = 100, 10**1000


def with_algorithms(goal: Composition, **families: Any) -> Composition:
    """Return the goal with other sizes, rho, rho0 or beta0; an assumed failure probability follows them."""
    changed = replace(goal, **families)
    if goal.any_failure or (goal.beta is not None and "beta" not in goal.assumed):
        return changed
    default = _default_failure(changed.beta0, changed.rho if changed.adaptive else None)
    assumed = {name: why for name, why in goal.assumed.items() if name != "beta"}
    if default is None:
        return replace(changed, beta=None, assumed=assumed)
    return replace(changed, beta=default.value, assumed=assumed | {"beta": default})


def composition(
    n: Any,
    rho: Any,
    *,
    rho0: Any = None,
    beta0: Any = None,
    beta: Any = None,
    c: Any = None,
    max_strings: int | None = None,
    outputs: Any = None,
    max_rounds: fmpq | None = None,
    settings: Mapping[str, fmpq] | None = None,
    adaptive: bool = False,
) -> Composition:
    """Parse and check what a user typed. ``rho0`` and ``beta0`` may be one value or a list aligned with ``n``.

    What is None is assumed and recorded in ``assumed``.
    """
    assumed = Assumed()
    rho0s = assumed.given("rho0", rho0, RHO0)
    beta0s = assumed.given("beta0", beta0, BETA0)
    assumed.given("outputs", outputs, OUTPUTS)
    answers = parse_family(outputs, "outputs", parse_outputs, FORMS)
    lengths, target = parse_sample_sizes(n, "n"), parse_probability(rho, "rho")
    rhos = _spread(parse_reals(rho0s, "rho0", parse_probability), lengths, "rho0")
    betas = _spread(parse_reals(beta0s, "beta0", parse_probability), lengths, "beta0")
    sizes, rhos, betas, each = align(lengths, rhos, betas, _spread(answers, lengths, "outputs"))
    if sizes.length > MANY and max(sizes.distinct) > LARGE:  # every digit of the samples is printed
        raise InputError("n", n, f"sizes of at most 1000 digits where there are more than {MANY} of them")
    for name, family in (("rho0", rhos), ("beta0", betas)):
        if name in assumed:
            assumed[name] = Assumption(family.values[0], assumed[name].why)
    failure = None if beta is None else parse_probability(beta, "beta")
    default = _default_failure(betas, target if adaptive else None) if beta is None else None
    if default is not None:
        failure, assumed["beta"] = default.value, default
    return Composition(
        sizes,
        target,
        rhos,
        betas,
        beta=failure,
        c=None if c is None else parse_probability(c, "c"),
        max_strings=max_strings,
        outputs=weakest_outputs(answers.distinct),
        outputs_by_row=each if len(each.distinct) > 1 else None,
        max_rounds=max_rounds,
        settings=dict(settings or {}),
        assumed=dict(assumed),
        adaptive=adaptive,
    )


def without_failure_target(n: Any, rho: Any, **options: Any) -> Composition:
    """Return the question without a target for the failure probability, for what a theorem alone gives."""
    return without_assumed_failure(composition(n, rho, **options))


def without_assumed_failure(goal: Composition) -> Composition:
    """Return the question without an assumed failure probability."""
    if goal.beta is not None and "beta" not in goal.assumed:
        return goal
    return replace(
        goal, beta=None, any_failure=True, assumed={name: why for name, why in goal.assumed.items() if name != "beta"}
    )


def _default_failure(beta0: Family[fmpq], rho: fmpq | None) -> Assumption | None:
    """Return the default failure probability: twice the sum of the beta0_i; None where that is 1 or more.

    ``rho`` is added for adaptive problems: an unlikely answer may lead to problems outside the analysis.
    """
    total = 2 * sum((value * count for value, count in beta0.runs), fmpq(0)) + (rho or 0)
    if total >= 1:
        return None
    why, short = "twice the sum of the beta0: composing may at most double the risk of side by side", "2 sum beta0"
    if rho is not None:
        why, short = f"{why}; adaptive runs that leave the likely answers add rho", f"{short} + rho"
    return Assumption(total, why, short)


def _spread(family: Family[Any], sizes: Family[int], argument: str) -> Family[Any]:
    """Return one value for all, or a list as long as n."""
    if family.length == 1:
        return Family.constant(family.values[0], sizes.length)
    if family.length != sizes.length:
        several = f" or {sizes.length} values, as many as n has" if sizes.length > 1 else ""
        raise InputError(argument, str(family), f"one value{several}")
    return family
