"""S6: adaptive composition, the leading constant 1/(4 pi) (docs/theory/tight-adaptive.md)."""
