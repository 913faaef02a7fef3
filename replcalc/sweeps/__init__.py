"""A question at many points: ranges of inputs, rows, files."""
