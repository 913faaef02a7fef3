"""Statements proved in docs/theory."""
