"""B7: k statistical queries through Gaussian noise, drawn by a race (proof.md)."""
