"""A claim: a numeric fact a proof leans on, how to decide it, and a nudged version that must be refuted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from flint import fmpq

from replcalc.claims.written import as_written
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.verdict import Verdict
from replcalc.prover.outcome import Outcome, Parts, prove_all
from replcalc.statements.source import Source

_ID = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")


@dataclass(frozen=True)
class Exhibit:
    """Figures that a claim is about, as a table of numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[fmpq, ...], ...]


@dataclass(frozen=True)
class Claim:
    """``decide`` returns the verdict with its certificate or counterexample, of a fact in several parts those of each,
    by name; ``control`` decides a nudged version.

    The control is the negative control: the constant improved past the best one, or the range extended past its end.
    It must come out REFUTED (or, for a claim that is itself false, be the repaired statement and come out PROVED).
    A control refutes the statement nudged past what is true, not a step of its proof.

    ``source`` is where it stands, None where nothing prints it. ``printed_constant`` is what the source prints,
    ``proved_constant`` what the decision establishes; which constant is best is said only where a search brackets it
    (``best_constants``). ``note``: what else is known. ``exhibit``: figures to show with it.

    ``text`` says what the claim is for. What is PROVED is what the certificate states, no more
    (``replcalc.claims.certified``); ``argued``: what leads from there to the sentence, on the page.
    """

    id: str
    statement: str
    source: Source | None
    text: str
    decide: Callable[[], Outcome | Parts]
    control: Callable[[], Outcome | Parts]
    expected: Verdict = Verdict.PROVED
    printed_constant: str = ""
    proved_constant: str = ""
    note: str = ""
    argued: str = ""
    exhibit: Callable[[], Exhibit] | None = None

    def __post_init__(self) -> None:
        def refuse(why: str) -> None:
            raise MalformedStatement(f"claim '{self.id}': {why}")

        if not _ID.fullmatch(self.id):
            refuse("an id is two words of lower-case letters, digits and hyphens, joined by a point")
        if not self.statement or len(self.text) <= 5:
            refuse("a claim names its statement and says what it claims")
        if self.expected is Verdict.UNDECIDED:
            refuse("of a claim and its control one is proved and the other refuted")

    @property
    def control_expected(self) -> Verdict:
        return Verdict.REFUTED if self.expected is Verdict.PROVED else Verdict.PROVED

    def outcome(self, *, control: bool = False) -> Outcome:
        """The claim decided, or its control: all parts of it."""
        decide = self.control if control else self.decide

        def whole() -> Outcome:
            found = decide()
            return found if isinstance(found, Outcome) else prove_all(found)

        return as_written(whole(), whole)


def nudged(
    id: str,
    statement: str,
    source: Source | None,
    text: str,
    decide: Callable[..., Outcome | Parts],
    holds: Any,
    nudge: Any,
    **more: Any,
) -> Claim:
    """A claim whose control is the same decision with other arguments: a tuple of several, or the only one."""

    def decided(arguments: Any) -> Callable[[], Outcome | Parts]:
        return partial(decide, *(arguments if isinstance(arguments, tuple) else (arguments,)))

    return Claim(id, statement, source, text, decided(holds), decided(nudge), **more)
