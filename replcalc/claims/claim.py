"""A claim: a numeric fact that a proof uses, how to decide it, and a changed version that must be refuted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, get_args

import sympy as sp

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.prover.outcome import Outcome
from replcalc.statements.theory import Source

#: A fraction for the prover, R(1, 2): sympy's.
R = sp.Rational


#: Relation of a certificate to the sentence of its claim.
ClaimStanding = Literal["conclusion", "given", "step", "transcription"]
STANDINGS: tuple[ClaimStanding, ...] = get_args(ClaimStanding)
_ID = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")


@dataclass(frozen=True)
class Claim:
    """A numeric fact about a statement, with its decision and a negative control.

    ``decide`` returns the verdict with its certificate or counterexample. ``control`` decides a false variant: the
    constant improved past the best one, or the range extended past its end. It must come out REFUTED (or, for a
    claim that is itself false, be the repaired statement and come out PROVED). A control refutes the changed
    statement, not a step of its proof.

    ``source`` is its place in a publication, or None. ``printed_constant`` is what the source prints,
    ``proved_constant`` what the decision establishes; which constant is best is said only where a search brackets it
    (``paper.constants_table``). ``note``: what else is known.

    ``text`` says what the claim is for. What is PROVED is what the certificate states, no more
    (``replcalc.claims.certified``). Where that is less than the sentence, ``given`` names the theorem that leads from
    one to the other (Hoeffding's inequality, the mean value theorem), and the claim is one about the arithmetic given
    it; ``argued`` says what else does, on the page: then the claim is a step. ``transcription``: its relations are
    equations that hold by how they are typed, so that it says only that a formula is the printed one.
    ``with_constant``: decide the claim with another constant in the place of the one that the control changes.
    """

    id: str
    statement: str
    source: Source | None
    text: str
    decide: Callable[[], Outcome]
    control: Callable[[], Outcome]
    expected: Verdict = Verdict.PROVED
    printed_constant: str = ""
    proved_constant: str = ""
    note: str = ""
    given: str = ""
    argued: str = ""
    transcription: bool = False
    with_constant: Callable[[str], Outcome] | None = None

    def __post_init__(self) -> None:
        def refuse(why: str) -> None:
            raise MalformedStatement(f"claim '{self.id}': {why}")

        if not _ID.fullmatch(self.id):
            refuse("an id is two words of lower-case letters, digits and hyphens, joined by a point")
        if not self.statement or len(self.text) <= 5:
            refuse("a claim needs a statement and a text")
        if self.expected is Verdict.UNDECIDED:
            refuse("exactly one of a claim and its control must be proved, the other refuted")

    @property
    def standing(self) -> ClaimStanding:
        """What is certified: the sentence, the sentence given a theorem, a step of it, or a transcription."""
        if self.transcription:
            return "transcription"
        return "step" if self.argued else "given" if self.given else "conclusion"

    @property
    def headline(self) -> str:
        """The sentence, restricted to what the verdict is about."""
        before = {
            "conclusion": "",
            "given": f"given {self.given}: ",
            "step": "a step towards: ",
            "transcription": "typed as printed: ",
        }
        return before[self.standing] + self.text

    @property
    def control_expected(self) -> Verdict:
        return Verdict.REFUTED if self.expected is Verdict.PROVED else Verdict.PROVED

    def outcome(self, *, control: bool = False) -> Outcome:
        """Decide the claim or its control; only what the kernel accepts counts as decided."""
        found = (self.control if control else self.decide)()
        if found.verdict is Verdict.UNDECIDED:
            return found
        if found.certificate is not None and recheck(found.certificate) is found.verdict:
            return found
        return Outcome(Verdict.UNDECIDED, found.method, detail="the kernel does not accept the certificate")


def claim_with_control(
    id: str,
    statement: str,
    source: Source | None,
    text: str,
    decide: Callable[..., Outcome],
    holds: Any,
    nudge: Any,
    **more: Any,
) -> Claim:
    """Return a claim whose control is the same decision with other arguments (a tuple, or a single one)."""

    def decided(arguments: Any) -> Callable[[], Outcome]:
        return partial(decide, *(arguments if isinstance(arguments, tuple) else (arguments,)))

    return Claim(id, statement, source, text, decided(holds), decided(nudge), **more)
