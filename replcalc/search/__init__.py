"""Untrusted floats: what is found here is certified elsewhere."""
