"""Two earlier weightings of the votes, on the way to squared votes (docs/theory/earlier-votes.md)."""
