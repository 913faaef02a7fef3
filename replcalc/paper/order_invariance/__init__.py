"""Section "Special Case: Order-Invariant Algorithms" (TeX lines 2806-2881)."""
