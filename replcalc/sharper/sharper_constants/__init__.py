"""Smaller constants in the paper's own lemmas (proof.md)."""
