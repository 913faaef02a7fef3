"""Quantiles of a population that has a density: an order statistic rounded with a shared offset (proof.md)."""
