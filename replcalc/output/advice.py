"""Describe in words what a comparison of methods found: the answer, what holds, what was assumed, the other methods."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, latex_number, nearest, short
from replcalc.numbers.family import Family
from replcalc.output.answers import Headline
from replcalc.output.document import Formula, format_cell, format_count
from replcalc.planning.assumption import describe_problems, is_adaptive
from replcalc.planning.comparison import REPAIRED, Comparison, compare, guarantees_nothing
from replcalc.planning.effort import Effort
from replcalc.planning.method import get, kinds, names
from replcalc.planning.recipe import guarantee, write_bound
from replcalc.planning.result import PROBABILITIES, Result, Status
from replcalc.planning.solving import Solution


def advise(comparison: Comparison) -> Headline:
    """Write the answer: a number of samples only if a certified method that can be run needs no more."""
    result = comparison.to_run
    others = [*_describe_other_methods(comparison, result), *_describe_lower_bound(comparison, result)]
    if result is None:
        sentence, *lines = _explain_failure(comparison)
        unsolved = isinstance(comparison, Solution)  # then what follows from the unknown has no value
        assumed = {name: a for name, a in comparison.question.assumed.items() if not (unsolved and a.short)}
        return Headline(sentence, "", None, None, [*lines, *list_assumptions(assumed)], others, None)
    lines = [*filter(None, _describe_guarantee(comparison, result)), *list_assumptions(result.question.assumed)]
    quoted = "" if result.samples is None else guarantee(result, comparison.unit)
    spent = f"{format_count(result.samples)} {comparison.unit}"
    answer = f"{spent} are enough"
    if _is_solved(comparison):
        answer = f"{comparison.unknown} = {format_cell(comparison.solved[result.method].value)} with {spent}"  # type: ignore[attr-defined]
    sentence = f"{answer}: {_describe_method(result)}"
    return Headline(sentence, result.status.value, result.method, result.samples, lines, others, quoted or None)


def _is_solved(comparison: Comparison) -> bool:
    """Return whether the answer is the value of another quantity than the samples."""
    return isinstance(comparison, Solution) and comparison.unknown != "samples"


def _is_run_once(result: Result) -> bool:
    return result.question.kind == "composition" and result.method == "side-by-side"


def _describe_method(result: Result) -> str:
    """Describe what the method does, in a few words."""
    kind, question = result.question.kind, result.question
    if _is_run_once(result):
        which = {1: "the algorithm", 2: "both algorithms"}.get(question.k, f"all {question.k:,} algorithms")
        return f"run {which} once{' on the same data' if question.k > 1 else ''}."
    summary = result.title or "as asked"
    if kind in kinds() and result.method in names(kind):
        summary = get(result.method, kind).summary.split(": ")[0].split("; ")[0]
    return f"{summary} ({result.method})."


def _describe_guarantee(comparison: Comparison, result: Result) -> Iterator[str]:
    """Yield the probabilities of disagreement and of a wrong answer, the running time, and what was checked."""
    question, parts = result.question, []

    def format_target(name: str) -> str:
        value = getattr(question, name, None)
        untyped = value is None or isinstance(comparison, Solution) or name in question.assumed
        return "" if untyped else f" (you asked for {format_cell(value)})"

    if result.rho is not None:
        text = f"Two runs with the same seed differ with probability <= {write_bound(result.rho)}"
        parts.append(text + format_target("rho"))
    if result.beta is not None:
        wrong = "some answer is wrong" if getattr(question, "k", 1) != 1 else "the answer is wrong"
        parts.append(f"{wrong} with probability <= {write_bound(result.beta)}{format_target('beta')}")
    yield _make_sentence("; ".join(parts))
    if _is_run_once(result):
        yield from _explain_single_run(comparison, result)
    else:
        yield describe_effort(result)
        yield _make_sentence(describe_problems(question))
    if isinstance(comparison, Solution):
        yield f"Checked: {comparison.solved[result.method].checked}."


def _make_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _explain_single_run(comparison: Comparison, result: Result) -> Iterator[str]:
    """Explain why one run is enough, and give the samples needed if the algorithms are less replicable than assumed."""
    question = result.question
    if "rho0" not in question.assumed or isinstance(comparison, Solution):
        yield "So few because the replicabilities of the algorithms already add up to at most rho."
        return
    each = "each algorithm is" if question.k > 1 else "the algorithm is"
    rho, rho0 = format_cell(question.rho), format_cell(question.rho0.values[0])
    yield f"So few because {each} assumed to be {rho0}-replicable already, as thm:main asks."
    if (weaker := _find_samples_at_rho(comparison)) is not None:
        enough = f"{format_count(weaker)} {comparison.unit}"
        yield f"If yours are {rho}-replicable, type --rho0 {rho}: then it takes {enough}."


#: Longer lists are not solved a second time for a remark: that takes too long.
_FEW = 64


def _find_samples_at_rho(comparison: Comparison) -> int | None:
    """Return the samples needed if rho0 = rho for every algorithm; None if computing that takes long."""
    question = comparison.question
    if len(question.n.runs) > _FEW or question.k > 100 * _FEW or len(comparison.results) < 2:
        return None
    rest = {name: why for name, why in question.assumed.items() if name != "rho0"}
    weaker = replace(question, rho0=question.rho0.map(lambda _: question.rho), assumed=rest)
    quick = [r.method for r in comparison.results if r.method not in ("paper", "paper-tuned", "privacy")]
    return compare(weaker, quick, 6, comparison.max_rounds).samples


def list_assumptions(assumed: Mapping[str, Any]) -> list[str]:
    """Return the line that lists the assumed values and the options that change them."""
    if not assumed:
        return []
    values = []
    for name, about in assumed.items():
        value = about.value
        if isinstance(value, Family):
            value = value.values[0] if len(set(map(str, value.values))) == 1 else "a list"
        values.append(" = ".join(filter(None, (name, about.short, format_cell(value)))))
    options = " ".join(f"--{name.replace('_', '-')}" for name in assumed)
    return [f"Assumed (not typed): {', '.join(values)}. To change: {options}."]


# -- what a method takes -----------------------------------------------------------------------------------------------
def format_steps(effort: Effort | None) -> Any:
    """Return the expected random search steps: none, a count, or a power of ten."""
    if effort is None:
        return None
    if effort.samples_nothing:
        return "none"
    exponent = effort.rounds_log10
    sign, latex = (">= ", r"\ge ") if effort.rounds_at_least else ("", "")
    if float(exponent) < 6:
        power = 10 ** float(exponent)
        count = max(1, int(power + 1e-9)) if effort.rounds_at_least else -int(-power // 1)
        return Formula(f"{sign}{count:,}", f"{latex}{count:,}".replace(",", "{,}"))
    about = nearest(exponent.midpoint, 3) if exponent.lower > 10**15 else str(int(float(exponent)))
    return Formula(f"{sign}10^{about}", f"{latex}10^{{{latex_number(about)}}}")


def describe_effort(result: Result) -> str:
    """Describe what running the method takes: runs of the algorithms and random search steps."""
    effort = result.effort
    if effort is None:
        return ""
    parts = ["reads the data once"]
    if effort.runs is not None and result.question.kind in ("composition", "boosting"):
        runs = f"{effort.runs:,}" if effort.runs < 10**9 else nearest(fmpq(effort.runs), 4)
        least = "at least " if effort.runs_at_least else ""
        parts.append(f"{least}{runs} run{'' if effort.runs == 1 else 's'} of your algorithms")
    steps = "no random search" if effort.samples_nothing else f"{format_steps(effort)} random search steps"
    return f"It {', '.join(parts)}, {steps.replace('>= ', 'at least ')}."


# -- the other methods, and lower bounds -------------------------------------------------------------------------------
#: Why a method is not certified.
_LACKS = {
    Status.FALLS_SHORT: "beta too large",
    Status.APPLIES: "constants unknown",
    Status.VACUOUS: "no guarantee",
    Status.DOES_NOT_APPLY: "not applicable",
    Status.NOT_FOUND: "not found, the search gave up",
}
#: Certified methods that are named in a sentence.
_NAMED = 5


def _describe_other_methods(comparison: Comparison, chosen: Result | None) -> Iterator[str]:
    """Yield the other certified methods with their figures, and why the rest are not certified."""

    def format_figure(result: Result) -> str:
        solved = comparison.solved[result.method].value if _is_solved(comparison) else result.samples  # type: ignore[attr-defined]
        return format_cell(solved, 4)

    theory = comparison.best_theory
    if chosen is not None and theory is not None and (theory.samples or 0) < (chosen.samples or 0):
        steps = format_steps(theory.effort)
        yield f"In theory {format_figure(theory)} suffice ({theory.method}), but with {steps} random search steps."
    rest = [r for r in comparison.shown if r is not chosen and r is not theory and r.method != "paper"]
    parts = [f"{r.method} {format_figure(r)}" for r in rest if r.certified and comparison.runnable(r)]
    slow = [r for r in rest if r.certified and not comparison.runnable(r)]
    parts += [f"{r.method} {format_figure(r)} (too long to run)" for r in slow[: 2 if chosen is None else 1]]
    parts = parts[:_NAMED]
    for status, words in _LACKS.items():
        found = [r.method for r in rest if r.status is status]
        parts += [f"{', '.join(found)}: {words}"] if found else []
    if parts:
        yield f"Other methods: {'; '.join(parts)} (--all: table and conditions)."


def _describe_lower_bound(comparison: Comparison, result: Result | None) -> Iterator[str]:
    bound = comparison.lower_bound
    if bound is None:
        compared = comparison.question.kind == "composition" and len(comparison.results) > 1
        if compared and result is not None and not isinstance(comparison, Solution):
            yield "No lower bound is known that excludes fewer samples."
        return
    is_composition = comparison.question.kind == "composition"
    who = "every composition that works for all such algorithms" if is_composition else "every algorithm"
    text = f"Lower bound: {who} needs {format_count(bound.samples)} ({bound.statement}: {bound.model})"
    if result is not None and result.samples and result.samples >= bound.samples:
        factor = fmpq(result.samples, bound.samples)
        near = f"{nearest((factor - 1) * 100, 2)} per cent" if factor < fmpq(3, 2) else f"a factor {nearest(factor, 3)}"
        text += "; this is the least" if factor == 1 else f"; this is within {near}"
    yield text + "."


# -- nothing is certified ----------------------------------------------------------------------------------------
def _explain_failure(comparison: Comparison) -> list[str]:
    """Explain why there is no certified number of samples, and what to type instead."""
    results, question = comparison.results, comparison.question
    if comparison.best_theory is not None:
        return [f"Nothing certified here can be run within {format_cell(comparison.max_rounds)} random search steps."]
    if len(results) == 1 and results[0].applicable:
        return _describe_uncertified(comparison, results[0])
    repairable = [r for r in [r for r in results if not r.hidden][:REPAIRED] if r.repair]
    beta0 = {r.method: format_cell(r.repair["beta0"]) for r in repairable if "beta0" in r.repair}
    if not isinstance(comparison, Solution):
        if any(result.short for result in results) and guarantees_nothing(question):
            risk = "some algorithm may fail half of the time"
            if is_adaptive(question):
                risk = "twice the sum of the beta0, and rho, reach 1"
            repair = [f"Type --beta0 {value} or less for a certified answer." for value in beta0.values()]
            return [f"No guarantee is possible: {risk}.", *repair[:1]]
        if repairable:
            first = "No method meets this; each of these changes alone is enough (certified):"
            return [first, *map(_describe_change, repairable)]
    close = results[0]
    lacks = f"{close.method}: {close.why_not}"
    if close.applicable:
        lacks = "; ".join(_describe_uncertified(comparison, close)).removesuffix(".")
    values = " or ".join(f"{value} ({method})" for method, value in beta0.items())
    repair = [f"Type --beta0 {values}: then the answer is certified."] if values else []
    return [f"Nothing is certified. Nearest is {lacks}.", *repair]


def _describe_uncertified(comparison: Comparison, result: Result) -> list[str]:
    """Return the figures of a method that is not certified, and the reason."""
    guessed = [c.name for c in result.hidden_constants if c.placeholder]
    unknown = f" (constants that the paper does not give are guessed: {', '.join(guessed)})" if guessed else ""
    head = f"{result.method}: {short(result.samples, 4) if result.samples else '?'} {comparison.unit}"
    if result.status is Status.VACUOUS:
        bounds = {name: result.quantities.get(name) for name in PROBABILITIES}
        empty = [f"{n} <= {short(b)}" for n, b in bounds.items() if isinstance(b, Enclosure) and not b.upper < 1]
        return [f"{head}{unknown}, no guarantee: {', '.join(empty)}, a bound of 1 or more."]
    if result.status is Status.FALLS_SHORT and result.beta is not None:
        fails = write_bound(result.beta)
        return [
            f"{head}{unknown}, but some answer is wrong with probability <= {fails}.",
            f"You asked for {format_cell(result.question.beta)}; --beta {fails} accepts it.",
        ]
    named = (("rho", result.rho), ("beta", result.beta))
    bounded = "".join(f", {name} <= {write_bound(value)}" for name, value in named if value is not None)
    return [f"{head}{bounded}{unknown}."]


def _describe_change(result: Result) -> str:
    """Describe which input to change so that a refused method is certified."""
    change = [f"--{name} {format_cell(value)}" for name, value in result.repair.items()]
    text = f"{result.method}: {' or '.join(change)}"
    if result.applicable and result.beta is not None and result.question.beta is not None:
        text += f" (as it is, some answer is wrong with probability <= {write_bound(result.beta)})"
    return text
