"""The claims of the theories, and deciding them: one by one or in parallel processes."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, ClassVar

from replcalc.claims.claim import Claim
from replcalc.claims.record import is_as_recorded
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import UnknownName
from replcalc.numbers.workers import in_parallel
from replcalc.statements.catalogue import every, unknown_name
from replcalc.statements.rendering import Renderable


@dataclass(frozen=True)
class Decision:
    """The decision of one claim or of its negative control, as plain data for other processes."""

    id: str
    verdict: Verdict
    expected: Verdict
    method: str
    detail: str
    counterexample: Mapping[str, str] | None
    certificate: Mapping[str, Any] | None
    seconds: float
    control: bool = False
    recorded: bool = True
    """Whether its statement is the recorded one."""

    @property
    def as_expected(self) -> bool:
        return self.verdict is self.expected and self.recorded


@dataclass(frozen=True, repr=False)
class Verification(Renderable):
    """The decisions of claims or of their negative controls; ``named``: the claims were named."""

    decisions: tuple[Decision, ...]
    seconds: float
    named: bool = False

    _writer: ClassVar[tuple[str, str]] = ("checks", "report_verification")

    @property
    def ok(self) -> bool:
        """Whether every verdict is the expected one."""
        return all(decision.as_expected for decision in self.decisions)

    def __getitem__(self, identifier: str) -> Decision:
        for decision in self.decisions:
            if decision.id == identifier:
                return decision
        raise UnknownName("claim", identifier, "one of " + ", ".join(d.id for d in self.decisions))

    def _summary(self) -> str:
        unexpected = sum(not decision.as_expected for decision in self.decisions)
        return f"{len(self.decisions)} claims decided, {unexpected} not as expected"


@cache
def claims() -> Mapping[str, Claim]:
    """Return every claim of every theory by id, in order; loads all of them."""
    return {claim.id: claim for _, claim in every("CLAIMS")}


def claim(identifier: str) -> Claim:
    """Return the claim of that id; the InputError for an unknown id names the closest ones."""
    if identifier not in claims():
        otherwise = "'replcalc verify' decides all and prints their ids"
        raise unknown_name(identifier, tuple(claims()), "ID", "the id of a claim", otherwise)
    return claims()[identifier]


def claim_labels() -> dict[str, str]:
    """Return the label of the statement of every claim, by id, in order."""
    return {identifier: claim.statement for identifier, claim in claims().items()}


def decide_one(identifier: str, *, control: bool = False) -> Decision:
    """Decide one claim, or its negative control, and time it."""
    chosen = claim(identifier)
    start = time.perf_counter()
    outcome = chosen.outcome(control=control)
    certificate = None if outcome.certificate is None else outcome.certificate.to_json()
    return Decision(
        id=identifier,
        verdict=outcome.verdict,
        expected=chosen.control_expected if control else chosen.expected,
        method=outcome.method,
        detail=outcome.detail,
        counterexample=None if outcome.counterexample is None else dict(outcome.counterexample),
        certificate=certificate,
        seconds=time.perf_counter() - start,
        control=control,
        recorded=control or is_as_recorded(identifier, certificate),
    )


def decide_claims(
    identifiers: Iterable[str] | None = None,
    *,
    control: bool = False,
    workers: int | None = None,
    progress: Callable[[Decision], None] | None = None,
) -> tuple[Decision, ...]:
    """Decide the named claims (all of them by default), in their order; in parallel where that pays.

    ``progress`` is called with each decision as it is made, in whatever order that happens.
    """
    wanted = list(claims()) if identifiers is None else [claim(i).id for i in identifiers]
    found: dict[str, Decision] = {}
    job = partial(decide_one, control=control)
    for decision in in_parallel(job, list(dict.fromkeys(wanted)), workers):
        found[decision.id] = decision
        if progress is not None:
            progress(decision)
    return tuple(found[i] for i in dict.fromkeys(wanted))


def verification(identifiers: Sequence[str] | None = None, **options: Any) -> Verification:
    """Decide a claim and measure the time."""
    start = time.perf_counter()
    found = decide_claims(identifiers, **options)
    return Verification(found, time.perf_counter() - start, named=identifiers is not None)
