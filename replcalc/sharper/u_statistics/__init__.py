"""Statistics of pairs (AUC, Kendall's tau, any kernel in [0, 1]), rounded with a shared offset (proof.md)."""
