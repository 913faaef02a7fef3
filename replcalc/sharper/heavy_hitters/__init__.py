"""H: heavy hitters by one random threshold on all frequencies (proof.md)."""
