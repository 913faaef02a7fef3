"""k best-arm instances answered together."""
