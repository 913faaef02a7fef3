"""Means with ranges, accuracies and variances of their own, rounded on one sample (proof.md)."""
