"""B6: one statistical query by random-offset rounding and the expected gap (proof.md)."""
