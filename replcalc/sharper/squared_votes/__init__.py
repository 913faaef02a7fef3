"""B5, Theorem D: direct replicable composition by squared votes (proof.md)."""
