"""From replicability to perfect generalization, every constant explicit (proof.md)."""
