"""What is known with constants: of every problem the best certified upper and lower bound, and what is left between."""
