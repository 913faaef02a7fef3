"""The answer in words, once, for every format: what to run, what that promises, what was assumed, what else there is.

Text prints an Advice from top to bottom, JSON carries it as ``answer``, pages and reports set its headline large. A
headline names a number of samples only where a certified way that can be run stands behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, latex_number, nearest, short
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.output.report import Formula, cell_text, count_text
from replcalc.planning.assumption import Assumption, in_turn
from replcalc.planning.assumption import told as told_problems
from replcalc.planning.comparison import REPAIRED, Comparison
from replcalc.planning.defaults import READ_SECONDS, ROUND_SECONDS
from replcalc.planning.effort import Effort
from replcalc.planning.recipe import bound_text, guarantee
from replcalc.planning.registry import get, kinds, names
from replcalc.planning.result import PROBABILITIES, Result, Status
from replcalc.planning.solution import Solution
from replcalc.planning.solving import promises_nothing


# -- what a way takes, in words: samples read, base runs, sampling rounds, each with its own cost ----------------------
def runs_text(effort: Effort | None) -> Any:
    """A count of base runs; from a billion on four digits of it tell enough."""
    if effort is None or effort.runs is None:
        return None
    if effort.runs < 10**9 and not effort.runs_at_least:
        return effort.runs
    sign, latex_sign = (">= ", r"\ge ") if effort.runs_at_least else ("", "")
    about = nearest(fmpq(effort.runs), 4)
    return Formula(sign + about, latex_sign + latex_number(about))


def rounds_text(effort: Effort | None) -> Any:
    """none, a count, or a power of ten."""
    if effort is None:
        return None
    if effort.polynomial and effort.rounds_log10.upper == 0:
        return "none"
    exponent = float(effort.rounds_log10)
    sign, latex = (">= ", r"\ge ") if effort.rounds_at_least else ("", "")
    if exponent < 6:
        count = max(1, int(10**exponent + 1e-9)) if effort.rounds_at_least else -int(-(10**exponent) // 1)
        return Formula(f"{sign}{count:,}", f"{latex}{count:,}".replace(",", "{,}"))
    if exponent == math.inf:  # a power that floats cannot hold
        about = nearest(effort.rounds_log10.midpoint, 3)
        return Formula(f"{sign}10^{about}", f"{latex}10^{{{latex_number(about)}}}")
    power = int(exponent)
    return Formula(f"{sign}10^{power}", f"{latex}10^{{{power}}}")


def rounds_words(result: Result) -> str:
    return str(rounds_text(result.effort)).replace(">= ", "at least ")


def time_text(result: Result) -> str:
    """The pass over the data, base runs and sampling rounds, each with how long it lasts from a second on."""
    effort = result.effort
    if effort is None:
        return "time not known"
    parts = [_pass_text(result)]
    if effort.runs is not None and not _means(result):
        lower = "at least " if effort.runs_at_least else ""
        sizes = getattr(result.question, "n", None)
        each = max(sizes.distinct) if isinstance(sizes, Family) else int(result.extra.get("n0", 0))
        lasts = _lasting(effort.runs, each * parse_rational(READ_SECONDS.text))
        parts.append(f"{lower}{count_text(effort.runs)} base run{'' if effort.runs == 1 else 's'}{lasts}")
    return ", ".join([*parts, rounds_cost(result)])


def rounds_cost(result: Result) -> str:
    """Sampling rounds, and how long they last."""
    assert result.effort is not None
    if result.effort.samples_nothing:
        return "nothing sampled"
    log = float(result.effort.rounds_log10)
    lasts = _lasting(int(10**log), parse_rational(ROUND_SECONDS.text)) if log < _HOPELESS else ""
    return f"{rounds_words(result)} sampling rounds{lasts}"


#: log10 of the rounds from which on nobody asks how long.
_HOPELESS = 15


def _means(result: Result) -> bool:
    """Is all that is run a mean for every query or arm, which the pass takes?"""
    question, effort = result.question, result.effort
    return question.kind in ("queries", "choose") and effort is not None and effort.runs == question.k


def _pass_text(result: Result) -> str:
    """Every sample is read once, whatever is done with it: how many values that are."""
    question, samples = result.question, result.samples or 0
    each = parse_rational(READ_SECONDS.text)
    if question.kind == "queries":
        values = f", {question.k:,} values each" if question.k > 1 else ""
        return f"one pass over {count_text(samples)} samples{values}{_lasting(samples * question.k, each)}"
    if question.kind == "choose" and not question.common:
        pulls, arms = samples * question.k * question.arms, question.k * question.arms
        every = f"{count_text(samples)} of each of {arms:,} arms"
        return f"one pass over {count_text(pulls)} samples, {every}{_lasting(pulls, each)}"
    return f"one pass{_lasting(samples, each)}"


def _lasting(count: int, each: fmpq) -> str:
    """How long so many last, from a second on."""
    if count * each < 1:
        return ""
    name, unit = next((pair for pair in reversed(_SMALL) if 10 * each >= pair[1]), _SMALL[0])
    shown = f"{float(each / unit):.3g}" if each < 1000 * unit else nearest(each / unit, 3)
    return f" ({duration(count, each)} at {shown} {name} each)"


_SMALL = (("ns", fmpq(1, 10**9)), ("us", fmpq(1, 10**6)), ("ms", fmpq(1, 1000)), ("s", fmpq(1)))
_UNITS = (("s", 1), ("min", 60), ("h", 3600), ("days", 86_400), ("years", 31_557_600))


def duration(count: int, each: fmpq) -> str:
    """How long so many last at ``each`` seconds, in two or three digits of the unit that fits."""
    seconds = count * each
    name, unit = next((pair for pair in reversed(_UNITS) if seconds >= 2 * pair[1]), _UNITS[0])
    return f"{nearest(seconds / unit, 2 if seconds < 100 * unit else 3)} {name}"


@dataclass(frozen=True)
class Advice:
    """``result``: the certified way to run, None where there is none; ``status`` what its figures are worth.

    ``promise``: what holds if it is run. ``changes``: what would have to change where nothing meets the question.
    ``savings``: what sampling would save, and what theory knows that nobody can run. ``others``: the other ways.
    ``least``: what nobody can undercut. ``guarantee``: a paragraph to paste. ``together``: k problems of one kind,
    for which the savings and the least belong to the verdict.
    """

    headline: str
    status: str
    result: Result | None = None
    promise: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    assumed: str = ""
    savings: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    least: str = ""
    guarantee: str = ""
    together: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What follows the headline at once."""
        beside = (*self.savings, self.least) if self.together else ()
        return tuple(filter(None, (*self.promise, *self.changes, self.assumed, *beside)))

    @property
    def rest(self) -> tuple[str, ...]:
        """What a reader asks next: the other ways, what nobody can undercut, what may be quoted."""
        beside = () if self.together else (*self.savings, self.least)
        quoted = f"Guarantee: {self.guarantee}" if self.guarantee else ""
        return tuple(filter(None, (*self.others, *beside, quoted)))

    @property
    def explanation(self) -> str:
        """The same as a paragraph."""
        headline = self.headline + (f" ({self.status})" if self.status else "")
        told = (headline, *self.promise, *self.changes, *self.savings, *self.others, self.least)
        return " ".join(line if line.endswith((".", ":")) else f"{line}." for line in told if line)


