"""What the lemmas are good for: a majority fails less often than one run, as long as p is at most 1/2."""

from replcalc.vocabulary import Source, at_most, nudged, prove_on_box, rational

from .statement import PAPER, p, three


def helps(largest):
    """The formula is the statement's own: 3 p^2 - 2 p^3 <= p for every p up to ``largest``."""
    return prove_on_box(at_most(three.conclusion("failure").formula, p), {p: (0, largest)})


CLAIMS = (
    nudged(
        id="majorities.helps",
        statement="mp:three",
        source=Source(PAPER, "after Lemma 1"),
        text="the majority of three fails at most as often as one run, for p <= 1/2",
        decide=helps,
        holds=rational(1, 2),
        nudge=rational(3, 5),  # beyond 1/2 majorities make it worse: the same decision must refute it
    ),
)
