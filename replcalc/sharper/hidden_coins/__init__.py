"""What composing k replicable algorithms costs at least: hidden coins, hidden means, locations (proof.md)."""
