"""What every registered way promises, whatever the question."""

import pytest
from flint import fmpq

from replcalc.ask.composition import composition
from replcalc.ask.recipe import exact, recipe_of
from replcalc.ask.registry import get, kinds, names
from replcalc.ask.result import PROBABILITIES, Status
from replcalc.numbers.enclosure import Enclosure
from replcalc.problems.boosting.inputs import problem_inputs
from replcalc.problems.boosting.registry import get as problem
from replcalc.problems.lower_bounds.question import lower_bound_question
from replcalc.problems.pg.question import pg_question
from replcalc.problems.queries.question import Arms, Queries
from replcalc.render.result_json import result_json
from replcalc.sharper.heavy_hitters.question import HeavyHitters
from replcalc.statements.derivation import Derivation

POINT = (fmpq(1, 10), fmpq(1, 10), fmpq(1, 1000))
QUESTIONS = {
    "composition": lambda: composition("30x3,50", "0.05", rho0="0.01", beta0="1e-5"),
    "queries": lambda: Queries(20, *POINT),
    "arms": lambda: Arms(4, 3, *POINT),
    "heavy-hitters": lambda: HeavyHitters(fmpq(1, 5), *POINT),
    "boosting": lambda: problem_inputs(problem("statistical-query"), "0.1", "0.05", "1e-6", {}),
    "pg": lambda: pg_question("0.001x3,0.002", "1e-9", None, "1e-6"),
    "lower-bound": lambda: lower_bound_question(100, "0.1", "0.05", "0.01"),
}
#: What an applicable result of each kind says: samples and the promise; a bound on closeness; samples needed by anyone.
SAYS = {kind: {"samples", "rho", "beta", "runs", "rounds_log10"} for kind in QUESTIONS} | {
    "pg": {"gamma_star", "runs", "rounds_log10"},
    "lower-bound": {"m", "samples"},
}
EVERY = [(kind, name) for kind in kinds() for name in names(kind)]
FIELDS = {"status", "polynomial", "applicable", "certified", "quantities", "conditions", "hidden_constants", "steps"}


def test_every_kind_has_an_example():
    assert set(QUESTIONS) == set(kinds())


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_a_way_is_what_the_registry_says(kind, name):
    way = get(name, kind)
    assert (way.name, way.kind) == (name, kind) and way.summary
    assert isinstance(way.derive(), Derivation)


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_a_result_is_complete(kind, name):
    """Figures, promise and time stand side by side; the status follows from the verdicts, the constants and 1."""
    question = QUESTIONS[kind]()
    result = get(name, kind).solve(question, 10)
    assert result.way == name and result.question == question
    record = result_json(result)
    assert set(record) >= FIELDS
    if not result.applicable:
        assert result.status is Status.DOES_NOT_APPLY and result.why_not
        return
    assert set(record["quantities"]) >= SAYS[kind]
    assert "samples" not in SAYS[kind] or (isinstance(result.samples, int) and result.samples > 0)
    if "runs" in SAYS[kind]:
        assert get(name, kind).polynomial or not result.polynomial  # in a result it may be worse, never better
        assert result.rounds_log10.lower >= 0
        assert result.polynomial or result.rounds_log10.upper > 0
        assert result.runs is None or result.runs >= 1
    promised = [Enclosure.exactly(v) if not isinstance(v, Enclosure) else v for v in promises(result)]
    assert promised or kind == "lower-bound"
    if all(bound.upper < 1 for bound in promised):
        assert result.status is (Status.APPLIES if result.hidden else Status.CERTIFIED)
    else:
        assert result.status is Status.VACUOUS and not result.certified
    if kind != "lower-bound" and hasattr(question, "rho"):
        assert result.status is Status.VACUOUS or result.rho.upper <= question.rho


def promises(result):
    """The probabilities that a result bounds, as it reports them."""
    return [result.quantities[name] for name in PROBABILITIES if name in result.quantities]


# -- recipes -----------------------------------------------------------------------------------------------------------
#: Further questions, at which ways apply that do not above.
MORE = {
    "composition": lambda: composition("30x3,50x2", "0.3", rho0="0.2", beta0="1e-3", outputs="binary", max_rounds=fmpq(20)),
    "boosting": lambda: problem_inputs(problem("best-arm"), "0.1", "0.05", "1e-6", {"arms": 3}),
}
#: Kinds whose results are algorithms: closeness of a composition and lower bounds are facts, nothing to carry out.
CARRIED_OUT = [(kind, name) for kind, name in EVERY if kind not in ("pg", "lower-bound")]


@pytest.mark.parametrize(("kind", "name"), CARRIED_OUT)
def test_what_is_certified_has_a_recipe_with_every_parameter(kind, name):
    """Numbered steps with the samples in them; every parameter chosen stands in the steps or in the guarantee."""
    seen = 0
    for ask in (QUESTIONS[kind], *((MORE[kind],) if kind in MORE else ())):
        result = get(name, kind).solve(ask(), 10)
        recipe = recipe_of(result)
        if not result.certified:
            assert recipe is None
            continue
        seen += 1
        text = " ".join((*recipe.steps, recipe.guarantee))
        assert len(recipe.steps) >= 3 and "seed" in text and all(step.endswith(".") for step in recipe.steps)
        parts = {"n_replic", "n_tester", "n_nonreplic"} & set(result.quantities)
        for figure in [result.quantities[part] for part in parts] or [result.samples]:
            assert f"{figure:,}" in " ".join(recipe.steps)
        for parameter, value in result.chosen.items():
            assert f"{parameter} = {exact(value)}" in recipe.guarantee, parameter
        assert "None" not in text and "Enclosure" not in text and "..." not in recipe.guarantee
    certified = {"composition": {"paper", "private"}, "queries": {"paper", "private"}, "boosting": set()}
    without = certified.get(kind, {"paper", "explicit", "sharp", "direct", "private", "naive"})
    assert bool(seen) is (name not in without), "the negative control: what rests on placeholders has none"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_asking_for_more_digits_changes_no_figure(kind, name):
    """604 samples at 10 digits and 595 at 20 were the same question once."""
    few, many = (get(name, kind).solve(QUESTIONS[kind](), digits) for digits in (7, 23))
    assert (few.status, few.samples, dict(few.chosen)) == (many.status, many.samples, dict(many.chosen))
    for quantity in PROBABILITIES:
        if quantity in few.quantities:
            low, high = (getattr(r.quantities[quantity], "midpoint", r.quantities[quantity]) for r in (few, many))
            assert abs(low - high) <= high / 10**6