def advice(comparison: Comparison) -> Advice:
    """The answer of any comparison."""
    result, together = comparison.to_run, comparison.question.kind == "queries"
    if result is not None:
        assumed = result.question.assumed  # what was solved for may have moved it
    else:
        unsolved = isinstance(comparison, Solution)  # then what follows from the unknown has no value
        assumed = {name: a for name, a in comparison.question.assumed.items() if not (unsolved and a.short)}
    common: dict[str, Any] = {
        "assumed": assumed_line(assumed),
        "savings": tuple(_savings(comparison, result)),
        "others": tuple(_others(comparison, result)),
        "least": _least(comparison, result),
        "together": together,
    }
    if result is None:
        headline, *changes = _nothing_certified(comparison)
        return Advice(headline, "", None, (), tuple(changes), **common)
    promise = tuple(filter(None, _promise(comparison, result)))
    if together:
        headline, promise = f"RUN {result.method}: {_value(comparison, result)}, one pass", (doing(result), *promise)
    else:
        headline = f"{_value(comparison, result)}: {doing(result)} ({result.method})"
    quoted = "" if result.samples is None else guarantee(result, comparison.unit)
    return Advice(headline, result.status.value, result, promise, guarantee=quoted, **common)


def advice_json(found: Advice) -> dict[str, Any]:
    result = found.result
    return {
        "headline": found.headline,
        "status": found.status,
        "method": None if result is None else result.method,
        "samples": None if result is None else result.samples,
        "promise": list(found.promise),
        "changes": list(found.changes),
        "savings": list(found.savings),
        "others": list(found.others),
        "lower_bound": found.least,
        "guarantee": found.guarantee or None,
    }


