"""B8: smaller constants in the paper's own lemmas (docs/theory/sharper-constants.md)."""
