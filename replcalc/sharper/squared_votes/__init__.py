"""B5, Theorem D: direct replicable composition by squared votes (docs/theory/squared-votes.md)."""
