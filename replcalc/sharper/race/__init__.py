"""R0: shared exponential clocks in place of first acceptance (proof.md)."""
