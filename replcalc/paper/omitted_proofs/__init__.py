"""Section "Omitted Proofs": naive composition, tightness, and the two cited steps from replicability to perfect"""
