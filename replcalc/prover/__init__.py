"""Finds certificates and counterexamples."""
