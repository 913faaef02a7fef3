"""L: lower bounds for non-adaptive problems (docs/theory/nonadaptive-lower-bounds.md)."""
