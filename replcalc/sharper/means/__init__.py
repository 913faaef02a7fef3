"""Means rounded to grids of shared random offset (proof.md)."""
