"""Composition of perfectly generalizing algorithms."""
