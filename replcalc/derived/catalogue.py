"""Statements proved by this project, in order."""

from __future__ import annotations

from replcalc.core.statement import Statement

DERIVED: tuple[Statement, ...] = ()
