"""Searches in floats; results are certified elsewhere."""
