"""V: means and differences of means whose variance is promised to be small (proof.md)."""
