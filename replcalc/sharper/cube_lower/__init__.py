"""k statistical queries need k/(alpha rho)^2 samples, by Cheeger's constant of the cube (proof.md)."""
