"""lm:kasivi with a bound that holds: conditioning two pairs that share neither coordinate.

Proof: docs/theory/conditioning-pairs.md.
"""

from __future__ import annotations

from replcalc.formulas.language import exp
from replcalc.statements.notation import real
from replcalc.statements.statement import NONNEGATIVE, POSITIVE, Conclusion, Parameter, Statement, assuming
from replcalc.theories.replicable_composition.notation import delta, epsilon

_delta_hat = real("delta_hat")

conditioning_pairs = Statement(
    label="derived:kasivi",
    kind="lemma",
    title="Conditioning on the second coordinate, repaired",
    meaning=(
        "If two pairs (U, V), (U', V') are jointly (epsilon, delta)-close, then for most values t of V the laws of U "
        "given V = t and of U' given V' = t are (3 epsilon, delta_hat)-close: lm:kasivi with a bound that holds."
    ),
    given=(
        Parameter(epsilon, POSITIVE, "multiplicative closeness of the pairs"),
        Parameter(delta, NONNEGATIVE, "additive closeness of the pairs"),
        Parameter(_delta_hat, POSITIVE, "additive closeness wanted after conditioning"),
    ),
    assumes=(assuming("the pairs (U, V) and (U', V') are (epsilon, delta)-close in both directions"),),
    gives=(
        Conclusion(
            real("epsilon_conditional"), "=", 3 * epsilon,
            "multiplicative closeness after conditioning"),
        Conclusion(
            real("failure"), "<=",
            (1 + exp(epsilon)) * delta / _delta_hat + delta + 2 * delta / (1 - exp(-epsilon)),
            "probability of a value of the second coordinate at which closeness fails"),
    ),
    uses=("lm:help_kasi",),
    needs_simulator=True,
    notes=(
        "Values t whose probabilities under V and V' differ by more than a factor e^(2 epsilon): lm:help_kasi.",
        "Elsewhere, too much mass of U costs delta_hat Pr[V = t] of the joint delta: mass at most delta/delta_hat.",
        "Too little costs delta_hat Pr[V' = t]: delta/delta_hat under V', e^epsilon times that plus delta under V.",
    ),
)  # fmt: skip

STATEMENTS = (conditioning_pairs,)
