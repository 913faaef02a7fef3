"""k statistical queries answered together."""
