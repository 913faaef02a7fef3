"""What people ask, as values."""
