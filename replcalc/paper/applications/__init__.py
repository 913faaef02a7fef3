"""Sections "Application: Multiple Statistical Queries" and "Application: Parallel Best Arm" (TeX lines 1126-1272)."""
