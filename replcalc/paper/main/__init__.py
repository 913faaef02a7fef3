"""Section "Replicable Composition": the tools, the parameter choice and the main theorem (TeX lines 765-1130)."""
