"""What is known: each theory is a value."""
