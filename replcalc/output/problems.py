"""Write the answers of problems of a kind: means, tests of a mean, boosting, lower bounds of adaptive composition."""

from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.numbers.exact import to_float
from replcalc.output import answers
from replcalc.output.advice import advise, list_assumptions
from replcalc.output.comparisons import build_explanation_tables, report_answer
from replcalc.output.document import Document, Table, format_cell
from replcalc.output.steps import build_result_tables
from replcalc.planning.result import Result
from replcalc.problems.boosting.crossover import Boosted, Crossover
from replcalc.problems.boosting.method import PARTS
from replcalc.problems.boosting.recipe import get_split_values
from replcalc.problems.boosting.registry import get
from replcalc.problems.lower_bounds.method import LowerBounds
from replcalc.problems.queries.method import Together
from replcalc.sharper.threshold_test.certificates import ThresholdDistribution
from replcalc.sharper.threshold_test.method import TestAnswer

_VALUES = ("quantity", "value")


# -- plan means --------------------------------------------------------------------------------------------------------
def report_joint_tests(found: Together, *, explain: bool = False, full: bool = False, recipe: bool = False) -> Document:
    """Write the answer; with ``explain`` the details of the best method and the theorem's constants."""
    theorem = found.theorem
    assert theorem is not None
    constants = dict(theorem.values)
    if constants:
        constants["samples"] = found["paper"].samples
    is_news = theorem.reason and theorem.reason != found["paper"].why_not  # else the method says it
    notes = [f"The paper's theorem does not apply: {theorem.reason}."] if is_news else []
    tables = build_explanation_tables(found, explain=True) if explain else []
    if explain and constants:
        tables.append(
            Table(f"{theorem.statement}: the constants of the proof", _VALUES, tuple(constants.items()), (1,))
        )
    details = {
        "quantities": constants | {"best_samples": found.best.samples if found.best else None},
        "theorem": {"statement": theorem.statement, "applicable": bool(constants), "reason": theorem.reason},
    }
    return report_answer(found, tables, notes, explain=explain, full=full, recipe=recipe, details=details)


# -- plan test ---------------------------------------------------------------------------------------------------------
#: Thresholds that people are shown; JSON and csv have all of them.
_SHOWN = 16


def report_threshold_test(
    found: TestAnswer, *, explain: bool = False, full: bool = False, recipe: bool = False
) -> Document:
    """Write the least samples, the lower bound, and the distribution of the threshold."""
    result, checked = found.results[0], found.checked
    tables = [_build_threshold_table(checked.distribution, _SHOWN)]
    tables += build_result_tables(result, explain=True) if explain or full else []
    notes = []
    if result.certified:
        least = result.quantities["lower_samples"]
        excluded = f"No test needs fewer: {format_cell(least - 1)} are excluded (derived:threshold-test-lower)."
        needed = f"At least {format_cell(least)} are needed by every test (derived:threshold-test-lower)."
        rule = "The answer is high if the number of successes reaches a shared random threshold"
        rho = format_cell(result.rho)
        differ = f"two runs differ with probability at most {rho} at every value of the parameter"
        notes = [excluded if found.samples == least else needed, f"{rule}; {differ}."]
    details = {"distribution": encode_distribution(checked.distribution), "differ": checked.differ}
    data = _build_threshold_table(checked.distribution, None)
    return report_answer(found, tables, notes, explain=explain, recipe=recipe, data=data, details=details)


report_threshold_test.__test__ = False  # type: ignore[attr-defined]  # no test of pytest's


def encode_distribution(distribution: ThresholdDistribution) -> dict[str, Any]:
    """Return the thresholds with their probabilities, and the answers given without data."""
    rows = zip(distribution.thresholds, distribution.weights, strict=True)
    return {
        "thresholds": [{"threshold": int(c.p) if c.q == 1 else c, "probability": w} for c, w in rows],
        "always_low": distribution.always_low,
        "always_high": distribution.always_high,
        "answer": "high if the statistic is at least the threshold, low if not",
    }


