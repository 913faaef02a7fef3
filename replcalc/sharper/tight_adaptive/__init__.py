"""S6: adaptive composition, the leading constant 1/(4 pi) (proof.md)."""
