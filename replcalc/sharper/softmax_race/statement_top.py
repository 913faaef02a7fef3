"""The k best of many options, one race after the other on the same draws (proof-top.md)."""

from __future__ import annotations

from replcalc.paper.boosting_applications.statements import arms
from replcalc.paper.literature import GLASSER_1961, HOEFFDING_1963
from replcalc.sharper.softmax_race.statement import OPTIONS, softmax_race, softmax_race_common
from replcalc.vocabulary import (
    ALPHA,
    Conclusion,
    K,
    Statement,
    alpha,
    at_most,
    beta,
    exp,
    k,
    log,
    natural,
    pi,
    real,
    rho,
    smallest,
    sqrt,
)

_N, _eta = natural("N"), real("eta")
_swing, _growth, _drift, _tilt = map(real, ("swing", "growth", "drift", "tilt"))
_root, _moment, _squares = map(real, ("root", "moment", "squares"))


def _first(theorem: Statement, label: str, title: str) -> Statement:
    """The theorem for the draws of a theorem about one choice."""
    own = tuple(theorem.parameter(name) for name in ("N", "eta", "V"))
    return Statement(
        label=label,
        kind="theorem",
        needs_simulator=True,
        title=title,
        meaning="k rounds; in each a race of fresh shared clocks among the options that are left, sped up by exp(eta "
        "mean score).",
        given=(K, OPTIONS, ALPHA, *own),
        assumes=(*theorem.assumes, at_most(k, arms - 1)),
        gives=(
            Conclusion(
                _swing,
                "<=",
                theorem.conclusion("swing").expression,
                "what exchanging one draw of both runs adds to the mean of cosh",
            ),
            Conclusion(_growth, "<=", exp(_N * log(1 + exp(4 * _eta / _N) * _swing)) - 1, "the same of all draws"),
            Conclusion(_root, "<=", sqrt(1 - 1 / (1 + (1 - 1 / arms) * _growth)), "spread of the odds"),
            Conclusion(
                _moment,
                "<=",
                2 / sqrt(3) * sqrt(1 - 1 / arms**2) * _root,
                "root mean square of the disagreement of one race, given both samples",
            ),
            Conclusion(rho, "<=", k * _moment, "disagreement of two runs on the ordered list"),
            Conclusion(
                _drift,
                "<=",
                theorem.conclusion("drift").expression,
                "logarithm of the moment of the difference of two mean scores",
            ),
            Conclusion(_tilt, "<=", exp(_drift - _eta * alpha), "mean odds of a bad option against one of the k best"),
            Conclusion(_squares, "<=", smallest(2 - 1 / k, pi**2 / 6 - 1 / (k + 1)), "the sum of 1/r^2 over r = 1..k"),
            Conclusion(
                beta,
                "<=",
                k * (arms - k) * _squares * _tilt,
                "probability that some chosen one is worse than the k-th best by over alpha",
            ),
        ),
        uses=(theorem.label, "derived:adaptive-second-moment"),
        cites=(GLASSER_1961, HOEFFDING_1963),
    )


top_options = _first(softmax_race, "derived:top-options", "The k best of many options by races")
top_options_common = _first(
    softmax_race_common, "derived:top-options-common", "The k best of many options on a common sample by races"
)

STATEMENTS = (top_options, top_options_common)
