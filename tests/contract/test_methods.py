"""What every registered way promises, whatever the question: ``tests.contract.checks`` has the contract."""

from dataclasses import replace
from functools import cache

import pytest
from flint import fmpq

from replcalc.output.answers import MethodAnswer
from replcalc.planning.method import get, kinds, names
from replcalc.planning.recipe import recipe_of, write_exact
from tests.contract.checks import QUESTIONS, Broken, applies, derives, digits_change_nothing, result_is_complete

EVERY = [(kind, name) for kind in kinds() for name in names(kind)]
FIELDS = {
    "status",
    "polynomial",
    "applicable",
    "certified",
    "quantities",
    "conditions",
    "unspecified_constants",
    "steps",
}


def test_every_kind_has_an_example():
    assert set(QUESTIONS) == set(kinds())


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_a_way_is_what_the_registry_says(kind, name):
    method = get(name, kind)
    assert (method.name, method.kind) == (name, kind)
    derives(method)


@cache
def solved(kind, name, number):
    """The result of a method for one of the questions of its kind, complete."""
    return result_is_complete(get(name, kind), QUESTIONS[kind][number]())


@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_a_result_is_complete(kind, name):
    assert set(vars(MethodAnswer.of(solved(kind, name, 0)))) >= FIELDS


# -- recipes -----------------------------------------------------------------------------------------------------------
#: Kinds whose results are algorithms: closeness of a composition and lower bounds are facts, nothing to carry out.
CARRIED_OUT = [(kind, name) for kind, name in EVERY if kind not in ("pg", "lower-bound")]


@pytest.mark.parametrize(("kind", "name"), CARRIED_OUT)
def test_what_is_certified_has_a_recipe_with_every_parameter(kind, name):
    """Numbered steps with the samples in them; every parameter chosen stands in the steps or in the guarantee."""
    seen = 0
    for number in range(len(QUESTIONS[kind])):
        result = solved(kind, name, number)
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
            assert f"{parameter} = {write_exact(value)}" in recipe.steps[-1], parameter
        assert "None" not in text and "Enclosure" not in text and "..." not in recipe.guarantee
    placeholders = {"paper", "paper-tuned", "privacy"}
    certified = {"composition": placeholders, "queries": placeholders, "boosting": set()}
    without = certified.get(kind, placeholders | {"joint", "side-by-side"})
    assert bool(seen) is (name not in without), "the negative control: what rests on placeholders has none"


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("kind", "name"), EVERY)
def test_asking_for_more_digits_changes_no_figure(kind, name):
    digits_change_nothing(get(name, kind), QUESTIONS[kind][0]())


# -- the checks themselves can fail ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda r: replace(r, method="another"), "about something else"),
        (lambda r: replace(r, answer=None, reason=""), "does not say why"),
        (lambda r: replace(r, effort=None), "says nothing of rounds_log10, runs"),
        (lambda r: replace(r, extra={"rho": fmpq(1, 4)}), "asked for was 1/20"),
    ],
    ids=["method", "reason", "effort", "rho"],
)
def test_a_result_that_is_not_complete_is_found(change, match):
    method, question = get("side-by-side"), QUESTIONS["composition"][0]()
    result_is_complete(method, question)
    with pytest.raises(Broken, match=match):
        result_is_complete(replace(method, solve=lambda q, d: change(method.solve(q, d))), question)


def test_figures_that_depend_on_the_digits_are_found():
    method, question = get("side-by-side"), QUESTIONS["composition"][0]()
    digits_change_nothing(method, question)
    with pytest.raises(Broken, match="other figures where more digits"):
        digits_change_nothing(
            replace(method, solve=lambda q, d: replace(method.solve(q, d), extra={"samples": d})), question
        )


def test_a_way_that_never_applies_is_found():
    method, question = get("side-by-side"), QUESTIONS["composition"][0]()
    with pytest.raises(
        Broken, match=r"applies to no question .* hand in one: contract\(THEORY, composition=question\)"
    ):
        applies(replace(method, solve=lambda q, d: replace(method.solve(q, d), answer=None, reason="never")), question)
