"""Where the logarithms of thm:best_arm go: its printed bounds, rounding, the race, and what nobody can undercut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from replcalc.paper.boosting_applications.statements import best_arm
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Status
from replcalc.problems.queries import method_means
from replcalc.problems.queries.question import Arms
from replcalc.sharper.softmax_race.method import Choose
from replcalc.vocabulary import Enclosure, PrecisionExhausted, Verdict

_BITS = 256


@dataclass(frozen=True)
class LogarithmStage:
    """What one theorem needs per arm: how it grows, its samples here, and what the figure is worth."""

    name: str
    grows: str
    statement: str
    samples: int | Enclosure | None
    worth: str


def stages(found: Comparison) -> tuple[LogarithmStage, ...]:
    """For one choice among arms with draws of their own; empty for other questions."""
    question: Choose = found.question
    if question.k > 1 or question.common:
        return ()
    at: dict[str, Any] = {name: question.point[name] for name in ("rho", "alpha", "beta", "arms")}
    applies = all(verdict is Verdict.PROVED for _, verdict in best_arm.check(**at))
    rows = []
    for name, conclusion, grows in (
        ("printed, before boosting", "n_previous", "ln^3(A/beta)/(alpha rho)^2"),
        ("printed, boosted", "n_new", "ln^3(A/rho)/(alpha rho)^2"),
    ):
        figure = Enclosure.from_ball(best_arm.bound(conclusion, bits=_BITS, **at)) if applies else None
        worth = "hidden constants at 1" if applies else "asks for beta <= rho <= 1/2"
        rows.append(LogarithmStage(name, grows, best_arm.label, figure, worth))
    try:
        every = method_means.rounding(Arms(1, question.arms, question.alpha, question.rho, question.beta), 6)
        rows.append(
            LogarithmStage(
                "all means rounded", "A^2/(alpha rho)^2", "derived:averaged-rounding", every.samples, every.status.value
            )
        )
    except PrecisionExhausted:  # at extreme values
        pass
    race = found.results[0]
    rows.append(
        LogarithmStage("a race", "ln^2(A/beta)/(alpha rho)^2", "derived:softmax-race", race.samples, race.status.value)
    )
    if found.lower_bound is not None:
        least = found.lower_bound
        worth = f"{Status.CERTIFIED.value}: at least"
        rows.append(LogarithmStage("any algorithm", "1/(alpha rho)^2", least.statement, least.samples, worth))
    return tuple(rows)
