"""Replicable Composition (arXiv 2604.10423)."""
