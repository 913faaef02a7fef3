"""Section "Lower Bound for Adaptive Composition" (TeX lines 2421-2685)."""
