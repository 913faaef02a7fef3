"""What adaptive composition needs at least."""
