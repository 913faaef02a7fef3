"""One mean needs 1/(4 pi alpha^2 rho^2) samples, and no more suffices (proof.md)."""
