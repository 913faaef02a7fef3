"""Claims on the statements that this project proves itself (docs/theory)."""

from __future__ import annotations

from replcalc.verify import derived_closeness, derived_constants, derived_pairs, derived_queries, derived_votes
from replcalc.verify.claim import Claim

CLAIMS: tuple[Claim, ...] = (
    *derived_closeness.CLAIMS,
    *derived_pairs.CLAIMS,
    *derived_votes.CLAIMS,
    *derived_queries.CLAIMS,
    *derived_constants.CLAIMS,
)
