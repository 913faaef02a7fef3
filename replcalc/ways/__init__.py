"""Every way to reach a goal."""
