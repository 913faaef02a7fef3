"""Composition as an application: where the factors go, cost laws, time against samples, carrying it out."""
