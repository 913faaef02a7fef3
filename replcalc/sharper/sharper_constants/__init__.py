"""B8: smaller constants in the paper's own lemmas (proof.md)."""
