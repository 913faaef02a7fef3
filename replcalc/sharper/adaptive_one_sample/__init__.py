"""Adaptive problems answered on one sample: replicabilities add up, times 3/2."""
