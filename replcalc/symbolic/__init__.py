"""Formulas as sympy expressions: written, evaluated, compiled, printed, reduced and read."""
