"""B2 and B3: non-adaptive composition through total variation, and correlated sampling on top of it."""
