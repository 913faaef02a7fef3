"""Heavy hitters by one random threshold for all elements (docs/theory/heavy-threshold.md)."""
