"""Formulas as light trees of our own: written, compiled and evaluated without sympy, read by sympy when it is asked."""
