"""The best of many options by shared exponential clocks, sped up by exp(eta score) (proof.md)."""
