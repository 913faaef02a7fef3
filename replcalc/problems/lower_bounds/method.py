"""Lower bounds for adaptive composition, next to what equal shares achieve.

``m`` counts samples per round of the adaptive game of k threshold problems. The paper's bound and the sharper ones each
have conditions on rho and beta; where one fails the bound says nothing, and the margin is reported. They are about two
games: in the paper's the bias has one prior, and rho and beta are averages under it (``paper``, ``sharp``, ``game``);
``tight`` is about algorithms that keep rho and beta for every bias, so the worst prior may be chosen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from flint import fmpq

from replcalc.paper.adaptive_lower_bound.statements import TAU, adaptive_lower_bound
from replcalc.planning.comparison import Comparison, refuse_unknown
from replcalc.planning.method import get, names
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.sharper.means.search import least_rounding
from replcalc.sharper.means.statement import LARGEST_VARIANCE, variance_rounding
from replcalc.sharper.sharper_constants.statement import adaptive_lower_bound as sharp_bound
from replcalc.sharper.shrinking_window.lower import find_excluded
from replcalc.sharper.shrinking_window.statement import shrinking_window
from replcalc.sharper.threshold_test.method import bind_excluded, one_coin_task
from replcalc.sharper.threshold_test.search import find_excluded_test
from replcalc.sharper.threshold_test.statement import threshold_test_lower
from replcalc.sharper.tight_adaptive.search import tight
from replcalc.sharper.tight_adaptive.statement import tight_adaptive
from replcalc.vocabulary import (
    BETA,
    RHO,
    Answer,
    Derivation,
    Enclosure,
    K,
    Method,
    Proof,
    Result,
    Verdict,
    certify,
    derive_alone,
    k,
    with_goals,
)

_ROUNDED, _LAMBDA = variance_rounding.parameter("N"), variance_rounding.parameter("lambda")
_M, _W, _ETA = (tight_adaptive.parameter(name) for name in ("m", "w", "eta"))
#: The weight of each end of the window in the paper's prior.
GAME = fmpq(1, 3)


_POINT = (K, TAU, RHO, BETA)
derive_paper = partial(derive_alone, "lower-bound-paper", adaptive_lower_bound, *_POINT)
derive_sharp = partial(derive_alone, "lower-bound-sharp", sharp_bound, *_POINT)
derive_tight = partial(derive_alone, "lower-bound-tight", tight_adaptive, *_POINT, _M, _W, _ETA)


def derive_upper() -> Derivation:
    """Derive the upper bound that rounds the mean of every round: the sign of an estimate with error at most tau."""
    proof = Proof("naive-upper", "Every round rounded", (*_POINT, _ROUNDED, _LAMBDA))
    settings = {"k": k, "alpha": TAU.variable, "N": _ROUNDED.variable, "lambda": _LAMBDA.variable}
    settings["V"] = LARGEST_VARIANCE
    whole = proof.apply(variance_rounding, names={"rho": "rho_naive", "beta": "beta_naive"}, **settings)
    return with_goals(proof, whole.rho, whole.beta)


def whole(m: Enclosure) -> int:
    """Return whole samples from the certain side of a lower bound."""
    return int(m.lower.ceil())


def _bound(name: str, question: LowerBound, answer: Answer, quantity: str) -> Result:
    """Return a lower bound on m, which may be real, and whole samples per round; or why it says nothing here."""
    extra: dict[str, Any] = {}
    if answer.verdict is Verdict.PROVED:
        value = answer.value(quantity)
        m = Enclosure.exactly(value) if isinstance(value, int) else value
        extra = {"m": m, "samples": whole(m)}
    return Result(name, question, answer, title=answer.derivation.steps[0].statement.title, extra=extra)


@dataclass(frozen=True, repr=False)
class LowerBounds(Comparison):
    """The bounds, strongest first, and what equal shares use (certified by ``upper``).

    ``tight``: for algorithms whose bounds hold for every bias. ``game``: the same theorem in the paper's game.
    """

    m_naive: int = 0
    upper: Answer | None = None

    _writer: ClassVar[tuple[str, str]] = ("problems", "report_lower_bounds")

    def bound(self, name: str) -> Result | None:
        """Return a bound by its name, or None where the search finds nothing that it excludes (tight, game)."""
        return next((bound for bound in self.results if bound.method == name), None)

    def gap(self, bound: Result | None) -> Enclosure | None:
        """Return how many times the upper bound exceeds a lower bound."""
        m = None if bound is None else bound.extra.get("m")
        if m is None or not m.lower > 0:
            return None
        return Enclosure(self.m_naive / m.upper, self.m_naive / m.lower)


def lower_bounds(question: LowerBound, digits: int = 20) -> LowerBounds:
    """Return every lower bound at one point."""
    refuse_unknown(question.settings, {constant.name for constant in derive_paper().hidden})
    found = {name: get(name, question.kind).solve(question, digits) for name in names(question.kind)}
    chosen = least_rounding(question.k, question.tau, question.rho, question.beta)
    # only whether both goals are met counts here: far out the digits of a tiny failure probability cancel
    upper = certify(derive_upper(), question.point | chosen, digits=digits, report=("rho_naive",), cross_check=False)
    bounds = (bound for bound in found.values() if bound.answer is not None)
    strongest = sorted(bounds, key=lambda bound: (not bound.certified, -(bound.samples or 0)))
    return LowerBounds(
        question, tuple(strongest), digits, unit="samples per round", m_naive=int(chosen["N"].p), upper=upper
    )


def _tight(name: str, weight: fmpq | None, question: LowerBound, digits: int) -> Result:
    """Certify derived:tight-adaptive at the samples that a search finds excluded, or at a little fewer."""
    found = tight(question.k, question.tau, question.rho, question.beta, weight)
    excluded = Result(name, question, None, "no number of samples is found to be excluded", derivation=derive_tight())
    if found is None:
        return excluded
    m = found.m
    for _ in range(4):
        values = {**question.point, "m": fmpq(m), "w": found.w, "eta": found.eta}
        bound = _bound(name, question, certify(derive_tight(), values, digits=digits), "m_tight")
        if bound.applicable or m == 1:
            return bound if bound.applicable else excluded
        m -= max(1, m // 10**6)
    return excluded


def _one_round(question: LowerBound, digits: int) -> Result:
    """Round one alone is a replicable test of 1/2 - tau against 1/2 + tau: the larger of two bounds for such a test."""
    point = find_excluded(1, question.tau, question.rho, question.beta)
    candidates = [] if point is None else [(shrinking_window, point)]
    task = one_coin_task(question.tau, question.rho, question.beta)
    found = None if task is None else find_excluded_test(task)
    if task is not None and found is not None:
        candidates.append((threshold_test_lower, bind_excluded(found, task)))
    derivation = derive_alone(shrinking_window.label, shrinking_window, *shrinking_window.given)
    for theorem, values in sorted(candidates, key=lambda one: -one[1]["N"]):
        answer = certify(derive_alone(theorem.label, theorem, *theorem.given), values, digits=digits)
        if answer.verdict is Verdict.PROVED:
            return _bound("one-round", question, answer, "samples")
    return Result("one-round", question, None, "no number of samples is found to be excluded", derivation=derivation)


def _paper(question: LowerBound, digits: int) -> Result:
    return _bound("paper", question, certify(derive_paper(), question.point, question.settings, digits=digits), "m")


def _sharp(question: LowerBound, digits: int) -> Result:
    return _bound("sharp", question, certify(derive_sharp(), question.point, digits=digits), "m_real")


def _method(
    name: str, summary: str, derive: Callable[[], Derivation], solve: Callable[[LowerBound, int], Result]
) -> Method:
    return Method(name, summary, LowerBound.kind, derive, solve, (), polynomial=True)


METHODS = (
    _method("paper", "the paper's steps", derive_paper, _paper),
    _method("sharp", "sharper constant and linear averaging", derive_sharp, _sharp),
    _method("tight", "the worst prior of the bias", derive_tight, partial(_tight, "tight", None)),
    _method(
        "one-round",
        "round one alone is a replicable test",
        partial(derive_alone, shrinking_window.label, shrinking_window, *shrinking_window.given),
        _one_round,
    ),
    _method("game", "the same in the paper's game", derive_tight, partial(_tight, "game", GAME)),
)
