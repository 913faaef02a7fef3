"""Section "Omitted Proofs": side-by-side composition, tightness, two cited steps to perfect generalization."""
