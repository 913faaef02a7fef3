"""B: at most two answers per string, angles, and one race on the product (proof.md)."""
