"""Best arms through means (docs/theory/cosine.md#best-arms-through-means)."""
