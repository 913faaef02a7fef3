"""k statistical queries through cosine noise, drawn by a race (proof.md)."""
