"""Non-adaptive composition in total variation, and correlated sampling on top of it."""
