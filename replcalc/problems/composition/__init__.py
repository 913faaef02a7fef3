"""Composition as an application: time against samples, carrying it out."""
