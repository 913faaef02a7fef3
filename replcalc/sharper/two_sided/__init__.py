"""Same or different: two-sided and equivalence tests by one shared threshold (proof.md)."""
