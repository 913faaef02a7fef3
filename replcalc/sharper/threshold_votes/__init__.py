"""T: every problem by itself, votes against a shared random threshold (proof.md)."""
