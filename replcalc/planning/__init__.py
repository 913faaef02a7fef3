"""Questions and their methods: one Result for each method, one Comparison for each question."""
