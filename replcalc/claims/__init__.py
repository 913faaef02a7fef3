"""Claims as values: decided by the prover, bound by a record of digests, written as certificates."""
