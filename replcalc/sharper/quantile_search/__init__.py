"""Quantiles on agreed cut points: a binary search whose thresholds are shared (proof.md)."""
