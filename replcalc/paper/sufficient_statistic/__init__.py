"""Section "Replicable Algorithms and Sufficient Statistics" (TeX lines 2687-2804)."""
