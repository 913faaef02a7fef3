"""What a way takes, in words: samples read, base runs, sampling rounds, each with its own cost."""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from replcalc.ask.defaults import READ_SECONDS, ROUND_SECONDS
from replcalc.ask.effort import Effort
from replcalc.ask.result import Result
from replcalc.numbers.enclosure import latex_number, nearest
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.render.report import Formula, count_text


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
    return question.kind in ("queries", "arms", "choose") and effort is not None and effort.runs == question.k


def _pass_text(result: Result) -> str:
    """Every sample is read once, whatever is done with it: how many values that are."""
    question, samples = result.question, result.samples or 0
    each = parse_rational(READ_SECONDS.text)
    if question.kind == "queries":
        values = f", {question.k:,} values each" if question.k > 1 else ""
        return f"one pass over {count_text(samples)} samples{values}{_lasting(samples * question.k, each)}"
    if question.kind == "arms" or (question.kind == "choose" and not question.common):
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
