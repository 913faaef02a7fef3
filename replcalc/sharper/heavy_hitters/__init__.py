"""H: heavy hitters by one random threshold on all frequencies (docs/theory/heavy-hitters.md)."""
