"""B4, Lemma E: replicability to perfect generalization with every constant written out (proof.md)."""
