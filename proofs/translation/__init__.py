"""Certificates as files for Coq: the statement of a claim and a proof by generic tactics, for Coq's kernel to check."""
