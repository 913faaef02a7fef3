"""Two arms against a shared threshold of the best distribution: every pair of means is as easy as one coin
(proof.md)."""
