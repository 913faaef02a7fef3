"""Section "Preliminaries": statistical problems, replicability, perfect generalization (TeX lines 700-762)."""
