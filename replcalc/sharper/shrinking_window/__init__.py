"""A lower bound for one mean that depends on the failure probability (proof.md)."""
