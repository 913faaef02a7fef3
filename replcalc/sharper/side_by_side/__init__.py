"""Statements proved by this project that frame every composition: the goal itself, and running side by side."""
