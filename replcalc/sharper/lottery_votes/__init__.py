"""A lottery among the answers that pass a shared threshold: any outputs."""
