"""Realizable PAC learning: finite Littlestone dimension, finite classes, thresholds on {0, ..., d}."""
