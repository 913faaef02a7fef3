"""A claim: a numeric fact a proof leans on, how to decide it, and a nudged version that must be refuted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from replcalc.numbers.verdict import Verdict
from replcalc.prover.prove import Outcome


@dataclass(frozen=True)
class Claim:
    """``decide`` returns the verdict with its certificate or counterexample; ``control`` decides a nudged version.

    The control is the negative control: the constant improved past the best one, or the range extended past its end.
    It must come out REFUTED (or, for a claim that is itself false, be the repaired statement and come out PROVED).
    A control refutes the statement nudged past what is true, not a step of its proof.

    ``paper_constant`` is what the paper prints, ``proved_constant`` what the decision establishes; which constant is
    best is said only where a search brackets it (``best_constants``). ``note``: what else is known; for a claim whose
    proof is not all by machine, which part is argued on a page of docs/theory.
    """

    id: str
    statement: str
    line: int
    text: str
    decide: Callable[[], Outcome]
    control: Callable[[], Outcome]
    expected: Verdict = Verdict.PROVED
    control_expected: Verdict = Verdict.REFUTED
    paper_constant: str = ""
    proved_constant: str = ""
    note: str = ""
