"""Statements, derivations, their evaluation and certification."""
