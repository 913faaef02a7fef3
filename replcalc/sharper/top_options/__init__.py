"""The k best of many options, one race after the other on the same draws (proof.md)."""
