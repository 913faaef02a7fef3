"""What is not right as printed."""
