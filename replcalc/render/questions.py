"""What was asked, for machines and for people: one entry per kind of question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from replcalc.render.report import cell_text

if TYPE_CHECKING:  # a command has one kind of question
    from replcalc.ask.composition import Composition
    from replcalc.numbers.family import Family
    from replcalc.problems.boosting.inputs import Boosting
    from replcalc.problems.lower_bounds.question import LowerBound
    from replcalc.problems.pg.question import PgQuestion
    from replcalc.problems.queries.question import Arms, Queries
    from replcalc.sharper.euclidean_mean.way import EuclideanMean
    from replcalc.sharper.heavy_hitters.way import HeavyHitters
    from replcalc.sharper.independence.way import Independence
    from replcalc.sharper.own_accuracies.way import OwnAccuracies
    from replcalc.sharper.proportions.way import Proportions
    from replcalc.sharper.quantile_density.way import DensityQuantiles
    from replcalc.sharper.quantile_search.way import Quantiles
    from replcalc.sharper.small_variance.way import TwoMeans
    from replcalc.sharper.softmax_race.way import Choose
    from replcalc.sharper.threshold_test.question import TwoValues
    from replcalc.sharper.top_options.way import TopOptions
    from replcalc.sharper.two_sided.way import Same
    from replcalc.sharper.u_statistics.way import PairMean

#: Inputs with more runs than this are summarised in JSON instead of being echoed.
_ECHO_RUNS = 1000


def heading_of(question: Any) -> str:
    """One line: the question."""
    heading, _ = _WRITERS[question.kind]
    return heading(question)


def inputs_of(question: Any) -> dict[str, Any]:
    """The exact inputs."""
    _, inputs = _WRITERS[question.kind]
    return inputs(question)


def family_json(family: Family[Any]) -> Any:
    """A family as its runs, or how many there are if they are too many to echo."""
    if len(family.runs) > _ECHO_RUNS:
        return f"{len(family.runs)} runs"
    return [{"value": value, "count": count} for value, count in family.runs]


def _composition_heading(goal: Composition) -> str:
    sizes = str(goal.n) if len(goal.n.runs) <= 6 else f"{goal.n.length:,} algorithms"
    return f"Composing k = {goal.k:,} (n = {sizes}) to rho = {cell_text(goal.rho)}"


def _composition_inputs(goal: Composition) -> dict[str, Any]:
    def family(values: Family[Any]) -> Any:
        return values.values[0] if len(set(values.values)) == 1 else family_json(values)

    echo = len(goal.n.runs) <= _ECHO_RUNS
    return {
        "k": goal.k,
        "n": family_json(goal.n),
        **({} if goal.names is None else {"names": family_json(goal.names)}),
        "outputs": family(goal.each_output.map(str)) if echo else "list",
        "rho": goal.rho,
        "rho0": family(goal.rho0) if echo else "list",
        "beta0": family(goal.beta0) if echo else "list",
        "beta": goal.beta,
        "c": goal.c,
        "max_strings": goal.max_strings,
        "adaptive": goal.adaptive,
        "settings": dict(goal.settings),
    }


def _queries_heading(question: Queries) -> str:
    return f"{question.k:,} statistical queries: {_named(question, 'alpha', 'rho', 'beta')}"


def _arms_heading(question: Arms) -> str:
    return f"{question.k:,} best-arm instances: {question.arms:,} arms, {_named(question, 'alpha', 'rho', 'beta')}"


def _heavy_heading(question: HeavyHitters) -> str:
    return f"Heavy hitters: {_named(question, 'nu', 'epsilon', 'rho', 'beta')}"


def _proportions_heading(question: Proportions) -> str:
    groups = "any number of" if question.groups is None else f"{question.groups:,}"
    return f"Proportions of {groups} groups: {_named(question, 'alpha', 'rho', 'beta')}"


def _pairs_heading(question: PairMean) -> str:
    pairs = "pairs of two groups" if question.pairs == "groups" else "pairs of rows"
    return f"A mean over {pairs}: {_named(question, 'alpha', 'rho', 'beta')}"


def _quantiles_heading(question: Quantiles) -> str:
    listed = ", ".join(cell_text(q) for q in question.q)
    return f"Quantiles ({listed}) on {question.cuts:,} cuts: {_named(question, 'tau', 'rho', 'beta')}"


def _density_heading(question: DensityQuantiles) -> str:
    listed = ", ".join(cell_text(q) for q in question.q)
    return f"Quantiles ({listed}): {_named(question, 'kappa', 'within', 'alpha', 'rho', 'beta')}"


def _test_heading(question: TwoValues) -> str:
    variance = f", variance {cell_text(question.variance)}" if question.family == "gaussian" else ""
    return f"Test, {question.family}{variance}: {_named(question, 'low', 'high', 'rho', 'beta')}"


def _choose_heading(question: Choose) -> str:
    told = f"{question.k:,} choices, each among" if question.k > 1 else "One of"
    sample = " on a common sample" if question.common else ""
    return f"{told} {question.arms:,} options{sample}: {_named(question, 'alpha', 'rho', 'beta', 'variance')}"


def _ab_heading(question: TwoMeans) -> str:
    pairs = " in pairs" if question.paired else ""
    return f"Old or new{pairs}: {_named(question, 'alpha', 'rho', 'beta', 'variance')}"


def _top_heading(question: TopOptions) -> str:
    sample = " on a common sample" if question.common else ""
    told = f"The best {question.k:,} of {question.arms:,} options{sample}"
    return f"{told}: {_named(question, 'alpha', 'rho', 'beta', 'variance')}"


def _euclidean_heading(question: EuclideanMean) -> str:
    point = _named(question, "alpha", "rho", "beta", "variance")
    return f"The mean of vectors of {question.d:,} coordinates within a distance: {point}"


def _own_heading(question: OwnAccuracies) -> str:
    return f"{question.k:,} means with accuracies of their own: {_named(question, 'rho', 'beta')}"


def _own_inputs(question: OwnAccuracies) -> dict[str, Any]:
    families = {"alpha": family_json(question.alphas), "variance": family_json(question.variances)}
    return {**families, **whole_numbers(question.typed), "settings": dict(question.settings)}


def _same_heading(question: Same) -> str:
    told = {"mean": "A mean and a value", "arms": "Two means", "pairs": "Two means in pairs"}[question.what]
    return f"{told}, same or different: {_named(question, 'alpha', 'near', 'rho', 'beta', 'variance')}"


def _independence_heading(question: Independence) -> str:
    return f"Two binary columns, independent or not: {_named(question, 'alpha', 'rho', 'beta')}"


def _typed_inputs(
    question: (
        Choose | TwoMeans | Same | Independence | TopOptions | EuclideanMean | Proportions | PairMean | Quantiles
        | DensityQuantiles
    ),
) -> dict[str, Any]:
    return whole_numbers(question.typed) | {"settings": dict(question.settings)}


def _named(question: Any, *names: str) -> str:
    return ", ".join(f"{name} = {cell_text(getattr(question, name))}" for name in names)


def _point_inputs(question: Queries | Arms | HeavyHitters | TwoValues) -> dict[str, Any]:
    promised = getattr(question, "variance", None)
    told = {} if promised is None else {"variance": promised}
    told |= {"adaptive": question.adaptive} if hasattr(question, "adaptive") else {}
    return whole_numbers(question.point) | told | {"settings": dict(question.settings)}


#: Inputs that count something: integers in JSON.
_COUNTS = ("k", "n", "d", "class_size", "arms")


def whole_numbers(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs for JSON: what counts something as an integer, the rest as exact reals."""
    return {name: int(value) if name in _COUNTS else value for name, value in inputs.items()}


