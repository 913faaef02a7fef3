"""Claims as values: decided by the prover, bound by a manifest, written as certificates."""
