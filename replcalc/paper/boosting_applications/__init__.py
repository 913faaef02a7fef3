"""Applications of boosting: PAC learning, heavy hitters, best arm (TeX lines 3300-3600)."""
