"""Proportions of groups: all frequencies of a sample rounded with one shared offset (proof.md)."""
