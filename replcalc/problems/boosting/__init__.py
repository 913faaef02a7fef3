"""Boosting the success probability: solve, test, fall back, for six problems."""
