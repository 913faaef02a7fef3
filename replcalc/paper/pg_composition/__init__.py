"""Section "Heterogeneous Composition for Perfect Generalization": lm:pg_compose_het and its conditioning step."""
