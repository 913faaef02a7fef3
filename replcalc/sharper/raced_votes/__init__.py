"""R: squared votes with the race (proof.md)."""
