"""Facts that the proofs lean on, each with its decision and its negative control."""