def doing(result: Result) -> str:
    """What one does, in a few words: the beginning of the way's summary."""
    kind = result.question.kind
    if kind in kinds() and result.method in names(kind):
        return get(result.method, kind).summary.split(": ")[0].split("; ")[0]
    return result.title or "as asked"


def _value(comparison: Comparison, result: Result) -> str:
    spent = f"{count_text(result.samples)} {comparison.unit}"
    if isinstance(comparison, Solution) and comparison.unknown != "samples":
        return f"{comparison.unknown} = {cell_text(comparison.solved[result.method].value)} with {spent}"
    return spent


def _promise(comparison: Comparison, result: Result) -> Iterator[str]:
    """How often two runs disagree, how often a run fails, what it takes; for whom it was needless to ask."""
    parts = [] if result.rho is None else [f"two runs with one seed disagree <= {bound_text(result.rho)}"]
    parts += [] if result.beta is None else [f"a run fails <= {bound_text(result.beta)}"]
    if parts:
        yield ", ".join(parts)
    yield time_text(result)
    yield told_problems(result.question)
    if isinstance(comparison, Solution):
        yield f"checked: {comparison.solved[result.method].checked}"
    question = result.question
    fixed = question.kind == "composition" and not in_turn(question) and not isinstance(comparison, Solution)
    if result.method == "naive" and fixed:
        alone = f"trivial here: it is {cell_text(question.rho0.values[0])}-replicable already, at most rho"
        yield alone if question.k == 1 else "trivial here: the rho0_i already add up to at most rho"


def assumed_line(assumed: Mapping[str, Assumption]) -> str:
    """What nobody said."""
    told = ", ".join(f"{name} = {_short(a)}" for name, a in assumed.items())
    return f"assumed: {told}" if assumed else ""


def assumed_lead(question: Any) -> tuple[str, ...]:
    """The same as the lines of a lead."""
    told = assumed_line(question.assumed)
    return (told,) if told else ()


def _short(assumption: Assumption) -> str:
    value = cell_text(assumption.value)
    return f"{assumption.short} = {value}" if assumption.short else value


# -- the other ways ----------------------------------------------------------------------------------------------------
def _savings(comparison: Comparison, chosen: Result | None) -> Iterator[str]:
    """Certified ways with fewer samples than what to run: what they take instead."""
    best, theory = comparison.best, comparison.best_theory
    if chosen is None or best is None or theory is None:
        return
    if best is not chosen:
        yield f"Sampling saves{_share(comparison, chosen, best)}: {_saving(comparison, best)}."
    if theory is not best and not comparison.runnable(theory):
        yield f"In theory only: {_saving(comparison, theory)}."


def _saving(comparison: Comparison, result: Result) -> str:
    return f"{result.method} {_figure(comparison, result)}, but {rounds_cost(result)}"


def _share(comparison: Comparison, chosen: Result, best: Result) -> str:
    """How many of a hundred samples are saved."""
    if isinstance(comparison, Solution) or not chosen.samples or not best.samples:
        return ""
    return f" {100 - -(-100 * best.samples // chosen.samples)}%"


def _others(comparison: Comparison, chosen: Result | None) -> Iterator[str]:
    """The other certified ways with their figures, and in a word what the rest lack."""
    told = (chosen, *((comparison.best, comparison.best_theory) if chosen is not None else ()))
    rest = [r for r in comparison.shown if r not in told]
    runnable = [r for r in rest if r.certified and comparison.runnable(r)]
    theory = [r for r in rest if r.certified and not comparison.runnable(r)]
    if chosen is None and theory:
        allowed = cell_text(comparison.max_rounds)
        methods = "; ".join(f"{r.method} {_figure(comparison, r)}, {rounds_words(r)} rounds" for r in theory[:2])
        yield f"Certified, but more than {allowed} sampling rounds: {methods}."
    parts = [f"{r.method} {_figure(comparison, r)}" for r in runnable[:4]]
    more = len(runnable[4:]) + (len(theory) if chosen is not None else 0)
    parts += [f"{more} more certified"] if more else []
    parts += _lacking(rest)
    if parts:
        yield f"Others: {'; '.join(parts)}."


def _figure(comparison: Comparison, result: Result) -> str:
    if isinstance(comparison, Solution) and comparison.unknown != "samples":
        return cell_text(comparison.solved[result.method].value, 4)
    return cell_text(result.samples, 4)


