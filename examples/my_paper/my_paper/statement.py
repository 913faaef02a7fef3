"""The two lemmas of the paper."""

from replcalc.formulas.language import rational
from replcalc.statements.notation import real
from replcalc.statements.source import Source
from replcalc.statements.statement import Conclusion, Domain, Parameter, Statement, assuming

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

STATEMENTS = (three, nine)
