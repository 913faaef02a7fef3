"""The lemmas of the paper."""

from replcalc.vocabulary import (
    BETA0S,
    NS,
    RHO0S,
    Conclusion,
    Domain,
    Parameter,
    Source,
    Statement,
    assuming,
    beta,
    beta0s,
    ceiling,
    greatest,
    i,
    ns,
    rational,
    real,
    rho,
    rho0s,
    total,
)

PAPER = "My Paper (2026)"
p, first, failure = map(real, ("p", "first", "failure"))
RATE = Parameter(p, Domain(0, rational(1, 2)), "failure probability of one run")
INDEPENDENT = assuming("the runs are independent")


def majority(rate):
    """Two or three of three runs fail."""
    return 3 * rate**2 - 2 * rate**3


three = Statement(
    label="mp:three",
    kind="lemma",
    title="Majority of three runs",
    section="sec:majorities",
    source=Source(PAPER, "Lemma 1"),
    meaning="The majority of three independent runs is wrong only if two of them are.",
    given=(RATE,),
    assumes=(INDEPENDENT,),
    gives=(Conclusion(failure, "<=", majority(p), "failure probability of the majority"),),
    needs_simulator=True,
)

nine = Statement(
    label="mp:nine",
    kind="lemma",
    title="Majority of three majorities",
    section="sec:majorities",
    source=Source(PAPER, "Lemma 2"),
    meaning="Nine independent runs in three groups of three: the majority of the groups' majorities.",
    given=(RATE,),
    assumes=(INDEPENDENT,),
    gives=(
        Conclusion(first, "<=", majority(p), "failure probability of one group"),
        Conclusion(failure, "<=", majority(first), "failure probability of the whole"),
    ),
    uses=("mp:three",),
    needs_simulator=True,
)

together = Statement(
    label="mp:together",
    kind="lemma",
    title="Majorities side by side",
    section="sec:majorities",
    source=Source(PAPER, "Lemma 3"),
    meaning="Every algorithm three times, on fresh samples and with strings of its own; answer what two of three say.",
    given=(NS, RHO0S, BETA0S),
    assumes=(INDEPENDENT, assuming("every problem has one right answer")),
    gives=(
        Conclusion(real("N"), "=", ceiling(3 * greatest(ns[i])), "samples of the whole", name="samples"),
        Conclusion(rho, "<=", 3 * total(rho0s[i]), "disagreement: some run disagrees"),
        Conclusion(beta, "<=", total(majority(beta0s[i])), "failure: some majority is wrong"),
    ),
    uses=("mp:three", "derived:side-by-side"),
)

STATEMENTS = (three, nine, together)
