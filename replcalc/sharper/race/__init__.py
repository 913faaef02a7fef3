"""Shared exponential clocks instead of first acceptance (proof.md)."""
