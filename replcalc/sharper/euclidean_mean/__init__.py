"""A vector of means within a Euclidean distance, every coordinate rounded (proof.md)."""
