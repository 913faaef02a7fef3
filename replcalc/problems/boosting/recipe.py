"""The methods of ``boost`` as steps: solve, test, fall back, with the setting of every ingredient filled in."""

from dataclasses import replace
from typing import Any

from replcalc.planning.method import get as method_of
from replcalc.planning.recipe import write_parameter
from replcalc.planning.result import Result
from replcalc.problems.boosting.registry import get

_SPLIT_PAPER = ("rho_replic", "alpha_replic", "beta_replic", "alpha_tester", "beta_tester", "beta_nonreplic")
_SPLIT_FREE = (
    ("rho_replic", "rho1"),
    ("beta_replic", "beta1"),
    ("beta_tester", "beta_t"),
    ("beta_nonreplic", "beta_n"),
    ("lambda", "lambda"),
)


def get_split_values(result: Result) -> dict[str, Any]:
    """Return the settings of the three ingredients."""
    if result.method == "paper":
        return {name: result.value(name) for name in _SPLIT_PAPER}
    values: dict[str, Any] = {name: result.chosen[key] for name, key in _SPLIT_FREE}
    accuracy = get(result.question.problem).accuracy.name
    values["alpha_replic"] = result.chosen["lambda"] * result.question.values[accuracy]
    return values


def list_boosting_steps(result: Result) -> tuple[str, ...]:
    """Return the steps of both splits, whichever solver is inside."""
    split = {name: write_parameter(value) for name, value in get_split_values(result).items()}
    fraction = f" lambda = {split['lambda']}:" if "lambda" in split else ""
    unit = _unit(result)
    return (
        "Agree on a random seed for the replicable solver.",
        (
            f"Take {result.value('n_replic'):,} fresh {unit} and run the replicable solver at replicability "
            f"{split['rho_replic']}, accuracy {split['alpha_replic']} and failure probability {split['beta_replic']}. "
            + _ingredient(result, "n_replic")
        ),
        (
            f"Take {result.value('n_tester'):,} further {unit} and test the answer with failure probability "
            f"{split['beta_tester']}.{fraction} {_ingredient(result, 'n_tester')}"
        ),
        "If the test accepts, output the answer.",
        (
            f"If it rejects, take {result.value('n_nonreplic'):,} further {unit}, answer at failure probability "
            f"{split['beta_nonreplic']} and output that. {_ingredient(result, 'n_nonreplic')}"
        ),
    )


def solver_steps(result: Result) -> tuple[str, ...]:
    """Return the replicable solver alone."""
    run_step = f"Take {result.samples:,} fresh {_unit(result)} and run the solver. {_ingredient(result, 'n_previous')}"
    return ("Agree on a random seed for the replicable solver.", run_step, "Output its answer.")


def list_known_solver_steps(result: Result) -> tuple[str, ...]:
    """Return the steps of the best solver known here, a method of another question."""
    asked = result.details["asked"]
    write = method_of(result.details["solver"], asked.kind).recipe
    assert write is not None
    return write(replace(result, question=asked))


def _unit(result: Result) -> str:
    return get(result.question.problem).unit


def _ingredient(result: Result, part: str) -> str:
    """Return the step of an ingredient, in the words of its statement, with its own figures."""
    assert result.answer is not None
    step, samples = result.answer.derivation.definition(part)
    statement = step.statement
    own = [
        f"{conclusion.name} = {write_parameter(result.answer.value(str(symbol)))}"
        for conclusion, symbol in step.outputs()
        if conclusion is not samples and conclusion.relation == "=" and str(symbol) in result.answer.quantities
    ]
    figures = f" Here {', '.join(own)}." if own else ""
    return f"{statement.title} ({statement.label}): {statement.meaning}{figures}"
