"""From replicability to perfect generalization, every constant explicit (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import BUN_2023
from replcalc.vocabulary import (
    COUNT,
    HALF_OPEN,
    UNIT_LEFT_OPEN,
    UNIT_OPEN,
    Conclusion,
    E,
    Parameter,
    Statement,
    below,
    beta0,
    ceiling,
    delta,
    epsilon,
    kl,
    largest,
    log,
    n,
    rational,
    real,
    rho0,
    symbols,
)

_nu, _h, _l = map(real, ("nu", "h", "l"))
_g, _L = real("g"), real("L")
_J, _T = symbols("J T")
_HALF = rational(1, 2)
#: The logarithms of the lemma: some string is good, no wrong winner gets far, bad strings carry little mass.
GOOD = log(32 / delta**2)
WRONG = log(64 * _J / delta**2)
CONCENTRATION = log(16 * _J / delta**2)
SPILL = log(2 * (1 + E) * _J / delta)
#: mass of the strings whose winner may be wrong: at most delta/(2(1+e)) by the first term of T
_spill = delta / (2 * (1 + E))

replicable_to_pg_explicit = Statement(
    label="derived:lemma-e",
    kind="lemma",
    needs_simulator=True,
    title="Replicability to perfect generalization, every constant explicit",
    meaning="Blocks of samples vote on random strings: a rho0-replicable algorithm becomes (delta, epsilon, delta)-PG.",
    given=(
        Parameter(n, COUNT, "samples of the replicable algorithm"),
        Parameter(rho0, UNIT_OPEN, "its replicability"),
        Parameter(beta0, UNIT_OPEN, "its failure probability"),
        Parameter(epsilon, UNIT_LEFT_OPEN, "multiplicative closeness wanted"),
        Parameter(delta, UNIT_OPEN, "additive closeness wanted, and probability that closeness fails"),
        Parameter(_nu, HALF_OPEN, "a string is good if its mode has probability at least 1 - nu"),
        Parameter(_h, UNIT_OPEN, "votes that no wrong winner reaches, as a fraction of the blocks"),
        Parameter(_l, UNIT_OPEN, "votes that a good string gets, as a fraction of the blocks"),
    ),
    assumes=(below(_HALF, _h), below(_h, _l), below(_l, 1 - _nu), below(_g, 1)),
    reaches=("delta",),
    gives=(
        Conclusion(_g, "<=", rho0 / (2 * _nu * (1 - _nu)), "probability that a random string is not good"),
        Conclusion(_J, "=", ceiling(GOOD / log(1 / _g)), "random strings drawn"),
        Conclusion(_L, "=", CONCENTRATION, "exponent of the vote concentration"),
        Conclusion(
            _T,
            "=",
            ceiling(
                largest(
                    2 * _L * SPILL**2 / ((_l - _h) ** 2 * epsilon**2),
                    GOOD / kl(_l, 1 - _nu),
                    WRONG / kl(_h, _HALF),
                    1 / (2 * _h - 1),
                )
            ),
            "blocks of n samples",
            name="blocks",
        ),
        Conclusion(real("m"), "=", n * _T, "samples of the perfectly generalizing algorithm", name="samples"),
        Conclusion(real("failure"), "<=", 2 * _J * beta0 + delta**2 / 4 + _spill, "its failure probability"),
    ),
    uses=("lm:sample_pg_is_pg",),
    cites=(BUN_2023.at("Theorem 3.19"),),
    notes=("Replaces lm:replic_to_pg: failure linear in beta0, no logarithm of 1/epsilon, any outputs.",),
)

STATEMENTS = (replicable_to_pg_explicit,)
