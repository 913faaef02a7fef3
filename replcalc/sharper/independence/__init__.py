"""Are two binary columns independent? Their covariance against one shared threshold (proof.md)."""
