"""lm:kasivi with a bound that holds: conditioning two pairs that share neither coordinate.

Proof: proof.md.
"""

from __future__ import annotations

from dataclasses import replace

from replcalc.paper.pg_composition.statements import conditioning
from replcalc.vocabulary import Statement, delta, epsilon, exp

_delta_hat = conditioning.parameter("delta_hat").variable

conditioning_pairs = Statement(
    label="derived:kasivi",
    kind="lemma",
    needs_simulator=True,
    title="Conditioning on the second coordinate, repaired",
    meaning="If two pairs (U, V), (U', V') are jointly (epsilon, delta)-close, then for most values t of V the laws of "
    "U given V = t and of U' given V' = t are (3 epsilon, delta_hat)-close: lm:kasivi with a bound that holds.",
    given=conditioning.given,
    assumes=conditioning.assumes,
    gives=(
        conditioning.conclusion("epsilon_conditional"),
        replace(
            conditioning.conclusion("failure"),
            expression=(1 + exp(epsilon)) * delta / _delta_hat + delta + 2 * delta / (1 - exp(-epsilon)),
        ),
    ),
    uses=("lm:help_kasi",),
    notes=(
        "Values t whose probabilities under V and V' differ by more than a factor e^(2 epsilon): lm:help_kasi.",
        "Elsewhere, too much mass of U costs delta_hat Pr[V = t] of the joint delta: mass at most delta/delta_hat.",
        "Too little costs delta_hat Pr[V' = t]: delta/delta_hat under V', e^epsilon times that plus delta under V.",
    ),
)

STATEMENTS = (conditioning_pairs,)
