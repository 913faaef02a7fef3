"""T: every problem by itself, votes against a shared random threshold (docs/theory/threshold-votes.md)."""