def _lacking(rest: Sequence[Result]) -> list[str]:
    """Ways that promise less, by what they lack."""
    found = []
    for status, told in _LACKS.items():
        methods = [r for r in rest if r.status is status]
        if len(methods) == 1 and status is Status.FALLS_SHORT:
            found.append(f"{methods[0].method} {cell_text(methods[0].samples, 4)} {falls_short(methods[0])}")
        elif methods:
            found.append(f"{', '.join(r.method for r in methods)} {told[len(methods) > 1]}")
    return found


_LACKS = {
    Status.FALLS_SHORT: ("falls short", "fall short of the failure probability"),
    Status.APPLIES: ("rests on hidden constants", "rest on hidden constants"),
    Status.VACUOUS: ("promises nothing", "promise nothing"),
    Status.DOES_NOT_APPLY: ("does not apply", "do not apply"),
    Status.NOT_FOUND: ("found nothing: its search gave up", "found nothing: their searches gave up"),
}


def falls_short(result: Result) -> str:
    """By how much the failure probability is missed, and what would accept it."""
    assert result.beta is not None
    fails, asked = bound_text(result.beta), result.question.beta
    told = "nothing was promised" if asked is None else f"asked {cell_text(asked)}"
    return f"falls short: fails {fails}, {told}; set beta = {fails} to accept it"


def _least(comparison: Comparison, result: Result | None) -> str:
    bound = comparison.lower_bound
    if bound is None:
        silent = comparison.question.kind != "composition" or len(comparison.results) < 2 or result is None
        if silent or isinstance(comparison, Solution):
            return ""
        return f"Open for outputs = {comparison.question.outputs}: no lower bound known excludes fewer samples."
    told = f"Nobody can do with fewer than {count_text(bound.samples)} ({bound.statement}: {bound.model})"
    if result is not None and result.samples and result.samples >= bound.samples:
        told += f"; this is within a factor {nearest(fmpq(result.samples, bound.samples), 3)}"
    return told + "."


# -- where nothing is certified ----------------------------------------------------------------------------------------
def _nothing_certified(comparison: Comparison) -> tuple[str, ...]:
    """Why there is no number of samples to name, and what would have to change."""
    if comparison.best_theory is not None:
        allowed = cell_text(comparison.max_rounds)
        return (f"Nothing certified here can be run within {allowed} sampling rounds.",)
    repaired = [r for r in [r for r in comparison.results if not r.hidden][:REPAIRED] if r.repair]
    if promises_nothing(comparison.question) and not isinstance(comparison, Solution):
        turn = "No promise: twice the sum of the beta0, and rho, reach 1"
        alone = "No promise: run side by side, some algorithm may fail with probability 1/2 or more"
        risk = turn if in_turn(comparison.question) else alone
        values = [r.repair["beta0"] for r in repaired if "beta0" in r.repair]
        return (risk, *(f"set beta0 = {cell_text(v)} or less to promise something (certified)" for v in values[:1]))
    if repaired and not isinstance(comparison, Solution):
        return ("Nothing meets this as asked; any one of these changes does (certified):", *map(_change, repaired))
    close = comparison.results[0]
    match close.status:
        case Status.APPLIES:
            lacks = f"{_value(comparison, close)}, depending on {', '.join(close.hidden)}"
        case Status.VACUOUS:
            lacks = f"it promises nothing, {_empty(close)}"
        case Status.FALLS_SHORT:
            lacks = falls_short(close)
        case _:
            lacks = close.why_not
    told = [f"Nothing is certified. Nearest is {close.method}: {lacks}."]
    mended = [f"{cell_text(r.repair['beta0'])} ({r.method})" for r in repaired if "beta0" in r.repair]
    return (*told, *((f"Set beta0 to {', or '.join(mended)} and ask again (certified to help).",) if mended else ()))


def _change(result: Result) -> str:
    """What to change for a way that refuses; what it would cost then, where that was found."""
    change = [f"set {name} = {cell_text(value)}" for name, value in result.repair.items()]
    told = f"{result.method}: {' or '.join(change)}"
    if result.applicable and result.beta is not None and result.question.beta is not None:
        told += f" (as it is, a run fails <= {bound_text(result.beta)})"
    return told


def _empty(result: Result) -> str:
    bounds = [(name, result.quantities.get(name)) for name in PROBABILITIES]
    empty = [(name, bound) for name, bound in bounds if isinstance(bound, Enclosure) and not bound.upper < 1]
    return ", ".join(f"{name} <= {short(bound)}" for name, bound in empty)