def _boosting_heading(question: Boosting) -> str:
    point = ", ".join(f"{name} = {cell_text(value)}" for name, value in question.typed.items())
    return f"Boosting, {question.problem}: {point}"


def _boosting_inputs(question: Boosting) -> dict[str, Any]:
    return whole_numbers(question.typed) | {"settings": dict(question.settings)}


def _lower_bound_heading(question: LowerBound) -> str:
    point = _named(question, "tau", "rho", "beta")
    return f"Adaptive composition, lower bounds: k = {cell_text(question.k)}, {point}"


def _lower_bound_inputs(question: LowerBound) -> dict[str, Any]:
    point = question.point | {"n": question.n, "r": question.r, "ell": question.ell}
    return whole_numbers(point) | {"chi": question.chi, "psi": question.psi, "settings": dict(question.settings)}


def _pg_heading(question: PgQuestion) -> str:
    return f"Composing k = {question.k:,} perfectly generalizing algorithms"


def _pg_inputs(question: PgQuestion) -> dict[str, Any]:
    families = {name: family_json(getattr(question, name)) for name in ("epsilon", "delta", "gamma")}
    rest = {"delta_prime": question.delta_prime, "curve": list(question.curve), "settings": dict(question.settings)}
    return {"k": question.k, **families, **rest}


_WRITERS: dict[str, tuple[Callable[[Any], str], Callable[[Any], dict[str, Any]]]] = {
    "composition": (_composition_heading, _composition_inputs),
    "queries": (_queries_heading, _point_inputs),
    "arms": (_arms_heading, _point_inputs),
    "heavy-hitters": (_heavy_heading, _point_inputs),
    "proportions": (_proportions_heading, _typed_inputs),
    "u-statistic": (_pairs_heading, _typed_inputs),
    "quantiles": (_quantiles_heading, _typed_inputs),
    "density-quantiles": (_density_heading, _typed_inputs),
    "test": (_test_heading, _point_inputs),
    "ab": (_ab_heading, _typed_inputs),
    "choose": (_choose_heading, _typed_inputs),
    "top": (_top_heading, _typed_inputs),
    "euclidean-mean": (_euclidean_heading, _typed_inputs),
    "own-accuracies": (_own_heading, _own_inputs),
    "same": (_same_heading, _typed_inputs),
    "independence": (_independence_heading, _typed_inputs),
    "boosting": (_boosting_heading, _boosting_inputs),
    "lower-bound": (_lower_bound_heading, _lower_bound_inputs),
    "pg": (_pg_heading, _pg_inputs),
}
