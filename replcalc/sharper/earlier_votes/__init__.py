"""Two earlier weightings of the votes, on the way to squared votes (proof.md)."""
