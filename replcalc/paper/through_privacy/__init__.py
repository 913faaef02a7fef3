"""Composition through differential privacy, which the paper's introduction compares with its own: quadratic in n."""
