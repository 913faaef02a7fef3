"""Claims on the statements that this project proves itself (docs/theory)."""

from __future__ import annotations

from replcalc.theories.claim import Claim
from replcalc.theories.sharper.claims import closeness as derived_closeness
from replcalc.theories.sharper.claims import constants as derived_constants
from replcalc.theories.sharper.claims import lower_bounds as derived_lower_bounds
from replcalc.theories.sharper.claims import noise as derived_noise
from replcalc.theories.sharper.claims import pairs as derived_pairs
from replcalc.theories.sharper.claims import queries as derived_queries
from replcalc.theories.sharper.claims import races as derived_races
from replcalc.theories.sharper.claims import thresholds as derived_thresholds
from replcalc.theories.sharper.claims import votes as derived_votes

CLAIMS: tuple[Claim, ...] = (
    *derived_closeness.CLAIMS,
    *derived_pairs.CLAIMS,
    *derived_votes.CLAIMS,
    *derived_races.CLAIMS,
    *derived_thresholds.CLAIMS,
    *derived_queries.CLAIMS,
    *derived_noise.CLAIMS,
    *derived_constants.CLAIMS,
    *derived_lower_bounds.CLAIMS,
)
