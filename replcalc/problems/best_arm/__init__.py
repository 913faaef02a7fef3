"""Best arm: an arm whose mean is within alpha of the best. Samples are counted per arm."""
