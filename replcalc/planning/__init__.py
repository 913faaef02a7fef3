"""Questions and answers: what people ask, every way to answer, one Result, one Comparison."""
