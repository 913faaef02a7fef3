"""R: squared votes with the race (docs/theory/raced-votes.md)."""
