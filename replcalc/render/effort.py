"""What a way takes, in words: samples read, base runs, sampling rounds, each with its own cost."""

from __future__ import annotations

import math
from typing import Any

from flint import fmpq

from replcalc.ask.defaults import ROUND_SECONDS, RUN_SECONDS
from replcalc.ask.effort import Effort
from replcalc.ask.result import Result
from replcalc.numbers.enclosure import latex_number, nearest
from replcalc.numbers.exact import parse_rational
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
    """Base runs and sampling rounds, each with how long it lasts; what is not known is not told."""
    effort = result.effort
    if effort is None:
        return "time not known"
    parts = []
    if effort.runs is not None:
        lower = "at least " if effort.runs_at_least else ""
        lasts = f" ({duration(effort.runs, RUN_SECONDS.text)} at 0.1 ms each)" if effort.runs >= 10_000 else ""
        parts.append(f"{lower}{count_text(effort.runs)} base run{'' if effort.runs == 1 else 's'}{lasts}")
    if effort.samples_nothing:
        return ", ".join([*parts, "nothing sampled"])
    log = float(effort.rounds_log10)
    lasts = f" ({duration(int(10 ** min(log, 300)), ROUND_SECONDS.text)} at 1 us each)" if log >= 4 else ""
    return ", ".join([*parts, f"{rounds_words(result)} sampling rounds{lasts}"])


_UNITS = (("s", 1), ("min", 60), ("h", 3600), ("days", 86_400), ("years", 31_557_600))


def duration(count: int, each: str) -> str:
    """How long so many last at ``each`` seconds, in two or three digits of the unit that fits."""
    seconds = count * parse_rational(each)
    name, unit = next((pair for pair in reversed(_UNITS) if seconds >= 2 * pair[1]), _UNITS[0])
    return f"{nearest(seconds / unit, 2 if seconds < 100 * unit else 3)} {name}"
