"""Best arms through means (sharper/cosine/proof.md#best-arms-through-means)."""
