"""Exact numbers, families, number fields, enclosures, verdicts."""
