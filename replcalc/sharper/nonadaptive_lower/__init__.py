"""L: lower bounds for non-adaptive problems (proof.md)."""