def _build_threshold_table(distribution: ThresholdDistribution, most: int | None) -> Table:
    pairs = zip(distribution.thresholds, distribution.weights, strict=True)
    rows: list[tuple[Any, ...]] = [(int(c.p) if c.q == 1 else f"{to_float(c):.9g}", w) for c, w in pairs]
    if most is not None and len(rows) > most:
        rest = sum(distribution.weights[most // 2 : -(most // 2)])
        rows = [*rows[: most // 2], (f"({len(rows) - most} more)", rest), *rows[-(most // 2) :]]
    without_data = (("always high", distribution.always_high), ("always low", distribution.always_low))
    rows += [(name, weight) for name, weight in without_data if weight]
    rows = [(name, Enclosure.exactly(weight)) for name, weight in rows]
    return Table("Distribution of the threshold", ("high from", "probability"), tuple(rows), right=(0, 1))


# -- boost -------------------------------------------------------------------------------------------------------------
_BOOST = {
    "n_replic": "replicable solver",
    "n_tester": "tester",
    "n_nonreplic": "fallback that need not be replicable",
    "n_new": "with boosting: the three parts together",
    "n_previous": "without boosting: the replicable solver alone",
    "ratio": "n_new / n_previous",
    "n_tester_exact": "smallest tester by exact binomial tails",
}


def report_boosting(
    comparison: Boosted, *, explain: bool = False, full: bool = False, recipe: bool = False
) -> Document:
    """Write every method, the three parts of the split, and where boosting needs fewer samples."""
    split, crossing, exact = comparison.split, comparison.crossing, comparison.exact_tester
    assert crossing is not None
    question, result = comparison.question, comparison[split]
    problem, previous = get(question.problem), result.details["previous"]
    quantities: dict[str, Any] = {name: result.value(name) for name in (*PARTS, "n_new", "n_previous", "ratio")}
    quantities |= {"beta_wins": crossing.wins, "beta_not_yet": crossing.not_yet}
    if exact is not None:
        quantities |= {"n_tester_exact": exact.n, "tester_accepts_up_to": exact.t}
    chosen = get_split_values(result)
    notes = [*question.notes, _describe_crossing(result, crossing)]
    notes += [f"The previous bound does not apply here: {c.describe()}." for c in previous.unmet]
    if question.values["beta"] >= question.values["rho"]:
        notes.append("beta >= rho: the replicable solver alone is enough (rem:boost), so n_previous is what counts.")
    details = {
        "problem": problem.name,
        "split": split,
        "quantities": quantities | chosen,
        "wins_over_previous_from_beta": {
            "wins": crossing.wins,
            "not_yet": crossing.not_yet,
            "searched_down_to": crossing.down_to,
        },
        "notes": notes,
    }
    unit = "Samples" if problem.unit == "samples" else "Samples per arm"
    rows = tuple((name, quantities[name], words) for name, words in _BOOST.items() if name in quantities)
    tables = [Table(f"{unit}, split {split}", (*_VALUES, "meaning"), rows, (1,))]
    if full or explain:
        tables.append(Table(f"What the split {split} asks of each", _VALUES, tuple(chosen.items()), (1,)))
    if explain or result.unmet:
        tables += build_result_tables(result, explain=explain)[1:]
    return report_answer(comparison, tables, notes, explain=explain, full=full, recipe=recipe, details=details)


def _describe_crossing(result: Result, crossing: Crossover) -> str:
    if crossing.wins is None:
        down = short(crossing.down_to, 3)
        return f"Boosting with this split needs more samples than n_previous at every beta down to {down}."
    if crossing.not_yet is None:
        return f"Boosting needs fewer samples than n_previous at every beta up to {short(crossing.wins, 3)}."
    here = "fewer" if result.value("n_new") < result.value("n_previous") else "more"
    wins = short(crossing.wins, 4)
    return f"Boosting needs {here} samples than n_previous here, and fewer from beta = {wins} on downwards."


# -- lower-bound -------------------------------------------------------------------------------------------------------
#: Bounds about the paper's game; of the others rho and beta hold for every bias.
_GAME = ("paper", "sharp", "game")
_NAMES = {"game": "m_tight_game", "one-round": "m_one_round"}


def report_lower_bounds(found: LowerBounds, *, explain: bool = False, full: bool = False) -> Document:
    """Write what every algorithm needs and what the best known uses; with ``explain`` every step."""
    paper, sharp, tight, game = found["paper"], found["sharp"], found.bound("tight"), found.bound("game")
    quantities: dict[str, Any] = {
        "m_paper": paper.extra.get("m"),
        "m_sharp": sharp.extra.get("m"),
        "constant_sharp": sharp.value("constant_sharp"),
        "constant_paper": fmpq(2, 243),
        "m_paper_samples": paper.samples,
        "m_sharp_samples": sharp.samples,
        "m_tight_game": game and game.samples,
        "m_tight": tight and tight.samples,
        "constant_tight": tight and tight.value("constant_tight"),
        "m_naive": found.m_naive,
        "gap_paper": found.gap(paper),
        "gap_sharp": found.gap(sharp),
        "gap_tight": found.gap(tight),
    }
    question = found.question
    tables = [_build_bounds_table(found)]
    if explain:
        tables += [table for bound in found.results for table in build_result_tables(bound, explain=True)]
    heading, *notes = _describe_bounds(found)
    point = ", ".join(f"{name} = {format_cell(getattr(question, name))}" for name in ("k", "tau", "rho", "beta"))
    lines = (f"Adaptive composition, lower bounds: {point}", *list_assumptions(question.assumed))
    headline = replace(advise(found), sentence=heading, lines=list(lines))
    return Document(
        lambda: answers.ComparisonAnswer.of(found, headline, details={"quantities": quantities}),
        tuple(tables),
        tuple(notes),
        title=heading,
        lines=lines,
        answer=found,
    )


def _build_bounds_table(found: LowerBounds) -> Table:
    """Return the table of bounds in whole samples, with what equal shares use."""
    rows: list[tuple[Any, ...]] = [
        (
            _NAMES.get(bound.method, f"m_{bound.method}"),
            bound.samples,
            fmpq(found.m_naive, bound.samples),
            "in the paper's game" if bound.method in _GAME else "for every bias",
            _format_statement(bound),
        )
        for bound in found.results
        if bound.applicable and bound.samples
    ]
    rows.append(("m_naive", found.m_naive, None, "for every bias", "suffices: each round at rho/k"))
    return Table("", ("per round", "samples", "gap", "rho and beta hold", "by"), tuple(rows), right=(1, 2))


def _describe_bounds(found: LowerBounds) -> list[str]:
    """Return the answer in a sentence, then why other bounds do not apply."""
    sentences = ["No lower bound applies here."]
    if (bound := found.best) is not None:
        gap = found.gap(bound)
        factor = f", {format_cell(gap, 4)} times as many" if gap is not None else ""
        who = "Any algorithm whose rho and beta hold for every bias"
        if bound.method in _GAME:
            who = "Any algorithm, in the paper's game,"
        needs = f"{who} needs at least {format_cell(bound.samples)} samples per round ({_format_statement(bound)})"
        sentences = [f"{needs}; each round at rho/k uses {format_cell(found.m_naive)}{factor}."]
    if found.bound("tight") is not None:
        sentences.append("The weight and accuracy used for m_tight are the best that a search found, not proved best.")
    unmet = {bound.method: "; ".join(c.describe() for c in bound.unmet) for bound in found.results}
    return sentences + [f"m_{b.method} does not apply: {unmet[b.method]}." for b in found.results if not b.applicable]


def _format_statement(bound: Result) -> str:
    assert bound.answer is not None
    return bound.answer.derivation.steps[0].statement.label
