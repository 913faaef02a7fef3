"""All claims in order, and deciding them: one by one or in parallel processes.

The collection is explicit: a module that is not named here does not take part. Modules are imported when the claims are
first asked for, so that listing statements does not load the prover.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, partial
from importlib import import_module
from typing import Any

from replcalc.numbers.errors import InputError, MalformedStatement
from replcalc.numbers.verdict import Verdict
from replcalc.numbers.workers import in_parallel
from replcalc.theories.claim import Claim

#: Modules with a CLAIMS tuple, in the order in which claims are printed.
MODULES: tuple[str, ...] = (
    "replicable_composition.claims.main",
    "replicable_composition.claims.universal_constant",
    "replicable_composition.claims.pg_constants",
    "replicable_composition.claims.conditioning",
    "replicable_composition.claims.pg_composition",
    "replicable_composition.claims.adaptive_lower_bound",
    "replicable_composition.claims.invariance",
    "replicable_composition.claims.boosting",
    "replicable_composition.claims.omitted_proofs",
    "replicable_composition.claims.corollaries",
    "sharper.claims.collected",
    "replicable_composition.claims.counterexamples",
)


@dataclass(frozen=True)
class Decision:
    """What was found about one claim, or about its negative control; plain data that crosses process boundaries."""

    id: str
    verdict: Verdict
    expected: Verdict
    method: str
    detail: str
    counterexample: Mapping[str, str] | None
    certificate: Mapping[str, Any] | None
    seconds: float
    control: bool = False

    @property
    def as_expected(self) -> bool:
        return self.verdict is self.expected


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim, in order; ids are distinct."""
    found: list[Claim] = []
    for module in MODULES:
        found += import_module(f"replcalc.theories.{module}").CLAIMS
    ids = [claim.id for claim in found]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise MalformedStatement(f"claims with the same id: {', '.join(twice)}")
    return tuple(found)


@cache
def _by_id() -> dict[str, Claim]:
    return {claim.id: claim for claim in claims()}


def claim(identifier: str) -> Claim:
    """The claim of that id; an unknown one is an InputError that names the closest ids."""
    found = _by_id().get(identifier)
    if found is None:
        close = get_close_matches(identifier, _by_id(), n=3, cutoff=0.4)
        hint = f"did you mean {', '.join(close)}?" if close else "'replcalc verify' decides all and prints their ids"
        raise InputError("ID", identifier, "the id of a claim", hint)
    return found


def decide_one(identifier: str, *, control: bool = False) -> Decision:
    """Decide one claim, or its negative control, and time it."""
    chosen = claim(identifier)
    start = time.perf_counter()
    outcome = chosen.control() if control else chosen.decide()
    return Decision(
        id=identifier,
        verdict=outcome.verdict,
        expected=chosen.control_expected if control else chosen.expected,
        method=outcome.method,
        detail=outcome.detail,
        counterexample=None if outcome.counterexample is None else dict(outcome.counterexample),
        certificate=None if outcome.certificate is None else outcome.certificate.to_json(),
        seconds=time.perf_counter() - start,
        control=control,
    )


def decide(
    identifiers: Iterable[str] | None = None,
    *,
    control: bool = False,
    workers: int | None = None,
    progress: Callable[[Decision], None] | None = None,
) -> tuple[Decision, ...]:
    """Decide the named claims (all of them by default), in their order; in parallel where that pays.

    ``progress`` is called with each decision as it is made, in whatever order that happens.
    """
    wanted = [claim(i).id for i in identifiers] if identifiers is not None else [c.id for c in claims()]
    found: dict[str, Decision] = {}
    job = partial(decide_one, control=control)
    for decision in in_parallel(job, list(dict.fromkeys(wanted)), workers):
        found[decision.id] = decision
        if progress is not None:
            progress(decision)
    return tuple(found[i] for i in dict.fromkeys(wanted))
