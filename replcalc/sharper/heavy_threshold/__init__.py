"""Heavy hitters by one random threshold for all elements (proof.md)."""
