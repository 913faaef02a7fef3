"""Adaptive problems on one sample by second moments: close to what fixed problems cost."""
