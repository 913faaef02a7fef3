"""Sections "Label Invariance for Symmetric Problems" and "Pointwise Label Invariance via Correlated Sampling"."""
