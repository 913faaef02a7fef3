"""Conditioning on the sample without loss (proof.md): improves lm:joint_implies_cond."""

from replcalc.vocabulary import *

_d, _gamma = real("d"), real("gamma")
_JOINTLY_CLOSE = assuming(
    "(X, Z) and (X, Z~) are (epsilon, delta)-close in both directions, and Z~ is independent of X"
)

conditioning = Statement(
    label="derived:conditioning",
    title="Conditioning without loss",
    meaning="Joint closeness with an independent second distribution becomes closeness given the sample, with the same "
    "epsilon.",
    given=(
        Parameter(epsilon, NONNEGATIVE, "multiplicative part of the joint closeness"),
        Parameter(delta, NONNEGATIVE, "additive part of the joint closeness"),
        Parameter(_d, POSITIVE, "additive part wanted of the conditional closeness"),
    ),
    assumes=(_JOINTLY_CLOSE,),
    gives=(
        Conclusion(_gamma, "<=", 2 * delta / _d, "probability over x that Z given x is not (epsilon, d)-close to Z~"),
        Conclusion(real("epsilon_given"), "=", epsilon, "multiplicative part of the conditional closeness"),
    ),
)

_epsilon_k, _delta_k, _root = real("epsilon_k"), real("delta_k"), real("delta_star")

conditioned_composition = Statement(
    label="derived:conditioned-composition",
    kind="corollary",
    title="Perfect generalization from joint closeness, without loss",
    meaning="derived:conditioning at d = sqrt(2 delta), where gamma and d agree: replaces lm:joint_implies_cond.",
    given=(
        Parameter(_epsilon_k, NONNEGATIVE, "multiplicative part of the joint closeness after k rounds"),
        Parameter(_delta_k, NONNEGATIVE, "its additive part"),
    ),
    assumes=(_JOINTLY_CLOSE,),
    gives=(
        Conclusion(real("epsilon_star"), "=", _epsilon_k, "multiplicative closeness of the composition"),
        Conclusion(_root, "=", sqrt(2 * _delta_k), "additive closeness of the composition"),
        Conclusion(real("gamma_star"), "=", _root, "probability that closeness fails"),
    ),
    uses=("derived:conditioning",),
)

STATEMENTS = (conditioning, conditioned_composition)
